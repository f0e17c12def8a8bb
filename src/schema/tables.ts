/**
 * The tables of both engines, and those that only files have, declared once, in an order in which a row comes after those that it refers to.
 * What follows from a declaration: the tables of a new database on a server, exports and imports, the records of a
 * sync, what a transfer copies, what a repair looks for, and where secrets can be. The schema of a file comes from its
 * migrations; tests compare it with these tables.
 */
import * as archive from './archive.ts';
import type { Column } from './column.ts';
import * as derived from './derived.ts';
import * as knowledge from './knowledge.ts';
import * as memories from './memories.ts';
import * as people from './people.ts';
import type { CanonicalTable, Table } from './table.ts';

const canonical = {
  users: people.users,
  projects: people.projects,
  agents: people.agents,
  identity_profile: people.identityProfile,
  sessions: memories.sessions,
  session_summaries: memories.sessionSummaries,
  conversation_chunks: memories.conversationChunks,
  facts: memories.facts,
  outcomes: memories.outcomes,
  hypotheses: knowledge.hypotheses,
  global_knowledge: knowledge.globalKnowledge,
  knowledge_reviews: knowledge.knowledgeReviews,
  eras: archive.eras,
  heaps: archive.heaps,
  messages: archive.messages,
  links: knowledge.links,
  muted_memories: knowledge.mutedMemories,
  entity_aliases: knowledge.entityAliases,
} satisfies Record<string, CanonicalTable>;

const others = {
  own_projects: people.ownProjects,
  tokens: people.tokens,
  instances: people.instances,
  tombstones: people.tombstones,
  erasures: people.erasures,
  audit: people.audit,
  changes: people.changes,
  transcript_files: archive.transcriptFiles,
  offers: archive.offers,
  hook_runs: archive.hookRuns,
  memory_documents: derived.memoryDocuments,
  mentions: derived.mentions,
  relations: derived.relations,
  memory_counts: derived.memoryCounts,
  fact_words: derived.factWords,
  mind_files: derived.mindFiles,
  mind_entries: derived.mindEntries,
  embedding_models: derived.embeddingModels,
  embedding_queue: derived.embeddingQueue,
  embeddings: derived.embeddings,
  embedding_vectors: derived.embeddingVectors,
  syntheses: derived.syntheses,
  synthesis_sources: derived.synthesisSources,
  sleep_runs: derived.sleepRuns,
  sync_state: derived.syncState,
  sync_stamps: derived.syncStamps,
  sync_conflicts: derived.syncConflicts,
} satisfies Record<string, Table>;

export type CanonicalName = keyof typeof canonical;
export type TableName = CanonicalName | keyof typeof others;

type SyncedName = {
  [Name in CanonicalName]: (typeof canonical)[Name] extends { isSynced: true } ? Name : never;
}[CanonicalName];

export const canonicalTables: Readonly<Record<CanonicalName, CanonicalTable>> = canonical;
export const tables: Readonly<Record<TableName, Table>> = { ...canonical, ...others };

export const canonicalNames = Object.keys(canonical) as CanonicalName[];
export const declaredNames = Object.keys(tables) as TableName[];
/** A record comes after those that it refers to. Eras follow from heaps, and heaps from messages. */
export const syncedNames = canonicalNames.filter((name) => canonicalTables[name].isSynced === true) as SyncedName[];

/** The columns of a table, in the order of their declaration. */
export function columnsOf(table: TableName): [name: string, column: Column][] {
  return Object.entries(tables[table].columns);
}

/** Whether the rows of a table have texts as ids, so that `rowid` numbers them. */
export function hasTextIds(table: TableName): boolean {
  return tables[table].columns['id']?.type === 'text';
}

/** Whether a table counts the edits of its rows. */
export function isVersioned(table: TableName): boolean {
  return tables[table].columns['version']?.type === 'integer';
}
