/**
 * Which tables a transfer copies, and why it leaves the others. A table comes after those that it refers to.
 * `test/store/exchange/transfer` compares both lists with the schema of each engine.
 */

export interface CopiedTable {
  name: string;
  key: readonly string[];
  /** Whether rows of other tables refer to its rows and do not go with them. */
  isParent: boolean;
}

const parent = (name: string): CopiedTable => ({ name, key: ['id'], isParent: true });
const leaf = (name: string, key: readonly string[] = ['id']): CopiedTable => ({ name, key, isParent: false });

export const copiedTables: readonly CopiedTable[] = [
  parent('users'),
  parent('projects'),
  leaf('own_projects', ['user_id', 'project_id']),
  parent('agents'),
  leaf('identity_profile'),
  leaf('tokens'),
  leaf('instances'),
  parent('sessions'),
  leaf('session_summaries'),
  parent('eras'),
  parent('heaps'),
  leaf('messages'),
  leaf('conversation_chunks'),
  leaf('facts'),
  leaf('outcomes'),
  leaf('hypotheses'),
  leaf('global_knowledge'),
  leaf('knowledge_reviews'),
  leaf('links'),
  leaf('muted_memories'),
  leaf('entity_aliases'),
  leaf('tombstones', ['uid']),
  leaf('audit'),
  leaf('transcript_files', ['user_id', 'path']),
  leaf('offers', ['session_id', 'kind', 'memory_id']),
  parent('embedding_models'),
  // Their vectors go with them.
  leaf('embeddings'),
  leaf('embedding_vectors'),
];

const index = 'The index is rebuilt in the target.';
const graph = 'Entities are found again in the documents of the target.';
const syntheses = 'The next run writes them from the memories of the target.';
const files = 'The memory files of projects are read again.';
const sync = 'A machine syncs its own file; a server needs no sync.';

/** Why each of the other tables is not copied. */
export const leftTables: Readonly<Record<string, string>> = {
  memory_documents: index,
  memory_counts: index,
  memory_index: index,
  session_index: index,
  document_words: index,
  scope_words: index,
  word_totals: index,
  fact_words: index,
  mentions: graph,
  relations: graph,
  syntheses,
  synthesis_sources: syntheses,
  sleep_runs: syntheses,
  embedding_queue: 'Building the index queues each memory without a vector.',
  mind_files: files,
  mind_entries: files,
  hook_runs: 'Derived: the last texts that hooks sent to a model.',
  changes: 'Derived: undo steps of the last day.',
  erasures: 'A source with an unfinished erasure is refused.',
  sync_state: sync,
  sync_stamps: sync,
  sync_conflicts: sync,
  schema_migrations: 'Each store has its own.',
  store_writes: 'Each server has its own.',
  logins: 'Each server has its own logins of people.',
  identity_keys: 'Each server has its own key.',
  dropped_keys: 'Each database has its own keys.',
  token_places: 'Each database has its own place.',
};
