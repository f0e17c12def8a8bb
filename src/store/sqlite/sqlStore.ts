/** Assembles the store from its repositories over one engine. After `close`, every call is refused. */
import type { Store } from '../../memory/store.ts';
import { createSqlActivity } from './activity/sqlActivity.ts';
import { createSqlArchive } from './archive/sqlArchive.ts';
import { createSqlChunks } from './archive/sqlChunks.ts';
import { createSqlRecording } from './archive/sqlRecording.ts';
import { createSqlRecovery } from './archive/sqlRecovery.ts';
import { createSqlDecisions, decisionUndoer } from './decisions/sqlDecisions.ts';
import { createSqlEntries } from './entries/sqlEntries.ts';
import type { EngineLayers } from './engine/stack.ts';
import type { SqlEngine } from './engine/sqlConnection.ts';
import { createEngineStack } from './engine/stack.ts';
import { factUndoer } from './facts/undoFacts.ts';
import { createSqlFacts } from './facts/sqlFacts.ts';
import { createSqlNotes } from './facts/sqlNotes.ts';
import { createSqlFading, useUndoer } from './fading/sqlFading.ts';
import { aliasUndoer } from './graph/entityAliases.ts';
import { createSqlGraph } from './graph/sqlGraph.ts';
import { createSqlSyntheses } from './graph/sqlSyntheses.ts';
import { createSqlErasure } from './governance/erasure/sqlErasure.ts';
import type { StoreFiles } from './governance/erasure/storeFiles.ts';
import { createErasureCleanup, withErasureResume } from './governance/erasure/sqlErasureCleanup.ts';
import { createSqlScopeErasure } from './governance/erasure/sqlScopeErasure.ts';
import { createSqlSecrets } from './governance/erasure/sqlSecrets.ts';
import { createSqlAudit } from './governance/sqlAudit.ts';
import { createSqlChanges } from './governance/sqlChanges.ts';
import { createSqlRetention } from './governance/sqlRetention.ts';
import { createSqlTokens } from './governance/sqlTokens.ts';
import { projectUndoer } from './governance/joinProjects.ts';
import { createSqlIdentity } from './governance/sqlIdentity.ts';
import { createSqlHypotheses, hypothesisUndoer } from './hypotheses/sqlHypotheses.ts';
import { createSqlEmbeddings } from './index/vectors/sqlEmbeddings.ts';
import { reviewUndoer } from './knowledge/knowledgeReviews.ts';
import { createSqlKnowledge } from './knowledge/sqlKnowledge.ts';
import { createSqlLearning } from './learn/sqlLearning.ts';
import { createSqlMinds } from './minds/sqlMinds.ts';
import { createSqlProfiles, profileUndoer } from './profile/sqlProfiles.ts';
import { createSqlCatalogue } from './recall/sqlCatalogue.ts';
import { createSqlHandOffs } from './recall/sqlHandOffs.ts';
import { createSqlMuted, muteUndoer } from './recall/sqlMuted.ts';
import { createSqlOffers } from './recall/sqlOffers.ts';
import { createSqlRecall } from './recall/sqlRecall.ts';
import { createSqlTurns } from './recall/sqlTurns.ts';
import { createSqlSessions, headlineUndoer } from './sessions/sqlSessions.ts';
import { chooseAudit } from './shared/auditRows.ts';
import type { StorePorts } from './shared/storePorts.ts';
import { createSqlSync } from './sync/sqlSync.ts';
import { conflictUndoer } from './sync/syncConflicts.ts';
import { createSqlHealth } from './upkeep/sqlHealth.ts';
import { createSqlMaintenance } from './upkeep/sqlMaintenance.ts';
import { createSqlPortability } from './upkeep/sqlPortability.ts';
import { withFinishedTransfer } from './upkeep/transferMark.ts';

const undoers = [
  decisionUndoer,
  factUndoer,
  useUndoer,
  reviewUndoer,
  profileUndoer,
  muteUndoer,
  aliasUndoer,
  headlineUndoer,
  hypothesisUndoer,
  conflictUndoer,
  projectUndoer,
];

/** `layers` are those of the host; the layers that every store needs are added here. */
export function createSqlStore(
  layers: Omit<EngineLayers, 'finishedTransfer' | 'erasureResume' | 'prepare'>,
  ports: StorePorts & {
    /** The files next to the store; absent in a browser. */
    beside?: StoreFiles;
  },
): Store {
  const opened = createEngineStack({
    ...layers,
    finishedTransfer: withFinishedTransfer,
    erasureResume: withErasureResume(ports),
    prepare: (db) => {
      chooseAudit(db, ports.audit);
    },
  });
  const engine = ports.traced === undefined ? opened : withTraces(opened, ports.traced);
  const { indexText, newId, hash, now } = ports;
  return {
    identity: createSqlIdentity(engine, now),
    profiles: createSqlProfiles(engine),
    sessions: createSqlSessions(engine, indexText, now),
    chunks: createSqlChunks(engine, indexText, now),
    facts: createSqlFacts(engine, indexText, now),
    decisions: createSqlDecisions(engine, indexText, now),
    knowledge: createSqlKnowledge(engine, indexText),
    hypotheses: createSqlHypotheses(engine, now),
    health: createSqlHealth(engine, now),
    activity: createSqlActivity(engine, now),
    minds: createSqlMinds(engine),
    graph: createSqlGraph(engine),
    syntheses: createSqlSyntheses(engine),
    archive: createSqlArchive(engine, { indexText, newId, hash }, now),
    recording: createSqlRecording(engine, { indexText, newId, hash }),
    recovery: createSqlRecovery(engine),
    learning: createSqlLearning(engine, { indexText, newId, hash }),
    notes: createSqlNotes(engine, indexText, hash),
    fading: createSqlFading(engine, hash, now),
    recall: createSqlRecall(engine, indexText, now),
    offers: createSqlOffers(engine),
    turns: createSqlTurns(engine),
    muted: createSqlMuted(engine),
    handOffs: createSqlHandOffs(engine, indexText, now),
    entries: createSqlEntries(engine, indexText),
    catalogue: createSqlCatalogue(engine, hash, now),
    erasure: createSqlErasure(engine, { indexText, hash }),
    scopeErasure: createSqlScopeErasure(engine, { indexText, hash, newId }),
    erasureCleanup: createErasureCleanup(engine, ports),
    embeddings: createSqlEmbeddings(engine, ports.now),
    portability: createSqlPortability(engine, { indexText, newId, hash, now: ports.now }),
    audit: createSqlAudit(engine),
    retention: createSqlRetention(engine, indexText, now),
    changes: createSqlChanges(engine, undoers, { indexText, newId, hash }),
    secrets: createSqlSecrets(engine, { indexText, hash, copies: ports.beside?.copies }),
    tokens: createSqlTokens(engine),
    sync: createSqlSync(engine, { indexText, newId, hash, now }),
    maintenance: createSqlMaintenance(engine, ports),
    actFor: (_username, work) => work(),
    close: () => engine.close(),
  };
}

function withTraces(engine: SqlEngine, traced: NonNullable<StorePorts['traced']>): SqlEngine {
  return {
    ...engine,
    read: (work) => traced('read', () => engine.read(work)),
    write: (work, ownerId) => traced('write', () => engine.write(work, ownerId)),
    callFunction: (name, value) => traced('read', async () => engine.callFunction?.(name, value)),
  };
}
