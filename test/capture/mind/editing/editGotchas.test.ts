/** Gotchas that a person edits in the page, in the notes of a project and in the list of all projects. */
import assert from 'node:assert/strict';
import type { FileEdit } from '../../../../src/memory/entries/editableFiles.ts';
import type { EditedFiles } from './editedFiles.ts';
import { openEditedFiles, globalFile, gotcha, memory, memoryFile, noWords, project } from './editedFiles.ts';

describe('editing gotchas in files', () => {
  let edited: EditedFiles;
  beforeEach(() => {
    edited = openEditedFiles();
  });

  it('adds a gotcha below its heading, also to a file without one and to a missing file', async () => {
    const { files, editable, listed, textOf, afterEdit } = edited;
    const edit: FileEdit = { type: 'addGotcha', project, gotcha: gotcha('Cron runs in UTC', 'set TZ') };
    const line = '- Cron runs in UTC → set TZ\n';
    assert.equal(await afterEdit(memoryFile, edit), memory.replace('a prefix\n', `a prefix\n${line}`));
    files.texts.set(memoryFile, '# shop\n');
    assert.equal(await afterEdit(memoryFile, edit), `# shop\n\n## Gotchas\n\n${line}`);
    files.texts.delete(memoryFile);
    await editable.edit(edit);
    assert.ok(textOf(memoryFile).includes(`## Gotchas\n\n${line}`), textOf(memoryFile));
    assert.equal((await listed()).gotchas.length, 1);
  });

  it('edits and deletes a gotcha, with its label and its arrow', async () => {
    const { files, trap, afterEdit, rejects } = edited;
    const sap = await trap('The SAP export expects Windows-1252');
    const safari = await trap('Safari needs a prefix');
    files.texts.set(memoryFile, memory.replace('→', '->'));
    const arrow = await trap('The SAP export expects Windows-1252');
    assert.equal(
      await afterEdit(memoryFile, {
        type: 'editGotcha',
        project,
        item: arrow,
        gotcha: gotcha('SAP writes ANSI', 'call x()'),
      }),
      memory.replace('The SAP export expects Windows-1252 → call toAnsi()', 'SAP writes ANSI -> call x()'),
    );
    await rejects({ type: 'editGotcha', project, item: sap, gotcha: gotcha('SAP') }, 'conflict');
    files.texts.set(memoryFile, memory);
    assert.equal(
      await afterEdit(memoryFile, { type: 'editGotcha', project, item: safari, gotcha: gotcha('Safari is old') }),
      memory.replace('Safari needs a prefix', 'Safari is old'),
    );
    assert.equal(
      await afterEdit(memoryFile, { type: 'deleteGotcha', project, item: safari }),
      memory.replace('- **Gotcha:** Safari needs a prefix\n', ''),
    );
    const question = gotcha('Should we use a prefix?');
    await rejects({ type: 'editGotcha', project, item: safari, gotcha: question }, 'invalid_input');
  });

  it('deletes all lines of a gotcha that an editor broke', async () => {
    const { files, listed, afterEdit } = edited;
    const long =
      'The nightly export of the timetable overwrites the files of the season\n  before it if the clock is wrong';
    files.texts.set(memoryFile, memory.replace('**Gotcha:** Safari needs a prefix', long));
    const item = (await listed()).gotchas[1];
    assert.ok(item);
    const after = await afterEdit(memoryFile, { type: 'deleteGotcha', project, item });
    assert.equal(after, memory.replace('- **Gotcha:** Safari needs a prefix\n', ''));
  });

  it('changes gotchas of all projects, and keeps what it does not know', async () => {
    const { files, editable, afterEdit, rejects } = edited;
    const entry = (title: string): object => ({
      ...{
        title,
        description: 'Lost.',
        workaround: 'Poll.',
        detection: { context: ['docker'], intent: [], code: [], more: 1 },
      },
      ...{ severity: 'critical', note: 'mine' },
    });
    const json = (...titles: string[]): string =>
      `${JSON.stringify({ version: 2, edges: titles.map(entry) }, null, 4)}\n`;
    files.texts.set(globalFile, json('One', 'Two'));
    const { shared } = await editable.list();
    assert.deepEqual(
      shared.gotchas.map(({ title, line, severity, detection }) => [title, line, severity, detection.context]),
      [
        ['One', 4, 'critical', ['docker']],
        ['Two', 19, 'critical', ['docker']],
      ],
    );
    const [, item] = shared.gotchas;
    assert.ok(item);
    const text = { ...gotcha('Three', 'Poll.'), description: 'Lost.', detection: { ...noWords, context: ['docker'] } };
    assert.equal(
      await afterEdit(globalFile, { type: 'editGotcha', project: null, item, gotcha: text }),
      json('One', 'Three'),
    );
    assert.equal(await afterEdit(globalFile, { type: 'deleteGotcha', project: null, item }), json('One'));
    const added = await afterEdit(globalFile, { type: 'addGotcha', project: null, gotcha: text });
    assert.ok(added.includes('"Three"') && added.includes('"mine"'));
    files.texts.set(globalFile, json('One'));
    await rejects({ type: 'deleteGotcha', project: null, item }, 'conflict');
  });

  it('leaves the other gotchas of all projects as somebody laid them out', async () => {
    const { files, editable, afterEdit } = edited;
    const detection = '{"context":["a]","\\"}"], "intent": [],"code":[]}';
    const [one, three] = [`{ "title": "One",  "detection": ${detection} }`, '{"title":"Three","n":1.0}'];
    const around = (...entries: string[]): string =>
      `\ufeff{"edges": [ ${entries.join(' ,\r\n ')} ],\r\n "version" : 2e0}`;
    files.texts.set(globalFile, around(one, '{"title":"Two"}', three));
    const found = (await editable.list()).shared.gotchas;
    const [first, item, last] = found;
    assert.ok(first && item && last);
    assert.deepEqual(
      [first.detection.context, found.map(({ line }) => line)],
      [
        ['a]', '"}'],
        [1, 2, 3],
      ],
    );
    const { title: _title, ...rest } = gotcha('');
    const written = JSON.stringify({ title: '2', ...rest });
    assert.equal(
      await afterEdit(globalFile, { type: 'editGotcha', project: null, item, gotcha: { title: '2', ...rest } }),
      around(one, written, three),
    );
    const without = (await afterEdit(globalFile, { type: 'deleteGotcha', project: null, item })).replace(
      / ,\r\n /u,
      ',',
    );
    assert.equal(without, around(one, three).replace(/ ,\r\n /u, ','));
    assert.ok((await afterEdit(globalFile, { type: 'deleteGotcha', project: null, item: first })).includes(three));
    assert.ok((await afterEdit(globalFile, { type: 'deleteGotcha', project: null, item: last })).includes(one));
    files.texts.set(globalFile, around(one));
    await editable.edit({ type: 'deleteGotcha', project: null, item: first });
    assert.deepEqual((await editable.list()).shared, { gotchas: [], troubles: [] });
  });
});
