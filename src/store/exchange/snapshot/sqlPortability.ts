/**
 * Export and import. An export contains every canonical row that the reader may see, in the order of its id, so that
 * the same store always gives the same document.
 */
import { refusedTo } from '../../../memory/governance/access.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { PortabilityStore, SnapshotReport } from '../../../memory/upkeep/portability.ts';
import type { Snapshot, SnapshotRow, SnapshotTable } from '../../../memory/upkeep/snapshot.ts';
import { recordOfTablesInTurn } from './tablesInTurn.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../../sql/connection/sqlConnection.ts';
import { keepNewestHandOffs } from '../../sql/recall/sqlHandOffs.ts';
import { latestVersion } from '../../sqlite/schema/migrations/migrations.ts';
import { erasedRole, isShared, knownPeople, rightTo } from '../../sql/shared/accessRights.ts';
import { byName, noteAudit } from '../../sql/shared/auditRows.ts';
import type { MergePorts } from './mergeSnapshot.ts';
import { mergeSnapshot } from './mergeSnapshot.ts';
import { snapshotColumns } from './snapshotColumns.ts';

export function createSqlPortability(engine: SqlEngine, ports: MergePorts): PortabilityStore {
  return {
    read: (now, reader) =>
      engine.read(async (db): Promise<Snapshot> => {
        const own = await ownOnly(db, reader);
        return {
          format: 'bigmind',
          schema_version: latestVersion,
          exported_at: now,
          tables: await recordOfTablesInTurn((table) => readTable(db, table, own)),
        };
      }),
    noteTaken: (rows, reader, by) =>
      engine.write(async (db) => {
        const at = ports.now().toISOString();
        await noteAudit(db, { at, by: by ?? (await byName(db, reader)), action: 'export', kind: 'store', count: rows });
      }),
    async merge(snapshot, importer, by, trust) {
      const merged = await engine.write(async (db) => {
        const named = await byName(db, importer);
        const noted = { at: ports.now().toISOString(), action: 'import', kind: 'store' } as const;
        if ((await rightTo(db, 'import', named.userId)) !== 'all') {
          await noteAudit(db, { ...noted, by: by ?? named, level: 'refusal' });
          return refusedTo('import', await knownPeople(db));
        }
        const approvesNothing = trust === 'unvouched' && (await isShared(db));
        const merging = approvesNothing ? withoutApprovals(snapshot) : snapshot;
        const report = await mergeSnapshot(db, ports, merging, importer);
        // An empty store knows the importer only now.
        const importing = by ?? (await byName(db, importer));
        await keepNewestHandOffs(db, ports.indexText, { newId: ports.newId, by: importing, now: noted.at });
        await noteAudit(db, { ...noted, by: importing, count: addedIn(report) });
        return report;
      });
      if (merged instanceof BigMindError) throw merged;
      return merged;
    },
  };
}

/** With proposals in the place of approved knowledge, and without who reviewed it. */
function withoutApprovals({ tables, ...snapshot }: Snapshot): Snapshot {
  const proposal = { status: 'pending', approved_by: null, reviewed_by: null, reviewed_at: null, review_notes: null };
  const knowledge = tables.global_knowledge.map((row) =>
    row['status'] === 'approved' ? { ...row, ...proposal } : row,
  );
  return { ...snapshot, tables: { ...tables, global_knowledge: knowledge } };
}

/** The id of a user who may only see their own memories and shared ones; undefined for a user who sees all. */
async function ownOnly(db: SqlConnection, username: string): Promise<string | undefined> {
  const { userId } = await byName(db, username);
  return (await rightTo(db, 'export', userId)) === 'all' ? undefined : userId;
}

function addedIn(report: SnapshotReport): number {
  return Object.values(report).reduce((sum, { added }) => sum + added, 0);
}

const ownSessions = 'SELECT id FROM sessions WHERE user_id = ?1';
/**
 * Approved knowledge, knowledge retired after approval, and the reader's own proposals. A rejected proposal is exported
 * only for its author.
 */
