/** The users, their projects and clients, and what is noted about what they do. */
import { cardLevels, origins } from '../memory/shared/vocabulary.ts';
import {
  column,
  created,
  integer,
  json,
  known,
  rowId,
  oneOf,
  orNull,
  owner,
  text,
  time,
  to,
  version,
  words,
} from './column.ts';
import type { CanonicalTable, Table } from './table.ts';

export const users = {
  noun: ['user', 'users'],
  columns: {
    id: text,
    username: column(words, { isUnique: true, isName: true }),
    display_name: orNull(words),
    role: orNull(text, { initial: `'member'` }),
    created_at: created,
    last_seen: orNull(time),
  },
} satisfies CanonicalTable;

export const projects = {
  noun: ['project', 'projects'],
  columns: {
    id: text,
    key: column(words, { isUnique: true, isName: true }),
    name: column(words, { isName: true }),
    created_at: orNull(time),
    last_seen: orNull(time),
  },
} satisfies CanonicalTable;

export const ownProjects = {
  columns: { user_id: owner, project_id: to('projects'), name: text },
  key: ['user_id', 'project_id'],
  indexes: { idx_own_projects_project: '(project_id)' },
} satisfies Table;

export const agents = {
  noun: ['agent', 'agents'],
  columns: {
    id: text,
    name: column(words, { isUnique: true, isName: true }),
    version: orNull(words),
    created_at: orNull(time),
    last_seen: orNull(time),
  },
} satisfies CanonicalTable;

export const identityProfile = {
  noun: ['profile', 'profiles'],
  isSynced: true,
  columns: {
    id: column(text, { sync: 'local' }),
    user_id: column(owner, { isUnique: true }),
    role: orNull(words),
    preferences: orNull(words),
    pinned_facts: orNull(words),
    updated_at: created,
    role_origin: known(origins),
    preferences_origin: known(origins),
    pinned_origin: known(origins),
    card_level: orNull(oneOf(cardLevels)),
    card_topics: orNull(words),
    card_projects: orNull(json),
    version,
  },
} satisfies CanonicalTable;

export const tokens = {
  columns: {
    id: text,
    user_id: owner,
    agent: text,
    token_hash: column(text, { isUnique: true }),
    is_read_only: oneOf([0, 1]),
    created_at: time,
    expires_at: orNull(time),
    last_used_at: orNull(time),
    revoked_at: orNull(time),
  },
  indexes: { idx_tokens_user: '(user_id)' },
} satisfies Table;

export const instances = {
  columns: { id: text, user_id: owner, name: text, url: orNull(text), first_seen: time, last_seen: time },
  unique: [['user_id', 'name']],
} satisfies Table;

export const tombstones = {
  columns: { uid: text, kind: text, until: orNull(time), erased_at: time },
  key: ['uid'],
} satisfies Table;

export const erasures = {
  columns: { user_id: text, begun_at: time },
  key: ['user_id'],
  notCopied: 'A source with an unfinished erasure is refused.',
} satisfies Table;

export const audit = {
  columns: {
    id: rowId,
    at: time,
    level: oneOf(['refusal', 'change', 'read']),
    user_id: text,
    agent_id: orNull(text),
    session_id: orNull(text),
    project_id: orNull(text),
    action: text,
    kind: orNull(text),
    memory_uid: orNull(text),
    count: orNull(integer),
    detail: orNull(words),
  },
  indexes: { idx_audit_time: '(at)', idx_audit_memory: '(memory_uid) WHERE memory_uid IS NOT NULL' },
} satisfies Table;

export const changes = {
  columns: {
    id: rowId,
    change_id: text,
    user_id: text,
    kind: text,
    row_key: text,
    before_image: orNull(json),
    after_image: orNull(json),
    created_at: time,
  },
  indexes: { idx_changes_change: '(change_id)', idx_changes_user: '(user_id, created_at)' },
  notCopied: 'Derived: undo steps of the last day.',
  // A before-image that was edited would no longer fit its hash, and can be lost: it only serves an undo.
  deletedBy: 'change_id',
} satisfies Table;
