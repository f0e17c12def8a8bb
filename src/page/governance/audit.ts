/** Answers the audit query: who did what. */
import type { AuditInput } from '../../memory/governance/auditLog.ts';
import type { AuditRow } from '../../memory/shared/audit.ts';
import type { AuditAction } from '../../memory/shared/vocabulary.ts';
import type { AuditCard, AuditFilterCard, AuditGroup, AuditRowCard } from '../../protocol/governance/audit.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function readAudit(
  { memory, caller }: PageReading,
  { filter, rows: limit, archives }: QueryOf<'audit'>,
): Promise<AuditCard> {
  const { rows, total, more, isOwn } = await memory.audit.list(caller, { ...inputFrom(filter), limit, archives });
  const scope = await memory.audit.scope(caller);
  const { days, due } = await memory.retention.preview(caller);
  const retention = { ...days, due: due && { audit: due.audit.total, message: due.message.total } };
  return { rows: rows.map(rowCard), total, archived: more, own: isOwn, ...scope, retention };
}

const groupOf: Record<AuditAction, AuditGroup> = {
  store: 'written',
  confirm: 'written',
  edit: 'written',
  deprecate: 'written',
  supersede: 'written',
  rate: 'written',
  restore: 'written',
  take_back: 'written',
  merge: 'written',
  split: 'written',
  resolve: 'written',
  reopen: 'written',
  begin: 'sessions',
  end: 'sessions',
  tell: 'sessions',
  record: 'sessions',
  propose: 'shared',
  approve: 'shared',
  undo_review: 'shared',
  set_role: 'shared',
  set_retention: 'store',
  add_token: 'shared',
  revoke_token: 'shared',
  erase: 'erased',
  redact: 'erased',
  vacuum: 'erased',
  import: 'store',
  export: 'store',
  backup: 'store',
  restore_store: 'store',
  repair: 'store',
  search: 'looked',
  context: 'looked',
  open: 'looked',
  read_audit: 'looked',
};

function actionsIn(group: AuditGroup): AuditAction[] {
  const actions = Object.keys(groupOf) as AuditAction[];
  return actions.filter((action) => groupOf[action] === group);
}

function inputFrom({ user, agent, group, kind, level, since, until }: AuditFilterCard): AuditInput {
  return {
    ...(user !== null && { user }),
    ...(agent !== null && { agent }),
    ...(group !== null && { actions: actionsIn(group) }),
    ...(kind !== null && { kind }),
    ...(level !== null && { level }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
  };
}

/** Kinds whose items have an id until they are erased. */
const named = new Set(['fact', 'chunk', 'session', 'knowledge', 'message', 'hypothesis', 'user', 'project']);

function rowCard(row: AuditRow): AuditRowCard {
  const { at, level, user, agent, project, action, kind, uid, id, count, detail, sessionId } = row;
  return {
    ...{ at, level, user, agent, project, action, kind, id, count, detail },
    erased: kind !== null && named.has(kind) && uid !== null && id === null,
    opens: row.mayOpen,
    session: sessionId === null ? null : { id: sessionId, erased: !row.isSessionThere, opens: row.mayOpenSession },
  };
}
