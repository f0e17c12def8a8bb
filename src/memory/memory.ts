/**
 * The domain services in one object, for entry points (tools, commands, views). The first argument of most operations
 * is the caller. The domain knows no SQL, VS Code, clock or file system.
 */
import { Activity } from './activity/activity.ts';
import { Archive } from './archive/archive.ts';
import { Chunks } from './archive/chunks.ts';
import type { Outbox } from './archive/outbox.ts';
import { Recording } from './archive/recording.ts';
import { Recovery } from './archive/recovery.ts';
import { Decisions } from './decisions/decisions.ts';
import type { RefreshEntries } from './entries/entryStore.ts';
import type { ReadReminders } from './entries/fileSection.ts';
import type { ReadCommits, ReadFileEntries } from './entries/fileStatements.ts';
import { createReadCommits, createReadFileEntries, createReadFileStatements } from './entries/fileStatements.ts';
import type { ProjectHistory } from './entries/projectHistory.ts';
import { Facts } from './facts/facts.ts';
import { Notes } from './facts/notes.ts';
import { Fading } from './fading/fading.ts';
import type { AuditOptions } from './governance/auditLog.ts';
import { AuditLog } from './governance/auditLog.ts';
import { Changes } from './governance/changes.ts';
import { CutCounter } from './governance/cutCounter.ts';
import { Erasure } from './governance/erasure.ts';
import { Identities } from './governance/identities.ts';
import type { ErasureCleanup } from './governance/scopeErasure.ts';
import { Retention } from './governance/retention.ts';
import { ScopeErasure } from './governance/scopeErasure.ts';
import { Secrets } from './governance/secrets.ts';
import { Tokens } from './governance/tokens.ts';
import { Vacuum } from './governance/vacuum.ts';
import { Graph } from './graph/graph.ts';
import { Consolidation } from './graph/synthesis/consolidation.ts';
import { Hypotheses } from './hypotheses/hypotheses.ts';
import { KnowledgeBase } from './knowledge/knowledge.ts';
import { MarkdownArchive } from './markdown/markdownArchive.ts';
import { Learning } from './learn/learning.ts';
import { SessionHighlights } from './learn/sessionHighlights.ts';
import { People } from './people/people.ts';
import type { InstanceSettings } from './people/people.ts';
import { Profiles } from './profile/profile.ts';
import { Catalogue } from './recall/catalogue.ts';
import { ContextBuilder } from './recall/context/context.ts';
import { contextBudgetOf } from './recall/context/contextBudget.ts';
import type { EmbeddingStore } from './recall/embeddings.ts';
import { HandOffs } from './recall/handOffs.ts';
import { MutedMemories } from './recall/muted.ts';
import { SaveStates } from './recall/memoryStatus.ts';
import type { OfferStore } from './recall/offers.ts';
import { PinnedFacts } from './recall/pinnedFacts.ts';
import { SessionDetails } from './recall/sessionDetail.ts';
import { Recaps } from './recap/recap.ts';
import { Sessions } from './sessions/sessions.ts';
import type { MaintenanceStore } from './shared/maintenance.ts';
import type { Clock, Ports } from './shared/ports.ts';
import { archiveDayLimits, auditDayLimits, densityLimits, silenceMinuteLimits } from './shared/settingLimits.ts';
import { Turns } from './shared/turns.ts';
import type { Caller } from './shared/identity.ts';
import type { Mode } from './shared/vocabulary.ts';
import type { Store } from './store.ts';
import { stepsLeft } from './summarize/rules/nextSteps.ts';
import { sentenceFor } from './summarize/rules/worthKeeping.ts';
import { SyncConflicts } from './sync/conflicts.ts';
import { Health } from './upkeep/health.ts';
import { Portability } from './upkeep/portability.ts';

