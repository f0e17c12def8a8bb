/** How a memory of any kind is named, and which memories a read covers. */
import type { ProjectScope } from './identity.ts';
import type { FactType, MemoryKind, MemoryStatus } from './vocabulary.ts';

/** The memories that a search covers, by words or by meaning. */
export interface MemoryFilter {
  userId: string;
  scope: ProjectScope;
  /** All kinds when absent. */
  kinds?: MemoryKind[];
  /** Inclusive, ISO 8601 in UTC. */
  since?: string;
  /** Exclusive, ISO 8601 in UTC. */
  until?: string;
  /** Excludes facts below this; other kinds have no confidence and match. */
  minConfidence?: number;
  sessionId?: string;
  /** Only memories created through the agent of this name. */
  agent?: string | undefined;
  /** Only facts of one of these types. */
  types?: readonly FactType[];
  /** Only facts with all of these tags, in whichever case. */
  tags?: readonly string[];
  /** Also facts of the user that a newer one replaced. */
  includeSuperseded?: true;
  /** Only memories that all users can find: approved knowledge. */
  sharedOnly?: true;
  /** Of the entries of this project, only those in this folder. */
  worktree?: Worktree;
}

/** A folder of a project that may have several. */
export interface Worktree {
  projectId: string;
  /** Without links. */
  folder: string;
}

/** Names one memory. Ids are text, because sessions have UUIDs and other kinds have numbers. */
export interface MemoryRef {
  kind: MemoryKind;
  id: string;
}

/** `kind id`, which is equal for two references to the same memory. */
export function refKey({ kind, id }: MemoryRef): string {
  return `${kind} ${id}`;
}

/** The id of a session in lists; accepted wherever an id is. */
export function shortSessionId(id: string): string {
  return `${id.slice(0, 8)}…`;
}

/** The form in which tags are compared. A final sigma is the same letter as any other. */
export function tagKey(tag: string): string {
  return tag.toLowerCase().replaceAll('ς', 'σ');
}

/** Live facts are neither deprecated nor expired; a replaced fact is deprecated. `now` is ISO 8601 in UTC. */
export function statusOfFact(
  { deprecated, expiresAt }: { deprecated: boolean; expiresAt: string | null },
  now: string,
): MemoryStatus {
  if (deprecated) return 'deprecated';
  return expiresAt === null || expiresAt > now ? 'live' : 'expired';
}
