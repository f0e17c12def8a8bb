/**
 * Who may read and write the rows of each table: the one source of the policies (`policySql.ts`) and of the suite that
 * tries them. A rule is an SQL condition on a row, apart from its workspace, which must always be that of the identity.
 * A table that is missing here gets no policy, so nobody can use it, and the suite fails.
 */
import type { AccessAction, Right } from '../../../memory/governance/access.ts';
import { accessTable, roleContexts } from '../../../memory/governance/access.ts';

export interface AccessRule {
  /** Undefined: nobody. */
  select?: string;
  /** A condition on the new row. */
  insert?: string;
  /** On the row before and after. */
  update?: string;
  delete?: string;
  /** The columns that an update may change; all if undefined. */
  columns?: readonly string[];
  /** For tables that have no `user_id`: how a new row finds its owner. */
  owner?: OwnerSource;
}

export interface OwnerSource {
  /** The column that the database fills in. */
  column: 'owner_id';
  /** An SQL expression for a new row `NEW`; null if it has no parent that the identity may see. */
  from: string;
  /** The owner is that of the first statement; by default it follows the parent of the row. */
  isKept?: true;
}

const owners = 'ANY ((SELECT bigmind_owners())::text[])';
const seesAll = '(SELECT bigmind_sees_all())';

export const isOwn = (column: string): string => `${column} = ${owners}`;

/** The condition on an identity to have a right by the table of `access.ts`. */
function hasRight(action: AccessAction, ...rights: readonly Right[]): string {
  const contexts = roleContexts.filter((context) => rights.includes(accessTable[action][context]));
  const list = contexts.map((context) => `'${context}'`).join(', ');
  return contexts.length === 0 ? 'FALSE' : `(SELECT bigmind_role_context()) IN (${list})`;
}

const all = (condition: string): AccessRule => {
  return { select: condition, insert: condition, update: condition, delete: condition };
};

const own = (column: string): AccessRule => all(isOwn(column));

/** Rows without a `user_id` belong to the owner of their parent. */
function ofParent(table: string, key: string, column: string, owner = 'user_id'): AccessRule {
  const from = `(SELECT p.${owner} FROM ${table} p WHERE p.${key} = NEW.${column} AND p.workspace_id = NEW.workspace_id)`;
  return { ...own('owner_id'), owner: { column: 'owner_id', from } };
}

/** Rows of a user that refer to a session must refer to one of their own, or a key would tell which ids exist. */
function inOwnSession(column: string, rule: AccessRule): AccessRule {
  const exists = `(${column} IS NULL OR EXISTS (SELECT 1 FROM sessions s WHERE s.id = ${column}))`;
  return {
    ...rule,
    insert: `${rule.insert ?? 'FALSE'} AND ${exists}`,
    update: `${rule.update ?? 'FALSE'} AND ${exists}`,
  };
}

const mayReviewAll = hasRight('review_knowledge', 'all');
const mayReview = (owner: string): string =>
  `(${mayReviewAll} OR (${hasRight('review_knowledge', 'own')} AND ${isOwn(owner)}) OR ${seesAll})`;
const mayErase = `(${hasRight('erase_knowledge', 'all')} OR (${hasRight('erase_knowledge', 'own')} AND ${isOwn('promoted_by')})
  OR (${isOwn('promoted_by')} AND coalesce(status, 'pending') = 'pending') OR ${seesAll})`;
const mayReadProposals = `(${hasRight('read_proposals', 'all')} OR ${isOwn('promoted_by')} OR ${seesAll})`;
const isOwnProposal = `(${isOwn('promoted_by')} AND coalesce(status, 'pending') = 'pending')`;

/** Documents of knowledge are written by those who may write the entry. */
const writesKnowledge = `(kind = 'knowledge' AND (${mayReviewAll} OR ${seesAll} OR EXISTS (
  SELECT 1 FROM global_knowledge k WHERE k.id::text = memory_id AND ${isOwn('k.promoted_by')}
    AND (${hasRight('review_knowledge', 'own')} OR coalesce(k.status, 'pending') <> 'approved'))))`;

/** A document is removed after its entry was, so nothing may be left to ask for. */
const removesKnowledge = `(kind = 'knowledge' AND (${mayReviewAll} OR ${seesAll} OR ${hasRight('review_knowledge', 'own')}))`;

const documents: AccessRule = {
  select: `${isOwn('user_id')} OR shared OR (kind = 'knowledge' AND (${mayReviewAll} OR ${seesAll}))`,
  insert: `${isOwn('user_id')} OR ${writesKnowledge}`,
  update: `${isOwn('user_id')} OR ${writesKnowledge}`,
  delete: `${isOwn('user_id')} OR ${removesKnowledge}`,
};