export interface Memory {
  readonly identities: Identities;
  readonly sessions: Sessions;
  readonly sessionDetails: SessionDetails;
  readonly facts: Facts;
  readonly fading: Fading;
  readonly decisions: Decisions;
  readonly chunks: Chunks;
  readonly profiles: Profiles;
  readonly knowledge: KnowledgeBase;
  readonly hypotheses: Hypotheses;
  readonly activity: Activity;
  readonly people: People;
  readonly graph: Graph;
  readonly consolidation: Consolidation;
  readonly audit: AuditLog;
  readonly retention: Retention;
  readonly changes: Changes;
  readonly archive: Archive;
  readonly recording: Recording;
  readonly recovery: Recovery;
  readonly learning: Learning;
  readonly highlights: SessionHighlights;
  readonly notes: Notes;
  readonly catalogue: Catalogue;
  readonly saveStates: SaveStates;
  readonly erasure: Erasure;
  readonly scopeErasure: ScopeErasure;
  readonly erasureCleanup: ErasureCleanup;
  readonly handOffs: HandOffs;
  /** Absent where no Git can be run. */
  readonly history?: ProjectHistory | undefined;
  readonly context: ContextBuilder;
  readonly pinnedFacts: PinnedFacts;
  readonly recaps: Recaps;
  readonly markdown: MarkdownArchive;
  readonly offers: OfferStore;
  readonly turns: Turns;
  readonly muted: MutedMemories;
  /** Whether hooks may add memories that clearly match a prompt. */
  readonly offersEnabled: boolean;
  readonly portability: Portability;
  readonly health: Health;
  readonly cuts: CutCounter;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly syncConflicts: SyncConflicts;
  readonly maintenance: MaintenanceStore;
  readonly vacuum: Vacuum;
  readonly embeddings: EmbeddingStore;
  readonly clock: Clock;
  /** Records what the caller's chat has said so far; see `MemoryOptions`. */
  readonly recordPending: RecordPending;
  /** The entries that a chat may receive unasked; absent where no files can be read. */
  readonly fileEntries?: ReadFileEntries | undefined;
  /** Absent where no history can be read. */
  readonly commits?: ReadCommits;
}

/** Options that a user can set, within the limits and with the defaults of `shared/settingLimits.ts`. */
export interface MemoryOptions {
  /** Minutes of silence after which the next call of a conversation starts another session. */
  silenceMinutes?: number;
  /** A vacuum deletes archived messages older than this many days; 0 keeps them all. */
  archiveDays?: number;
  /** Audit rows older than this many days move to the archive files. */
  auditDays?: number;
  /** Days after which the next steps of a session expire; 0 keeps none. */
  handOffDays?: number;
  /** Memories about an entity from which a run writes a synthesis. */
  density?: number;
  /** Days without use after which a plain fact starts to fade; 0 turns fading off. */
  fadingDays?: number;
  /** Token budget of a context block. */
  contextTokens?: number;
  /** Whether hooks may give a model memories that clearly match a prompt; true when absent. */
  offersEnabled?: boolean;
  /** Brings the entries of the caller's memory files up to date; absent where none can be read. */
  refreshEntries?: RefreshEntries;
  /** Absent where no transcripts can be read. */
  recordPending?: RecordPending;
  /** Reads the reminders in the caller's files; absent where none can be read. */
  readReminders?: ReadReminders;
  /** Absent where no Git can be run. */
  history?: ProjectHistory;
  /** Where this process runs, for the directory of a shared store; absent if it does not register there. */
  instance?: InstanceSettings;
  /** Where recorded messages wait for a server; absent if they are stored here. */
  outbox?: Outbox | undefined;
  /** What the audit needs in addition to the store. */
  audit?: Omit<AuditOptions, 'days'>;
}

/**
 * Records what the caller's chat has said in its present turn, which hooks record when it ends. A tool that compares
 * words with the recording calls it first.
 */
type RecordPending = (caller: Caller) => Promise<void>;

