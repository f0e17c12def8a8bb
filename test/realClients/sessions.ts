/** The sessions of a store as the checks read them, and the message for a failed check. */
import assert from 'node:assert/strict';
import { stringFrom } from './model/json.ts';
import type { Chat, ClientHome } from './clientHome.ts';
import { until } from './until.ts';

/** In milliseconds: hooks may run for a moment after their client has ended. */
const afterTheEndMs = 5_000;
/** How many of the last sessions the message for a failed check shows. */
const maxShown = 5;

export interface RecordedSession {
  id: string;
  headline: string;
  isOpen: boolean;
  agent: string;
  /** Its messages in order, one per line. */
  transcript: string;
}

const query = `SELECT s.id, s.one_liner AS headline, s.ended_at AS ended, a.name AS agent,
  (SELECT group_concat(content, char(10)) FROM (SELECT content FROM messages WHERE session_id = s.id ORDER BY seq))
    AS transcript
  FROM sessions s LEFT JOIN agents a ON a.id = s.agent_id ORDER BY s.started_at`;

/** Oldest first. */
export function sessionsIn(home: ClientHome, memory?: string): RecordedSession[] {
  return home.rows(query, memory).map(({ id, headline, ended, agent, transcript }) => ({
    id: stringFrom(id),
    headline: stringFrom(headline),
    isOpen: ended === null,
    agent: stringFrom(agent),
    transcript: stringFrom(transcript),
  }));
}

/** Sessions whose messages contain all of these texts. */
export function sessionsWith(home: ClientHome, texts: readonly string[], memory?: string): RecordedSession[] {
  return sessionsIn(home, memory).filter(({ transcript }) => texts.every((text) => transcript.includes(text)));
}

/** Waits until a chat is recorded: one session with a headline contains all of these texts. */
export async function untilRecorded(home: ClientHome, texts: readonly string[], chat?: Chat): Promise<void> {
  const isRecorded = (): boolean => sessionsWith(home, texts).some(({ headline }) => headline !== '');
  const what = `one session of ${home.client.title} has a headline and holds ${JSON.stringify(texts)}`;
  await until(what, isRecorded, { timeoutMs: afterTheEndMs, explain: () => explained(home, chat) });
}

/**
 * Asserts one recorded session per chat, for one client or for several that share a store. A tool call opens another
 * session only if the client does not say which chat it belongs to. That session is never open without a headline.
 */
export function assertOneForEachChat(homes: readonly ClientHome[]): void {
  const [first] = homes;
  if (first === undefined) return;
  const sessions = sessionsIn(first);
  assert.equal(sessions.filter(isNameless).length, 0, `A session is open without a headline.${explained(first)}`);
  const chats = homes.filter(({ client }) => client.hasHooks).flatMap(({ prompts }) => prompts);
  const recorded = sessions.filter(({ transcript }) => transcript !== '');
  assert.equal(
    recorded.length,
    chats.length,
    `Of ${chats.length} chats are recorded: ${recorded.length}.${explained(first)}`,
  );
  const unnamedPrompts = homes.filter(({ client }) => !client.namesChatToServer).flatMap(({ prompts }) => prompts);
  const others = sessions.length - recorded.length;
  assert.ok(others <= unnamedPrompts.length, `${others} sessions have no message.${explained(first)}`);
}

/** The sessions of the store and the output of the hooks, for the message of a failed check. */
export function explained(home: ClientHome, chat?: Chat): string {
  const all = sessionsIn(home);
  const shown = all.filter((session, index) => index >= all.length - maxShown || isNameless(session));
  const sessions = shown.map(({ id, headline, isOpen, agent, transcript }) => {
    const state = isOpen ? 'open' : 'ended';
    return `  ${id} ${state}, by ${agent}, "${headline}": ${transcript.slice(0, 120).replaceAll('\n', ' | ')}`;
  });
  const ended =
    chat === undefined ? [] : [`The client ended with ${String(chat.code)}:`, tail(chat.out), tail(chat.err)];
  const title = `${all.length} sessions, of which the last and the nameless ones:`;
  return ['', title, ...sessions, 'hooks.log:', tail(home.hooksLog()), ...ended].join('\n');
}

/** A session that is still open and has no headline. */
function isNameless({ isOpen, headline }: RecordedSession): boolean {
  return isOpen && headline === '';
}

function tail(text: string): string {
  return text === '' ? '  (empty)' : text.trimEnd().slice(-600);
}
