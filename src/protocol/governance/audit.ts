/** The audit as the web UI queries it. */
import { auditKinds, auditLevels } from '../../memory/shared/vocabulary.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isText, listOf, oneOf, orNull, shape } from '../shared/check.ts';

/** Groups of audit actions to filter by. */
export const auditGroups = ['written', 'sessions', 'shared', 'erased', 'store', 'looked'] as const;
export type AuditGroup = (typeof auditGroups)[number];

/** Null means no restriction. */
export const isAuditFilter = shape({
  user: orNull(isText),
  agent: orNull(isText),
  group: orNull(oneOf(auditGroups)),
  kind: orNull(oneOf(auditKinds)),
  level: orNull(oneOf(auditLevels)),
  /** ISO 8601 in UTC; `since` is inclusive, `until` exclusive. */
  since: orNull(isText),
  until: orNull(isText),
});
export type AuditFilterCard = Checked<typeof isAuditFilter>;

/** Values that a page does not know come from a newer host and are shown as they are. */
const isAuditRowCard = shape({
  at: isText,
  level: isText,
  /** Null if the store does not know the user, or no longer does. */
  user: orNull(isText),
  agent: orNull(isText),
  project: orNull(isText),
  action: isText,
  kind: orNull(isText),
  /** The readable id; null if the item was erased or has none. */
  id: orNull(isText),
  /** The item was one memory, session, user or project and no longer exists. */
  erased: isFlag,
  /** Whether this user may open it. */
  opens: isFlag,
  /** How many items were affected or found; null for one. */
  count: orNull(isCount),
  detail: orNull(isText),
  session: orNull(shape({ id: isText, erased: isFlag, opens: isFlag })),
});
export type AuditRowCard = Checked<typeof isAuditRowCard>;

/** How long a store keeps its audit and archived messages, in days; 0 is forever. */
const isRetentionCard = shape({
  audit: isCount,
  message: isCount,
  /** Rows and messages that the next run deletes; null for a user who may not see it. */
  due: orNull(shape({ audit: isCount, message: isCount })),
});
export type RetentionCard = Checked<typeof isRetentionCard>;

export const isAuditCard = shape({
  /** Newest first. */
  rows: listOf(isAuditRowCard),
  /** Matching rows in the store, without archives. */
  total: isCount,
  /** Whether archives may contain more. */
  archived: isFlag,
  /** Whether these are only this user's own rows, because they may see no others. */
  own: isFlag,
  /** The current audit level: one of `auditSettings`. */
  noted: isText,
  /** The users and agents that can be filtered by. */
  users: listOf(isText),
  agents: listOf(isText),
  retention: isRetentionCard,
});
export type AuditCard = Checked<typeof isAuditCard>;
