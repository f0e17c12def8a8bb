/** Gotchas that a person edits in the page, in the notes of a project and in the list of all projects. */
import assert from 'node:assert/strict';
import type { FileEdit } from '../../../src/memory/entries/editableFiles.ts';
import type { EditedFiles } from './editedFiles.ts';
import { openEditedFiles, globalFile, gotcha, memory, memoryFile, noWords, project, token } from './editedFiles.ts';

/** A gotcha of one line with others below it, which are none of its own. */
const below: readonly [what: string, others: string][] = [
  ['prose', 'We met with Kim on Monday.\n'],
  ['a link definition', '[caniuse]: https://caniuse.com\n'],
  ['a heading with a line below it', 'Title\n=====\n'],
  ['a block of HTML', '<details>\nmore\n</details>\n'],
  ['a table', '| a | b |\n| - | - |\n'],
  ['another statement', 'decided: SQLite over Postgres because one file per season\n'],
];

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

  for (const [what, others] of below) {
    it(`leaves ${what} below a gotcha as it is`, async () => {
      const { files, trap, afterEdit } = edited;
      for (const [start, rest] of [
        ['gotcha: ', others],
        ['\ufeff# shop\n\ngotcha: ', others.trimEnd()],
        ['\ufeffgotcha: ', others.replaceAll('\n', '\r\n')],
      ] as const) {
        const lineEnd = rest.includes('\r') ? '\r\n' : '\n';
        files.texts.set(memoryFile, `${start}Safari needs a prefix${lineEnd}${rest}`);
        const item = await trap('Safari needs a prefix');
        const edit = { type: 'editGotcha' as const, project, item, gotcha: gotcha('Safari is old', 'wait') };
        assert.equal(await afterEdit(memoryFile, edit), `${start}Safari is old → wait${lineEnd}${rest}`);
        const deleted = await afterEdit(memoryFile, { type: 'deleteGotcha', project, item });
        assert.equal(deleted, start.replace('gotcha: ', '') + rest);
      }
    });
  }

  it('refuses a text that would take in the line below it', async () => {
    const { files, trap, rejects } = edited;
    files.texts.set(memoryFile, 'gotcha: Safari needs a prefix\nWe met with Kim on Monday.\n');
    const item = await trap('Safari needs a prefix');
    const long = 'Safari needs a prefix for each property that is not in the standard yet';
    await rejects({ type: 'editGotcha', project, item, gotcha: gotcha(long) }, 'not_allowed');
  });

  it('deletes a mark of the web, a private key and the lines between with their gotcha', async () => {
    const { files, listed, afterEdit } = edited;
    const key = [
      '-----BEGIN PRIVATE KEY-----',
      'MIIBVgIBADANBgkqhkiG9w0BAQEFAASCAUAw',
      '-----END PRIVATE KEY-----',
    ].join('\n  ');
    const passage = '<private>one\n\ntwo</private>';
    for (const own of [
      '- Safari\n  <!-- from the web -->\n',
      `- Safari wants ${key}\n`,
      `- Safari wants ${token}\n`,
      `- Safari wants ${passage}\n`,
    ]) {
      files.texts.set(memoryFile, memory.replace('- **Gotcha:** Safari needs a prefix\n', own));
      const item = (await listed()).gotchas[1];
      assert.ok(item);
      const after = await afterEdit(memoryFile, { type: 'deleteGotcha', project, item });
      assert.equal(after, memory.replace('- **Gotcha:** Safari needs a prefix\n', ''));
    }
  });

  it('deletes no code that is between the lines of a gotcha', async () => {
    const { files, listed, rejects } = edited;
    files.texts.set(memoryFile, '## Gotchas\n- Safari needs\n  ```\n  -webkit-\n  ```\n  before it\n');
    const item = (await listed()).gotchas[0];
    assert.equal(item?.title, 'Safari needs before it');
    await rejects({ type: 'deleteGotcha', project, item }, 'not_allowed');
  });

  it('edits a gotcha with emphasis, which stays in what stays', async () => {
    const { files, listed, afterEdit, rejects } = edited;
    const line = async (written: string, title: string, workaround = ''): Promise<string> => {
      files.texts.set(memoryFile, `## Gotchas\n- ${written}\n`);
      const item = (await listed()).gotchas[0];
      assert.equal(item?.mayEdit, true, written);
      const edit = { type: 'editGotcha' as const, project, item, gotcha: gotcha(title, workaround) };
      return (await afterEdit(memoryFile, edit)).replace('## Gotchas\n- ', '').trimEnd();
    };
    const title = 'Safari needs a prefix';
    assert.equal(await line('**Safari** needs a prefix', title, 'add one'), '**Safari** needs a prefix → add one');
    assert.equal(await line('**Safari** needs a prefix → a', title, 'b'), '**Safari** needs a prefix → b');
    assert.equal(await line('Safari needs a **prefix**', title, 'b'), 'Safari needs a **prefix** → b');
    assert.equal(await line('**Safari needs a prefix**', 'Safari is old'), '**Safari is old**');
    assert.equal(await line('**Gotcha:** __Safari__ is old', title), '**Gotcha:** Safari needs a prefix');
    assert.equal(await line('Safari.  It  is old', 'Safari. It is old', 'b'), 'Safari.  It  is old → b');
    assert.equal(await line('Falle: Fall', 'Safari'), 'Falle: Safari');
    for (const unclear of ['`__init__` runs twice', '__dirname is not there']) {
      files.texts.set(memoryFile, `## Gotchas\n- ${unclear}\n`);
      const item = (await listed()).gotchas[0];
      assert.equal(item?.mayEdit, false, unclear);
      await rejects({ type: 'editGotcha', project, item, gotcha: gotcha(title) }, 'not_allowed');
    }
  });

  it('gives a long line a workaround', async () => {
    const { files, trap, afterEdit } = edited;
    const long = `The export fails ${'and fails again '.repeat(19)}.`;
    assert.ok(long.length > 300);
    files.texts.set(memoryFile, `## Gotchas\n- ${long}\n`);
    const item = await trap(long);
    assert.equal(
      await afterEdit(memoryFile, { type: 'editGotcha', project, item, gotcha: gotcha(long, 'try once') }),
      `## Gotchas\n- ${long} → try once\n`,
    );
  });

  it('says that a line would be in the part of a long file that is not read', async () => {
    const { files, editable } = edited;
    files.texts.set(memoryFile, `${memory}${'We met with Kim on Monday.\n\n'.repeat(10_000)}`);
    const { projects } = await editable.list();
    assert.deepEqual(
      projects[0]?.troubles.map(({ message }) => message),
      ['Only the end of .mind/MEMORY.md is read, because the file is long.'],
    );
    const add: FileEdit = { type: 'addGotcha', project, gotcha: gotcha('Cron runs in UTC') };
    await assert.rejects(editable.edit(add), /so long that only its end is read/u);
  });

  it('leaves numbers that others wrote in the list of all projects', async () => {
    const { files, editable, afterEdit } = edited;
    const own = '{"title":"One","n":1.0,"big":12345678901234567890,"more":{"x":1e3}}';
    const text = `{"version":1.0,"edges":[${own}],"big":12345678901234567890}`;
    files.texts.set(globalFile, text);
    const more = { ...gotcha('Two', 'Poll.'), description: 'Lost.' };
    const added = await afterEdit(globalFile, { type: 'addGotcha', project: null, gotcha: more });
    assert.ok(added.startsWith(`{"version":1.0,"edges":[${own},{"title":"Two",`), added);
    assert.ok(added.endsWith('}],"big":12345678901234567890}'), added);
    const item = (await editable.list()).shared.gotchas[0];
    assert.ok(item);
    const texts = '"description":"","workaround":"","detection":{"context":[],"intent":[],"code":[]}';
    assert.equal(
      await afterEdit(globalFile, { type: 'editGotcha', project: null, item, gotcha: gotcha('1') }),
      text.replace('"One"', '"1"').replace('1e3}}', `1e3},${texts}}`),
    );
  });

  it('lays out a new gotcha of all projects as the others', async () => {
    const { files, afterEdit } = edited;
    const edit: FileEdit = {
      type: 'addGotcha',
      project: null,
      gotcha: { ...gotcha('Two', 'Poll.'), description: 'L.' },
    };
    const two = {
      ...{
        title: 'Two',
        description: 'L.',
        workaround: 'Poll.',
        detection: noWords,
        stack_tags: [],
        severity: 'warning',
      },
      added: '2026-11-26T12:00:00.000Z',
    };
    for (const indent of [2, '\t']) {
      for (const entries of [[{ title: 'One' }], [{ title: 'One', n: 1 }, 7]]) {
        files.texts.set(globalFile, JSON.stringify(entries, undefined, indent));
        assert.equal(await afterEdit(globalFile, edit), JSON.stringify([...entries, two], undefined, indent));
        files.texts.set(globalFile, JSON.stringify({ version: 1, edges: entries, more: 1 }, undefined, indent));
        const after = { version: 1, edges: [...entries, two], more: 1 };
        assert.equal(await afterEdit(globalFile, edit), JSON.stringify(after, undefined, indent));
      }
    }
    for (const [before, after] of [
      ['[]', [two]],
      ['{\n  "edges": []\n}', { edges: [two] }],
    ] as const) {
      files.texts.set(globalFile, before);
      assert.equal(await afterEdit(globalFile, edit), JSON.stringify(after, undefined, 2));
    }
    files.texts.set(globalFile, '[{"title":"One"}, {"title":"Three"}]');
    assert.equal(await afterEdit(globalFile, edit), `[{"title":"One"}, {"title":"Three"}, ${JSON.stringify(two)}]`);
  });

  it('refuses a gotcha of all projects that is there, and says so', async () => {
    const { files, editable, rejects } = edited;
    const edit: FileEdit = {
      type: 'addGotcha',
      project: null,
      gotcha: { ...gotcha('Two', 'Poll.'), description: 'L.' },
    };
    await editable.edit(edit);
    assert.ok(files.texts.get(globalFile)?.includes('Two'));
    await rejects(edit, 'invalid_input');
  });

  it('deletes the one of two equal gotchas on one line that was chosen', async () => {
    const { files, editable, afterEdit } = edited;
    files.texts.set(globalFile, '[{"title":"One"},{"title":"Two"}, {"title":"One"}]');
    const item = (await editable.list()).shared.gotchas[2];
    assert.ok(item);
    const after = await afterEdit(globalFile, { type: 'deleteGotcha', project: null, item });
    assert.equal(after, '[{"title":"One"},{"title":"Two"}]');
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
