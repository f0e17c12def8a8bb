/** Databases of Crush, from finding them to their messages. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { readFileSync } from 'node:fs';
import { crush } from '../../src/importers/crush/kind.ts';
import { readCrushRecord } from '../../src/importers/crush/crushRecord.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { ForeignConversation } from '../../src/memory/archive/foreignConversations.ts';
import type { TranscriptMessage } from '../../src/memory/archive/transcript.ts';
import { createOpenForeign } from '../../src/store/sqlite/foreign/openForeign.ts';
import { aCrushDatabase, crushMessage, crushSession } from '../support/crushDatabase.ts';
import { anOpencodeDatabase } from '../support/opencodeDatabase.ts';
import { asText } from '../capture/transcripts/support.ts';
import { recognizedBy } from './samples.ts';
import { KindFolder, findAll, findFile, findIn, findInProject, isRecognized } from './support.ts';

const openForeign = createOpenForeign({ opencode: () => [], crush: readCrushRecord });

describe('databases of Crush', () => {
  let folder: KindFolder;
  let file: string;
  beforeEach(() => {
    folder = new KindFolder();
    file = folder.put('shop/.crush/crush.db', '');
  });
  afterEach(() => {
    folder.remove();
  });

  async function readAll(): Promise<{ list: ForeignConversation[]; messages: TranscriptMessage[] }> {
    const format = crush.formats['crush'];
    assert.ok(format?.shape === 'collection');
    const store = await format.open(file, openForeign);
    try {
      const list = store.list();
      const messages: TranscriptMessage[] = [];
      for (const { head } of list)
        for await (const item of store.items(head.conversation)) if ('message' in item) messages.push(item.message);
      return { list, messages };
    } finally {
      await store.close();
    }
  }

  function withConversation(options: { isFirstVersion?: boolean } = {}): DatabaseSync {
    const database = aCrushDatabase(file, options);
    crushSession(database, { id: 's1', title: 'Login of the shop' });
    const message = (id: string, role: string, parts: Parameters<typeof crushMessage>[1]['parts']): void => {
      crushMessage(database, { id, session: 's1', role, created: id === 'm1' ? 0 : 60, parts });
    };
    message('m1', 'user', [
      ['text', { text: 'fix the login' }],
      ['binary', { Path: 'a.png', MIMEType: 'image/png', Data: 'AA==' }],
      ['finish', { reason: 'stop', time: 0 }],
    ]);
    message('m2', 'assistant', [
      ['reasoning', { thinking: 'Which login?', signature: 'abc' }],
      ['text', { text: 'I look at it.' }],
      ['tool_call', { id: 'call_1', name: 'edit', input: '{"file_path":"login.ts","new_string":"x"}', finished: true }],
      ['tool_call', { id: 'call_2', name: 'bash', input: '{"command":"git commit -m \\"Fix it\\""}', finished: true }],
      ['tool_call', { id: 'call_3', name: 'view', input: '{"file', finished: false }],
      ['finish', { reason: 'tool_use', time: 1 }],
    ]);
    message('m3', 'tool', [
      ['tool_result', { tool_call_id: 'call_1', name: 'edit', content: 'Edited.', is_error: false }],
      ['tool_result', { tool_call_id: 'call_2', name: 'bash', content: '', is_error: false }],
    ]);
    message('m4', 'user', [
      ['text', { text: 'Continue.', hidden: true }],
      ['shell_command', { command: 'ls', output: 'login.ts', exit_code: 0 }],
    ]);
    message('m5', 'assistant', '[{"type":"text","data":{"text":"cut');
    message('m6', 'assistant', [['text', { text: 'Done.' }]]);
    return database;
  }

  it('have words of the user, thoughts, answers and tools', async () => {
    withConversation().close();
    const { list, messages } = await readAll();
    assert.deepEqual(list, [
      {
        head: {
          conversation: 's1',
          title: 'Login of the shop',
          startedAt: '2026-03-02T09:00:00.000Z',
          agent: { name: 'crush', version: null },
        },
        turns: 6,
        endedAt: '2026-03-02T09:01:00.000Z',
      },
    ]);
    assert.deepEqual(messages.map(asText), [
      'user text: fix the login',
      'assistant thought: Which login?',
      'assistant text: I look at it.',
      'assistant tool_use: {"file_path":"login.ts","new_string":"x"}',
      'assistant tool_use: {"command":"git commit -m \\"Fix it\\""}',
      'tool tool_result: Edited.',
      'assistant text: Done.',
    ]);
    assert.deepEqual(
      messages.map(({ key }) => key),
      ['m1', 'm2/0', 'm2/1', 'm2#call_1', 'm2#call_2', 'm3#call_1/result', 'm6/0'],
    );
    assert.deepEqual(messages[3]?.files, ['login.ts']);
    assert.deepEqual(messages[4]?.work, { commits: ['Fix it'] });
    assert.equal(messages[0]?.createdAt, '2026-03-02T09:00:00.000Z');
  });

  it('have as many words and answers as rows with shown texts', async () => {
    withConversation().close();
    const database = new DatabaseSync(file, { readOnly: true });
    const count = (role: string): unknown =>
      database
        .prepare(
          `SELECT COUNT(*) AS n FROM messages, json_each(iif(json_valid(parts), parts, '[]')) AS part
           WHERE role = ? AND part.value ->> '$.type' = 'text' AND part.value ->> '$.data.hidden' IS NULL`,
        )
        .get(role)?.['n'];
    const expected = [count('user'), count('assistant')];
    database.close();
    const { messages } = await readAll();
    const texts = messages.filter(({ type }) => type === 'text').map(({ role }) => role);
    assert.deepEqual(
      [texts.filter((role) => role === 'user').length, texts.filter((role) => role === 'assistant').length],
      expected,
    );
  });

  it('mark summaries of compactions, which the first versions did not have', async () => {
    const database = withConversation();
    database.exec(`UPDATE messages SET is_summary_message = 1 WHERE id = 'm6'`);
    database.close();
    const { messages } = await readAll();
    assert.deepEqual(
      messages.filter(({ begins }) => begins !== undefined).map((message) => [asText(message), message.begins]),
      [['system text: Done.', 'POST_COMPACTING']],
    );
    file = folder.put('older/.crush/crush.db', '');
    withConversation({ isFirstVersion: true }).close();
    assert.equal((await readAll()).messages.at(-1)?.role, 'assistant');
  });

  it('list sessions oldest first, except those of sub-agents or without messages, and without placeholder titles', async () => {
    const database = aCrushDatabase(file);
    const said = (session: string): void => {
      crushMessage(database, {
        id: `m-${session}`,
        session,
        role: 'user',
        created: 5,
        parts: [['text', { text: 'hi' }]],
      });
    };
    crushSession(database, { id: 'later', title: 'New Session', created: 10 });
    crushSession(database, { id: 'first', title: 'Untitled Session', created: 0 });
    crushSession(database, { id: 'sub', parent: 'first', created: 1 });
    crushSession(database, { id: 'empty', created: 2 });
    for (const session of ['later', 'first', 'sub']) said(session);
    database.close();
    const { list } = await readAll();
    assert.deepEqual(
      list.map(({ head }) => [head.conversation, head.title]),
      [
        ['first', undefined],
        ['later', undefined],
      ],
    );
  });

  it('return every message of a long conversation once and in order, even if many have the same time', async () => {
    const database = aCrushDatabase(file);
    crushSession(database, { id: 's1' });
    const names = Array.from({ length: 131 }, (_, at) => String(at).padStart(3, '0'));
    for (const [at, name] of names.entries()) {
      const id = `${String(130 - at)}-${name}`;
      crushMessage(database, {
        id,
        session: 's1',
        role: 'user',
        created: Math.floor(at / 60),
        parts: [['text', { text: name }]],
      });
    }
    database.close();
    const { messages } = await readAll();
    assert.deepEqual(
      messages.map(({ content }) => content),
      names,
    );
  });

  it('are refused with the reason if they are others, damaged or empty', async () => {
    const refusal = (words: RegExp) => (thrown: unknown) =>
      thrown instanceof BigMindError && thrown.code === 'bad_import' && words.test(thrown.message);
    await assert.rejects(readAll(), refusal(/is not a database of Crush; its tables are different/u));
    anOpencodeDatabase(file).close();
    await assert.rejects(readAll(), refusal(/is not a database of Crush/u));
    folder.put('shop/.crush/crush.db', 'no database, but some text of another program');
    await assert.rejects(readAll(), refusal(/cannot be read as a database of Crush/u));
    assert.equal(await findFile(crush, folder.put('shop/empty.db', '')), undefined);
  });

  it('are found in a project, and in the projects that Crush lists', async () => {
    withConversation().close();
    const other = folder.put('data/web/crush.db', readFileSync(file));
    const projects = [
      { path: folder.join('shop'), data_dir: folder.join('shop/.crush') },
      { path: folder.join('web'), data_dir: folder.join('data/web') },
      { path: folder.join('gone'), data_dir: folder.join('gone/.crush') },
      { path: 7 },
    ];
    folder.put('.local/share/crush/projects.json', JSON.stringify({ projects }));
    const found = await findAll(crush, folder.host());
    assert.deepEqual(
      found.map((source) => [source.title, source.folder, source.conversations, source.files[0]?.path]),
      [
        ['shop', folder.join('shop'), null, file],
        ['web', folder.join('web'), null, other],
      ],
    );
    for (const place of ['shop', 'shop/.crush']) {
      const [source] = await findIn(crush, folder.join(place));
      assert.deepEqual([source?.folder, source?.files[0]?.path], [folder.join('shop'), file], place);
    }
    assert.equal((await findInProject(crush, folder.join('shop'))).length, 1);
    assert.equal((await findFile(crush, file))?.folder, folder.join('shop'));
    assert.deepEqual(await findIn(crush, folder.join('web')), []);
  });

  it('are found with other folders of data, and without a readable list', async () => {
    withConversation().close();
    const list = JSON.stringify({ projects: [{ path: folder.join('shop') }] });
    folder.put('elsewhere/projects.json', list);
    const named = folder.host({ env: { CRUSH_GLOBAL_DATA: '~/elsewhere' } });
    assert.equal((await findAll(crush, named))[0]?.files[0]?.path, file);
    const windows = folder.host({ platform: 'win32', env: { LOCALAPPDATA: folder.join('local') } });
    assert.deepEqual(crush.places?.(windows), [folder.join('local/crush')]);
    folder.put('.local/share/crush/projects.json', list.slice(0, 20));
    assert.deepEqual(await findAll(crush, folder.host()), []);
  });

  it('are recognized by their name', () => {
    withConversation().close();
    const beginning = readFileSync(file, 'utf8').slice(0, 1000);
    assert.equal(isRecognized(crush, beginning, file), true);
    assert.equal(isRecognized(crush, beginning, '/home/ada/opencode.db'), false);
    assert.deepEqual(recognizedBy(crush), []);
  });
});
