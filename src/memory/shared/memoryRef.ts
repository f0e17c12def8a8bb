/** How a memory of any kind is named, and which memories a read covers. */
import type { ProjectScope } from './identity.ts';
import type { MemoryKind } from './vocabulary.ts';

/** Which memories a search covers, however it looks for them. */
export interface MemoryFilter {
  userId: string;
  scope: ProjectScope;
  /** All kinds when absent. */
  kinds?: MemoryKind[];
  /** Inclusive, ISO 8601 in UTC. */
  since?: string;
  /** Exclusive, ISO 8601 in UTC. */
  until?: string;
  /** Facts below are left out; other kinds have no confidence and pass. */
  minConfidence?: number;
  sessionId?: string;
  /** Only what came through the agent of this name. */
  agent?: string;
  /** Only what everybody may find: approved knowledge. */
  sharedOnly?: true;
}

/** Names one memory; ids are text, because sessions have UUIDs and the others numbers. */
export interface MemoryRef {
  kind: MemoryKind;
  id: string;
}
