/** What the page says about the lines that a fact cites, compared with the files of a real folder. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryDetailCard } from '../../src/protocol/recall/memories.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { patientFiles } from '../support/patientFiles.ts';
import { hostFor, runQuery } from './support.ts';

describe('a cited source on the page', () => {
  let test: TestMemory;
  let folder: string;
  let citation: (lines: readonly string[]) => Promise<MemoryDetailCard['citation']>;
  beforeEach(async () => {
    test = openTestMemory();
    folder = mkdtempSync(join(tmpdir(), 'bigmind cited '));
    const write = (lines: readonly string[]): void => writeFileSync(join(folder, 'retry.ts'), lines.join('\n'));
    write(['const retries = 5;', 'const wait = 1;']);
    const caller = await test.caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
    const ada = { ...caller, files: patientFiles(folder) };
    const { fact } = await test.memory.facts.store(ada, {
      category: 'codebase',
      fact: 'Five retries',
      sourceRef: 'retry.ts#L1',
    });
    citation = async (lines) => {
      write(lines);
      const ref = { kind: 'fact', id: String(fact.id) } as const;
      return (await runQuery(hostFor(ada, test), 'memory', { ref })).citation;
    };
  });
  afterEach(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is unchanged, or has moved to other lines, or is gone', async () => {
    assert.deepEqual(await citation(['const retries = 5;']), { state: 'there', sourceRef: null });
    assert.deepEqual(await citation(['', 'const retries = 5;']), { state: 'moved', sourceRef: 'retry.ts#L2' });
    assert.deepEqual(await citation(['const retries = 6;']), { state: 'gone', sourceRef: null });
  });

  it('is not checked if it cannot be read as text', async () => {
    assert.deepEqual(await citation(['\0']), { state: 'unchecked', sourceRef: null });
  });

  it('has no state if it names no lines', async () => {
    const { fact } = await test.memory.facts.store(await test.caller(), {
      category: 'codebase',
      fact: 'See the wiki',
      sourceRef: 'https://wiki.example/retries',
    });
    const ref = { kind: 'fact', id: String(fact.id) } as const;
    assert.equal((await runQuery(hostFor(await test.caller(), test), 'memory', { ref })).citation, null);
  });
});
