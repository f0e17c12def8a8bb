/** The rows that belong to one project of a user, or to a whole user. The conditions match those that delete. */
import { erasedParts } from '../../../../memory/governance/erasure.ts';
import type { ErasedPart, PartCount } from '../../../../memory/governance/erasure.ts';
import { goesWithSession } from '../../index/liveFacts.ts';
import { count } from '../../index/memoryDocuments.ts';
import { text } from '../../connection/rowReader.ts';
import type { SqlConnection } from '../../connection/sqlConnection.ts';
import { mapInTurn } from '../../connection/inTurn.ts';

/** The scope of an erasure; `projectId` is null for all data of the user. */
export interface Scope {
  userId: string;
  projectId: string | null;
  /** Whether approved knowledge that this user proposed is erased too; only if no one else relies on it. */
  takesKnowledge: boolean;
}

/** ?1 is the user, ?2 the project. */
const within = (table: string): string =>
  `${table}.user_id = ?1 AND (CAST(?2 AS TEXT) IS NULL OR ${table}.project_id = ?2)`;
export const ownSessions = `SELECT id FROM sessions WHERE ${within('sessions')}`;
/** Also what goes with these sessions although a person moved it out of the project. */
export const ownFacts = `SELECT id FROM facts WHERE (${within('facts')}) OR (facts.user_id = ?1
  AND facts.source_session IN (${ownSessions}) AND ${goesWithSession('facts')})`;
export const ownHypotheses = `SELECT id FROM hypotheses WHERE ${within('hypotheses')}`;
const ownFactUids = `SELECT uid FROM facts WHERE id IN (${ownFacts})`;

const numbered = (sql: string): string => `SELECT CAST(id AS TEXT) FROM (${sql}) AS numbered`;
const inSessions = (table: string): string => `SELECT id FROM ${table} WHERE session_id IN (${ownSessions})`;

/** Knowledge that was never approved; with `takesKnowledge`, everything that the user proposed. */
export function ownKnowledge({ takesKnowledge }: Scope): string {
  const unshared = takesKnowledge
    ? 'TRUE'
    : `NOT (status = 'approved' OR (status = 'deprecated' AND approved_by IS NOT NULL))`;
  return `SELECT id FROM global_knowledge WHERE promoted_by = ?1 AND ${unshared}`;
}

/** Remaining entries that name the user as proposer, approver or reviewer. */
export function signedKnowledge(scope: Scope): string {
  return `SELECT id FROM global_knowledge WHERE ?1 IN (promoted_by, approved_by, reviewed_by) AND id NOT IN (${ownKnowledge(scope)})`;
}

function going(scope: Scope): Partial<Record<ErasedPart, string>> {
  const vectors = [
    `(kind = 'session' AND memory_id IN (${ownSessions}))`,
    `(kind = 'fact' AND memory_id IN (${numbered(ownFacts)}))`,
    `(kind = 'chunk' AND memory_id IN (${numbered(inSessions('conversation_chunks'))}))`,
    `(kind = 'message' AND memory_id IN (${numbered(inSessions('messages'))}))`,
  ].join(' OR ');
  const parts: Partial<Record<ErasedPart, string>> = {
    sessions: `sessions WHERE id IN (${ownSessions})`,
    summaries: `session_summaries WHERE id IN (${ownSessions})`,
    chunks: `conversation_chunks WHERE session_id IN (${ownSessions})`,
    messages: `messages WHERE session_id IN (${ownSessions})`,
    facts: `facts WHERE id IN (${ownFacts})`,
    outcomes: `outcomes WHERE decision_uid IN (${ownFactUids})`,
    hypotheses: `hypotheses WHERE id IN (${ownHypotheses})`,
    links: `links WHERE (from_kind = 'fact' AND from_uid IN (${ownFactUids})) OR (to_kind = 'fact' AND to_uid IN (${ownFactUids}))
      OR (to_kind = 'chunk' AND to_uid IN (SELECT uid FROM conversation_chunks WHERE session_id IN (${ownSessions})))`,
    vectors: `embeddings WHERE ${vectors}`,
  };
  if (scope.projectId !== null) return parts;
  return {
    ...parts,
    profiles: 'identity_profile WHERE user_id = ?1',
    knowledge: `global_knowledge WHERE id IN (${ownKnowledge(scope)})`,
    reviews: `knowledge_reviews WHERE user_id = ?1 OR knowledge_uid IN
      (SELECT uid FROM global_knowledge WHERE id IN (${ownKnowledge(scope)}))`,
  };
}

