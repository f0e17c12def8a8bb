/** Finds a session of a caller by its id, or by the first characters of it, as a context block and lists show them. */
import { localMinute } from '../../util/time.ts';
import { BigMindError } from '../shared/errors.ts';
import type { Caller } from '../shared/identity.ts';
import type { Session } from './sessions.ts';
import type { SessionStore } from './sessionStore.ts';

/** Characters of an id by which a session can be named. */
export const minSessionPrefix = 6;
/** How many of the sessions whose ids begin alike an error lists. */
const maxAlike = 5;

/** Rejects with `not_found`, and with `invalid_input` if several sessions begin with these characters. */
export async function findOwnSession(
  store: Pick<SessionStore, 'get' | 'findByPrefix'>,
  timeZone: string,
  caller: Caller,
  sessionId: string,
): Promise<Session> {
  const id = sessionId
    .trim()
    .replace(/(?:…|\.{3})$/u, '')
    .toLowerCase();
  const exact = await store.get(id);
  if (exact?.userId === caller.user.id) return exact;
  const alike = id.length < minSessionPrefix ? [] : await store.findByPrefix(caller.user.id, id, maxAlike + 1);
  if (alike.length > 1) throw ambiguous(id, alike, timeZone);
  if (alike[0] !== undefined) return alike[0];
  const hint = id.length < minSessionPrefix ? ` An id has at least ${String(minSessionPrefix)} characters.` : '';
  throw new BigMindError('not_found', `You have no session "${id.slice(0, 60)}".${hint}`, {
    remedy: { code: 'find_session' },
  });
}

/** Without headlines, because the error may reach a model. */
function ambiguous(prefix: string, alike: readonly Session[], timeZone: string): BigMindError {
  const length = distinctLength(alike.map(({ id }) => id));
  const listed = alike
    .slice(0, maxAlike)
    .map(({ id, startedAt }) => `${id.slice(0, length)} (${localMinute(startedAt, timeZone)})`);
  const all = [...listed, ...(alike.length > maxAlike ? ['others'] : [])].join(', ');
  return new BigMindError('invalid_input', `More than one session starts with "${prefix}": ${all}.`, {
    remedy: 'Give more characters of one of them.',
  });
}

/** The fewest first characters, at least eight, in which all of these ids differ. */
function distinctLength(ids: readonly string[]): number {
  let length = 8;
  while (new Set(ids.map((id) => id.slice(0, length))).size < ids.length && length < 36) length += 1;
  return length;
}