const sharedKnowledge = `status = 'approved' OR (status = 'deprecated' AND approved_by IS NOT NULL) OR promoted_by = ?1`;
const shared = `SELECT * FROM global_knowledge WHERE ${sharedKnowledge}`;
const ownTables = ['sessions', 'facts', 'hypotheses'];

/** Ids in a column of the reader's own rows. */
function referredTo(column: string, tables: readonly string[]): string {
  return tables.map((table) => `SELECT ${column} FROM ${table} WHERE user_id = ?1`).join(' UNION ');
}

/**
 * The rows that a user of a team store may export. Names of users, projects and clients are included only if an
 * exported row refers to them.
 */
const visibleTo: Record<SnapshotTable, string> = {
  users: `id = ?1 OR id IN (SELECT promoted_by FROM (${shared}) AS shared UNION SELECT approved_by FROM (${shared}) AS shared
          UNION SELECT reviewed_by FROM (${shared}) AS shared)`,
  projects: `id IN (${referredTo('project_id', ownTables)})`,
  agents: `id IN (${referredTo('agent_id', [...ownTables, 'conversation_chunks'])} UNION SELECT agent_id FROM (${shared}) AS shared)`,
  identity_profile: 'user_id = ?1',
  sessions: 'user_id = ?1',
  session_summaries: `id IN (${ownSessions})`,
  conversation_chunks: 'user_id = ?1',
  facts: 'user_id = ?1',
  outcomes: 'user_id = ?1',
  hypotheses: 'user_id = ?1',
  global_knowledge: sharedKnowledge,
  // A review contains the text before it, so only the proposal's author gets it, and only if the export includes the
  // reviewer.
  knowledge_reviews: `knowledge_uid IN (SELECT uid FROM global_knowledge WHERE promoted_by = ?1)
                      AND user_id IN (SELECT reviewed_by FROM (${shared}) AS shared)`,
  eras: 'user_id = ?1',
  heaps: `session_id IN (${ownSessions})`,
  messages: 'user_id = ?1',
  links: 'from_uid IN (SELECT uid FROM facts WHERE user_id = ?1)',
  muted_memories: 'user_id = ?1',
  entity_aliases: 'user_id = ?1',
};

async function readTable(db: SqlConnection, table: SnapshotTable, own: string | undefined): Promise<SnapshotRow[]> {
  const names = snapshotColumns[table].map((column) => column.name);
  const where = own === undefined ? ofSomebody(table) : visibleTo[table];
  const params = where.includes('?1') && own !== undefined ? [own] : [];
  const columns = names.map((name) => (table === 'projects' && name === 'name' ? nameIn(own) : name));
  const sql = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${where} ORDER BY id`;
  return (await db.all(sql, params)).map((row) => plainRow(row, names));
}

/** What the reader calls a project, or somebody. */
function nameIn(own: string | undefined): string {
  const ofReader = own === undefined ? '' : ' AND o.user_id = ?1';
  return `coalesce((SELECT min(o.name) FROM own_projects o WHERE o.project_id = projects.id${ofReader}), name) AS name`;
}

/** Excludes rows that an erasure has hidden but not yet deleted. */
function ofSomebody(table: SnapshotTable): string {
  const erased = `SELECT id FROM users WHERE role = '${erasedRole}'`;
  const sessions = `SELECT id FROM sessions WHERE user_id IN (${erased})`;
  if (table === 'users') return `id NOT IN (${erased})`;
  if (table === 'session_summaries') return `id NOT IN (${sessions})`;
  if (table === 'heaps') return `session_id NOT IN (${sessions})`;
  if (table === 'links')
    return `from_uid NOT IN (SELECT uid FROM facts WHERE user_id IN (${erased}) AND uid IS NOT NULL)`;
  return snapshotColumns[table].some(({ name }) => name === 'user_id') ? `user_id NOT IN (${erased})` : 'TRUE';
}

function plainRow(row: SqlRow, names: readonly string[]): SnapshotRow {
  return Object.fromEntries(
    names.map((name) => {
      const value = row[name] ?? null;
      // None of our columns is binary; a program that stored text as bytes meant text.
      return [name, value instanceof Uint8Array ? new TextDecoder().decode(value) : value];
    }),
  );
}
