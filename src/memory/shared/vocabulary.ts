/**
 * The closed lists of the domain: every kind, state, category, role and action that is stored or sent by name. Each is
 * defined only here; the store, the page protocol, the tools and the page import it.
 */

/** Memories that only the store has, so that they are exported, audited and erased. */
export const storedKinds = ['fact', 'chunk', 'session', 'knowledge', 'message'] as const;

/** `entry` is derived: a statement of a project's memory file or history, and those are the truth. */
export const memoryKinds = [...storedKinds, 'entry'] as const;
export type MemoryKind = (typeof memoryKinds)[number];

/** What lists also contain, although searches do not cover it: the index has no hypotheses. */
export const listedKinds = [...memoryKinds, 'hypothesis'] as const;
export type ListedKind = (typeof listedKinds)[number];

/** Kinds that one can mute. Messages never come automatically, and what the files of a project say is changed there. */
export const muteKinds = ['fact', 'chunk', 'session', 'knowledge'] as const satisfies readonly MemoryKind[];
export type MuteKind = (typeof muteKinds)[number];

/** The kinds of context an agent works in (recovery specification): a new one, one after a compaction, a branch. */
export const heapTypes = ['FRESH', 'POST_COMPACTING', 'SPLIT_POINT'] as const;
export type HeapType = (typeof heapTypes)[number];

/** Where entries are read: a memory file, `MEMORY:` comments, a plan or decision record, or the messages of commits. */
export const entrySources = ['file', 'comment', 'plan', 'commits'] as const;
export type EntrySource = (typeof entrySources)[number];

/** How clearly a search result answers its query, as people read it; programs and models get a score. */
export const matchStrengths = ['strong', 'weak', 'none'] as const;
export type MatchStrength = (typeof matchStrengths)[number];

/** Most trusted first. `repository`: comments and commits of a project, which anyone may have written, like the web. */
export const origins = ['person', 'agent', 'transcript', 'repository', 'web'] as const;
export type Origin = (typeof origins)[number];

/** What a user may do with knowledge: a member reads and proposes, a curator also reviews, an admin also sets roles. */
export const userRoles = ['member', 'curator', 'admin'] as const;
export type UserRole = (typeof userRoles)[number];

/**
 * Who may write team knowledge: everyone directly, or everyone as a proposal that a curator approves. The mode that a
 * process is started with is only a request: a store with an admin is always a team store.
 */
export const modes = ['personal', 'team'] as const;
export type Mode = (typeof modes)[number];

/**
 * How much of a person the directory of a shared store shows, each level with all before it. `off`: nothing. `basic`:
 * name, role, activity, badges, and the topics that they chose. `topics`: also the topics of their sessions in projects
 * that others work in too. `headlines`: also the titles of their approved knowledge.
 */
export const cardLevels = ['off', 'basic', 'topics', 'headlines'] as const;
export type CardLevel = (typeof cardLevels)[number];
export const defaultCardLevel: CardLevel = 'topics';

/** Kinds that can be erased one by one. */
export const erasableKinds = [...storedKinds, 'hypothesis'] as const;
export type ErasableKind = (typeof erasableKinds)[number];

/** Scopes that can be erased as a whole. */
export const erasableScopes = ['project', 'user'] as const;
export type ErasableScope = (typeof erasableScopes)[number];

/** `refusal`: an action was refused; `change`: data changed; `read`: data was read or exported. */
export const auditLevels = ['refusal', 'change', 'read'] as const;
export type AuditLevel = (typeof auditLevels)[number];

/**
 * What is recorded; each value includes those before it. `strict` refuses a read that cannot be recorded. Default:
 * changes in a personal store, also reads in a team store.
 */
export const auditSettings = ['off', 'refusals', 'changes', 'reads', 'strict'] as const;
export type AuditSetting = (typeof auditSettings)[number];

