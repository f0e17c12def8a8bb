/** Who did what, as the web UI asks for it. */
import { auditKinds, auditLevels } from '../../memory/shared/vocabulary.ts';
import type { Checked } from '../shared/check.ts';
import { isCount, isFlag, isText, listOf, oneOf, orNull, shape } from '../shared/check.ts';

/** Actions that a person looks for together. */
export const auditGroups = ['written', 'sessions', 'shared', 'erased', 'store', 'looked'] as const;
export type AuditGroup = (typeof auditGroups)[number];

/** Null is no restriction. */
export const isAuditFilter = shape({
  user: orNull(isText),
  agent: orNull(isText),
  group: orNull(oneOf(auditGroups)),
  kind: orNull(oneOf(auditKinds)),
  level: orNull(oneOf(auditLevels)),
  /** ISO 8601 in UTC; the first is in, the last is out. */
  since: orNull(isText),
  until: orNull(isText),
});
export type AuditFilterCard = Checked<typeof isAuditFilter>;

/** Words that a page does not know are a newer host's, and shown as they are. */
export const isAuditRowCard = shape({
  at: isText,
  level: isText,
  /** Null for somebody whom the store does not know, or not any more. */
  user: orNull(isText),
  agent: orNull(isText),
  project: orNull(isText),
  action: isText,
  kind: orNull(isText),
  /** What people call it; null for what was erased, and for what has no name. */
  id: orNull(isText),
  /** It was one memory, session, user or project, and is not there any more. */
  erased: isFlag,
  /** Whether this user may look at it. */
  opens: isFlag,
  /** How many were meant or found; null for one. */
  count: orNull(isCount),
  detail: orNull(isText),
  session: orNull(shape({ id: isText, erased: isFlag, opens: isFlag })),
});
export type AuditRowCard = Checked<typeof isAuditRowCard>;

export const isAuditCard = shape({
  /** Newest first. */
  rows: listOf(isAuditRowCard),
  /** How many there are outside of archives. */
  total: isCount,
  /** Whether archives may hold more. */
  archived: isFlag,
  /** Whether these are only this user's own, because they may see no others. */
  own: isFlag,
  /** What is noted here now: `off`, `refusals`, `changes` or `reads`. */
  noted: isText,
  /** By whom one may ask. */
  users: listOf(isText),
  agents: listOf(isText),
});
export type AuditCard = Checked<typeof isAuditCard>;
