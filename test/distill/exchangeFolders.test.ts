/** Requests and answers as files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnswerFolder, fileNameOf, RequestFolder } from '../../src/distill/exchangeFolders.ts';
import { errorOf } from './scripts.ts';

describe('folders with requests and answers', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bigmind learn tëst '));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const id = '0772d4c7-a64b-46b4-9424-8f2332d2dc6d';

  it('get each request as a whole file, in a folder that is created', async () => {
    const requests = new RequestFolder(join(folder, 'new', 'one'));
    const file = await requests.writeRequest(id, 'Grüße 你');
    assert.equal(file, join(folder, 'new', 'one', `${id}.txt`));
    await requests.writeRequest(id, 'again');
    assert.equal(readFileSync(file, 'utf8'), 'again');
    assert.deepEqual(readdirSync(join(folder, 'new', 'one')), [`${id}.txt`]);
  });

  it('have the answer to a request, or none yet', async () => {
    const answers = new AnswerFolder(folder);
    writeFileSync(join(folder, `${id}.txt`), '\ufeff{"items":[]}\n');
    assert.equal(await answers.readAnswer(id), '{"items":[]}\n');
    assert.equal(await answers.readAnswer('another'), undefined);
    writeFileSync(join(folder, 'long.txt'), '你'.repeat(300_000));
    assert.equal(await answers.readAnswer('long'), '你'.repeat(200_000));
  });

  it('never leave the folder, and never share a file, whatever the id is', async () => {
    const ids = [
      '../../etc/passwd',
      '..',
      '.',
      '',
      'a/b',
      'a_b',
      'a:b',
      'con',
      'nul',
      'x'.repeat(500),
      'x'.repeat(501),
      '你',
      '好',
    ];
    const names = ids.map(fileNameOf);
    assert.deepEqual(names, [...new Set(names)]);
    for (const name of names) assert.match(name, /^[\w-][\w.-]{0,120}\.txt$/u);
    const requests = new RequestFolder(join(folder, 'in'));
    for (const one of ids) await requests.writeRequest(one, one);
    assert.equal(readdirSync(join(folder, 'in')).length, ids.length);
    assert.deepEqual(readdirSync(folder), ['in']);
    assert.equal(await new AnswerFolder(join(folder, 'in')).readAnswer('../../etc/passwd'), '../../etc/passwd');
  });

  it('say what to do if they cannot be used', async () => {
    writeFileSync(join(folder, 'file'), '');
    const written = await errorOf(new RequestFolder(join(folder, 'file', 'x')).writeRequest(id, 'x'));
    assert.match(written.sentence, /cannot be written.*Name a folder/u);
    const missing = await errorOf(new AnswerFolder(join(folder, 'missing')).readAnswer(id));
    assert.match(missing.sentence, /There is no folder .*missing\. Name a folder/u);
    mkdirSync(join(folder, `${id}.txt`));
    assert.match((await errorOf(new AnswerFolder(folder).readAnswer(id))).sentence, /cannot be read: it is a folder/u);
  });
});
