/**
 * How each table becomes records, as SQL over the alias `r`. A record has a key, the columns that count when two
 * versions are compared, and those that are only carried along, because they differ between stores without an edit.
 */
import type { SyncTable } from '../../../memory/sync/records.ts';
import { links, snapshotColumns } from '../snapshot/snapshotColumns.ts';

export interface RecordTable {
  table: SyncTable;
  /** The key of a row. */
  key: string;
  /** Columns that count, in the order of their JSON, with their SQL. */
  counted: readonly (readonly [name: string, sql: string])[];
  carried: readonly (readonly [name: string, sql: string])[];
  /** Rows without anything in them are no records. */
  where: string;
}

/** Before the conversation of an imported session. */
export const importedMark = 'import ';

/** Null for an id that no session has. */
const knownSession = (id: string): string =>
  `(SELECT CASE WHEN s.origin = 'import' AND s.external_id IS NOT NULL THEN '${importedMark}' || s.external_id ELSE s.id END
    FROM sessions s WHERE s.id = ${id})`;

/** The key of the session with this id; an id that no session has stays as it is. */
const sessionKey = (id: string): string => `coalesce(${knownSession(id)}, ${id})`;

const projectKey = '(SELECT p.key FROM projects p WHERE p.id = r.project_id)';
const agentName = '(SELECT a.name FROM agents a WHERE a.id = r.agent_id)';
/** Sessions are the only memories whose id is their permanent name. */
const memoryKey = (kind: string, uid: string): string =>
  `CASE WHEN r.${kind} = 'session' THEN ${sessionKey(`r.${uid}`)} ELSE r.${uid} END`;

const keys: Partial<Record<SyncTable, string>> = {
  identity_profile: `'profile'`,
  sessions: sessionKey('r.id'),
  session_summaries: sessionKey('r.id'),
  links: `json_array(r.from_kind, ${memoryKey('from_kind', 'from_uid')}, r.to_kind, ${memoryKey('to_kind', 'to_uid')}, r.relation)`,
  muted_memories: `json_array(r.kind, ${memoryKey('kind', 'memory_uid')})`,
  entity_aliases: 'r.alias',
};

/** The heap of a message travels with it, so that a heap exists wherever one of its messages does. */
const ofHeap = ['type', 'started_at', 'continuation'].map(
  (name) => [`heap_${name}`, `(SELECT h.${name} FROM heaps h WHERE h.id = r.heap_id)`] as const,
);

const isFilled = `(coalesce(r.role, r.preferences, r.pinned_facts, r.card_topics, r.card_projects) IS NOT NULL OR EXISTS
  (SELECT 1 FROM sync_stamps WHERE table_name = 'identity_profile'))`;

export function recordTableOf(table: SyncTable): RecordTable {
  const known = tables.get(table) ?? describe(table);
  tables.set(table, known);
  return known;
}

const tables = new Map<SyncTable, RecordTable>();

function describe(table: SyncTable): RecordTable {
  const named = keys[table];
  const kept = (sync?: 'carried'): (readonly [name: string, sql: string])[] =>
    snapshotColumns[table]
      .filter((column) => column.sync === sync)
      .map(({ name, type }) => [name, sqlOf(table, name, type)] as const);
  return {
    table,
    key: named ?? 'r.uid',
    counted: kept(),
    carried: [...kept('carried'), ...(table === 'messages' ? ofHeap : [])],
    where: whereOf(table, named),
  };
}

/** A row of an old database may name a session that is not there. */
function whereOf(table: SyncTable, named: string | undefined): string {
  if (table === 'identity_profile') return isFilled;
  if (table === 'messages' || table === 'conversation_chunks')
    return 'r.uid IS NOT NULL AND EXISTS (SELECT 1 FROM sessions p WHERE p.id = r.session_id)';
  return `${named ?? 'r.uid'} IS NOT NULL`;
}

function sqlOf(table: SyncTable, name: string, type: string): string {
  if (table === 'links' && name.endsWith('_uid')) return memoryKey(name.replace('_uid', '_kind'), name);
  if (table === 'muted_memories' && name === 'memory_uid') return memoryKey('kind', name);
  const { target, isLoose } = links[table].find((link) => link.column === name) ?? {};
  if (target === 'projects') return projectKey;
  if (target === 'agents') return agentName;
  if (target === 'sessions') return isLoose === true ? sessionKey(`r.${name}`) : knownSession(`r.${name}`);
  if (target === 'users') return `CASE WHEN r.${name} IS NULL THEN NULL ELSE '${thePerson}' END`;
  // Text that a program stored as bytes.
  return type === 'text' || type === 'time'
    ? `iif(typeof(r.${name}) = 'blob', CAST(r.${name} AS TEXT), r.${name})`
    : `r.${name}`;
}

/** The only user, whatever the name on each machine. */
export const thePerson = 'me';

/** When a row was edited last, as SQL. Other tables do not keep it. */
export function editedAtOf(table: SyncTable): string {
  const isKept = snapshotColumns[table].some(({ name }) => name === 'updated_at');
  return isKept ? sqlOf(table, 'updated_at', 'time') : 'NULL';
}

/** A JSON array of columns. */
export function arrayOf(columns: readonly (readonly [name: string, sql: string])[]): string {
  return `json_array(${columns.map(([, sql]) => sql).join(', ')})`;
}
