/** Renders a row of the audit as a sentence, with the position of the affected item, so that it can be a link. */
import type { AuditRowCard, RetentionCard } from '../../../src/protocol/governance/audit.ts';
import { t, tn } from '../../l10n/t.ts';
import { agentName, ownAgent } from '../../parts/domain/agentName.ts';
import { thingOf } from './auditThings.ts';

/** `thing` is null if the sentence names none. */
interface Sentence {
  before: string;
  thing: string | null;
  after: string;
}

/** Placeholder for the item until the sentence is split there; no name contains it. */
const place = '\u0000';

export function sentenceOf(row: AuditRowCard): Sentence {
  const who = row.user ?? t('Someone');
  const sentence = row.level === 'refusal' ? refused(row.action, who) : done(row, who);
  const at = sentence.indexOf(place);
  if (at === -1) return { before: sentence, thing: null, after: '' };
  return { before: sentence.slice(0, at), thing: thingOf(row), after: sentence.slice(at + place.length) };
}

/** Further details: the assistant, the project, how many, and a note. */
export function remarksOf({ action, agent, project, kind, count, detail }: AuditRowCard): string[] {
  const isFound = action === 'search' && count !== null;
  const isCut = action === 'redact' && count !== null;
  return [
    agent === null ? null : t('through {0}', auditAgentName(agent)),
    project === null || kind === 'project' ? null : t('in project {0}', project),
    isFound || isCut ? tn(count, '{0} found', '{0} found') : null,
    detail === null || action === 'search' ? null : detail,
  ].filter((remark) => remark !== null);
}

/** Whoever acts without an assistant acts through BigMind. */
export function auditAgentName(agent: string): string {
  return agent === ownAgent ? 'BigMind' : agentName(agent);
}

function done({ action, detail }: AuditRowCard, who: string): string {
  switch (action) {
    case 'store':
      return t('{0} stored {1}', who, place);
    case 'confirm':
      return t('{0} stored {1} again', who, place);
    case 'edit':
      return t('{0} edited {1}', who, place);
    case 'deprecate':
      return t('{0} deprecated {1}', who, place);
    case 'supersede':
      return t('{0} replaced {1}', who, place);
    case 'rate':
      return t('{0} rated {1}', who, place);
    case 'restore':
      return t('{0} restored {1}', who, place);
    case 'take_back':
    case 'undo_review':
      return t('{0} undid a change to {1}', who, place);
    case 'erase':
      return t('{0} erased {1} for good', who, place);
    case 'begin':
      return t('{0} started {1}', who, place);
    case 'end':
      return t('{0} ended {1}', who, place);
    case 'tell':
      return t('{0} summarized {1}', who, place);
    case 'resolve':
      return t('{0} resolved {1}', who, place);
    case 'reopen':
      return t('{0} reopened {1}', who, place);
    case 'record':
      return t('{0} recorded {1}', who, place);
    case 'propose':
      return t('{0} proposed {1}', who, place);
    case 'approve':
      return t('{0} approved {1}', who, place);
    case 'set_role':
      return t('{0} changed the role of {1}', who, place);
    case 'set_retention':
      return t('{0} set how long the audit or messages are kept', who);
    case 'add_token':
      return t('{0} created a token for an assistant', who);
    case 'revoke_token':
      return t('{0} revoked the token of an assistant', who);
    case 'merge':
      return t('{0} merged {1}', who, place);
    case 'split':
      return t('{0} split {1}', who, place);
    case 'redact':
      return t('Secrets were removed');
    case 'vacuum':
      return t('{0} cleaned up {1}', who, place);
    case 'import':
      return t('{0} imported {1}', who, place);
    case 'export':
      return t('{0} exported {1}', who, place);
    case 'backup':
      return t('{0} backed up {1}', who, place);
    case 'restore_store':
      return t('{0} restored a backup', who);
    case 'repair':
      return t('{0} repaired {1}', who, place);
    case 'search':
      return detail === null ? t('{0} searched', who) : t('{0} searched for “{1}”', who, detail);
    case 'context':
      return t('{0} received the context for a conversation', who);
    case 'open':
      return t('{0} opened {1}', who, place);
    case 'read_audit':
      return t('{0} read the audit', who);
    default:
      return t('{0}: {1}', who, action);
  }
}

function refused(action: string, who: string): string {
  switch (action) {
    case 'approve':
      return t('{0} was not allowed to approve {1}', who, place);
    case 'deprecate':
      return t('{0} was not allowed to deprecate {1}', who, place);
    case 'erase':
      return t('{0} was not allowed to erase {1}', who, place);
    case 'import':
      return t('{0} was not allowed to import {1}', who, place);
    case 'export':
      return t('{0} was not allowed to export {1}', who, place);
    case 'set_role':
      return t('{0} was not allowed to change the role of {1}', who, place);
    case 'add_token':
      return t('{0} was not allowed to create a token for another user', who);
    case 'restore_store':
      return t('{0} was not allowed to restore a backup', who);
    default:
      return t('{0} was not allowed to change {1}', who, place);
  }
}

/** How long the audit and messages are kept, and for those who may see it, what is deleted next. */
export function retentionWords({ audit, message, due }: RetentionCard): string {
  return [
    audit === 0
      ? t('The audit is kept forever.')
      : tn(audit, 'The audit is kept for {0} day.', 'The audit is kept for {0} days.'),
    message === 0
      ? t('Archived messages are kept forever.')
      : tn(message, 'Archived messages are kept for {0} day.', 'Archived messages are kept for {0} days.'),
    ...(due === null || (audit === 0 && message === 0)
      ? []
      : [
          t(
            'Next, {0} of the audit and {1} are deleted; everything else stays.',
            rowsOf(due.audit),
            messagesOf(due.message),
          ),
        ]),
    ...(due === null ? [] : [t('To change this, run bigmind retention.')]),
  ].join(' ');
}

function rowsOf(count: number): string {
  return tn(count, '{0} row', '{0} rows');
}

function messagesOf(count: number): string {
  return tn(count, '{0} message', '{0} messages');
}