/** Vectors and their queue are visible with their document, and written with it. */
const documentOwner: OwnerSource = {
  column: 'owner_id',
  from: `(SELECT CASE WHEN d.shared THEN '*' ELSE d.user_id END FROM memory_documents d
    WHERE d.kind = NEW.kind AND d.memory_id = NEW.memory_id AND d.workspace_id = NEW.workspace_id)`,
};
const readers = `ANY (((SELECT bigmind_owners()) || '*'::text)::text[])`;

const documentOf = (row: string): string =>
  `SELECT 1 FROM memory_documents d WHERE d.kind = ${row}.kind AND d.memory_id = ${row}.memory_id`;

/** Everybody reads a row with the owner `*`; those write it who may write its document. */
const isWritable = (row: string): string => `${isOwn(`${row}.owner_id`)} OR (${row}.owner_id = '*' AND
  (${mayReviewAll} OR ${seesAll} OR EXISTS (${documentOf(row)} AND ${isOwn('d.user_id')})))`;

/** For a row whose document everybody may read: whether the identity may write that document, or it is gone. */
function ofDocument(table: string): AccessRule {
  return {
    select: `owner_id = ${readers}`,
    insert: isWritable(table),
    update: isWritable(table),
    delete: `${isWritable(table)} OR (owner_id = '*' AND NOT EXISTS (${documentOf(table)}))`,
    owner: documentOwner,
  };
}

/** For what the graph has of a document: read with it, and written by upkeep for everybody. They go with the document. */
const ofGraph: AccessRule = {
  ...all(`${isOwn('owner_id')} OR ${seesAll}`),
  select: `${isOwn('owner_id')} OR ${seesAll} OR EXISTS (SELECT 1 FROM memory_documents d
    WHERE d.id = document_id AND (d.shared OR d.kind = 'knowledge'))`,
  owner: {
    column: 'owner_id',
    from: `(SELECT d.user_id FROM memory_documents d
      WHERE d.id = NEW.document_id AND d.workspace_id = NEW.workspace_id)`,
  },
};

const everyone = 'TRUE';
/** No other user, or an admin: a row that others still use is kept by its keys. */
const isOnlyUser = `(SELECT bigmind_role_context()) = 'only'`;
const governs = `(${hasRight('erase_user', 'all')} OR ${seesAll})`;

