/**
 * Erases a project or a user over SQL. The first transaction hides everything: the rows of a project get a new owner
 * that is no user, and a user loses their name. From then on no query finds them, and `erasures` lists their owner
 * until the last row is deleted. All counts, tombstones and effects on other data (confidence, pins, references to
 * sessions) belong to that transaction; later steps only delete.
 */
import { amongNumbers } from '../../connection/among.ts';
import { rightOf } from '../../../../memory/governance/access.ts';
import type {
  ScopeErasureStore,
  ScopePreview,
  ScopeQuery,
  ScopeRefusal,
} from '../../../../memory/governance/scopeErasure.ts';
import { statementHash } from '../../../../memory/shared/contentHash.ts';
import type { Hash, IndexText, NewId } from '../../../../memory/shared/ports.ts';
import { number, text, textOrNull } from '../../connection/rowReader.ts';
import type { SqlConnection, SqlEngine } from '../../connection/sqlConnection.ts';
import { forgetMindFiles } from '../../entries/forgetMindFiles.ts';
import { restoreConfidence } from '../../facts/factConfidence.ts';
import { refreshDocument } from '../../index/memoryIndex.ts';
import { overwriting } from '../../index/scrubbing.ts';
import { deletingStep } from '../../index/vacuumSteps.ts';
import { forgetQuoting } from '../../recall/sqlTurns.ts';
import { erasedRole, isNotErased, rightTo, roleContextOf } from '../../shared/accessRights.ts';
import { noteAudit } from '../../shared/auditRows.ts';
import { bulletsFromList, listFromBullets } from '../../shared/textLists.ts';
import { forgetSynced, putTombstone, tombstoneUntil, userMark } from '../../shared/tombstones.ts';
import { forgetFilesOf } from '../../shared/transcriptFiles.ts';
import { listErasable } from './erasableScopes.ts';
import { eraseFact } from './eraseFact.ts';
import { markFacts, markRows, markSessions } from './erasureMarks.ts';
import { deleteHidden } from './hiddenRows.ts';
import type { Scope } from './scopeParts.ts';
import {
  countScope,
  forgetInstance,
  ownFacts,
  ownHypotheses,
  ownKnowledge,
  ownSessions,
  paramsFor,
  paramsOf,
  signedKnowledge,
  stateOfScope,
} from './scopeParts.ts';
import { reportScope } from './scopeReport.ts';
import { markCopies } from './sqlErasureCleanup.ts';
import { ownProjects } from '../../shared/projectScope.ts';

interface ScopePorts {
  indexText: IndexText;
  hash: Hash;
  newId: NewId;
}

export function createSqlScopeErasure(engine: SqlEngine, ports: ScopePorts): ScopeErasureStore {
  return {
    list: (userId) => engine.read((db) => listErasable(db, userId)),
    preview: (query) =>
      engine.read(async (db) => {
        const found = await look(db, ports, query);
        return typeof found === 'string' ? found : found.shown;
      }),
    begin: ({ expected, now, ...query }) =>
      engine.write(async (db) => {
        const found = await look(db, ports, query);
        if (typeof found === 'string') return found;
        if (found.shown.expected !== expected) return 'conflict';
        // Noted first: `noteAudit` refuses changes by an erased user.
        await noteAudit(db, {
          at: now,
          by: { userId: query.userId, agentId: query.agentId, sessionId: null, projectId: null },
          action: 'erase',
          kind: query.ref.kind,
          uid: found.scope.projectId ?? found.scope.userId,
          count: found.shown.goes.reduce((sum, { count }) => sum + count, 0),
        });
        await overwriting(db, async () => {
          await hideScope(db, ports, found.scope, now);
          await markCopies(db, now);
        });
        return { erased: found.shown.goes };
      }),
    formerId: (username) => engine.read((db) => lastErased(db, userMark(ports.hash, username))),
    deleteNextBatch: () => deletingStep(engine, (db, max) => deleteHidden(db, ports.indexText, max)),
  };
}

