/**
 * What is erased together with a memory, and what remains of the data that came from it. The conditions match those
 * that delete.
 */
import type { ErasableRef, ErasedPart, PartCount } from '../../../../memory/governance/erasure.ts';
import { erasedParts } from '../../../../memory/governance/erasure.ts';
import type { ErasableKind } from '../../../../memory/shared/vocabulary.ts';
import { text } from '../../connection/rowReader.ts';
import type { SqlConnection } from '../../connection/sqlConnection.ts';
import { goesWithSession, isTaughtBy } from '../../index/liveFacts.ts';
import { count } from '../../index/memoryDocuments.ts';
import { mapInTurn } from '../../connection/inTurn.ts';

/** The part of a SELECT after FROM. Every parameter is the id. */
type Conditions = Partial<Record<ErasedPart, string>>;

const uidOf = (table: string): string => `(SELECT uid FROM ${table} WHERE id = ?)`;
const vectorsOf = (kind: ErasableKind): string =>
  `embeddings WHERE kind = '${kind}' AND memory_id = CAST(CAST(? AS INTEGER) AS TEXT)`;

const linksOf = (kind: ErasableKind, table: string): string =>
  `links WHERE (from_kind = '${kind}' AND from_uid = ${uidOf(table)}) OR (to_kind = '${kind}' AND to_uid = ${uidOf(table)})`;

/** The part of a SELECT after FROM for the facts that are erased with a session, whose id is the parameter. */
export const factsOfSession = `facts WHERE source_session = ? AND ${goesWithSession('facts')}`;
/** The same for what one message taught: its evidence names the message. */
export const factsOfMessage = `facts WHERE ${isTaughtBy('facts', '(SELECT uid FROM messages WHERE id = ?)')}`;
const factUids = `(SELECT uid FROM ${factsOfSession})`;
const chunkUids = '(SELECT uid FROM conversation_chunks WHERE session_id = ?)';

const goes: Record<ErasableKind, Conditions> = {
  fact: {
    facts: 'facts WHERE id = ?',
    outcomes: `outcomes WHERE decision_uid = ${uidOf('facts')}`,
    links: linksOf('fact', 'facts'),
    vectors: vectorsOf('fact'),
  },
  chunk: {
    chunks: 'conversation_chunks WHERE id = ?',
    links: linksOf('chunk', 'conversation_chunks'),
    vectors: vectorsOf('chunk'),
  },
  message: { messages: 'messages WHERE id = ?', facts: factsOfMessage, vectors: vectorsOf('message') },
  session: {
    sessions: 'sessions WHERE id = ?',
    summaries: 'session_summaries WHERE id = ?',
    chunks: 'conversation_chunks WHERE session_id = ?',
    messages: 'messages WHERE session_id = ?',
    facts: factsOfSession,
    links: `links WHERE (from_kind = 'fact' AND from_uid IN ${factUids}) OR (to_kind = 'fact' AND to_uid IN ${factUids})
      OR (to_kind = 'chunk' AND to_uid IN ${chunkUids})`,
    vectors: `embeddings WHERE (kind = 'session' AND memory_id = ?)
      OR (kind = 'fact' AND memory_id IN (SELECT CAST(id AS TEXT) FROM ${factsOfSession}))
      OR (kind = 'chunk' AND memory_id IN (SELECT CAST(id AS TEXT) FROM conversation_chunks WHERE session_id = ?))
      OR (kind = 'message' AND memory_id IN (SELECT CAST(id AS TEXT) FROM messages WHERE session_id = ?))`,
  },
  knowledge: {
    knowledge: 'global_knowledge WHERE id = ?',
    links: linksOf('knowledge', 'global_knowledge'),
    reviews: `knowledge_reviews WHERE knowledge_uid = ${uidOf('global_knowledge')}`,
    vectors: vectorsOf('knowledge'),
  },
  hypothesis: { hypotheses: 'hypotheses WHERE id = ?' },
};

const stays: Partial<Record<ErasableKind, Conditions>> = {
  session: {
    facts: `facts WHERE source_session = ? AND ${goesWithSession('facts')} IS NOT TRUE`,
    knowledge: 'global_knowledge WHERE source_session = ?',
    hypotheses: 'hypotheses WHERE session_id = ?',
  },
};

export async function countGoing(db: SqlConnection, ref: ErasableRef, pins: number): Promise<PartCount[]> {
  return [
    ...(await countAll(db, ref, goes[ref.kind])),
    ...(pins === 0 ? [] : [{ what: 'pins' as const, count: pins }]),
  ];
}

export async function countStaying(db: SqlConnection, ref: ErasableRef): Promise<PartCount[]> {
  return countAll(db, ref, stays[ref.kind] ?? {});
}

/**
 * The state of a memory and of what is erased with it. Vectors are left out, because they change in the background. For
 * a session, the last chunk and message and the versions of its facts are included, so that a replacement is
 * detected that leaves the counts unchanged.
 */
export async function stateOf(
  db: SqlConnection,
  { kind, id }: ErasableRef,
  version: string,
  going: readonly PartCount[],
): Promise<string> {
  const parts = going.filter(({ what }) => what !== 'vectors').map(({ what, count: n }) => `${what}:${String(n)}`);
  const last = async (table: string): Promise<string> =>
    text((await db.get(`SELECT coalesce(max(id), 0) AS id FROM ${table} WHERE session_id = ?`, [id])) ?? {}, 'id');
  const versions = async (): Promise<string> =>
    text((await db.get(`SELECT coalesce(sum(id + version), 0) AS sum FROM ${factsOfSession}`, [id])) ?? {}, 'sum');
  const lasts = kind === 'session' ? [await last('conversation_chunks'), await last('messages'), await versions()] : [];
  return [`v${version}`, ...parts, ...lasts].join(' ');
}

/** The value of every parameter. */
export function keyOf({ kind, id }: ErasableRef): string | number {
  return kind === 'session' ? id : Number(id);
}

async function countAll(db: SqlConnection, ref: ErasableRef, conditions: Conditions): Promise<PartCount[]> {
  return (
    await mapInTurn(erasedParts, async (what) => {
      const from = conditions[what];
      if (from === undefined) return [];
      const params = Array.from(from.matchAll(/\?/gu), () => keyOf(ref));
      const found = await count(db, `SELECT count(*) AS n FROM ${from}`, params);
      return found === 0 ? [] : [{ what, count: found }];
    })
  ).flat();
}