export function createMemory(store: Store, hostPorts: Ports, mode: Mode, options: MemoryOptions = {}): Memory {
  const cuts = new CutCounter(store.audit, hostPorts.clock);
  const ports = { ...hostPorts, redact: cuts.counting(hostPorts.redact) };
  const { clock } = ports;
  const people = new People(store.people, ports, mode, options.instance);
  const identities = new Identities(store.identity, ports, mode, (caller) => {
    cuts.met(caller);
    people.met(caller);
  });
  const {
    silenceMinutes = silenceMinuteLimits.default,
    archiveDays = archiveDayLimits.default,
    auditDays = auditDayLimits.default,
  } = options;
  const budget = contextBudgetOf(options.contextTokens);
  const retention = new Retention({
    ...{ store: store.retention, maintenance: store.maintenance, clock, files: options.audit?.files },
    refusalOf: () => identities.refusalOf('set_retention'),
  });
  const audit = new AuditLog(store.audit, hostPorts, {
    ...{ ...options.audit, days: auditDays },
    afterArchive: () => retention.run(),
  });
  const sessions = new Sessions(store.sessions, ports, silenceMinutes);
  const facts = new Facts(store.facts, ports, { sessions, places: identities, refusals: audit });
  const chunks = new Chunks(store.chunks, ports, sessions);
  const profiles = new Profiles(store.profiles, ports);
  const knowledge = new KnowledgeBase(store.knowledge, ports, { sessions, identities, people }, mode);
  const archive = new Archive(store.archive, store.recording, ports);
  const { handOffDays: days, refreshEntries, history } = options;
  const fading = new Fading(store.fading, clock, { days: options.fadingDays, after: options.audit?.after });
  const catalogue = new Catalogue(store.catalogue, fading, refreshEntries);
  const muted = new MutedMemories(store.muted, ports, catalogue);
  const readEntries = refreshEntries && createReadFileEntries(store.entries, refreshEntries);
  const readFiles = readEntries && createReadFileStatements(readEntries, options.readReminders);
  const graph = new Graph(store.graph, ports);
  const { density = densityLimits.default } = options;
  const handOffs = new HandOffs(store.handOffs, { sessions, ports, days, silenceMinutes, stepsLeft });
  const decisions = new Decisions(store.decisions, { facts, places: identities, ports, findSentence: sentenceFor });
  const hypotheses = new Hypotheses(store.hypotheses, ports, sessions, audit);
  return {
    identities,
    sessions,
    sessionDetails: new SessionDetails({ sessions, chunks, archive, clock, reads: audit }),
    facts,
    fading,
    decisions,
    chunks,
    profiles,
    knowledge,
    hypotheses,
    activity: new Activity(store.activity),
    people,
    graph,
    consolidation: new Consolidation(store.syntheses, { graph, catalogue, ports, density }),
    audit,
    changes: new Changes(store.changes, ports, mode),
    archive,
    recording: new Recording(store.recording, ports, { silenceMinutes, archiveDays, outbox: options.outbox }),
    recovery: new Recovery(store.recovery, { sessions, recording: store.recording }),
    learning: new Learning(store.learning, { ports, silenceMinutes }),
    highlights: new SessionHighlights(store.learning, store.recording),
    notes: new Notes(store.notes, ports),
    catalogue,
    saveStates: new SaveStates({ facts: store.facts, sessions, catalogue, embeddings: store.embeddings }),
    erasure: new Erasure(store.erasure, { identities, clock }, mode),
    scopeErasure: new ScopeErasure(store.scopeErasure, { identities, maintenance: store.maintenance, clock }, mode),
    erasureCleanup: store.erasureCleanup,
    handOffs,
    fileEntries: readEntries,
    ...(refreshEntries !== undefined && { commits: createReadCommits(store.entries, refreshEntries) }),
    history,
    context: new ContextBuilder(
      { facts, knowledge, profiles, sessions, muted, handOffs, fading, clock, reads: audit, readFiles },
      budget,
    ),
    pinnedFacts: new PinnedFacts({ facts, profiles, redact: hostPorts.redact }),
    recaps: new Recaps({ sessions, decisions, facts, catalogue, hypotheses, muted, identities, clock, reads: audit }),
    markdown: new MarkdownArchive({ sessions, chunks, archive, facts, clock, redact: hostPorts.redact, reads: audit }),
    offers: store.offers,
    turns: new Turns(store.turns),
    muted,
    offersEnabled: options.offersEnabled ?? true,
    portability: new Portability(store.portability, ports),
    health: new Health(store.health, { fading, clock }),
    cuts,
    secrets: new Secrets(store.secrets, {
      redact: hostPorts.redact,
      maintenance: store.maintenance,
      erasureCleanup: store.erasureCleanup,
    }),
    tokens: new Tokens(store.tokens, ports, mode, () => identities.refusalOf('manage_tokens')),
    retention,
    syncConflicts: new SyncConflicts(store.sync),
    maintenance: store.maintenance,
    vacuum: new Vacuum({ chunks, archive, maintenance: store.maintenance }, archiveDays),
    embeddings: store.embeddings,
    clock,
    recordPending: options.recordPending ?? (() => Promise.resolve()),
  };
}
