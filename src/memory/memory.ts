/**
 * The domain as one value: what entry points (tools, commands, views) call. Every operation takes the caller first;
 * nothing here knows of SQL, VS Code, the clock or the file system.
 */
import { Archive } from './archive.ts';
import { Chunks } from './chunks.ts';
import { ContextBuilder } from './context.ts';
import { Facts } from './facts.ts';
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
  readonly archive: Archive;
  readonly context: ContextBuilder;
  readonly portability: Portability;
  readonly maintenance: MaintenanceStore;
  readonly clock: Clock;
}

export function createMemory(store: Store, ports: Ports, mode: Mode): Memory {
  const { clock } = ports;
  const sessions = new Sessions(store.sessions, ports);
  const facts = new Facts(store.facts, ports, sessions);
  const chunks = new Chunks(store.chunks, ports, sessions);
  const profiles = new Profiles(store.profiles, ports);
  const knowledge = new KnowledgeBase(store.knowledge, ports, sessions, mode);
  const archive = new Archive(store.archive, ports);
  return {
    identities: new Identities(store.identity, ports),
    sessions,
    sessionDetails: new SessionDetails({ sessions, chunks, archive, clock }),
    facts,
    chunks,
    profiles,
    knowledge,
    archive,
    context: new ContextBuilder({ facts, knowledge, profiles, sessions, clock }),
    portability: new Portability(store.portability, ports),
    maintenance: store.maintenance,
    clock,
  };
}
