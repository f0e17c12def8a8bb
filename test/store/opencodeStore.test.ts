/** A database as opencode 1.18 creates it, with the columns that are read and rows modelled on a real history. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseReaders } from '../../src/importers/databaseReaders.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { DatabaseFormat, ForeignConversation } from '../../src/memory/archive/foreignConversations.ts';
import type { TranscriptItem } from '../../src/memory/archive/transcript.ts';
import { createOpenForeign } from '../../src/store/sqlite/foreign/openForeign.ts';
import { anOpencodeDatabase, opencodeMessage, opencodePart, opencodeSession } from '../support/opencodeDatabase.ts';

describe('an opencode database', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bigmind opencode '));
    file = join(folder, 'opencode.db');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const open = createOpenForeign(databaseReaders);

  async function readAll(): Promise<{ list: ForeignConversation[]; items: Record<string, TranscriptItem[]> }> {
    const store = await open(file, 'opencode');
    try {
      const list = store.list();
      const items: Record<string, TranscriptItem[]> = {};
      for (const { head } of list) {
        const read: TranscriptItem[] = [];
        for await (const item of store.items(head.conversation)) read.push(item);
        items[head.conversation] = read;
      }
      return { list, items };
    } finally {
      await store.close();
    }
  }

  const refusal = (words: RegExp) => (thrown: unknown) =>
    thrown instanceof BigMindError && thrown.code === 'bad_import' && words.test(thrown.sentence);

  it('lists its conversations oldest first, except those of sub-agents or without messages', async () => {
    const database = anOpencodeDatabase(file);
    opencodeSession(database, { id: 'ses_b', title: 'New session - 2026-03-02T09:10:00.000Z', created: 600_000 });
    opencodeMessage(database, { id: 'msg_1', session: 'ses_b', role: 'user', created: 600_000 });
    opencodeSession(database, { id: 'ses_a', title: 'Choosing a store', created: 0 });
    opencodeMessage(database, { id: 'msg_0', session: 'ses_a', role: 'user', created: 0 });
    opencodeSession(database, { id: 'ses_sub', parent: 'ses_a', title: 'Look around', created: 1_000 });
    opencodeMessage(database, { id: 'msg_2', session: 'ses_sub', role: 'user', created: 1_000 });
    opencodeSession(database, { id: 'ses_empty', title: 'Nothing said', created: 2_000 });
    database.close();
    const { list } = await readAll();
    const agent = { name: 'opencode', version: '1.18.33' };
    assert.deepEqual(list, [
      {
        head: {
          conversation: 'ses_a',
          folder: '/home/ada/shop',
          title: 'Choosing a store',
          startedAt: '2026-03-02T09:00:00.000Z',
          agent,
        },
        turns: 1,
        endedAt: '2026-03-02T09:00:00.000Z',
      },
      {
        head: { conversation: 'ses_b', folder: '/home/ada/shop', startedAt: '2026-03-02T09:10:00.000Z', agent },
        turns: 1,
        endedAt: '2026-03-02T09:10:00.000Z',
      },
    ]);
  });

  it('returns every message of a long conversation once and in order, even if several have the same time', async () => {
    const database = anOpencodeDatabase(file);
    opencodeSession(database, { id: 'ses_a', created: 0 });
    const names = Array.from({ length: 131 }, (_, place) => String(place).padStart(3, '0'));
    for (const [place, name] of names.entries()) {
      // Three messages share each time, so that a page ends between messages of the same time.
      opencodeMessage(database, { id: `msg_${name}`, session: 'ses_a', role: 'user', created: Math.floor(place / 3) });
      opencodePart(database, {
        id: `prt_${name}`,
        message: `msg_${name}`,
        data: { type: 'text', text: `Said ${name}` },
      });
    }
    database.close();
    const { items } = await readAll();
    const contents = (items['ses_a'] ?? []).flatMap((item) => ('message' in item ? item.message.content : []));
    assert.deepEqual(
      contents,
      names.map((name) => `Said ${name}`),
    );
  });

  it('can be read while opencode has it open, without changing any file', async () => {
    const database = anOpencodeDatabase(file);
    opencodeSession(database, { id: 'ses_a', created: 0 });
    opencodeMessage(database, { id: 'msg_0', session: 'ses_a', role: 'user', created: 0 });
    opencodePart(database, { id: 'prt_0', message: 'msg_0', data: { type: 'text', text: 'Only in the log' } });
    const before = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).length]);
    const { items } = await readAll();
    assert.match(JSON.stringify(items), /Only in the log/u);
    assert.deepEqual(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).length]),
      before,
    );
    database.close();
  });

  it('is read where it is if a chat waits for it, and one conversation from the turn that was read last', async () => {
    const database = anOpencodeDatabase(file);
    opencodeSession(database, { id: 'ses_a' });
    opencodeSession(database, { id: 'ses_b' });
    for (const [place, session] of ['ses_a', 'ses_a', 'ses_a', 'ses_b'].entries()) {
      const [id, role] = [String(place), place === 1 ? 'assistant' : 'user'] as const;
      opencodeMessage(database, { id: `msg_${id}`, session, role, created: place });
      opencodePart(database, { id: `prt_${id}`, message: `msg_${id}`, data: { type: 'text', text: `Said ${id}` } });
    }
    const names = readdirSync(folder);
    const store = await open(file, 'opencode', 'in use');
    const contents = (known?: number): string[] =>
      [...(store.items('ses_a', known) as Iterable<TranscriptItem>)].flatMap((item) =>
        'message' in item ? item.message.content : [],
      );
    assert.deepEqual(contents(), ['Said 0', 'Said 1', 'Said 2']);
    for (const known of [1, 2]) assert.deepEqual(contents(known), ['Said 0', 'Said 1', 'Said 2']);
    assert.deepEqual(contents(3), ['Said 2']);
    assert.deepEqual(
      store.list('ses_b').map(({ head, turns }) => [head.conversation, turns]),
      [['ses_b', 1]],
    );
    // A copy would not have what is written after it was opened.
    opencodePart(database, { id: 'prt_2b', message: 'msg_2', data: { type: 'text', text: 'Said later' } });
    assert.deepEqual(contents(3), ['Said 2', 'Said later']);
    await store.close();
    assert.deepEqual(readdirSync(folder), names);
    database.close();
    const closed = await open(file, 'opencode', 'in use');
    assert.equal(closed.list().length, 2);
    await closed.close();
    assert.deepEqual(readdirSync(folder), ['opencode.db']);
  });

  it('skips a damaged row and reads the others', async () => {
    const database = anOpencodeDatabase(file);
    opencodeSession(database, { id: 'ses_a', created: 0 });
    opencodeMessage(database, { id: 'msg_0', session: 'ses_a', role: 'user', created: 0 });
    database.exec(`INSERT INTO part VALUES ('prt_0', 'msg_0', 'ses_a', 0, 0, '{"type":"text","te')`);
    opencodePart(database, { id: 'prt_1', message: 'msg_0', data: { type: 'text', text: 'Whole' } });
    database.close();
    const { items } = await readAll();
    assert.deepEqual(
      items['ses_a']?.flatMap((item) => ('message' in item ? item.message.content : [])),
      ['Whole'],
    );
  });

  it('is distinguished from other databases, other files and missing files', async () => {
    const opened = (path: string, format: DatabaseFormat): Promise<unknown> => open(path, format);
    anOpencodeDatabase(file).close();
    await assert.rejects(opened(file, 'copilot-store'), refusal(/is a database of opencode/u));
    const other = join(folder, 'other.db');
    const database = new DatabaseSync(other);
    database.exec('CREATE TABLE session (id TEXT)');
    database.close();
    await assert.rejects(
      opened(other, 'opencode'),
      refusal(/is not a database of opencode; its tables are different/u),
    );
    const text = join(folder, 'text.db');
    writeFileSync(text, 'no database at all');
    await assert.rejects(opened(text, 'opencode'), refusal(/cannot be read as a database of opencode/u));
    await assert.rejects(opened(join(folder, 'gone.db'), 'opencode'), { code: 'ENOENT' });
  });
});
