/**
 * Which facts a read covers: those that are neither deprecated nor expired. Nothing deletes or marks an expired fact;
 * each read compares its expiry with the store's clock, so that a clock that jumps back shows the fact again.
 */
import { amongKeys } from '../connection/among.ts';
import { handOffTag } from '../../../memory/recall/handOffs.ts';
import type { FactCategory, FactType } from '../../../memory/shared/vocabulary.ts';
import { tagKey } from '../../../memory/shared/memoryRef.ts';
import { typeOfCategory } from '../../../memory/shared/vocabulary.ts';
import type { SqlValue } from '../connection/sqlConnection.ts';

/** A part of an SQL condition, with one `?` per parameter. */
export interface Condition {
  sql: string;
  params: SqlValue[];
}

/** `alias` names the table `facts`; `now` is ISO 8601 in UTC. */
export function isLive(alias: string, now: string): Condition {
  return { sql: isLiveAt(alias, '?'), params: [now] };
}

/** The same for queries with numbered parameters: `time` is the parameter, such as `?2`. */
export function isLiveAt(alias: string, time: string): string {
  return `${isNotDeprecated(alias)} AND ${isNotExpiredAt(alias, time)}`;
}

/** Live or expired: stating such a fact again renews it. A replaced fact is deprecated. */
export function isNotDeprecated(alias: string): string {
  return `coalesce(${alias}.deprecated, 0) = 0`;
}

/** Live or deprecated. */
export function isNotExpiredAt(alias: string, time: string): string {
  return `(${alias}.expires_at IS NULL OR ${alias}.expires_at > ${time})`;
}

/** The name of the user who shares the fact of the alias; null for a private one. */
export function authorOf(alias: string): string {
  return `CASE WHEN ${alias}.visibility = 'workspace' THEN (SELECT u.username FROM users u WHERE u.id = ${alias}.user_id) END`;
}

/** The same for documents, which deprecated facts do not have: an alias `d` with `kind` and `memory_id`. */
export function isNotExpired(now: string): Condition {
  return { sql: `(d.kind <> 'fact' OR d.memory_id NOT IN (${expiredFacts}))`, params: [now] };
}

/** The ids, as documents store them, of facts that expired by the time in the one parameter. */
export const expiredFacts = 'SELECT CAST(id AS TEXT) FROM facts WHERE expires_at <= ?';

/** The ids, as documents store them, of facts that every user of the store may find. */
export const workspaceFacts = `SELECT CAST(id AS TEXT) FROM facts WHERE visibility = 'workspace'`;

/** Facts that the user owns or may find, for an alias of `facts`. */
export function isSeenBy(alias: string, userId: string): Condition {
  return { sql: `(${alias}.user_id = ? OR ${alias}.visibility = 'workspace')`, params: [userId] };
}

/** Facts of one of these types; a fact without a type has that of its category. */
export function hasType(alias: string, types: readonly FactType[]): Condition {
  const isWanted = (category: FactCategory): boolean => types.includes(typeOfCategory[category]);
  const categories = (Object.keys(typeOfCategory) as FactCategory[]).filter(isWanted);
  const among = amongKeys();
  return {
    sql: `(${alias}.memory_type ${among} OR (${alias}.memory_type IS NULL AND ${alias}.category ${among}))`,
    params: [JSON.stringify(types), JSON.stringify(categories)],
  };
}

/** Rows with all of these tags, in whichever case. */
export function hasTags(alias: string, tags: readonly string[]): Condition {
  const keys = tags.map(tagKey);
  const others = otherCasesOf(keys.join(''));
  const column = others.reduce((inner) => `replace(${inner}, ?, ?)`, `lower(coalesce(${alias}.tags, ''))`);
  const each = `instr(${column}, ?) > 0`;
  return {
    sql: keys.length === 0 ? 'TRUE' : keys.map(() => each).join(' AND '),
    params: keys.flatMap((key) => [...others.flat(), JSON.stringify(key)]),
  };
}

/**
 * Hand-offs in any state, for an alias of `facts`. Few facts expire, and every time is greater than the empty text, so
 * the index of expiries finds them.
 */
export function isHandOff(alias: string): string {
  const tag = JSON.stringify(handOffTag);
  return `${alias}.expires_at > '' AND ${alias}.memory_type = 'observation' AND instr(lower(coalesce(${alias}.tags, '')), '${tag}') > 0`;
}

/** Facts that repeat the words of their session, so that they are erased with it: its hand-offs and what it taught. */
export function goesWithSession(alias: string): string {
  return `(${alias}.evidence IS NOT NULL OR ${isHandOff(alias)})`;
}

/** Facts that a message taught. `uid` is SQL for its name, as JSON writes it in the evidence. */
export function isTaughtBy(alias: string, uid: string): string {
  const written = `replace(replace(${uid}, '\\', '\\\\'), '"', '\\"')`;
  return `(${alias}.evidence IS NOT NULL AND instr(${alias}.evidence, '"message":"' || ${written} || '"') > 0)`;
}

/**
 * The capital letters beyond ASCII that become a letter of the text, each with that letter, because `lower` of SQLite
 * knows only ASCII.
 */
function otherCasesOf(text: string): [other: string, letter: string][] {
  const letters = [...new Set(text)].filter((letter) => letter > '\u007f');
  return letters.flatMap((letter) =>
    [letter.toUpperCase(), ...(otherForms[letter] ?? [])]
      .filter((other) => other !== letter && tagKey(other) === letter)
      .map((other): [string, string] => [other, letter]),
  );
}

/** Letters that `toUpperCase` does not return. */
const otherForms: Readonly<Record<string, readonly string[]>> = { ß: ['ẞ'], σ: ['ς'] };

/** `live`, `expired` or `deprecated`, for an alias of `facts`. */
export function statusOf(alias: string, now: string): Condition {
  const sql = `CASE WHEN coalesce(${alias}.deprecated, 0) <> 0 THEN 'deprecated' WHEN ${alias}.expires_at <= ? THEN 'expired' ELSE 'live' END`;
  return { sql, params: [now] };
}

/**
 * The uids of the facts that a fact replaced, directly and through others. `uid` is an SQL expression for the uid of
 * the newest one. The cross joins here and below keep SQLite from reading all links for each step, and a plus before
 * the other conditions of a reader keeps it from comparing all facts of the user with the result.
 */
export function olderUids(uid: string): string {
  return `WITH RECURSIVE older(uid) AS (
      SELECT l.to_uid FROM links l WHERE l.from_kind = 'fact' AND l.from_uid = ${uid} AND l.to_kind = 'fact' AND l.relation = 'supersedes'
      UNION SELECT l.to_uid FROM older o CROSS JOIN links l
        ON l.from_kind = 'fact' AND l.from_uid = o.uid AND l.to_kind = 'fact' AND l.relation = 'supersedes')
    SELECT uid FROM older`;
}

/**
 * The uids of all facts that supersessions connect with a fact, in any direction. Two live facts among them replaced
 * the same one, so they contradict each other.
 */
export function chainUids(uid: string): string {
  return `WITH RECURSIVE chain(uid) AS (
      SELECT uid FROM facts WHERE uid = ${uid}
      UNION SELECT CASE WHEN l.from_uid = c.uid THEN l.to_uid ELSE l.from_uid END FROM chain c CROSS JOIN links l
        ON ((l.from_kind = 'fact' AND l.from_uid = c.uid) OR (l.to_kind = 'fact' AND l.to_uid = c.uid))
          AND +l.from_kind = 'fact' AND +l.to_kind = 'fact' AND l.relation = 'supersedes')
    SELECT uid FROM chain`;
}
