/** Serena's memories of a project, and those for all projects. */
import assert from 'node:assert/strict';
import { serena } from '../../src/importers/serena/kind.ts';
import { recognizedBy } from './samples.ts';
import { KindFolder, findAll, findFile, findIn, findInProject, isRecognized, notesOf, noteText } from './support.ts';

const conventions = `---
title: conventions
---
# Conventions

- Tabs, not spaces
  - except in YAML
- We decided on pnpm

## Commands

Run the tests:

- \`npm test\` for all
`;

describe("Serena's memories", () => {
  let folder: KindFolder;
  beforeEach(() => {
    folder = new KindFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  it('are found in a project with their topics, from any folder of them', async () => {
    folder.put('shop/.serena/memories/core.md', '- a');
    folder.put('shop/.serena/memories/frontend/forms.md', '- b');
    folder.put('shop/.serena/memories/.gitignore', 'cache');
    folder.put('shop/.serena/project.yml', 'name: shop');
    folder.put('shop/memories/other.md', '- c');
    const files = ['shop/.serena/memories/core.md', 'shop/.serena/memories/frontend/forms.md'];
    const project = await findInProject(serena, folder.join('shop'));
    assert.deepEqual(folder.shown(project), [['shop', files]]);
    assert.equal(project[0]?.folder, folder.join('shop'));
    assert.equal(project[0].conversations, 0);
    for (const place of ['shop', 'shop/.serena', 'shop/.serena/memories'])
      assert.deepEqual(folder.shown(await findIn(serena, folder.join(place))), [['shop', files]], place);
    const topic = await findIn(serena, folder.join('shop/.serena/memories/frontend'));
    assert.deepEqual(folder.shown(topic), [['shop', ['shop/.serena/memories/frontend/forms.md']]]);
    assert.deepEqual(await findIn(serena, folder.join('shop/memories')), []);
  });

  it('for all projects belong to none and are preferences', async () => {
    const file = folder.put('.serena/memories/global/java/style.md', '# Style\n\n- No wildcard imports');
    folder.put('.serena/memories/core.md', '- of the home itself');
    const [found] = await findAll(serena, folder.host());
    assert.equal(found?.folder, undefined);
    assert.deepEqual(
      found?.files.map(({ path }) => path),
      [file],
    );
    assert.deepEqual((await notesOf(serena, file)).map(noteText), [['preference', 'Style: No wildcard imports']]);
    assert.deepEqual(
      folder.shown(await findInProject(serena, folder.path)).flatMap(([, files]) => files),
      ['.serena/memories/core.md'],
    );
    assert.equal((await findIn(serena, folder.path)).length, 2);
  });

  it('are found in another home of Serena', async () => {
    folder.put('elsewhere/memories/global/style.md', '- a');
    const host = folder.host({ env: { SERENA_HOME: '~/elsewhere' } });
    assert.deepEqual(folder.shown(await findAll(serena, host))[0]?.[1], ['elsewhere/memories/global/style.md']);
    assert.deepEqual(serena.places?.(host), [folder.join('elsewhere/memories/global')]);
    assert.deepEqual(await findAll(serena, folder.host()), []);
  });

  it('are a statement for each item, the same with any line feeds and a byte order mark', async () => {
    const expected = [
      ['codebase', 'Conventions: Tabs, not spaces\n  - except in YAML'],
      ['decision', 'Conventions: We decided on pnpm'],
      ['codebase', 'Conventions – Commands – Run the tests: `npm test` for all'],
    ];
    // The items at the outermost level, counted independently of the reader.
    assert.equal([...conventions.matchAll(/^- /gmu)].length, expected.length);
    const texts = [conventions, `\ufeff${conventions.replaceAll('\n', '\r\n')}`];
    for (const [place, text] of texts.entries()) {
      const file = folder.put(`shop/.serena/memories/${String(place)}.md`, text);
      const notes = await notesOf(serena, file, folder.join('shop'));
      assert.deepEqual(notes.map(noteText), expected);
      assert.deepEqual(notes.map((note) => 'fact' in note && [note.folder, note.tags[0], note.sourceRef])[0], [
        folder.join('shop'),
        'serena',
        `${file}#L6`,
      ]);
    }
  });

  it('that cannot be read are reported, and empty ones are left out', async () => {
    const binary = folder.put('shop/.serena/memories/binary.md', Buffer.from([0, 1, 2]));
    const json = folder.put('shop/.serena/memories/cut.md', '{"name": "core", "text": "cu');
    assert.deepEqual((await notesOf(serena, binary)).map(noteText), [['unreadable', 'is not UTF-8 text']]);
    assert.deepEqual((await notesOf(serena, json)).map(noteText), [['unreadable', 'is JSON and no notes']]);
    const empty = folder.put('shop/.serena/memories/empty.md', '');
    assert.equal(await findFile(serena, empty), undefined);
    assert.equal(await findFile(serena, folder.join('missing.md')), undefined);
    assert.equal((await findFile(serena, json))?.folder, folder.join('shop'));
  });

  it('are recognized by their folder', () => {
    assert.deepEqual(recognizedBy(serena), ['serena']);
    assert.equal(isRecognized(serena, '{}', '/home/ada/shop/.serena/memories/a.json'), false);
    assert.equal(isRecognized(serena, '- a', '/home/ada/shop/memories/a.md'), false);
  });
});
