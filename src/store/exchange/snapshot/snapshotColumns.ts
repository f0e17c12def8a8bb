/**
 * The canonical columns of an export, one list per table. The same list writes an export and checks an import, and a
 * test compares it with the schema, so that no new column is forgotten.
 */
import { heapTypes } from '../../../memory/archive/transcript.ts';
import { muteKinds } from '../../../memory/recall/muted.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import {
  cardLevels,
  factTypes,
  origins,
  summarySources,
  verdicts,
  visibilities,
} from '../../../memory/shared/vocabulary.ts';
import type { SnapshotRow, SnapshotTable } from '../../../memory/upkeep/snapshot.ts';

type ColumnType = 'text' | 'integer' | 'real' | 'time';

interface ColumnSpec {
  name: string;
  type: ColumnType;
  nullable: boolean;
  /** The values that a CHECK allows; any if absent. */
  values?: readonly (string | number)[];
  /** For exports of older versions, which lack the column. */
  fallback?: string;
}

const required = (name: string, type: ColumnType = 'text', values?: readonly (string | number)[]): ColumnSpec =>
  values === undefined ? { name, type, nullable: false } : { name, type, nullable: false, values };
const optional = (name: string, type: ColumnType = 'text', values?: readonly string[]): ColumnSpec => ({
  ...required(name, type, values),
  nullable: true,
});
const withDefault = (name: string, fallback: string, values: readonly string[]): ColumnSpec => ({
  ...required(name, 'text', values),
  fallback,
});

/** What was done with a row in this store only; see `memory/fading/`. An import counts as a use. */
export const columnsInNoExport: Partial<Record<SnapshotTable, readonly string[]>> = {
  facts: ['unused_since', 'used_days'],
  sessions: ['learn_attempts'],
};

