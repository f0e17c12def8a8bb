/**
 * Reads Crush's `crush.db`, which it keeps in each project: a row for each session and message, whose `parts` are JSON
 * (internal/db/migrations of charmbracelet/crush). Sessions with a parent, which are those of sub-agents, are skipped:
 * the parent contains their answers. Times are in seconds, so several messages have the same one.
 */
import type { ForeignConversation, ReadCrushRecord } from '../../../memory/archive/foreignConversations.ts';
import type { TranscriptHead, TranscriptItem } from '../../../memory/archive/transcript.ts';
import { transcriptStart } from '../../../memory/archive/transcript.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { isoTimeFrom } from '../../../util/time.ts';
import { number, numberOr, text, textOr } from '../../sql/connection/rowReader.ts';
import type { SqlRow } from '../../sql/connection/sqlConnection.ts';
import type { SqliteConnection } from '../engine/sqliteConnection.ts';
import type { ForeignDatabase } from './foreignDatabase.ts';

/** Messages in memory at a time. */
const pageLength = 50;
/** Of both tables, the columns that are read. */
const columns = {
  sessions: ['id', 'parent_session_id', 'title', 'created_at', 'updated_at'],
  messages: ['id', 'session_id', 'role', 'parts', 'created_at'],
} as const;

export function crushStore(readRecord: ReadCrushRecord): ForeignDatabase {
  return {
    name: 'a database of Crush',
    withoutSqlite: 'Run BigMind with Node 22.13 or later.',
    whenUnreadable: 'Check that this is the file; Crush keeps crush.db in the folder .crush of a project.',
    requireKnown: requireTables,
    read: (db, understood) => ({
      list: () => understood(() => db.all(listQuery).map(conversationFrom)),
      *items(conversation) {
        const row = understood(() => db.get(`${selectSessions} AND s.id = ? GROUP BY s.id`, [conversation]));
        if (row === undefined) return;
        yield { position: transcriptStart, head: headFrom(row) };
        const messages = understood(() => messagesQuery(db));
        for (let after: [number, number] = [-1, -1]; ;) {
          const rows = understood(() => db.all(messages, [conversation, ...after, pageLength]));
          yield* understood(() => rows.flatMap((message) => itemsFrom(message, readRecord)));
          const last = rows.at(-1);
          if (last === undefined || rows.length < pageLength) return;
          after = [number(last, 'created_at'), number(last, 'place')];
        }
      },
    }),
  };
}

const selectSessions = `
  SELECT s.id, s.title, s.created_at, COUNT(m.id) AS messages, max(s.updated_at, MAX(m.created_at)) AS ended_at
  FROM sessions s JOIN messages m ON m.session_id = s.id WHERE coalesce(s.parent_session_id, '') = ''`;
const listQuery = `${selectSessions} GROUP BY s.id ORDER BY s.created_at, s.id`;

/** The first versions had no summaries. */
function messagesQuery(db: SqliteConnection): string {
  const hasSummaries = columnsOf(db, 'messages').has('is_summary_message');
  return `
    SELECT id, role, CAST(parts AS TEXT) AS parts, created_at, rowid AS place,
      ${hasSummaries ? 'is_summary_message' : '0'} AS is_summary
    FROM messages WHERE session_id = ? AND (created_at, rowid) > (?, ?) ORDER BY created_at, rowid LIMIT ?`;
}

function conversationFrom(row: SqlRow): ForeignConversation {
  return { head: headFrom(row), turns: number(row, 'messages'), endedAt: timeFrom(row, 'ended_at') ?? null };
}

function headFrom(row: SqlRow): TranscriptHead {
  const title = textOr(row, 'title', '').trim();
  const startedAt = timeFrom(row, 'created_at');
  return {
    conversation: text(row, 'id'),
    ...(title !== '' && !/^(?:New|Untitled) Session$/iu.test(title) && { title }),
    startedAt,
    agent: { name: 'crush', version: null },
  };
}

/** The offset is always 0, because a database is always read from its beginning. */
function itemsFrom(message: SqlRow, readRecord: ReadCrushRecord): TranscriptItem[] {
  const createdAt = timeFrom(message, 'created_at');
  const record = {
    id: text(message, 'id'),
    role: textOr(message, 'role', ''),
    parts: textOr(message, 'parts', ''),
    isSummary: numberOr(message, 'is_summary', 0) !== 0,
  };
  return readRecord(record).map((said) => ({
    position: { offset: 0, lastKey: said.key },
    message: { ...said, ...(createdAt !== undefined && { createdAt }) },
  }));
}

function timeFrom(row: SqlRow, column: string): string | undefined {
  return isoTimeFrom(number(row, column));
}

function requireTables(db: SqliteConnection, file: string): void {
  const isKnown = Object.entries(columns).every(([table, names]) => {
    const found = columnsOf(db, table);
    return names.every((name) => found.has(name));
  });
  if (isKnown) return;
  throw new BigMindError('bad_import', `${file} is not a database of Crush; its tables are different.`, {
    remedy: 'Nothing was changed. Give the path of crush.db, usually in the folder .crush of a project.',
    details: { file },
  });
}

/** Empty if there is no such table. */
function columnsOf(db: SqliteConnection, table: string): Set<string> {
  return new Set(db.all('SELECT name FROM pragma_table_info(?)', [table]).map((row) => text(row, 'name')));
}
