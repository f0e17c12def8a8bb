/** The columns of an export that name rows of other tables. An import maps them to the rows of the store. */
import type { SnapshotTable } from '../../../memory/upkeep/snapshot.ts';

export const linkTargets = ['users', 'projects', 'agents', 'sessions', 'eras', 'heaps'] as const;
export type LinkTarget = (typeof linkTargets)[number];

export interface Link {
  column: string;
  target: LinkTarget;
  /** The schema does not enforce this link, so a dangling one is imported unchanged. */
  loose?: true;
}

export const links: Record<SnapshotTable, readonly Link[]> = {
  users: [],
  projects: [],
  agents: [],
  identity_profile: [{ column: 'user_id', target: 'users' }],
  sessions: [
    { column: 'user_id', target: 'users' },
    { column: 'project_id', target: 'projects' },
    { column: 'agent_id', target: 'agents' },
  ],
  session_summaries: [{ column: 'id', target: 'sessions', loose: true }],
  conversation_chunks: [
    { column: 'session_id', target: 'sessions' },
    { column: 'user_id', target: 'users' },
    { column: 'agent_id', target: 'agents' },
  ],
  facts: [
    { column: 'user_id', target: 'users' },
    { column: 'source_session', target: 'sessions' },
    { column: 'project_id', target: 'projects' },
    { column: 'agent_id', target: 'agents' },
  ],
  outcomes: [
    { column: 'user_id', target: 'users' },
    { column: 'agent_id', target: 'agents' },
  ],
  hypotheses: [
    { column: 'session_id', target: 'sessions' },
    { column: 'user_id', target: 'users' },
    { column: 'project_id', target: 'projects' },
    { column: 'agent_id', target: 'agents' },
  ],
  global_knowledge: [
    { column: 'promoted_by', target: 'users' },
    { column: 'approved_by', target: 'users' },
    { column: 'reviewed_by', target: 'users' },
    { column: 'source_session', target: 'sessions', loose: true },
    { column: 'agent_id', target: 'agents' },
  ],
  knowledge_reviews: [{ column: 'user_id', target: 'users' }],
  eras: [
    { column: 'user_id', target: 'users' },
    { column: 'project_id', target: 'projects' },
  ],
  heaps: [
    { column: 'era_id', target: 'eras' },
    { column: 'session_id', target: 'sessions' },
  ],
  messages: [
    { column: 'session_id', target: 'sessions' },
    { column: 'user_id', target: 'users' },
    { column: 'heap_id', target: 'heaps' },
  ],
  links: [],
  muted_memories: [{ column: 'user_id', target: 'users' }],
  entity_aliases: [{ column: 'user_id', target: 'users' }],
};

/** Columns that contain the uid of another memory; mapped if the store has that memory under another uid. */
export const uidColumns: Partial<Record<SnapshotTable, readonly string[]>> = {
  knowledge_reviews: ['knowledge_uid'],
  outcomes: ['decision_uid'],
  links: ['from_uid', 'to_uid'],
  muted_memories: ['memory_uid'],
};
