/** Puts the repositories over one engine together into the store. After `close`, every call is refused. */
import type { Hash, IndexText, NewId } from '../../memory/ports.ts';
import type { AuditSetting } from '../../memory/audit.ts';
import { BigMindError } from '../../memory/errors.ts';
import type { Store } from '../../memory/store.ts';
import { chooseAudit } from './auditRows.ts';
import { createSqlActivity } from './sqlActivity.ts';
import { createSqlArchive } from './sqlArchive.ts';
import { createSqlAudit } from './sqlAudit.ts';
import { createSqlCatalogue } from './sqlCatalogue.ts';
import { createSqlChunks } from './sqlChunks.ts';
import { createSqlEmbeddings } from './sqlEmbeddings.ts';
import type { EngineDescription, SqlConnection, SqliteEngine } from './sqlConnection.ts';
import { createSqlErasure } from './sqlErasure.ts';
import { createErasureRest, finishingErasures } from './sqlErasureRest.ts';
import type { BesideStore } from './sqlErasureRest.ts';
import { createSqlFacts } from './sqlFacts.ts';
import { createSqlHealth } from './sqlHealth.ts';
import { createSqlHypotheses } from './sqlHypotheses.ts';
import { createSqlIdentity } from './sqlIdentity.ts';
import { createSqlKnowledge } from './sqlKnowledge.ts';
import { createSqlMaintenance } from './sqlMaintenance.ts';
import { createSqlMuted } from './sqlMuted.ts';
import { createSqlNotes } from './sqlNotes.ts';
import { createSqlOffers } from './sqlOffers.ts';
import { createSqlPortability } from './sqlPortability.ts';
import { createSqlProfiles } from './sqlProfiles.ts';
import { createSqlRecall } from './sqlRecall.ts';
import { createSqlRecording } from './sqlRecording.ts';
import { createSqlRecovery } from './sqlRecovery.ts';
import { createSqlScopeErasure } from './sqlScopeErasure.ts';
import { createSqlSecrets } from './sqlSecrets.ts';
import { createSqlSessions } from './sqlSessions.ts';
import { createSqlSummaries } from './sqlSummaries.ts';
import { createSqlTurns } from './sqlTurns.ts';

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
