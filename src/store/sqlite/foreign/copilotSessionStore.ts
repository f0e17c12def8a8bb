/**
 * Reads Copilot Chat's `session-store.db`: the plain text of each turn, without tools and thoughts. It is read from a
 * copy, so that nothing is changed or created next to it. Only the one known version is read; its table
 * `schema_version` says which it is. Copilot's command `/compact` is not a turn in it.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { ForeignConversation } from '../../../memory/archive/foreignConversations.ts';
import type { TranscriptHead, TranscriptItem, TranscriptMessage } from '../../../memory/archive/transcript.ts';
import { transcriptStart } from '../../../memory/archive/transcript.ts';
import { readUserText } from '../../../memory/summarize/words/saidByUser.ts';
import { isoTimeFrom } from '../../../util/time.ts';
import { number, text, textOr } from '../../sql/connection/rowReader.ts';
import type { SqlRow } from '../../sql/connection/sqlConnection.ts';
import type { SqliteConnection } from '../engine/sqliteConnection.ts';
import type { ForeignDatabase } from './foreignDatabase.ts';
import { requireOtherThanOpencode } from './opencodeStore.ts';

const knownVersion = 3;
/** Turns of a conversation in memory at a time. */
const pageLength = 200;

export const copilotSessionStore: ForeignDatabase = {
  name: "Copilot's session store",
  withoutSqlite: 'Run BigMind with Node 22.13 or later, or import the chat sessions or transcripts instead.',
  whenUnreadable: 'Check that this is the right file. Copilot creates it again when it is damaged.',
  requireKnown: requireKnownVersion,
  read: (db, understood) => ({
    list: () => understood(() => db.all(listQuery).map(conversationFrom)),
    *items(conversation) {
      const row = understood(() => db.get(`${selectSessions} WHERE s.id = ? GROUP BY s.id`, [conversation]));
      if (row === undefined) return;
      yield { position: transcriptStart, head: headFrom(row) };
      for (let after = -1, rows: SqlRow[] = []; ;) {
        rows = understood(() => db.all(turnsQuery, [conversation, after, pageLength]));
        yield* understood(() => rows.flatMap(itemsFrom));
        const last = rows.at(-1);
        if (last === undefined || rows.length < pageLength) return;
        after = number(last, 'turn_index');
      }
    },
  }),
};

/**
 * Copilot's summary of a session is usually the start of one of the user's messages; then it is not used as a title.
 */
const selectSessions = `
  SELECT s.id, s.cwd, iif(EXISTS (
      SELECT 1 FROM turns u WHERE u.session_id = s.id AND substr(u.user_message, 1, length(s.summary)) = s.summary
    ), NULL, s.summary) AS title, s.agent_name, s.created_at, s.updated_at, COUNT(t.id) AS turns
  FROM sessions s JOIN turns t ON t.session_id = s.id`;
const listQuery = `${selectSessions} GROUP BY s.id ORDER BY s.created_at, s.id`;
const turnsQuery = `
  SELECT turn_index, user_message, assistant_response, timestamp FROM turns
  WHERE session_id = ? AND turn_index > ? ORDER BY turn_index LIMIT ?`;

function conversationFrom(row: SqlRow): ForeignConversation {
  const endedAt = timeFrom(row, 'updated_at') ?? null;
  return { head: headFrom(row), turns: number(row, 'turns'), endedAt };
}

function headFrom(row: SqlRow): TranscriptHead {
  const folder = textOr(row, 'cwd', '');
  const title = textOr(row, 'title', '').trim();
  const name = textOr(row, 'agent_name', '').trim();
  const startedAt = timeFrom(row, 'created_at');
  return {
    conversation: text(row, 'id'),
    ...(folder !== '' && { folder }),
    ...(title !== '' && { title }),
    startedAt,
    ...(name !== '' && { agent: { name, version: null } }),
  };
}

/**
 * The keys are `turn/N/user` and `turn/N/answer`. The offset is always 0, because a database is always read from its
 * beginning.
 */
function itemsFrom(turn: SqlRow): TranscriptItem[] {
  const createdAt = timeFrom(turn, 'timestamp');
  const key = `turn/${String(number(turn, 'turn_index'))}`;
  const messages: TranscriptMessage[] = [
    { key: `${key}/user`, type: 'text', ...readUserText(textOr(turn, 'user_message', '')) },
    { key: `${key}/answer`, role: 'assistant', type: 'text', content: textOr(turn, 'assistant_response', '') },
  ];
  return messages
    .filter(({ content }) => content.trim() !== '')
    .map((message) => ({
      position: { offset: 0, lastKey: message.key },
      message: { ...message, ...(createdAt !== undefined && { createdAt }) },
    }));
}

/** SQLite's own clock writes times without a zone; they are in UTC. */
function timeFrom(row: SqlRow, column: string): string | undefined {
  return isoTimeFrom(textOr(row, column, ''));
}

function requireKnownVersion(db: SqliteConnection, file: string): void {
  requireOtherThanOpencode(db, file);
  const row = db.get('SELECT version FROM schema_version LIMIT 1');
  const version = row === undefined ? 0 : number(row, 'version');
  if (version === knownVersion) return;
  throw new BigMindError(
    'bad_import',
    `${file} has version ${String(version)} of Copilot's session store, and only ${String(knownVersion)} is known.`,
    {
      remedy: 'Import the chat sessions or transcripts instead; they contain the same conversations and more.',
      details: { file, version },
    },
  );
}