async function look(
  db: SqlConnection,
  { hash }: ScopePorts,
  query: ScopeQuery,
): Promise<{ scope: Scope; shown: ScopePreview } | ScopeRefusal> {
  const found = query.ref.kind === 'project' ? await projectScope(db, query) : await userScope(db, query);
  if (typeof found === 'string') return found;
  const { scope, id } = found;
  const pins = scope.projectId === null ? 0 : (await pinsOf(db, hash, scope)).gone;
  const { goes, stays } = await countScope(db, scope, pins);
  const report = await reportScope(db, scope);
  return {
    scope,
    shown: { kind: query.ref.kind, id, goes, stays, ...report, expected: await stateOfScope(db, scope, goes) },
  };
}

async function projectScope(
  db: SqlConnection,
  { userId, ref }: ScopeQuery,
): Promise<{ scope: Scope; id: string } | ScopeRefusal> {
  const own = ['sessions', 'facts', 'hypotheses']
    .map((table) => `SELECT project_id FROM ${table} WHERE user_id = ?1`)
    .join(' UNION ');
  const rows = await db.all(`SELECT id, key, name FROM (${ownProjects('?1')}) p WHERE id IN (${own}) ORDER BY key`, [
    userId,
  ]);
  const wanted = ref.id.trim().toLowerCase();
  const byKey = rows.filter((row) => text(row, 'key').toLowerCase() === wanted);
  const [project, ...others] =
    byKey.length > 0 ? byKey : rows.filter((row) => text(row, 'name').toLowerCase() === wanted);
  if (project === undefined) return 'not_found';
  if (others.length > 0) return 'ambiguous';
  return { scope: { userId, projectId: text(project, 'id'), takesKnowledge: false }, id: text(project, 'key') };
}

async function userScope(
  db: SqlConnection,
  { userId, ref, mode }: ScopeQuery,
): Promise<{ scope: Scope; id: string } | ScopeRefusal> {
  const row = await db.get(`SELECT id, username, role FROM users WHERE username = ? AND ${isNotErased}`, [ref.id]);
  if (row === undefined) return 'not_found';
  const id = text(row, 'id');
  if (id !== userId && (await rightTo(db, 'erase_user', userId, mode)) !== 'all') return 'not_allowed';
  const others = await db.all(`SELECT role FROM users WHERE id <> ? AND ${isNotErased}`, [id]);
  const isLastAdmin =
    textOrNull(row, 'role') === 'admin' && !others.some((other) => textOrNull(other, 'role') === 'admin');
  if (isLastAdmin && others.length > 0) return 'last_admin';
  const takesKnowledge =
    rightOf(await roleContextOf(db, id), 'erase_knowledge') !== 'proposal' && !(await isShared(db, others.length));
  return { scope: { userId: id, projectId: null, takesKnowledge }, id: text(row, 'username') };
}

/**
 * The last id of an erased user with this name; null if there is none. The tombstone of the name covers the time until
 * their last erasure, which is also the time in the tombstone of the id.
 */
async function lastErased(db: SqlConnection, mark: string): Promise<string | null> {
  const until = (await tombstoneUntil(db, mark)) ?? null;
  if (until === null) return null;
  const sql = `SELECT uid FROM tombstones WHERE kind = 'user' AND uid <> ? AND until IS NULL AND erased_at = ?`;
  const row = await db.get(sql, [mark, until]);
  return row === undefined ? null : text(row, 'uid');
}

/**
 * Erases a user again from a restored state that is older than their erasure, in the caller's transaction. Returns
 * whether the user was in it.
 */
export async function eraseUserAgain(
  db: SqlConnection,
  ports: ScopePorts,
  userId: string,
  now: string,
): Promise<boolean> {
  if ((await db.get('SELECT 1 FROM users WHERE id = ?', [userId])) === undefined) return false;
  const others = (await db.all(`SELECT id FROM users WHERE id <> ? AND ${isNotErased}`, [userId])).length;
  await hideScope(db, ports, { userId, projectId: null, takesKnowledge: !(await isShared(db, others)) }, now);
  while ((await deleteHidden(db, ports.indexText, 1_000)) === 1_000);
  return true;
}