/** What was done or refused. */
export const auditActions = [
  // Any memory.
  'store',
  'confirm',
  'edit',
  'deprecate',
  'supersede',
  'rate',
  'restore',
  'take_back',
  'erase',
  // Sessions, hypotheses and conversations.
  'begin',
  'end',
  'tell',
  'resolve',
  'reopen',
  'record',
  // Shared knowledge and roles.
  'propose',
  'approve',
  'undo_review',
  'set_role',
  'set_retention',
  'add_token',
  'revoke_token',
  // Names of entities.
  'merge',
  'split',
  // The store as a whole.
  'redact',
  'vacuum',
  'import',
  'export',
  'backup',
  'restore_store',
  'repair',
  // Reads.
  'search',
  'context',
  'open',
  'read_audit',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The subject of an action. */
export const auditKinds = [
  ...storedKinds,
  'hypothesis',
  'entity',
  'profile',
  'user',
  'project',
  'token',
  'store',
  'audit',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The plan's categories, plus `identity`, which the plan's context block uses. */
export const factCategories = ['preference', 'decision', 'codebase', 'constraint', 'identity'] as const;
export type FactCategory = (typeof factCategories)[number];

/** What a fact is about (OpenBrain, data model). Facts stored before version 13 get theirs from their category. */
export const factTypes = ['decision', 'observation', 'convention', 'research', 'plan', 'bug', 'architecture'] as const;
export type FactType = (typeof factTypes)[number];

/** The type of a fact that was stored with a category only. */
export const typeOfCategory: Readonly<Record<FactCategory, FactType>> = {
  preference: 'convention',
  decision: 'decision',
  codebase: 'observation',
  constraint: 'convention',
  identity: 'observation',
};

/** The category of a fact that is stored with a type only. */
export const categoryOfType: Readonly<Record<FactType, FactCategory>> = {
  decision: 'decision',
  observation: 'codebase',
  convention: 'constraint',
  research: 'codebase',
  plan: 'codebase',
  bug: 'codebase',
  architecture: 'codebase',
};

/** `private`: only the owner finds the fact; `workspace`: every user of the store does. Only the owner changes it. */
export const visibilities = ['private', 'workspace'] as const;
export type Visibility = (typeof visibilities)[number];

/** How a decision turned out; `reversed` retires the decision. */
export const verdicts = ['held', 'mixed', 'reversed', 'open'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * `active`: in force. `superseded`: another decision replaced it. `reversed`: its last outcome took it out of force.
 * `retired`: it was deprecated or expired.
 */
export const decisionStatuses = ['active', 'superseded', 'reversed', 'retired'] as const;

/** Who wrote a session's headline and summary; null if no one has. A later source overrides an earlier one. */
export const summarySources = ['rule', 'language model', 'agent', 'person'] as const;
export type SummarySource = (typeof summarySources)[number];

/** Why an exchange is kept that was not flagged. */
export const keptReasons = ['decision', 'fix', 'preference', 'rejected approach'] as const;
export type KeptReason = (typeof keptReasons)[number];

/**
 * Which memories a list shows. `faded` are those live facts that have faded; see `memory/fading/`. `unconfirmed` and
 * `confirmed` are what was learned, and hypotheses; both are live, and hypotheses that are neither are deprecated.
 * `replaced` and `reversed` are deprecated facts.
 */
export const memoryStates = [
  'live',
  'unconfirmed',
  'confirmed',
  'faded',
  'expired',
  'replaced',
  'reversed',
  'deprecated',
  'all',
] as const;
export type MemoryState = (typeof memoryStates)[number];

export const catalogueOrders = ['newest', 'oldest', 'confidence'] as const;
export type CatalogueOrder = (typeof catalogueOrders)[number];

/** `pending` is knowledge that waits for review; as a `MemoryState` it counts as live. */
export const memoryStatuses = ['live', 'expired', 'deprecated', 'pending'] as const;
export type MemoryStatus = (typeof memoryStatuses)[number];

export const resolvedStatuses = ['confirmed', 'refuted', 'abandoned'] as const;
export type ResolvedStatus = (typeof resolvedStatuses)[number];
export const hypothesisStatuses = ['open', ...resolvedStatuses] as const;
export type HypothesisStatus = (typeof hypothesisStatuses)[number];

export const knowledgeCategories = ['architecture', 'standard', 'decision', 'pattern', 'glossary'] as const;
export type KnowledgeCategory = (typeof knowledgeCategories)[number];
export const knowledgeStatuses = ['pending', 'approved', 'deprecated'] as const;
export type KnowledgeStatus = (typeof knowledgeStatuses)[number];
export const reviewActions = ['approve', 'deprecate'] as const;
export type ReviewAction = (typeof reviewActions)[number];

export const transcriptRoles = ['user', 'assistant', 'system', 'tool'] as const;
export type TranscriptRole = (typeof transcriptRoles)[number];
/** The roles of kept exchanges. */
export const chunkRoles = ['user', 'assistant', 'system'] as const;
export type ChunkRole = (typeof chunkRoles)[number];
export const messageTypes = ['text', 'thought', 'tool_use', 'tool_result'] as const;
export type MessageType = (typeof messageTypes)[number];

/** The memory files that the page may show in an editor. */
export const memoryFileNames = ['REMINDERS.md', 'MEMORY.md', 'global_edges.json'] as const;
export type MemoryFileName = (typeof memoryFileNames)[number];

/** Remedies that a tool, command or setting carries out. Each edge words them for its reader: see `Remedy`. */
export const remedyCodes = [
  // Errors.
  'find_fact',
  'find_hypothesis',
  'find_knowledge',
  'find_session',
  'find_message',
  'find_context_heap',
  'find_era',
  'find_proposed_decision',
  'read_fact_again',
  'read_hypothesis_again',
  'read_knowledge_again',
  'give_decision_details',
  'supersede_decision',
  'complete_fact',
  'name_one_project',
  'run_doctor',
  'appoint_admin',
  'appoint_first_admin',
  'restore_memory_files',
  'resolve_merge_conflict',
  'set_up_sync',
  'deprecate_duplicate',
  // Findings about the store.
  'back_up',
  'back_up_if_changed',
  'retry_backup',
  'clean_secrets',
  'embed',
  'correct_patterns',
  'move_store',
  'move_to_server',
  'rebuild_index',
  'repair_store',
  // Findings about the memories.
  'confirm_facts',
  'end_sessions',
  'resolve_hypotheses',
  'review_proposals',
  'review_stale_facts',
  'review_faded_facts',
  'settle_contradictions',
  'summarize_sessions',
] as const;
export type RemedyCode = (typeof remedyCodes)[number];

/** Whether the lines that a fact cites are still in their file; see `CitationCheck`. */
export const citationStates = ['there', 'moved', 'gone', 'unchecked'] as const;

/** The parts of a recap, in the order in which it shows them. `learned`: new facts and team knowledge. */
export const recapSections = [
  'next_steps',
  'blockers',
  'decided',
  'replaced',
  'reversed',
  'sessions',
  'learned',
  'resolved',
] as const;
export type RecapSectionName = (typeof recapSections)[number];

/** What a line of a recap can rest on. */
export const recapKinds = ['session', 'fact', 'knowledge', 'hypothesis'] as const;
export type RecapKind = (typeof recapKinds)[number];

/** What a learned item says. */
export const learnedTypes = [
  'decision',
  'convention',
  'preference',
  'lesson',
  'gotcha',
  'fact',
  'rejected',
  'todo',
] as const;
export type LearnedType = (typeof learnedTypes)[number];

/** Who found a learned item: a rule, a language model that read the session, or the assistant of the chat. */
export const learnedSources = ['rule', 'model', 'assistant'] as const;
export type LearnedSource = (typeof learnedSources)[number];

/** `dismissed`: somebody deprecated it. `replaced`: another fact replaced it, or a later session finished the step. */
export const learnedStates = ['learned', 'confirmed', 'dismissed', 'replaced'] as const;
export type LearnedState = (typeof learnedStates)[number];
