/**
 * The domain as one value: what entry points (tools, commands, views) call. Every operation takes the caller first;
 * nothing here knows of SQL, VS Code, the clock or the file system.
 */
import { Activity } from './activity.ts';
import { Archive } from './archive.ts';
import { Catalogue } from './catalogue.ts';
import { Chunks } from './chunks.ts';
import { ContextBuilder } from './context.ts';
import type { EmbeddingStore } from './embeddings.ts';
import { Erasure } from './erasure.ts';
import { Facts } from './facts.ts';
import { Health } from './health.ts';
import { Hypotheses } from './hypotheses.ts';
import { Identities } from './identity.ts';
import { KnowledgeBase } from './knowledge.ts';
import { Portability } from './portability.ts';
import type { Clock, Mode, Ports } from './ports.ts';
import { Profiles } from './profile.ts';
import { SessionDetails } from './sessionDetail.ts';
import { Sessions } from './sessions.ts';
import type { MaintenanceStore, Store } from './store.ts';

export interface Memory {
  readonly identities: Identities;
  readonly sessions: Sessions;
  readonly sessionDetails: SessionDetails;
  readonly facts: Facts;
  readonly chunks: Chunks;
  readonly profiles: Profiles;
  readonly knowledge: KnowledgeBase;
  readonly hypotheses: Hypotheses;
  readonly activity: Activity;
  readonly archive: Archive;
  readonly catalogue: Catalogue;
  readonly erasure: Erasure;
  readonly context: ContextBuilder;
  readonly portability: Portability;
  readonly health: Health;
  readonly maintenance: MaintenanceStore;
  readonly embeddings: EmbeddingStore;
  readonly clock: Clock;
}

export function createMemory(store: Store, ports: Ports, mode: Mode): Memory {
  const { clock } = ports;
  const identities = new Identities(store.identity, ports, mode);
  const sessions = new Sessions(store.sessions, ports);
  const facts = new Facts(store.facts, ports, sessions);
  const chunks = new Chunks(store.chunks, ports, sessions);
  const profiles = new Profiles(store.profiles, ports);
  const knowledge = new KnowledgeBase(store.knowledge, ports, { sessions, identities }, mode);
  const archive = new Archive(store.archive, ports);
  return {
    identities,
    sessions,
    sessionDetails: new SessionDetails({ sessions, chunks, archive, clock }),
    facts,
    chunks,
    profiles,
    knowledge,
    hypotheses: new Hypotheses(store.hypotheses, ports, sessions),
    activity: new Activity(store.activity),
    archive,
    catalogue: new Catalogue(store.catalogue),
    erasure: new Erasure(store.erasure, { identities, clock }, mode),
    context: new ContextBuilder({ facts, knowledge, profiles, sessions, clock }),
    portability: new Portability(store.portability, ports),
    health: new Health(store.health, clock),
    maintenance: store.maintenance,
    embeddings: store.embeddings,
    clock,
  };
}
