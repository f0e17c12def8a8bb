/** Erases here what was erased on another machine, as thoroughly as an erasure here. */
import type { SyncTombstone } from '../../../memory/sync/records.ts';
import { eraseMemory } from '../../sql/governance/erasure/sqlErasure.ts';
import { markCopies } from '../../sql/governance/erasure/sqlErasureCleanup.ts';
import type { ErasableRef } from '../../../memory/governance/erasure.ts';
import { scrubbing } from '../../sql/index/scrubbing.ts';
import { forgetQuoting } from '../../sql/recall/sqlTurns.ts';
import { dropUnusedProjects } from '../../sql/shared/projectScope.ts';
import type { TombstoneKind } from '../../sql/shared/tombstones.ts';
import { conversationMark, isCovered, placeMark, putTombstone, tombstoneUntil } from '../../sql/shared/tombstones.ts';
import { number, text, textOrNull } from '../../sql/connection/rowReader.ts';
import type { MergeContext } from './mergeContext.ts';
import { erasedVersions, putStamp, tombstoneTable, versionsIn } from './stamps.ts';

const tables = {
  fact: 'facts',
  chunk: 'conversation_chunks',
  message: 'messages',
  knowledge: 'global_knowledge',
  hypothesis: 'hypotheses',
} as const;

const erasableKinds = ['session', 'fact', 'chunk', 'message', 'knowledge', 'hypothesis'] as const;

/** The other kinds. `project` is missing: its id means nothing on another machine. */
const marks: readonly TombstoneKind[] = ['statement', 'moment', 'place', 'conversation', 'user'];

/** Returns the number of erased memories. */
export async function mergeTombstones(context: MergeContext, tombstones: readonly SyncTombstone[]): Promise<number> {
  const fresh: SyncTombstone[] = [];
  for (const tombstone of tombstones) if (await isFresh(context, tombstone)) fresh.push(tombstone);
  const named = await memoriesOf(context, fresh);
  const refs = [...named, ...(await conversationsOf(context, fresh)), ...(await placesOf(context, fresh))];
  if (refs.length > 0) await erase(context, refs);
  for (const tombstone of fresh) {
    if (tombstone.kind === 'user' && tombstone.until !== null) await forgetPerson(context, tombstone.until);
  }
  for (const { uid, kind, until, erasedAt } of tombstones) {
    const known = kindOf(kind);
    if (known === undefined) continue;
    await putTombstone(context.db, known, uid, { now: erasedAt, until });
    const stored = (await tombstoneUntil(context.db, uid)) ?? null;
    // One that lasts longer here is found by the next scan, and sent.
    if (stored !== until) continue;
    await putStamp(
      context.db,
      [tombstoneTable, uid],
      { versions: versionsIn(erasedVersions), hash: stored ?? '-' },
      'received',
    );
  }
  return refs.length;
}

interface ErasedRef extends ErasableRef {
  at: string;
}

async function isFresh({ db }: MergeContext, { uid, until }: SyncTombstone): Promise<boolean> {
  const known = await tombstoneUntil(db, uid);
  return known === undefined || (known !== null && (until === null || until > known));
}

async function memoriesOf({ db }: MergeContext, tombstones: readonly SyncTombstone[]): Promise<ErasedRef[]> {
  const refs: ErasedRef[] = [];
  for (const { uid, kind: given, erasedAt: at } of tombstones) {
    const kind = erasableKinds.find((one) => one === given);
    if (kind === undefined) continue;
    const row = await db.get(`SELECT id FROM ${tableOf(kind)} WHERE ${kind === 'session' ? 'id' : 'uid'} = ?`, [uid]);
    if (row !== undefined) refs.push({ kind, id: text(row, 'id'), at });
  }
  return refs;
}

function tableOf(kind: ErasableRef['kind']): string {
  return kind === 'session' ? 'sessions' : tables[kind];
}

/** An imported session has another id on each machine; its conversation is the same. */
async function conversationsOf(
  { db, ports, usernames }: MergeContext,
  tombstones: readonly SyncTombstone[],
): Promise<ErasedRef[]> {
  const erased = new Map(tombstones.filter(({ kind }) => kind === 'conversation').map((one) => [one.uid, one]));
  if (erased.size === 0) return [];
  const rows = await db.all(
    `SELECT id, external_id, started_at FROM sessions WHERE user_id = ? AND origin = 'import' AND external_id IS NOT NULL`,
    [ports.userId],
  );
  return rows.flatMap((row) =>
    usernames.flatMap((username): ErasedRef[] => {
      const found = erased.get(conversationMark(ports.hash, username, text(row, 'external_id')));
      if (found === undefined || !isCovered(found.until, text(row, 'started_at'))) return [];
      return [{ kind: 'session', id: text(row, 'id'), at: found.erasedAt }];
    }),
  );
}

/** Messages of imported sessions have other names on each machine, but the same place. */
async function placesOf(
  { db, ports, usernames }: MergeContext,
  tombstones: readonly SyncTombstone[],
): Promise<ErasedRef[]> {
  const erased = new Map(tombstones.filter(({ kind }) => kind === 'place').map((one) => [one.uid, one]));
  if (erased.size === 0) return [];
  const rows = await db.all(
    `SELECT m.id, m.seq, s.external_id FROM messages m JOIN sessions s ON s.id = m.session_id
     WHERE s.user_id = ? AND s.origin = 'import' AND s.external_id IS NOT NULL`,
    [ports.userId],
  );
  return rows.flatMap((row) =>
    usernames.flatMap((username): ErasedRef[] => {
      const found = erased.get(placeMark(ports.hash, username, text(row, 'external_id'), number(row, 'seq')));
      return found === undefined ? [] : [{ kind: 'message', id: text(row, 'id'), at: found.erasedAt }];
    }),
  );
}

async function erase(context: MergeContext, refs: readonly ErasedRef[]): Promise<void> {
  const { db, ports } = context;
  const projects = new Set<string>();
  await scrubbing(db, async () => {
    for (const { at, ...ref } of refs) {
      const row = await rowOf(context, ref);
      if (row === undefined) continue;
      const project = 'project_id' in row ? textOrNull(row, 'project_id') : null;
      if (project !== null) projects.add(project);
      await eraseMemory(db, ports, ref, at);
    }
    await markCopies(db, ports.now().toISOString());
  });
  await dropUnusedProjects(db, 'SELECT value FROM json_each(?)', [JSON.stringify([...projects])]);
}

/** Undefined if it went with another memory. */
function rowOf({ db }: MergeContext, { kind, id }: ErasableRef): ReturnType<MergeContext['db']['get']> {
  return db.get(`SELECT * FROM ${tableOf(kind)} WHERE id = ?`, [kind === 'session' ? id : Number(id)]);
}

/** Everything of the person was erased there until then: what has no tombstone is deleted here. */
async function forgetPerson({ db, ports }: MergeContext, erasedAt: string): Promise<void> {
  const params = [ports.userId, erasedAt];
  await db.run('DELETE FROM identity_profile WHERE user_id = ? AND coalesce(updated_at, ?2) <= ?2', params);
  for (const table of ['muted_memories', 'entity_aliases'])
    await db.run(`DELETE FROM ${table} WHERE user_id = ? AND created_at <= ?`, params);
  await db.run('DELETE FROM sync_conflicts');
  await forgetQuoting(db, ports.userId);
}

function kindOf(kind: string): TombstoneKind | undefined {
  return [...marks, ...erasableKinds].find((one) => one === kind);
}
