/**
 * The one door to what is remembered. Async from the first day, so that a file, a WASM image and a server can all
 * stand behind it. Each method is one transaction: a write is acknowledged only when row, index and links are durable.
 *
 * Errors: every method may reject with a `BigMindError` of a `store_*` or `engine_unavailable` code; expected
 * outcomes (duplicate, not there, stale version) are values. Timestamps are ISO 8601 in UTC with milliseconds.
 */
import type { ActivityStore } from './activity/activity.ts';
import type { ArchiveStore } from './archive/archive.ts';
import type { AuditStore } from './shared/audit.ts';
import type { CatalogueStore } from './recall/catalogue.ts';
import type { ChunkStore } from './archive/chunks.ts';
import type { EmbeddingStore } from './recall/embeddings.ts';
import type { ErasureStore } from './governance/erasure.ts';
import type { FactStore } from './facts/factStore.ts';
import type { HealthStore } from './upkeep/health.ts';
import type { HypothesisStore } from './hypotheses/hypotheses.ts';
import type { IdentityStore } from './shared/identity.ts';
import type { KnowledgeStore } from './knowledge/knowledgeStore.ts';
import type { MuteStore } from './recall/muted.ts';
import type { NotesStore } from './facts/notes.ts';
import type { OfferStore } from './recall/offers.ts';
import type { PortabilityStore } from './upkeep/portability.ts';
import type { ProfileStore } from './profile/profile.ts';
import type { RecallStore } from './shared/recall.ts';
import type { RecordingStore } from './archive/recording.ts';
import type { RecoveryStore } from './archive/recovery.ts';
import type { ErasureRest, ScopeErasureStore } from './governance/scopeErasure.ts';
import type { SecretsStore } from './governance/secrets.ts';
import type { SessionStore } from './sessions/sessionStore.ts';
import type { SummaryStore } from './summarize/summaries.ts';
import type { TurnStore } from './shared/turns.ts';

export interface Store {
  readonly identity: IdentityStore;
  readonly profiles: ProfileStore;
  readonly sessions: SessionStore;
  readonly chunks: ChunkStore;
  readonly facts: FactStore;
  readonly knowledge: KnowledgeStore;
  readonly hypotheses: HypothesisStore;
  readonly health: HealthStore;
  readonly activity: ActivityStore;
  readonly archive: ArchiveStore;
  readonly recording: RecordingStore;
  readonly recovery: RecoveryStore;
  readonly summaries: SummaryStore;
  readonly notes: NotesStore;
  readonly recall: RecallStore;
  readonly offers: OfferStore;
  readonly turns: TurnStore;
  readonly muted: MuteStore;
  readonly catalogue: CatalogueStore;
  readonly erasure: ErasureStore;
  readonly scopeErasure: ScopeErasureStore;
  readonly erasureRest: ErasureRest;
  readonly embeddings: EmbeddingStore;
  readonly portability: PortabilityStore;
  readonly audit: AuditStore;
  readonly secrets: SecretsStore;
  readonly maintenance: MaintenanceStore;
  /** Releases the file. Later calls reject with `store_unavailable`. */
  close(): Promise<void>;
}

export interface StoreTotals {
  sessions: number;
  openSessions: number;
  facts: number;
  chunks: number;
  knowledge: number;
  hypotheses: number;
  messages: number;
  /** Size of the store on disk, side files included. */
  bytes: number;
}

export interface StoreReport {
  /** `node:sqlite` or `sql.js`. */
  engine: string;
  engineVersion: string;
  location: string;
  journalMode: string;
  schemaVersion: number;
  totals: StoreTotals;
  /** What `PRAGMA integrity_check` and `foreign_key_check` complain of; empty when sound. */
  damage: string[];
  /** Memories that the full-text index lacks or holds in vain; `rebuildIndex` mends both. */
  indexMissing: number;
  indexOrphans: number;
}

export interface MaintenanceStore {
  /** Totals over everything a user may see; the whole store when `userId` is null. */
  totals(userId: string | null): Promise<StoreTotals>;
  /** A full check; takes seconds on a large store. */
  inspect(): Promise<StoreReport>;
  /** Rebuilds everything derived from the canonical rows. Answers with the number of documents indexed. */
  rebuildIndex(): Promise<number>;
  /**
   * A value that differs whenever something, in this or another process, has been committed since it was last read.
   * Cheap enough to ask every second.
   */
  changeToken(): Promise<string>;
  /** Makes the index forget the words of what was deleted, in steps; there is more to do when it says so. */
  forgetWords(): Promise<'done' | 'more'>;
  /** Room within the file that nothing stands in. */
  freeBytes(): Promise<number>;
}