/** Whether others rely on approved knowledge: the store has other users, and an admin or a curator. */
async function isShared(db: SqlConnection, others: number): Promise<boolean> {
  return others > 0 && (await db.get(`SELECT 1 FROM users WHERE role IN ('admin', 'curator') LIMIT 1`)) !== undefined;
}

async function hideScope(db: SqlConnection, ports: ScopePorts, scope: Scope, now: string): Promise<void> {
  const params = paramsOf(scope);
  const marking = { hash: ports.hash, now };
  await markFacts(db, `f.id IN (${ownFacts})`, params, marking);
  // They would be found by others until they are deleted.
  const isShared = `visibility = 'workspace' AND id IN (${ownFacts})`;
  await db.run(`UPDATE facts SET visibility = 'private' WHERE ${isShared}`, params);
  await markRows(db, 'hypothesis', 'hypotheses', { where: `id IN (${ownHypotheses})`, params }, now);
  await markSessions(db, `s.id IN (${ownSessions})`, params, marking);
  await forgetFiles(db, scope);
  await forgetEntries(db, ports.indexText, scope);
  await forgetTurns(db, scope);
  await forgetSyncedScope(db, scope);
  await clearReferences(db, scope);
  if (scope.projectId === null) await removeUser(db, ports, scope, now);
  else await changeOwner(db, ports, { ...scope, projectId: scope.projectId }, now);
}

/** Texts sent to a model may quote the whole scope. A user's knowledge was also sent for other users. */
async function forgetTurns(db: SqlConnection, scope: Scope): Promise<void> {
  const params = paramsOf(scope);
  await forgetQuoting(db, scope.projectId === null ? null : scope.userId);
  const muted = `SELECT uid FROM facts WHERE id IN (${ownFacts}) AND uid IS NOT NULL UNION ${ownSessions}
    UNION SELECT uid FROM conversation_chunks WHERE session_id IN (${ownSessions}) AND uid IS NOT NULL`;
  await db.run(`DELETE FROM muted_memories WHERE memory_uid IN (${muted})`, params);
  await db.run(`DELETE FROM hook_runs WHERE session_id IN (${ownSessions})`, params);
  if (scope.projectId !== null) return;
  const known = ownKnowledge(scope);
  const knowledge = `SELECT uid FROM global_knowledge WHERE id IN (${known})`;
  await db.run(`DELETE FROM muted_memories WHERE memory_uid IN (${knowledge})`, paramsFor(known, scope));
  for (const table of ['muted_memories', 'entity_aliases', 'syntheses', 'sleep_runs'])
    await db.run(`DELETE FROM ${table} WHERE user_id = ?`, [scope.userId]);
  await db.run('DELETE FROM hook_runs WHERE user_id = ?', [scope.userId]);
}

async function forgetSyncedScope(db: SqlConnection, scope: Scope): Promise<void> {
  const uids = `SELECT uid FROM facts WHERE id IN (${ownFacts}) UNION SELECT uid FROM hypotheses WHERE id IN (${ownHypotheses})
    UNION SELECT id AS uid FROM sessions WHERE id IN (${ownSessions})`;
  await forgetSynced(db, uids, paramsOf(scope));
  if (scope.projectId !== null || db.dialect === 'postgres') return;
  await db.run('DELETE FROM sync_conflicts');
  await db.run('UPDATE sync_stamps SET hash = NULL');
}

/** These files are read again from the start; the tombstones keep erased messages out. */
async function forgetFiles(db: SqlConnection, scope: Scope): Promise<void> {
  const { userId, projectId } = scope;
  if (projectId === null) await db.run('DELETE FROM transcript_files WHERE user_id = ?', [userId]);
  else await forgetFilesOf(db, { where: `id IN (${ownSessions})`, params: [userId, projectId] });
  if (projectId !== null)
    await db.run('DELETE FROM transcript_files WHERE user_id = ? AND project_id = ?', [userId, projectId]);
}

