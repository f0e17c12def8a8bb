/** The user's own gotchas of all projects: reading what anybody may have written, and adding one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { MindFiles } from '../../../src/markdown/files/mindFiles.ts';
import { addGlobalGotcha, readGlobalGotchas } from '../../../src/markdown/gotchas/globalGotchas.ts';
import type { AddedGotcha, NewGotcha } from '../../../src/markdown/gotchas/globalGotchas.ts';
import type { BigMindError } from '../../../src/memory/shared/errors.ts';

const home = join('/', 'home', 'ada');
const file = join(home, '.mind', 'global_edges.json');
/** Before the lock, under it, and once more before the write. */
const readsBeforeWrite = 3;
const crypto = { title: 'No crypto', description: 'It throws.', workaround: 'Use Web Crypto.' };

describe('the gotchas of all projects', () => {
  let text: string | Uint8Array | undefined;
  /** Runs once, before a write reads the file again. */
  let meanwhile: (() => void) | undefined;
  let reads: number;
  beforeEach(() => {
    [text, meanwhile, reads] = [undefined, undefined, 0];
  });

  const files: MindFiles = {
    read: (asked) => {
      assert.equal(asked, file);
      reads += 1;
      if (reads === readsBeforeWrite) meanwhile?.();
      return Promise.resolve(text === undefined ? undefined : Buffer.from(text));
    },
    modified: () => Promise.resolve(undefined),
    version: () => Promise.resolve(undefined),
    exclusively: (_, work) => work(() => true),
    realPath: (path) => Promise.resolve(path),
    write: async (_, written, within, isCurrent) => {
      assert.equal(within, home);
      if (isCurrent !== undefined && !(await isCurrent())) return false;
      text = written;
      return true;
    },
    remove: () => Promise.reject(new Error('Nothing removes the file.')),
  };
  const redact = (given: string): { text: string; removed: number } => {
    const left = given.replaceAll('hunter2', '[removed: password]');
    return { text: left, removed: left === given ? 0 : 1 };
  };
  const add = (gotcha: NewGotcha): Promise<AddedGotcha> =>
    addGlobalGotcha(files, { home, now: new Date('2026-11-25T10:00:00Z'), redact }, gotcha);
  const titles = async (): Promise<string[]> =>
    (await readGlobalGotchas(files, home)).gotchas.map(({ title }) => title);

  const written = (): string => String(text);

  it('are none without the file', async () => {
    assert.deepEqual(await readGlobalGotchas(files, home), { gotchas: [], unreadable: [] });
  });

  it('are created with the first one, in the form that other tools read', async () => {
    const detection = { context: ['edge'], code: ['createHash', 'createHash'] };
    const { outcome, gotcha } = await add({ ...crypto, detection, stackTags: ['vercel'], severity: 'critical' });
    assert.equal(outcome, 'stored');
    assert.deepEqual(JSON.parse(String(text)), [
      {
        ...crypto,
        detection: { context: ['edge'], intent: [], code: ['createHash'] },
        stack_tags: ['vercel'],
        severity: 'critical',
        added: '2026-11-25T10:00:00.000Z',
      },
    ]);
    assert.deepEqual((await readGlobalGotchas(files, home)).gotchas, [gotcha]);
    assert.equal((await add({ ...crypto, title: 'Another' })).gotcha.severity, 'warning');
  });

  it('keep unknown fields, entries and style of the file', async () => {
    const before =
      '\ufeff{\r\n\t"version": 3,\r\n\t"edges": [\r\n\t\t{\r\n\t\t\t"title": "Mine",\r\n\t\t\t"votes": 7\r\n\t\t},\r\n\t\t42\r\n\t]\r\n}';
    text = before;
    await add(crypto);
    const end = before.indexOf('\r\n\t]');
    assert.equal(written().slice(0, end), before.slice(0, end));
    assert.ok(written().endsWith('\r\n\t]\r\n}'));
    assert.deepEqual(await titles(), ['Mine', 'No crypto']);
  });

  it('are not added twice with the same title and workaround', async () => {
    await add({ ...crypto, severity: 'info' });
    const before = text;
    const again = await add({ ...crypto, title: ' no  CRYPTO', severity: 'critical', description: 'Other.' });
    assert.deepEqual([again.outcome, again.gotcha.severity, text], ['duplicate', 'info', before]);
    assert.equal((await add({ ...crypto, workaround: 'Use uncrypto.' })).outcome, 'stored');
  });

  it('include what another program adds meanwhile', async () => {
    text = '[]\n';
    meanwhile = () => (text = '[{"title": "Theirs"}]\n');
    await add(crypto);
    assert.deepEqual(await titles(), ['Theirs', 'No crypto']);
  });

  it('are not written while the file changes all the time', async () => {
    const changing: MindFiles = { ...files, read: () => Promise.resolve(Buffer.from(`[${String((reads += 1))}]`)) };
    const added = addGlobalGotcha(changing, { home, now: new Date(0), redact }, crypto);
    await assert.rejects(added, (error: BigMindError) => error.code === 'conflict');
    assert.equal(text, undefined);
  });

  it('are read although one of them is no gotcha, which is reported', async () => {
    text = JSON.stringify([
      { title: 'A' },
      { title: '  ' },
      null,
      'B',
      { title: 'C', detection: 7, severity: 'huge', stack_tags: 'go' },
    ]);
    const { gotchas, unreadable } = await readGlobalGotchas(files, home);
    assert.deepEqual(
      gotchas.map(({ title, severity, stackTags }) => [title, severity, stackTags]),
      [
        ['A', 'warning', []],
        ['C', 'warning', ['go']],
      ],
    );
    assert.deepEqual(unreadable, [2, 3, 4]);
  });

  for (const [what, broken] of [
    ['broken JSON', '[{"title": "A"},'],
    ['an object', '{"title": "A"}'],
    ['a number', '7'],
    ['binary data', Uint8Array.of(91, 0, 93)],
    ['another encoding', Uint8Array.of(0xff, 0xfe, 0x41)],
  ] as const) {
    it(`are neither read from nor written to ${what}`, async () => {
      text = broken;
      for (const attempt of [() => readGlobalGotchas(files, home), () => add(crypto)]) {
        await assert.rejects(attempt, (error: BigMindError) => {
          return (
            error.code === 'invalid_input' &&
            error.message.startsWith(file) &&
            error.sentence.includes('Nothing was changed')
          );
        });
      }
      assert.equal(text, broken);
    });
  }

  it('contain no secret, no empty and no endless text', async () => {
    const { gotcha, removed } = await add({ ...crypto, workaround: 'Log in with hunter2.' });
    assert.deepEqual([gotcha.workaround, removed], ['Log in with [removed: password].', 1]);
    assert.doesNotMatch(String(text), /hunter2/u);
    for (const wrong of [{ title: ' ' }, { title: 'x'.repeat(201) }, { description: '' }, { title: 'hunter2' }]) {
      await assert.rejects(add({ ...crypto, ...wrong }), (error: BigMindError) => error.code === 'invalid_input');
    }
  });
});
