/** Facts that cite code of a real folder: stored with a fingerprint, and sent only while the code is there. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { searchReply } from '../../src/mcp/tools/recall/searchReply.ts';
import { Offering } from '../../src/search/hints/offering.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';
import { patientFiles } from '../support/patientFiles.ts';

const code = ['export function retry() {', '  return backoff(5, "seconds");', '}', ''];
const statement = 'Retries of the billing gateway wait for five seconds of backoff.';
const prompt = 'Change the backoff of retries in the billing gateway.';

describe('a fact that cites code', () => {
  let test: TestMemory;
  let folder: string;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    folder = mkdtempSync(join(tmpdir(), 'bigmind cited '));
    mkdirSync(join(folder, 'src'));
    write(code);
    const caller = await test.caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
    ada = { ...caller, files: patientFiles(folder) };
    await test.memory.facts.store(ada, { category: 'codebase', fact: statement, sourceRef: 'src/retry.ts#L1-L3' });
  });
  afterEach(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (lines: readonly string[]): void => writeFileSync(join(folder, 'src/retry.ts'), lines.join('\n'));
  const context = async (caller = ada): Promise<string> => (await test.memory.context.build(caller)).markdown;
  const offered = async (caller = ada): Promise<string[]> =>
    (await new Offering(test.search, test.memory).for(caller, prompt)).offers.map(({ id }) => id);
  const found = async (project?: string): Promise<string> => {
    const answer = await test.search.find(ada, { query: prompt, ...(project !== undefined && { project }) });
    return (await searchReply(answer, { query: prompt }, { memory: test.memory, search: test.search, caller: ada }, ''))
      .text;
  };

  it('is sent while the code is there', async () => {
    assert.match(await context(), /Retries of the billing gateway/u);
    assert.match(await found(), /src\/retry\.ts#L1-L3/u);
  });

  it('is sent after the code moved, and a search says where to', async () => {
    write(['// first', '// second', ...code]);
    assert.match(await context(), /Retries of the billing gateway/u);
    assert.match(await found(), /now at src\/retry\.ts#L3-L5/u);
  });

  it('is not sent once the code is gone, and the context block and a search say so', async () => {
    write(['export const retry = undefined;']);
    const block = await context();
    assert.doesNotMatch(block, /Retries of the billing gateway/u);
    assert.match(block, /One fact is left out, because the code that it cites has changed/u);
    assert.deepEqual(await offered(), []);
    assert.match(await found(), /cited code is gone/u);
    write(code);
    assert.match(await context(), /Retries of the billing gateway/u);
  });

  it('is sent, unchecked, where the files are not at hand', async () => {
    rmSync(join(folder, 'src'), { recursive: true });
    const { files: _files, ...blind } = ada;
    assert.match(await context(blind), /Retries of the billing gateway/u);
    assert.doesNotMatch(await context(), /Retries of the billing gateway/u);
    rmSync(folder, { recursive: true });
    assert.match(await context(), /Retries of the billing gateway/u, 'without the folder, nothing is known');
  });

  it('is not compared with the files of another project, in which it is found', async () => {
    const sea = await test.caller({ project: { key: 'github.com/acme/sea', name: 'sea' } });
    const other = { category: 'codebase', fact: `At sea: ${statement}`, sourceRef: 'src/retry.ts#L1-L3' };
    const { fact } = await test.memory.facts.store({ ...sea, files: patientFiles(folder) }, other);
    rmSync(join(folder, 'src'), { recursive: true });
    const lines = (await found('all')).split('\n').filter((line) => line.includes('billing gateway'));
    const [ofSea, ofShop] = [`#${String(fact.id)}`, '#1'].map((id) => lines.find((line) => line.includes(id)) ?? '');
    assert.match(ofShop ?? '', /cited code is gone/u);
    assert.match(ofSea ?? '', /src\/retry\.ts#L1-L3/u);
    assert.doesNotMatch(ofSea ?? '', /cited code/u);
    assert.match(await context({ ...sea, files: patientFiles(folder) }), /One fact is left out/u);
  });

  it('is refused with lines that the file does not have, and for a file outside of the folder', async () => {
    const store = (sourceRef: string): Promise<unknown> =>
      test.memory.facts.store(ada, { category: 'codebase', fact: 'Other', sourceRef });
    for (const ref of ['src/retry.ts#L9', '../other.ts', join(tmpdir(), 'x.ts')]) {
      await assert.rejects(store(ref), { code: 'invalid_input', details: { field: 'source_ref' } }, ref);
    }
    assert.equal((await test.memory.facts.list(ada, 'all', 9)).total, 1);
  });
});
