/** Puts the repositories over one engine together into the store. After `close`, every call is refused. */
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Hash, IndexText, NewId } from '../../memory/shared/ports.ts';
import type { AuditSetting } from '../../memory/shared/vocabulary.ts';
import type { Store } from '../../memory/store.ts';
import { createSqlActivity } from './activity/sqlActivity.ts';
import { createSqlArchive } from './archive/sqlArchive.ts';
import { createSqlChunks } from './archive/sqlChunks.ts';
import { createSqlRecording } from './archive/sqlRecording.ts';
import { createSqlRecovery } from './archive/sqlRecovery.ts';
import type { EngineDescription, SqlConnection, SqliteEngine } from './engine/sqlConnection.ts';
import { createSqlFacts } from './facts/sqlFacts.ts';
import { createSqlNotes } from './facts/sqlNotes.ts';
import { createSqlErasure } from './governance/erasure/sqlErasure.ts';
import type { BesideStore } from './governance/erasure/sqlErasureRest.ts';
import { createErasureRest, finishingErasures } from './governance/erasure/sqlErasureRest.ts';
import { createSqlScopeErasure } from './governance/erasure/sqlScopeErasure.ts';
import { createSqlSecrets } from './governance/erasure/sqlSecrets.ts';
import { createSqlAudit } from './governance/sqlAudit.ts';
import { createSqlIdentity } from './governance/sqlIdentity.ts';
import { createSqlHypotheses } from './hypotheses/sqlHypotheses.ts';
import { createSqlEmbeddings } from './index/vectors/sqlEmbeddings.ts';
import { createSqlKnowledge } from './knowledge/sqlKnowledge.ts';
import { createSqlProfiles } from './profile/sqlProfiles.ts';
import { createSqlCatalogue } from './recall/sqlCatalogue.ts';
import { createSqlMuted } from './recall/sqlMuted.ts';
import { createSqlOffers } from './recall/sqlOffers.ts';
import { createSqlRecall } from './recall/sqlRecall.ts';
import { createSqlTurns } from './recall/sqlTurns.ts';
import { createSqlSessions } from './sessions/sqlSessions.ts';
import { chooseAudit } from './shared/auditRows.ts';
import { createSqlSummaries } from './summarize/sqlSummaries.ts';
import { createSqlHealth } from './upkeep/sqlHealth.ts';
import { createSqlMaintenance } from './upkeep/sqlMaintenance.ts';
import { createSqlPortability } from './upkeep/sqlPortability.ts';

export interface StorePorts {
  /** What lies beside the store; absent in a browser. */
  beside?: BesideStore;
  hash: Hash;
  newId: NewId;
  now: () => Date;
  indexText: IndexText;
  /** What the audit notes; what is usual for the store when absent. */
  audit?: AuditSetting | undefined;
}

/** `open` is called once, by the first operation; a failure is told to the caller and tried again by the next one. */
export function createSqlStore(open: () => Promise<SqliteEngine>, ports: StorePorts): Store {
  const engine = createLazyEngine(async () => finishingErasures(await open(), ports), ports.audit);
  const { indexText, newId, hash, now } = ports;
  return {
    identity: createSqlIdentity(engine, now),
    profiles: createSqlProfiles(engine),
    sessions: createSqlSessions(engine, indexText, now),
    chunks: createSqlChunks(engine, indexText, now),
    facts: createSqlFacts(engine, indexText),
    knowledge: createSqlKnowledge(engine, indexText),
    hypotheses: createSqlHypotheses(engine, now),
    health: createSqlHealth(engine),
    activity: createSqlActivity(engine),
    archive: createSqlArchive(engine, { indexText, newId, hash }, now),
    recording: createSqlRecording(engine, { indexText, newId, hash }),
    recovery: createSqlRecovery(engine),
    summaries: createSqlSummaries(engine, indexText),
    notes: createSqlNotes(engine, indexText, hash),
    recall: createSqlRecall(engine),
    offers: createSqlOffers(engine),
    turns: createSqlTurns(engine),
    muted: createSqlMuted(engine),
    catalogue: createSqlCatalogue(engine, hash),
    erasure: createSqlErasure(engine, { indexText, hash }),
    scopeErasure: createSqlScopeErasure(engine, { indexText, hash, newId }),
    erasureRest: createErasureRest(engine, ports),
    embeddings: createSqlEmbeddings(engine, ports.now),
    portability: createSqlPortability(engine, { indexText, newId, hash, now: ports.now }),
    audit: createSqlAudit(engine),
    secrets: createSqlSecrets(engine, { indexText, hash, copies: ports.beside?.copies }),
    maintenance: createSqlMaintenance(engine, indexText, hash),
    close: () => engine.close(),
  };
}

/** Each connection is told how much is noted; a file that was replaced is opened through another one. */
function choosing(db: SqlConnection, audit: AuditSetting | undefined): SqlConnection {
  chooseAudit(db, audit);
  return db;
}

function createLazyEngine(open: () => Promise<SqliteEngine>, audit: AuditSetting | undefined): SqliteEngine {
  let opened: Promise<SqliteEngine> | undefined;
  let closed = false;
  const ready = async (): Promise<SqliteEngine> => {
    if (closed) throw new BigMindError('store_unavailable', 'The store was closed.', { remedy: 'Open it again.' });
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  return {
    read: async (work) => (await ready()).read((db) => work(choosing(db, audit))),
    write: async (work) => (await ready()).write((db) => work(choosing(db, audit))),
    changeToken: async () => (await ready()).changeToken(),
    describe: async (): Promise<EngineDescription> => (await ready()).describe(),
    async close() {
      closed = true;
      // An engine that never opened has nothing to release, and its failure was told to whoever wanted it.
      const engine = await opened?.catch(() => undefined);
      await engine?.close();
    },
  };
}