function staying(scope: Scope): Partial<Record<ErasedPart, string>> {
  if (scope.projectId === null) return { knowledge: `global_knowledge WHERE id IN (${signedKnowledge(scope)})` };
  return {
    facts: `facts WHERE source_session IN (${ownSessions}) AND id NOT IN (${ownFacts})`,
    knowledge: `global_knowledge WHERE source_session IN (${ownSessions})`,
    hypotheses: `hypotheses WHERE session_id IN (${ownSessions}) AND id NOT IN (${ownHypotheses})`,
  };
}

export async function countScope(
  db: SqlConnection,
  scope: Scope,
  pins: number,
): Promise<{ goes: PartCount[]; stays: PartCount[] }> {
  const goes = await countParts(db, scope, going(scope));
  return {
    goes: pins === 0 ? goes : [...goes, { what: 'pins', count: pins }],
    stays: await countParts(db, scope, staying(scope)),
  };
}

/**
 * The owner of a scope and the state of its contents, without vectors, which change in the background. The ids
 * distinguish stores: a changed setting may switch stores during a preview, and the other one may have an equally large
 * project with this key.
 */
export async function stateOfScope(db: SqlConnection, scope: Scope, goes: readonly PartCount[]): Promise<string> {
  const parts = goes.filter(({ what }) => what !== 'vectors').map(({ what, count: n }) => `${what}:${String(n)}`);
  const lasts = await mapInTurn(
    [ownFacts, ownHypotheses, inSessions('messages'), inSessions('conversation_chunks')],
    async (sql) =>
      text((await db.get(`SELECT coalesce(max(id), 0) AS id FROM (${sql}) AS part`, paramsOf(scope))) ?? {}, 'id'),
  );
  const changes = await mapInTurn(versioned(scope), async (from) =>
    text((await db.get(`SELECT coalesce(sum(version), 0) AS id FROM ${from}`, paramsFor(from, scope))) ?? {}, 'id'),
  );
  return [scope.userId, scope.projectId ?? '', ...parts, ...lasts, ...changes].join(' ');
}

/** Rows that can change without a change of the counts. */
function versioned(scope: Scope): string[] {
  const ofProject = [
    `facts WHERE id IN (${ownFacts})`,
    `sessions WHERE id IN (${ownSessions})`,
    `hypotheses WHERE id IN (${ownHypotheses})`,
  ];
  if (scope.projectId !== null) return ofProject;
  return [...ofProject, 'identity_profile WHERE user_id = ?1', `global_knowledge WHERE id IN (${ownKnowledge(scope)})`];
}

export function paramsOf({ userId, projectId }: Scope): [string, string | null] {
  return [userId, projectId];
}

async function countParts(
  db: SqlConnection,
  scope: Scope,
  parts: Partial<Record<ErasedPart, string>>,
): Promise<PartCount[]> {
  return (
    await mapInTurn(erasedParts, async (what) => {
      const from = parts[what];
      if (from === undefined) return [];
      const found = await count(db, `SELECT count(*) AS n FROM ${from}`, paramsFor(from, scope));
      return found === 0 ? [] : [{ what, count: found }];
    })
  ).flat();
}

/** A statement without `?2` takes only the user as a parameter. */
export function paramsFor(sql: string, scope: Scope): (string | null)[] {
  return sql.includes('?2') ? paramsOf(scope) : [scope.userId];
}

/** Sets the instance of an entry of knowledge: the machine of an erased proposer names them too. The user is `?1`. */
export const forgetInstance = 'instance = CASE WHEN promoted_by = ?1 THEN NULL ELSE instance END';
