/** Memory banks, which assistants keep by custom instructions, in the folders that those name. */
import assert from 'node:assert/strict';
import { memoryBank } from '../../src/importers/memory-bank/kind.ts';
import { recognizedBy } from './samples.ts';
import { KindFolder, findFile, findIn, findInProject, isRecognized, notesOf, noteText } from './support.ts';

const progress = `# Progress

## What Works
- Login with [passkeys](systemPatterns.md)
- Search

## What's Left
- [ ] Payments
- [x] Cart

<!-- - a template line -->
## Evolution of Decisions
- Chose SQLite over files
`;

describe('memory banks', () => {
  let folder: KindFolder;
  beforeEach(() => {
    folder = new KindFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  for (const place of [
    'memory-bank',
    '.kilocode/rules/memory-bank',
    'cline_docs',
    'memory_bank',
    '.memory-bank',
    'docs/memory-bank',
    '.clinerules/memory-bank',
    '.cursor/memory-bank',
    '.github/memory-bank',
    '.roo/memory-bank',
  ]) {
    it(`are found in ${place} of a project, from any folder of it`, async () => {
      const bank = `shop/${place}`;
      folder.put(`${bank}/context.md`, '- a');
      folder.put(`${bank}/features/login.md`, '- b');
      folder.put(`${bank}/image.png`, 'c');
      const files = [`${bank}/context.md`, `${bank}/features/login.md`];
      const found = await findInProject(memoryBank, folder.join('shop'));
      assert.deepEqual(folder.shown(found), [['shop', files]]);
      assert.equal(found[0]?.folder, folder.join('shop'));
      for (const named of ['shop', bank])
        assert.deepEqual(folder.shown(await findIn(memoryBank, folder.join(named))), [['shop', files]], named);
      const [deeper] = await findIn(memoryBank, folder.join(bank, 'features'));
      assert.deepEqual([deeper?.folder, deeper?.files.length], [folder.join('shop'), 1]);
      assert.equal((await findFile(memoryBank, folder.join(bank, 'context.md')))?.folder, folder.join('shop'));
    });
  }

  it('are other than folders of that name without any of their files', async () => {
    folder.put('chip/memory-bank/registers.md', '- R0');
    folder.put('chip/docs/progress.md', '- Done');
    assert.deepEqual(await findInProject(memoryBank, folder.join('chip')), []);
    assert.deepEqual(await findIn(memoryBank, folder.join('chip/memory-bank')), []);
    assert.deepEqual(await findIn(memoryBank, folder.join('chip')), []);
  });

  it('are a statement for each item, the same with any line feeds and a byte order mark', async () => {
    const expected = [
      ['codebase', 'Progress – What Works: Login with [passkeys](systemPatterns.md)'],
      ['codebase', 'Progress – What Works: Search'],
      ['codebase', "Progress – What's Left: Payments"],
      ['codebase', "Progress – What's Left: Cart"],
      ['decision', 'Progress – Evolution of Decisions: Chose SQLite over files'],
    ];
    assert.equal([...progress.matchAll(/^- /gmu)].length, expected.length);
    for (const [place, text] of [progress, `\ufeff${progress.replaceAll('\n', '\r\n')}`].entries()) {
      const file = folder.put(`shop/memory-bank/${String(place)}/progress.md`, text);
      const notes = await notesOf(memoryBank, file, folder.join('shop'));
      assert.deepEqual(notes.map(noteText), expected);
      const folders = notes.map((note) => 'fact' in note && note.folder);
      assert.deepEqual([...new Set(folders)], [folder.join('shop')]);
    }
  });

  it('have decisions in a log, and no statement for a line that only links to another file', async () => {
    const log = folder.put('shop/memory-bank/decisionLog.md', '# Decision Log\n\n- SQLite instead of files');
    assert.deepEqual((await notesOf(memoryBank, log)).map(noteText), [
      ['decision', 'Decision Log: SQLite instead of files'],
    ]);
    const index = folder.put(
      'shop/memory-bank/README.md',
      '- [Decisions](decisionLog.md) - why\n- Read all files first',
    );
    assert.deepEqual((await notesOf(memoryBank, index)).map(noteText), [['codebase', 'Read all files first']]);
  });

  it('that cannot be read are reported, and empty ones are left out', async () => {
    const binary = folder.put('shop/memory-bank/progress.md', Buffer.from([0xff, 0xfe, 0x41, 0]));
    const json = folder.put('shop/memory-bank/context.md', '{"focus": "cu');
    assert.deepEqual((await notesOf(memoryBank, binary)).map(noteText), [['unreadable', 'is not UTF-8 text']]);
    assert.deepEqual((await notesOf(memoryBank, json)).map(noteText), [['unreadable', 'is JSON and no notes']]);
    assert.equal(await findFile(memoryBank, folder.put('shop/memory-bank/brief.md', '')), undefined);
  });

  it('are recognized by their folder', () => {
    assert.deepEqual(recognizedBy(memoryBank), ['memory-bank']);
    assert.equal(isRecognized(memoryBank, '# Progress', '/home/ada/shop/docs/progress.md'), false);
    assert.equal(isRecognized(memoryBank, '# Brief', '/home/ada/shop/.kilocode/rules/memory-bank/brief.md'), true);
  });
});
