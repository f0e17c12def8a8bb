/** Transcripts, what was offered from them, and the runs of hooks. */
import { heapTypes } from '../memory/shared/vocabulary.ts';
import { column, integer, json, rowId, oneOf, orNull, owner, text, time, to, uid, words } from './column.ts';
import type { CanonicalTable, Table } from './table.ts';

export const eras = {
  noun: ['era of work on a project', 'eras of work on a project'],
  columns: { id: text, user_id: owner, project_id: orNull(to('projects')), started_at: time, ended_at: time },
  indexes: { idx_eras_owner: '(user_id, project_id, started_at)' },
} satisfies CanonicalTable;

export const heaps = {
  noun: ['part of a conversation', 'parts of conversations'],
  columns: {
    id: text,
    era_id: to('eras'),
    session_id: to('sessions'),
    type: oneOf(heapTypes),
    started_at: time,
    continuation: orNull(text),
  },
  indexes: { idx_heaps_session: '(session_id)', idx_heaps_era: '(era_id)' },
} satisfies CanonicalTable;

export const messages = {
  noun: ['archived message', 'archived messages'],
  isSynced: true,
  kind: 'message',
  columns: {
    id: rowId,
    uid,
    session_id: to('sessions'),
    user_id: owner,
    seq: column(integer, { sync: 'carried' }),
    role: words,
    type: oneOf(['text', 'thought', 'tool_use', 'tool_result'], { initial: `'text'` }),
    speaker: orNull(words),
    content: words,
    source_ref: orNull(words),
    content_hash: text,
    created_at: time,
    heap_id: orNull(to('heaps'), { sync: 'carried' }),
    tool: orNull(words),
    files: orNull(json),
    work: orNull(json),
  },
  unique: [['session_id', 'seq']],
  indexes: {
    idx_messages_heap: '(heap_id, seq)',
    idx_messages_time: '(user_id, created_at)',
    idx_messages_work: '(session_id, seq) WHERE work IS NOT NULL',
  },
} satisfies CanonicalTable;

export const transcriptFiles = {
  columns: {
    user_id: owner,
    path: text,
    position: integer,
    last_key: orNull(text),
    updated_at: time,
    live: column(integer, { initial: '0' }),
    conversation: orNull(text),
    project_id: orNull(text),
  },
  key: ['user_id', 'path'],
  indexes: { idx_transcript_files_live: '(user_id, updated_at) WHERE live = 1' },
} satisfies Table;

export const offers = {
  columns: { session_id: to('sessions'), kind: text, memory_id: text, offered_at: time, used_at: orNull(time) },
  key: ['session_id', 'kind', 'memory_id'],
} satisfies Table;

export const hookRuns = {
  columns: {
    id: rowId,
    user_id: text,
    session_id: orNull(text),
    client: text,
    event: text,
    outcome: oneOf(['done', 'failed']),
    injected: orNull(words),
    tokens: integer,
    refs: orNull(text),
    recorded: integer,
    took_ms: integer,
    at: time,
    lines: orNull(words),
  },
  indexes: { idx_hook_runs_user: '(user_id, id)' },
  notCopied: 'Derived: the last texts that hooks sent to a model.',
} satisfies Table;