/** They are read again as long as the project is on the user's list. */
async function forgetEntries(db: SqlConnection, indexText: IndexText, { userId, projectId }: Scope): Promise<void> {
  const ofProject = projectId === null ? '' : ' AND project_id = ?';
  const params = projectId === null ? [userId] : [userId, projectId];
  await forgetMindFiles(db, indexText, { where: `user_id = ?${ofProject}`, params });
}

/** Removes references to the erased sessions from rows outside the scope. */
async function clearReferences(db: SqlConnection, scope: Scope): Promise<void> {
  for (const [table, column, own] of [
    ['facts', 'source_session', ownFacts],
    ['hypotheses', 'session_id', ownHypotheses],
    [
      'global_knowledge',
      'source_session',
      'SELECT CAST(NULL AS BIGINT) WHERE CAST(?1 AS TEXT) IS NULL AND CAST(?2 AS TEXT) IS NULL',
    ],
  ] as const) {
    await db.run(
      `UPDATE ${table} SET ${column} = NULL, version = version + 1 WHERE ${column} IN (${ownSessions}) AND id NOT IN (${own})`,
      paramsOf(scope),
    );
  }
  await db.run(
    `UPDATE memory_documents SET session_id = NULL WHERE session_id IN (${ownSessions})
       AND (kind = 'knowledge' OR (kind = 'fact' AND memory_id NOT IN (SELECT CAST(id AS TEXT) FROM (${ownFacts}) AS own)))`,
    paramsOf(scope),
  );
}

async function changeOwner(
  db: SqlConnection,
  ports: ScopePorts,
  scope: Scope & { projectId: string },
  now: string,
): Promise<void> {
  const { userId, projectId } = scope;
  await putTombstone(db, 'project', projectId, { now });
  const { gone, left } = await pinsOf(db, ports.hash, scope);
  if (gone > 0) {
    const sql = 'UPDATE identity_profile SET pinned_facts = ?, updated_at = ?, version = version + 1 WHERE user_id = ?';
    await db.run(sql, [bulletsFromList(left), now, userId]);
  }
  // Facts of other projects get back the confidence that facts of this project took.
  const linked = `SELECT f.id FROM facts f WHERE f.id IN (${ownFacts}) AND EXISTS
    (SELECT 1 FROM links l WHERE l.from_kind = 'fact' AND l.from_uid = f.uid)`;
  for (const row of await db.all(linked, [userId, projectId])) await restoreConfidence(db, number(row, 'id'), now);
  const uids = `SELECT uid FROM facts WHERE id IN (${ownFacts})`;
  const chunks = `SELECT uid FROM conversation_chunks WHERE session_id IN (${ownSessions})`;
  const ofRows = `(from_kind = 'fact' AND from_uid IN (${uids})) OR (to_kind = 'fact' AND to_uid IN (${uids}))
    OR (to_kind = 'chunk' AND to_uid IN (${chunks}))`;
  await db.run(`DELETE FROM links WHERE ${ofRows}`, [userId, projectId]);
  // Few, so they go at once.
  const outside = `SELECT id FROM facts WHERE id IN (${ownFacts}) AND project_id IS DISTINCT FROM ?2`;
  for (const row of await db.all(outside, [userId, projectId])) await eraseFact(db, ports, number(row, 'id'), now);
  const fresh = ports.newId();
  // A server gives it another id, so that nobody chooses whose rows they own.
  const sql = 'INSERT INTO users (id, username, role, created_at) VALUES (?, ?, ?, ?) RETURNING id';
  const nobody = text((await db.get(sql, [fresh, `erased ${fresh}`, erasedRole, now])) ?? {}, 'id');
  await db.run('INSERT INTO erasures (user_id, begun_at) VALUES (?, ?)', [nobody, now]);
  const moved = [userId, projectId, nobody];
  for (const table of ['conversation_chunks', 'messages']) {
    await db.run(`UPDATE ${table} SET user_id = ?3 WHERE session_id IN (${ownSessions})`, moved);
  }
  await db.run(`UPDATE outcomes SET user_id = ?3 WHERE decision_uid IN (${uids})`, moved);
  await db.run(`UPDATE fact_words SET user_id = ?3 WHERE user_id = ?1 AND fact_id IN (${ownFacts})`, moved);
  for (const table of ['sessions', 'facts', 'hypotheses', 'memory_documents', 'memory_counts', 'eras']) {
    await db.run(`UPDATE ${table} SET user_id = ?3 WHERE user_id = ?1 AND project_id = ?2`, moved);
  }
}

