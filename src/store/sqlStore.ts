/** Assembles the store from its repositories over one engine. After `close`, every call is refused. */
import type { Store } from '../memory/store.ts';
import { createSqlActivity } from './sql/activity/sqlActivity.ts';
import { createSqlArchive } from './sql/archive/sqlArchive.ts';
import { createSqlChunks } from './sql/archive/sqlChunks.ts';
import { createSqlRecording } from './sql/archive/sqlRecording.ts';
import { createSqlRecovery } from './sql/archive/sqlRecovery.ts';
import { createSqlDecisions, decisionUndoer } from './sql/decisions/sqlDecisions.ts';
import { createSqlEntries } from './sql/entries/sqlEntries.ts';
import type { EngineLayers } from './sql/connection/stack.ts';
import type { SqlEngine } from './sql/connection/sqlConnection.ts';
import { createEngineStack } from './sql/connection/stack.ts';
import { factUndoer } from './sql/facts/undoFacts.ts';
import { createSqlFacts } from './sql/facts/sqlFacts.ts';
import { createSqlNotes } from './sql/facts/sqlNotes.ts';
import { createSqlFading, useUndoer } from './sql/fading/sqlFading.ts';
import { aliasUndoer } from './sql/graph/entityAliases.ts';
import { createSqlGraph } from './sql/graph/sqlGraph.ts';
import { createSqlSyntheses } from './sql/graph/sqlSyntheses.ts';
import { createSqlErasure } from './sql/governance/erasure/sqlErasure.ts';
import type { StoreFiles } from './sql/governance/erasure/storeFiles.ts';
import { createErasureCleanup, withErasureResume } from './sql/governance/erasure/sqlErasureCleanup.ts';
import { createSqlScopeErasure } from './sql/governance/erasure/sqlScopeErasure.ts';
import { createSqlSecrets } from './sql/governance/erasure/sqlSecrets.ts';
import { createSqlAudit } from './sql/governance/sqlAudit.ts';
import { createSqlChanges } from './sql/governance/sqlChanges.ts';
import { createSqlRetention } from './sql/governance/sqlRetention.ts';
import { createSqlTokens } from './sql/governance/sqlTokens.ts';
import { projectUndoer } from './sql/governance/joinProjects.ts';
import { createSqlIdentity } from './sql/governance/sqlIdentity.ts';
import { createSqlHypotheses, hypothesisUndoer } from './sql/hypotheses/sqlHypotheses.ts';
import { createSqlEmbeddings } from './sql/index/vectors/sqlEmbeddings.ts';
import { reviewUndoer } from './sql/knowledge/knowledgeReviews.ts';
import { createSqlKnowledge } from './sql/knowledge/sqlKnowledge.ts';
import { createSqlLearning } from './sql/learn/sqlLearning.ts';
import { createSqlPeople } from './sql/people/sqlPeople.ts';
import { createSqlProfiles, profileUndoer } from './sql/profile/sqlProfiles.ts';
import { createSqlCatalogue } from './sql/recall/sqlCatalogue.ts';
import { createSqlHandOffs } from './sql/recall/sqlHandOffs.ts';
import { createSqlMuted, muteUndoer } from './sql/recall/sqlMuted.ts';
import { createSqlOffers } from './sql/recall/sqlOffers.ts';
import { createSqlRecall } from './sql/recall/sqlRecall.ts';
import { createSqlTurns } from './sql/recall/sqlTurns.ts';
import { createSqlSessions, headlineUndoer } from './sql/sessions/sqlSessions.ts';
import { chooseAudit } from './sql/shared/auditRows.ts';
import type { StorePorts } from './sql/shared/storePorts.ts';
import { createSqlSync } from './exchange/sync/sqlSync.ts';
import { conflictUndoer } from './exchange/sync/syncConflicts.ts';
import { createSqlHealth } from './sql/upkeep/sqlHealth.ts';
import { createSqlMaintenance } from './sql/upkeep/sqlMaintenance.ts';
import { createSqlPortability } from './exchange/snapshot/sqlPortability.ts';
import { withFinishedTransfer } from './exchange/transferMark.ts';

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
    people: createSqlPeople(engine),
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
