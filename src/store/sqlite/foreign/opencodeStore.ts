/**
 * Reads opencode's `opencode.db`: a row for each session, message and part, whose `data` is JSON. The tables are those
 * of opencode 1.18 (packages/opencode/src/storage and packages/core/src/session/sql.ts of anomalyco/opencode). Sessions
 * of sub-agents, which have a parent, are skipped: the parent contains their answers.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { ForeignConversation, ReadOpencodeRecord } from '../../../memory/archive/foreignConversations.ts';
import { opencodeTitle } from '../../../memory/archive/foreignConversations.ts';
import type { TranscriptHead, TranscriptItem } from '../../../memory/archive/transcript.ts';
import { transcriptStart } from '../../../memory/archive/transcript.ts';
import { isoTimeFrom } from '../../../util/time.ts';
import { number, text, textOr } from '../../sql/connection/rowReader.ts';
import type { SqlRow } from '../../sql/connection/sqlConnection.ts';
import type { SqliteConnection } from '../engine/sqliteConnection.ts';
import type { ForeignDatabase } from './foreignDatabase.ts';

/** Messages in memory at a time, each with its parts. */
const pageLength = 50;
const tables = ['session', 'message', 'part'] as const;

export function opencodeStore(readRecord: ReadOpencodeRecord): ForeignDatabase {
  return {
    name: 'a database of opencode',
    withoutSqlite: 'Run BigMind with Node 22.13 or later.',
    whenUnreadable: 'Check that this is the file; opencode keeps opencode.db in ~/.local/share/opencode.',
    requireKnown: requireTables,
    read: (db, understood) => ({
      list: (conversation) =>
        understood(() =>
          (conversation === undefined ? db.all(listQuery) : db.all(oneQuery, [conversation])).map(conversationFrom),
        ),
      *items(conversation, known = 0) {
        const row = understood(() => db.get(oneQuery, [conversation]));
        if (row === undefined) return;
        yield { position: transcriptStart, head: headFrom(row) };
        const request = known === 0 ? undefined : understood(() => db.get(requestQuery, [conversation, known]));
        const start = request === undefined ? -1 : number(request, 'time_created');
        for (let after: [number, string] = [start, '']; ;) {
          const rows = understood(() => db.all(messagesQuery, [conversation, ...after, pageLength]));
          for (const message of rows) yield* understood(() => itemsFrom(db, message, readRecord));
          const last = rows.at(-1);
          if (last === undefined || rows.length < pageLength) return;
          after = [number(last, 'time_created'), text(last, 'id')];
        }
      },
    }),
  };
}

const selectSessions = `
  SELECT s.id, s.directory, s.title, s.version, s.time_created, COUNT(m.id) AS messages,
    max(s.time_updated, MAX(m.time_updated)) AS ended_at
  FROM session s JOIN message m ON m.session_id = s.id WHERE s.parent_id IS NULL`;
const oneQuery = `${selectSessions} AND s.id = ? GROUP BY s.id`;
const listQuery = `${selectSessions} GROUP BY s.id ORDER BY s.time_created, s.id`;
const messagesQuery = `
  SELECT id, time_created, data FROM message
  WHERE session_id = ? AND (time_created, id) > (?, ?) ORDER BY time_created, id LIMIT ?`;
/** The last request among the first messages. */
const requestQuery = `
  SELECT time_created FROM (
    SELECT time_created, id, data FROM message WHERE session_id = ? ORDER BY time_created, id LIMIT ?)
  WHERE data LIKE '%"role":"user"%' ORDER BY time_created DESC, id DESC LIMIT 1`;
const partsQuery = 'SELECT id, data FROM part WHERE message_id = ? ORDER BY id';

function conversationFrom(row: SqlRow): ForeignConversation {
  return { head: headFrom(row), turns: number(row, 'messages'), endedAt: timeFrom(row, 'ended_at') ?? null };
}

function headFrom(row: SqlRow): TranscriptHead {
  const folder = textOr(row, 'directory', '');
  const title = opencodeTitle(textOr(row, 'title', ''));
  const startedAt = timeFrom(row, 'time_created');
  const version = textOr(row, 'version', '').trim();
  return {
    conversation: text(row, 'id'),
    ...(folder !== '' && { folder }),
    ...(title !== '' && { title }),
    startedAt,
    agent: { name: 'opencode', version: version === '' ? null : version },
  };
}

/** The offset is always 0, because a database is always read from its beginning. */
function itemsFrom(db: SqliteConnection, message: SqlRow, readRecord: ReadOpencodeRecord): TranscriptItem[] {
  const id = text(message, 'id');
  const parts = db.all(partsQuery, [id]).map((part) => ({ id: text(part, 'id'), data: textOr(part, 'data', '') }));
  const messages = readRecord({ id, data: textOr(message, 'data', ''), parts });
  return messages.map((said) => ({ position: { offset: 0, lastKey: said.key }, message: said }));
}

function timeFrom(row: SqlRow, column: string): string | undefined {
  return isoTimeFrom(number(row, column));
}

function requireTables(db: SqliteConnection, file: string): void {
  if (isOpencode(db)) return;
  throw new BigMindError('bad_import', `${file} is not a database of opencode; its tables are different.`, {
    remedy: 'Nothing was changed. Give the path of opencode.db, usually in ~/.local/share/opencode.',
    details: { file },
  });
}

/** Throws `bad_import` for an opencode database that was given as another kind. */
export function requireOtherThanOpencode(db: SqliteConnection, file: string): void {
  if (!isOpencode(db)) return;
  throw new BigMindError('bad_import', `${file} is a database of opencode.`, {
    remedy: 'Nothing was changed. Use the kind opencode.',
    details: { file },
  });
}

function isOpencode(db: SqliteConnection): boolean {
  const names = db.all(`SELECT name FROM sqlite_master WHERE type = 'table'`).map((row) => text(row, 'name'));
  return tables.every((table) => names.includes(table));
}