async function removeUser(db: SqlConnection, ports: ScopePorts, scope: Scope, now: string): Promise<void> {
  const { userId } = scope;
  const username = text((await db.get('SELECT username FROM users WHERE id = ?', [userId])) ?? {}, 'username');
  await putTombstone(db, 'user', userId, { now });
  await putTombstone(db, 'user', userMark(ports.hash, username), { now, until: now });
  const own = ownKnowledge(scope);
  await markRows(db, 'knowledge', 'global_knowledge', { where: `id IN (${own})`, params: paramsFor(own, scope) }, now);
  const signed = signedKnowledge(scope);
  const names = ['promoted_by', 'approved_by', 'reviewed_by'].map((column) => `${column} = nullif(${column}, ?1)`);
  const staying = `UPDATE global_knowledge SET ${forgetInstance}, ${names.join(', ')}, version = version + 1 WHERE id IN (${signed})`;
  const going = (await db.all(own, paramsFor(own, scope))).map((row) => number(row, 'id'));
  await db.run(staying, paramsFor(staying, scope));
  const uids = `SELECT uid FROM global_knowledge WHERE id ${amongNumbers('?2')}`;
  const ids = JSON.stringify(going);
  await db.run(`DELETE FROM knowledge_reviews WHERE user_id = ?1 OR knowledge_uid IN (${uids})`, [userId, ids]);
  const ofKnowledge = `(from_kind = 'knowledge' AND from_uid IN (${uids})) OR (to_kind = 'knowledge' AND to_uid IN (${uids}))`;
  await db.run(`DELETE FROM links WHERE CAST(?1 AS TEXT) IS NOT NULL AND (${ofKnowledge})`, [userId, ids]);
  for (const id of going) {
    await db.run('DELETE FROM global_knowledge WHERE id = ?', [id]);
    await db.run(`DELETE FROM offers WHERE kind = 'knowledge' AND memory_id = ?`, [String(id)]);
    await refreshDocument(db, ports.indexText, 'knowledge', id);
  }
  await db.run('DELETE FROM identity_profile WHERE user_id = ?', [userId]);
  await db.run('DELETE FROM tokens WHERE user_id = ?', [userId]);
  await db.run('DELETE FROM instances WHERE user_id = ?', [userId]);
  // The audit keeps who did what, under an id without a user. `detail` contains the user's search terms.
  await db.run('UPDATE audit SET detail = NULL WHERE user_id = ?', [userId]);
  const nameless = `UPDATE users SET username = ?, display_name = NULL, role = '${erasedRole}', last_seen = NULL WHERE id = ?`;
  await db.run(nameless, [`erased ${ports.newId()}`, userId]);
  // The mark already exists if a restored state is from the middle of this erasure.
  await db.run('INSERT INTO erasures (user_id, begun_at) VALUES (?, ?) ON CONFLICT DO NOTHING', [userId, now]);
}

/** `gone`: the number of pinned lines that state the same as a fact of the project. `left`: the other lines. */
async function pinsOf(db: SqlConnection, hash: Hash, scope: Scope): Promise<{ gone: number; left: string[] }> {
  const profile = await db.get('SELECT pinned_facts FROM identity_profile WHERE user_id = ?', [scope.userId]);
  const lines = listFromBullets(textOrNull(profile ?? { pinned_facts: null }, 'pinned_facts'));
  if (lines.length === 0) return { gone: 0, left: [] };
  const facts = await db.all(`SELECT fact FROM facts WHERE id IN (${ownFacts})`, paramsOf(scope));
  const said = new Set(facts.map((row) => statementHash(hash, text(row, 'fact'))));
  const left = lines.filter((line) => !said.has(statementHash(hash, line)));
  return { gone: lines.length - left.length, left };
}