export const snapshotColumns: Record<SnapshotTable, readonly ColumnSpec[]> = {
  users: [
    required('id'),
    required('username'),
    optional('display_name'),
    optional('role'),
    optional('created_at', 'time'),
    optional('last_seen', 'time'),
  ],
  projects: [
    required('id'),
    required('key'),
    required('name'),
    optional('created_at', 'time'),
    optional('last_seen', 'time'),
  ],
  agents: [
    required('id'),
    required('name'),
    optional('version'),
    optional('created_at', 'time'),
    optional('last_seen', 'time'),
  ],
  identity_profile: [
    required('id'),
    required('user_id'),
    optional('role'),
    optional('preferences'),
    optional('pinned_facts'),
    optional('updated_at', 'time'),
    optional('role_origin', 'text', origins),
    optional('preferences_origin', 'text', origins),
    optional('pinned_origin', 'text', origins),
    optional('card_level', 'text', cardLevels),
    optional('card_topics'),
    optional('card_projects'),
    required('version', 'integer'),
  ],
  sessions: [
    required('id'),
    required('user_id'),
    required('started_at', 'time'),
    optional('ended_at', 'time'),
    required('one_liner'),
    optional('topics'),
    optional('outcome'),
    optional('importance', 'integer'),
    optional('has_tier2', 'integer'),
    optional('external_id'),
    required('origin', 'text', ['live', 'import']),
    optional('project_id'),
    optional('agent_id'),
    optional('last_active_at', 'time'),
    optional('told_by', 'text', summarySources),
    optional('told_through', 'integer'),
    optional('summarised_through', 'integer'),
    optional('read_web', 'integer'),
    optional('branch'),
    required('version', 'integer'),
  ],
  session_summaries: [
    required('id'),
    required('summary'),
    optional('key_facts'),
    optional('code_refs'),
    optional('created_at', 'time'),
  ],
  conversation_chunks: [
    required('id', 'integer'),
    required('uid'),
    required('session_id'),
    required('user_id'),
    required('role', 'text', ['user', 'assistant', 'system']),
    required('content'),
    optional('flag_reason'),
    required('seq', 'integer'),
    optional('agent_id'),
    optional('speaker'),
    optional('tags'),
    optional('source_ref'),
    optional('content_hash'),
    optional('created_at', 'time'),
    optional('origin', 'text', origins),
    optional('dismissed_at', 'time'),
    required('version', 'integer'),
  ],
  facts: [
    required('id', 'integer'),
    required('uid'),
    required('user_id'),
    required('category'),
    required('fact'),
    optional('source_session'),
    optional('confidence', 'real'),
    optional('deprecated', 'integer'),
    optional('deprecation_reason'),
    optional('project_id'),
    optional('agent_id'),
    optional('content_hash'),
    optional('tags'),
    optional('source_ref'),
    optional('created_at', 'time'),
    optional('updated_at', 'time'),
    optional('origin', 'text', origins),
    optional('memory_type', 'text', factTypes),
    optional('expires_at', 'time'),
    withDefault('visibility', 'private', visibilities),
    optional('cited_lines'),
    optional('evidence'),
    optional('decided_by'),
    optional('assisted_by'),
    optional('rationale'),
    optional('alternatives'),
    required('version', 'integer'),
  ],
  outcomes: [
    required('id', 'integer'),
    required('uid'),
    required('decision_uid'),
    required('user_id'),
    optional('agent_id'),
    required('rating', 'integer', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    required('verdict', 'text', verdicts),
    required('notes'),
    optional('source_ref'),
    optional('origin', 'text', origins),
    required('observed_at', 'time'),
    required('created_at', 'time'),
  ],
  hypotheses: [
    required('id', 'integer'),
    required('uid'),
    optional('session_id'),
    required('user_id'),
    required('hypothesis'),
    optional('confidence', 'real'),
    required('status', 'text', ['open', 'confirmed', 'refuted', 'abandoned']),
    optional('resolution'),
    optional('project_id'),
    optional('agent_id'),
    optional('content_hash'),
    optional('created_at', 'time'),
    optional('resolved_at', 'time'),
    optional('origin', 'text', origins),
    required('version', 'integer'),
  ],
  global_knowledge: [
    required('id', 'integer'),
    required('uid'),
    required('category'),
    required('title'),
    required('content'),
    optional('importance', 'integer'),
    optional('status'),
    optional('promoted_by'),
    optional('source_session'),
    optional('approved_by'),
    optional('agent_id'),
    optional('content_hash'),
    optional('review_notes'),
    optional('reviewed_at', 'time'),
    optional('reviewed_by'),
    optional('created_at', 'time'),
    optional('updated_at', 'time'),
    optional('origin', 'text', origins),
    optional('instance'),
    required('version', 'integer'),
  ],
  knowledge_reviews: [
    required('id', 'integer'),
    required('uid'),
    required('knowledge_uid'),
    required('action', 'text', ['approve', 'deprecate']),
    required('user_id'),
    optional('notes'),
    required('category'),
    required('title'),
    required('content'),
    optional('importance', 'integer'),
    optional('status'),
    required('created_at', 'time'),
    optional('origin', 'text', origins),
  ],
  eras: [
    required('id'),
    required('user_id'),
    optional('project_id'),
    required('started_at', 'time'),
    required('ended_at', 'time'),
  ],
  heaps: [
    required('id'),
    required('era_id'),
    required('session_id'),
    required('type', 'text', heapTypes),
    required('started_at', 'time'),
    optional('continuation'),
  ],
  messages: [
    required('id', 'integer'),
    required('uid'),
    required('session_id'),
    required('user_id'),
    required('seq', 'integer'),
    required('role'),
    required('type', 'text', ['text', 'thought', 'tool_use', 'tool_result']),
    optional('speaker'),
    required('content'),
    optional('source_ref'),
    required('content_hash'),
    required('created_at', 'time'),
    optional('heap_id'),
    optional('tool'),
    optional('files'),
    optional('work'),
  ],
  links: [
    required('id', 'integer'),
    required('uid'),
    required('from_kind'),
    required('from_uid'),
    required('to_kind'),
    required('to_uid'),
    required('relation'),
    optional('amount', 'real'),
    required('created_at', 'time'),
  ],
  muted_memories: [
    required('id', 'integer'),
    required('uid'),
    required('user_id'),
    required('kind', 'text', muteKinds),
    required('memory_uid'),
    required('created_at', 'time'),
    optional('feedback', 'text', ['not_useful', 'useful']),
  ],
  entity_aliases: [
    required('id', 'integer'),
    required('uid'),
    required('user_id'),
    required('alias'),
    required('entity'),
    required('created_at', 'time'),
  ],
};

/**
 * The row with every column of the table, missing ones as null. If a value does not fit, throws `bad_import` with the
 * table, row (counted from 1) and column.
 */
export function checkRow(table: SnapshotTable, row: Readonly<Record<string, unknown>>, place: number): SnapshotRow {
  const columns = snapshotColumns[table];
  const unknown = Object.keys(row).find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) throw badRow(table, place, unknown, 'is not a column of this schema version');
  const checked: SnapshotRow = {};
  for (const column of columns) {
    const value = row[column.name] ?? column.fallback ?? null;
    const problem = problemWith(column, value);
    if (problem !== undefined) throw badRow(table, place, column.name, problem);
    checked[column.name] = typeof value === 'string' || typeof value === 'number' ? value : null;
  }
  return checked;
}

export function badRow(table: SnapshotTable, place: number, column: string, problem: string): BigMindError {
  return new BigMindError('bad_import', `Table ${table}, row ${String(place)}: ${column} ${problem}.`, {
    remedy: 'Nothing was imported. Correct that row in the file, or export it again, then import again.',
    details: { table, row: place, column },
  });
}

function problemWith(column: ColumnSpec, value: unknown): string | undefined {
  if (value === null) return column.nullable ? undefined : 'is missing';
  if (column.values !== undefined && !column.values.some((allowed) => allowed === value)) {
    return `must be one of ${column.values.join(', ')}`;
  }
  return fits(column.type, value) ? undefined : `must be ${describeType(column.type)}`;
}

function fits(type: ColumnType, value: unknown): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'real':
      return Number.isFinite(value);
    case 'time':
      // Old databases contain times that cannot be parsed, even bare numbers; they are exported unchanged.
      return typeof value === 'string' || Number.isFinite(value);
  }
}

function describeType(type: ColumnType): string {
  return { text: 'a text', integer: 'a whole number', real: 'a number', time: 'a time' }[type];
}
