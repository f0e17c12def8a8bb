/**
 * Tables that can be rebuilt: documents, the graph, vectors and entries of memory files. Those with the words of
 * documents differ between the engines and are not here.
 */
import { bytes, column, integer, json, rowId, orNull, owner, real, text, time, to, words } from './column.ts';
import type { Table } from './table.ts';

export const indexIsRebuilt = 'The index is rebuilt in the target.';
const ofGraph = 'Entities are found again in the documents of the target.';
const ofSyntheses = 'The next run writes them from the memories of the target.';
const ofFiles = 'The memory files of projects are read again.';
const ofSync = 'A machine syncs its own file; a server needs no sync.';

export const memoryDocuments = {
  columns: {
    id: rowId,
    kind: text,
    memory_id: text,
    user_id: orNull(text),
    project_id: orNull(text),
    session_id: orNull(text),
    created_at: orNull(time),
    words: integer,
    is_scanned: column(integer, { initial: '0' }),
  },
  unique: [['kind', 'memory_id']],
  indexes: {
    idx_documents_scope: '(user_id, kind, project_id, created_at, session_id)',
    idx_documents_unscanned: '(user_id, id) WHERE is_scanned = 0',
  },
  notCopied: indexIsRebuilt,
} satisfies Table;

const document = to('memory_documents', { type: 'integer', reference: 'deletes' });

/** Mentions and relations are deleted with their document. */
export const mentions = {
  columns: { document_id: document, entity: text, kind: text, name: text, role: text },
  key: ['document_id', 'entity'],
  indexes: { idx_mentions_entity: '(entity, document_id)' },
  notCopied: ofGraph,
} satisfies Table;

export const relations = {
  columns: { document_id: document, from_entity: text, relation: text, to_entity: text },
  key: ['document_id', 'from_entity', 'relation', 'to_entity'],
  indexes: { idx_relations_from: '(from_entity, document_id)', idx_relations_to: '(to_entity, document_id)' },
  notCopied: ofGraph,
} satisfies Table;

export const memoryCounts = {
  columns: { kind: text, user_id: text, project_id: text, documents: integer },
  key: ['kind', 'user_id', 'project_id'],
  notCopied: indexIsRebuilt,
} satisfies Table;

export const factWords = {
  columns: { user_id: text, word: text, fact_id: integer },
  key: ['user_id', 'word', 'fact_id'],
  indexes: { idx_fact_words_fact: '(fact_id)' },
  notCopied: indexIsRebuilt,
} satisfies Table;

export const mindFiles = {
  columns: {
    id: rowId,
    user_id: owner,
    project_id: orNull(text),
    folder: text,
    path: text,
    source: text,
    content_hash: text,
    read_at: time,
  },
  unique: [['user_id', 'folder', 'path']],
  indexes: { idx_mind_files_project: '(project_id)' },
  notCopied: ofFiles,
} satisfies Table;

export const mindEntries = {
  kind: 'entry',
  columns: {
    id: rowId,
    file_id: to('mind_files', { type: 'integer' }),
    line: integer,
    kind: text,
    text: words,
    date: orNull(text),
    confidence: real,
    reason: orNull(words),
    alternatives: orNull(json),
    status: orNull(text),
    resolution: orNull(words),
    origin: text,
    commit_id: orNull(text),
    created_at: time,
  },
  indexes: { idx_mind_entries_file: '(file_id, line)' },
  notCopied: ofFiles,
} satisfies Table;

export const embeddingModels = {
  columns: {
    id: rowId,
    name: column(text, { isUnique: true }),
    dimensions: orNull(integer),
    is_filled: column(integer, { initial: '0' }),
    last_used: time,
  },
} satisfies Table;

const model = to('embedding_models', { type: 'integer', reference: 'deletes' });

export const embeddingQueue = {
  columns: {
    id: rowId,
    model_id: model,
    kind: text,
    memory_id: text,
    attempts: column(integer, { initial: '0' }),
    not_before: orNull(time),
    last_error: orNull(words),
  },
  unique: [['model_id', 'kind', 'memory_id']],
  indexes: { idx_embedding_queue_order: '(model_id)' },
  notCopied: 'Building the index queues each memory without a vector.',
} satisfies Table;

export const embeddings = {
  columns: { id: rowId, model_id: model, kind: text, memory_id: text, fingerprint: text, signs: bytes },
  unique: [['model_id', 'kind', 'memory_id']],
} satisfies Table;

export const embeddingVectors = {
  columns: { id: to('embeddings', { type: 'integer', reference: 'deletes' }), vector: bytes },
} satisfies Table;

export const syntheses = {
  columns: {
    id: rowId,
    user_id: owner,
    project_id: orNull(text),
    entity: text,
    content: text,
    written_by: text,
    origin: text,
    memories: integer,
    through_document: integer,
    is_current: integer,
    tokens: integer,
    created_at: time,
  },
  indexes: { idx_syntheses_entity: '(user_id, entity, project_id, id)' },
  notCopied: ofSyntheses,
} satisfies Table;

export const synthesisSources = {
  columns: { synthesis_id: to('syntheses', { type: 'integer', reference: 'deletes' }), document_id: document },
  key: ['synthesis_id', 'document_id'],
  indexes: { idx_synthesis_sources_document: '(document_id)' },
  notCopied: ofSyntheses,
} satisfies Table;

export const sleepRuns = {
  columns: {
    id: rowId,
    user_id: owner,
    holder: text,
    started_at: time,
    leased_until: time,
    ended_at: orNull(time),
    outcome: orNull(text),
    due: column(integer, { initial: '0' }),
    done: column(integer, { initial: '0' }),
    tokens: column(integer, { initial: '0' }),
    kind: column(text, { initial: `'sleep'` }),
    notice: orNull(text),
  },
  indexes: { idx_sleep_runs_user: '(user_id, started_at)' },
  notCopied: ofSyntheses,
} satisfies Table;

export const syncState = {
  columns: { id: integer, value: text },
  notCopied: ofSync,
  onlyIn: 'files',
} satisfies Table;

export const syncStamps = {
  columns: {
    table_name: text,
    record_key: text,
    hash: orNull(text),
    versions: text,
    sent_in: orNull(integer),
  },
  key: ['table_name', 'record_key'],
  indexes: { idx_sync_stamps_key: '(record_key)', idx_sync_stamps_sent: '(sent_in)' },
  notCopied: ofSync,
  onlyIn: 'files',
} satisfies Table;

export const syncConflicts = {
  columns: { id: rowId, table_name: text, record_key: text, content: words, versions: text, created_at: time },
  notCopied: ofSync,
  onlyIn: 'files',
  deletedBy: 'id',
} satisfies Table;
