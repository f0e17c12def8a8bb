/** Puts the repositories over one engine together into the store. After `close`, every call is refused. */
import type { Hash, IndexText, NewId } from '../../memory/ports.ts';
import { BigMindError } from '../../memory/errors.ts';
import type { Store } from '../../memory/store.ts';
import { createSqlActivity } from './sqlActivity.ts';
import { createSqlArchive } from './sqlArchive.ts';
import { createSqlCatalogue } from './sqlCatalogue.ts';
import { createSqlChunks } from './sqlChunks.ts';
import { createSqlEmbeddings } from './sqlEmbeddings.ts';
import type { EngineDescription, SqliteEngine } from './sqlConnection.ts';
import { createSqlErasure } from './sqlErasure.ts';
import { createSqlFacts } from './sqlFacts.ts';
import { createSqlHealth } from './sqlHealth.ts';
import { createSqlHypotheses } from './sqlHypotheses.ts';
import { createSqlIdentity } from './sqlIdentity.ts';
import { createSqlKnowledge } from './sqlKnowledge.ts';
import { createSqlMaintenance } from './sqlMaintenance.ts';
import { createSqlNotes } from './sqlNotes.ts';
import { createSqlOffers } from './sqlOffers.ts';
import { createSqlPortability } from './sqlPortability.ts';
import { createSqlProfiles } from './sqlProfiles.ts';
import { createSqlRecall } from './sqlRecall.ts';
import { createSqlRecording } from './sqlRecording.ts';
import { createSqlRecovery } from './sqlRecovery.ts';
import { createSqlSessions } from './sqlSessions.ts';
import { createSqlSummaries } from './sqlSummaries.ts';

export interface StorePorts {
  hash: Hash;
  newId: NewId;
  now: () => Date;
  indexText: IndexText;
}

/** `open` is called once, by the first operation; a failure is told to the caller and tried again by the next one. */
export function createSqlStore(open: () => Promise<SqliteEngine>, ports: StorePorts): Store {
  const engine = createLazyEngine(open);
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
    catalogue: createSqlCatalogue(engine, hash),
    erasure: createSqlErasure(engine, { indexText, hash }),
    embeddings: createSqlEmbeddings(engine, ports.now),
    portability: createSqlPortability(engine, { indexText, newId, hash, now: ports.now }),
    maintenance: createSqlMaintenance(engine, indexText, hash),
    close: () => engine.close(),
  };
}

function createLazyEngine(open: () => Promise<SqliteEngine>): SqliteEngine {
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
    read: async (work) => (await ready()).read(work),
    write: async (work) => (await ready()).write(work),
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