export const accessRules: Readonly<Record<string, AccessRule>> = {
  // Names and roles. A trigger guards the roles (`guards.ts`).
  users: {
    select: everyone,
    // `erased` is the hidden owner of what a person erases; the trigger sees to its id and name.
    insert: `username = (SELECT bigmind_username()) OR role = 'erased' OR ${seesAll}`,
    update: `${isOwn('id')} OR ${hasRight('set_roles', 'all')}`,
    delete: `${isOwn('id')} OR ${governs}`,
  },
  // Which id a key has; only a function adds one (`guards.ts`). Seen by those who have the project, or a shared fact of it.
  projects: {
    select: `EXISTS (SELECT 1 FROM own_projects o WHERE o.project_id = projects.id) OR ${seesAll}`,
    insert: seesAll,
    delete: `${isOnlyUser} OR ${governs}`,
  },
  // What a person calls a project is seen by others with the facts of it that the person shares.
  own_projects: {
    ...own('user_id'),
    select: `${isOwn('user_id')} OR EXISTS (SELECT 1 FROM facts f WHERE f.user_id = own_projects.user_id
      AND f.project_id = own_projects.project_id AND f.visibility = 'workspace')`,
  },
  // The programs of a workspace: rows that its people share. Nobody makes them another program.
  agents: { select: everyone, insert: everyone, update: everyone, delete: seesAll, columns: ['version', 'last_seen'] },
  identity_profile: own('user_id'),
  // The server finds the user of a token with the purpose `all`.
  tokens: all(`${isOwn('user_id')} OR ${hasRight('manage_tokens', 'all')}`),
  // Where people use BigMind, as the directory shows it.
  instances: { ...own('user_id'), select: everyone },
  sessions: own('user_id'),
  session_summaries: ofParent('sessions', 'id', 'id'),
  conversation_chunks: inOwnSession('session_id', own('user_id')),
  messages: inOwnSession('session_id', own('user_id')),
  eras: own('user_id'),
  heaps: ofParent('sessions', 'id', 'session_id'),
  offers: ofParent('sessions', 'id', 'session_id'),
  transcript_files: own('user_id'),
  hook_runs: own('user_id'),
  facts: {
    ...inOwnSession('source_session', own('user_id')),
    select: `${isOwn('user_id')} OR visibility = 'workspace'`,
  },
  outcomes: {
    ...own('user_id'),
    select: `${isOwn('user_id')} OR EXISTS (SELECT 1 FROM facts f WHERE f.uid = decision_uid)`,
  },
  hypotheses: inOwnSession('session_id', own('user_id')),
  global_knowledge: {
    select: `status = 'approved' OR ${mayReadProposals}`,
    insert: `(${isOwn('promoted_by')} AND coalesce(status, 'pending') = 'pending') OR ${mayReview('promoted_by')}`,
    update: `${isOwnProposal} OR ${mayReview('promoted_by')} OR ${mayErase}`,
    delete: mayErase,
  },
  knowledge_reviews: {
    select: `${isOwn('user_id')} OR ${mayReviewAll} OR ${seesAll} OR EXISTS (
      SELECT 1 FROM global_knowledge k WHERE k.uid = knowledge_uid AND ${isOwn('k.promoted_by')})`,
    insert: `${isOwn('user_id')} AND (${hasRight('review_knowledge', 'all', 'own')} OR ${seesAll})`,
    update: `${isOwn('user_id')} OR ${governs}`,
    delete: `${isOwn('user_id')} OR ${mayReviewAll} OR ${governs}`,
  },
  links: {
    ...own('owner_id'),
    select: `${isOwn('owner_id')} OR (from_kind = 'fact' AND to_kind = 'fact'
      AND EXISTS (SELECT 1 FROM facts f WHERE f.uid = from_uid) AND EXISTS (SELECT 1 FROM facts f WHERE f.uid = to_uid))`,
    owner: {
      column: 'owner_id',
      from: `CASE NEW.from_kind
        WHEN 'fact' THEN (SELECT f.user_id FROM facts f WHERE f.uid = NEW.from_uid AND f.workspace_id = NEW.workspace_id)
        WHEN 'knowledge' THEN (SELECT k.promoted_by FROM global_knowledge k
          WHERE k.uid = NEW.from_uid AND k.workspace_id = NEW.workspace_id) END`,
    },
  },
  muted_memories: own('user_id'),
  changes: own('user_id'),
  // Nobody changes what was noted. The purpose `all` moves old rows into archives, and takes texts of erased users out.
  audit: {
    select: `${isOwn('user_id')} OR ${hasRight('read_audit', 'all')} OR ${seesAll}`,
    // A row that sets how long rows are kept counts (`sqlRetention.ts`), so it needs the right to it.
    insert: `(${isOwn('user_id')} AND (action <> 'set_retention' OR level <> 'change' OR ${hasRight('set_retention', 'all')}))
      OR ${seesAll}`,
    update: seesAll,
    delete: seesAll,
  },
  // Names of erased memories are guesses that a reader could confirm, so they are as private as the memories were.
  // Those of an erased or imported user count for everyone: the user returns with another id.
  tombstones: {
    ...all(`${isOwn('owner_id')} OR ${seesAll}`),
    select: `owner_id = ${readers}`,
    owner: {
      column: 'owner_id',
      isKept: true,
      from: `CASE WHEN bigmind_sees_all() THEN '*' ELSE coalesce((bigmind_owners())[1], '') END`,
    },
  },
  // The empty owner marks that copies of the store must still be cleaned.
  erasures: all(`${isOwn('user_id')} OR user_id = ''`),
  mind_files: own('user_id'),
  mind_entries: ofParent('mind_files', 'id', 'file_id'),
  memory_documents: documents,
  // `*` counts what everybody may read.
  memory_counts: {
    ...all(`${isOwn('user_id')} OR user_id = '*' OR (kind = 'knowledge' AND (${mayReviewAll} OR ${seesAll}))`),
    delete: `${isOwn('user_id')} OR ${seesAll}`,
  },
  fact_words: own('user_id'),
  mentions: ofGraph,
  relations: ofGraph,
  entity_aliases: own('user_id'),
  syntheses: own('user_id'),
  synthesis_sources: ofParent('syntheses', 'id', 'synthesis_id'),
  sleep_runs: own('user_id'),
  // Only through functions (`wordSql.ts`).
  document_words: {},
  scope_words: {},
  word_totals: {},
  // One list for the workspace. Deleting a model deletes the vectors of everybody.
  embedding_models: {
    ...{ select: everyone, insert: everyone, update: everyone, delete: `${isOnlyUser} OR ${governs}` },
    columns: ['dimensions', 'is_filled', 'last_used'],
  },
  embedding_queue: ofDocument('embedding_queue'),
  embeddings: ofDocument('embeddings'),
  embedding_vectors: {
    ...all(`EXISTS (SELECT 1 FROM embeddings e WHERE e.id = embedding_vectors.id AND (${isWritable('e')}))`),
    select: `EXISTS (SELECT 1 FROM embeddings e WHERE e.id = embedding_vectors.id)`,
    owner: {
      column: 'owner_id',
      from: '(SELECT e.owner_id FROM embeddings e WHERE e.id = NEW.id AND e.workspace_id = NEW.workspace_id)',
    },
  },
};
