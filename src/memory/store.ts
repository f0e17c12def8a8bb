/**
 * The only interface to stored data. It is async, so that a file, a WASM image and a server can all implement it. Each
 * method is one transaction unless its comment says otherwise: a write is acknowledged only when row, index and links
 * are durable.
 *
 * Errors: every method may reject with a `BigMindError` with a `store_*` or `engine_unavailable` code. Expected
 * outcomes (duplicate, not found, stale version) are values. Timestamps are ISO 8601 in UTC with milliseconds.
 */
import type { ActivityStore } from './activity/activity.ts';
import type { ArchiveStore } from './archive/archive.ts';
import type { ChunkStore } from './archive/chunks.ts';
import type { RecordingStore } from './archive/recording.ts';
import type { RecoveryStore } from './archive/recovery.ts';
import type { DecisionStore } from './decisions/decisionStore.ts';
import type { EntryStore } from './entries/entryStore.ts';
import type { FactStore } from './facts/factStore.ts';
import type { NotesStore } from './facts/notes.ts';
import type { FadingStore } from './fading/fading.ts';
import type { ChangeStore } from './governance/changes.ts';
import type { ErasureStore } from './governance/erasure.ts';
import type { IdentityStore } from './governance/identities.ts';
import type { ErasureCleanup, ScopeErasureStore } from './governance/scopeErasure.ts';
import type { SecretsStore } from './governance/secrets.ts';
import type { TokenStore } from './governance/tokens.ts';
import type { GraphStore } from './graph/graphStore.ts';
import type { SynthesisStore } from './graph/synthesis/synthesisStore.ts';
import type { HypothesisStore } from './hypotheses/hypotheses.ts';
import type { KnowledgeStore } from './knowledge/knowledgeStore.ts';
import type { LearnStore } from './learn/learnStore.ts';
import type { PeopleStore } from './people/peopleStore.ts';
import type { ProfileStore } from './profile/profile.ts';
import type { CatalogueStore } from './recall/catalogue.ts';
import type { EmbeddingStore } from './recall/embeddings.ts';
import type { HandOffStore } from './recall/handOffStore.ts';
import type { MuteStore } from './recall/muted.ts';
import type { OfferStore } from './recall/offers.ts';
import type { RecallStore } from './recall/recall.ts';
import type { SessionStore } from './sessions/sessionStore.ts';
import type { RetentionStore } from './governance/retention.ts';
import type { AuditStore } from './shared/audit.ts';
import type { MaintenanceStore } from './shared/maintenance.ts';
import type { TurnStore } from './shared/turns.ts';
import type { SyncStore } from './sync/syncStore.ts';
import type { HealthStore } from './upkeep/health.ts';
import type { PortabilityStore } from './upkeep/portability.ts';

export interface Store {
  readonly identity: IdentityStore;
  readonly profiles: ProfileStore;
  readonly sessions: SessionStore;
  readonly chunks: ChunkStore;
  readonly facts: FactStore;
  readonly decisions: DecisionStore;
  readonly knowledge: KnowledgeStore;
  readonly hypotheses: HypothesisStore;
  readonly health: HealthStore;
  readonly activity: ActivityStore;
  readonly people: PeopleStore;
  readonly graph: GraphStore;
  readonly syntheses: SynthesisStore;
  readonly archive: ArchiveStore;
  readonly recording: RecordingStore;
  readonly recovery: RecoveryStore;
  readonly learning: LearnStore;
  readonly notes: NotesStore;
  readonly fading: FadingStore;
  readonly recall: RecallStore;
  readonly offers: OfferStore;
  readonly turns: TurnStore;
  readonly muted: MuteStore;
  readonly handOffs: HandOffStore;
  readonly entries: EntryStore;
  readonly catalogue: CatalogueStore;
  readonly erasure: ErasureStore;
  readonly scopeErasure: ScopeErasureStore;
  readonly erasureCleanup: ErasureCleanup;
  readonly embeddings: EmbeddingStore;
  readonly portability: PortabilityStore;
  readonly audit: AuditStore;
  readonly retention: RetentionStore;
  readonly changes: ChangeStore;
  readonly secrets: SecretsStore;
  readonly tokens: TokenStore;
  readonly sync: SyncStore;
  readonly maintenance: MaintenanceStore;
  /**
   * Calls by `work`, and by what it waits for, act for this user; others act for the user of the process. A database
   * with row security shows them the rows of that user only; a file does not tell its callers apart.
   */
  actFor<T>(username: string, work: () => T): T;
  /** Closes the file. Later calls reject with `store_unavailable`. */
  close(): Promise<void>;
}
