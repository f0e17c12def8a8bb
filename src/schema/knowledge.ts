/** Hypotheses, the knowledge of the workspace, and the links, mutes and aliases of memories. */
import { muteKinds, origins } from '../memory/shared/vocabulary.ts';
import {
  column,
  created,
  integer,
  known,
  lateUid,
  memoryUid,
  rowId,
  oneOf,
  orNull,
  owner,
  real,
  text,
  time,
  to,
  uid,
  version,
  words,
} from './column.ts';
import type { CanonicalTable } from './table.ts';

export const hypotheses = {
  noun: ['hypothesis', 'hypotheses'],
  isSynced: true,
  columns: {
    id: rowId,
    uid: lateUid,
    session_id: orNull(to('sessions')),
    user_id: owner,
    hypothesis: words,
    confidence: orNull(real, { initial: '0.7' }),
    status: oneOf(['open', 'confirmed', 'refuted', 'abandoned'], { initial: `'open'` }),
    resolution: orNull(words),
    project_id: orNull(to('projects')),
    agent_id: orNull(to('agents')),
    content_hash: orNull(text),
    created_at: created,
    resolved_at: orNull(time),
    origin: known(origins),
    version,
  },
  indexes: { idx_hypotheses_user_status: '(user_id, status)', idx_hypotheses_hash: '(user_id, content_hash)' },
  uniqueIndexes: { idx_hypotheses_uid: '(uid)' },
} satisfies CanonicalTable;

export const globalKnowledge = {
  noun: ['entry of team knowledge', 'entries of team knowledge'],
  isSynced: true,
  kind: 'knowledge',
  columns: {
    id: rowId,
    uid: lateUid,
    category: words,
    title: words,
    content: words,
    importance: orNull(integer, { initial: '5' }),
    status: orNull(text, { initial: `'pending'` }),
    promoted_by: orNull(to('users')),
    source_session: orNull(to('sessions', { reference: 'loose' })),
    approved_by: orNull(to('users')),
    agent_id: orNull(to('agents')),
    content_hash: orNull(text),
    review_notes: orNull(words),
    reviewed_at: orNull(time),
    reviewed_by: orNull(to('users')),
    created_at: created,
    updated_at: created,
    origin: known(origins),
    instance: orNull(words),
    version,
  },
  indexes: { idx_knowledge_hash: '(content_hash)' },
  uniqueIndexes: { idx_knowledge_uid: '(uid)' },
} satisfies CanonicalTable;

export const knowledgeReviews = {
  noun: ['review of team knowledge', 'reviews of team knowledge'],
  isSynced: true,
  columns: {
    id: rowId,
    uid,
    knowledge_uid: memoryUid,
    action: oneOf(['approve', 'deprecate']),
    user_id: owner,
    notes: orNull(words),
    category: words,
    title: words,
    content: words,
    importance: orNull(integer),
    status: orNull(text),
    created_at: time,
    origin: known(origins),
  },
  indexes: { idx_reviews_knowledge: '(knowledge_uid)' },
} satisfies CanonicalTable;

export const links = {
  noun: ['link between memories', 'links between memories'],
  isSynced: true,
  columns: {
    id: rowId,
    uid: column(uid, { sync: 'carried' }),
    from_kind: text,
    from_uid: memoryUid,
    to_kind: text,
    to_uid: memoryUid,
    relation: text,
    amount: orNull(real),
    created_at: column(time, { sync: 'carried' }),
  },
  unique: [['from_kind', 'from_uid', 'to_kind', 'to_uid', 'relation']],
  indexes: { idx_links_to: '(to_kind, to_uid)' },
} satisfies CanonicalTable;

export const mutedMemories = {
  noun: ['muted memory', 'muted memories'],
  isSynced: true,
  columns: {
    id: rowId,
    uid: column(uid, { sync: 'carried' }),
    user_id: owner,
    kind: oneOf(muteKinds),
    memory_uid: memoryUid,
    created_at: column(time, { sync: 'carried' }),
    feedback: known(['not_useful', 'useful']),
  },
  unique: [['user_id', 'kind', 'memory_uid']],
} satisfies CanonicalTable;

export const entityAliases = {
  noun: ['name of an entity', 'names of entities'],
  isSynced: true,
  columns: {
    id: rowId,
    uid: column(uid, { sync: 'carried' }),
    user_id: owner,
    alias: words,
    entity: words,
    created_at: column(time, { sync: 'carried' }),
  },
  unique: [['user_id', 'alias']],
  indexes: { idx_entity_aliases_entity: '(user_id, entity)' },
} satisfies CanonicalTable;
