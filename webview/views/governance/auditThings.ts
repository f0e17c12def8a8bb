/** The display names of what audit actions affect. */
import type { auditKinds, auditLevels } from '../../../src/memory/shared/vocabulary.ts';
import type { AuditGroup, AuditRowCard } from '../../../src/protocol/governance/audit.ts';
import { t, tn } from '../../l10n/t.ts';
import { kindNames } from '../../parts/domain/memoryWords.ts';

export function groupName(group: AuditGroup): string {
  switch (group) {
    case 'written':
      return t('Written and changed');
    case 'sessions':
      return t('Sessions and recordings');
    case 'shared':
      return t('Knowledge and roles');
    case 'erased':
      return t('Erased and redacted');
    case 'store':
      return t('Entire memory');
    case 'looked':
      return t('Searched and read');
  }
}

export function levelName(level: (typeof auditLevels)[number]): string {
  switch (level) {
    case 'change':
      return t('Changes');
    case 'refusal':
      return t('Refusals');
    case 'read':
      return t('Reads');
  }
}

export function auditedKindName(kind: (typeof auditKinds)[number]): string {
  switch (kind) {
    case 'hypothesis':
      return t('Hypotheses');
    case 'entity':
      return t('Entities');
    case 'profile':
      return t('Profile');
    case 'user':
      return t('Users');
    case 'project':
      return t('Projects');
    case 'token':
      return t('Access tokens');
    case 'store':
      return t('Entire memory');
    case 'audit':
      return t('Audit');
    case 'fact':
    case 'chunk':
    case 'session':
    case 'knowledge':
    case 'message':
      return kindNames(kind);
  }
}

/** Each fits as the object of a sentence, also in a language with grammatical cases. */
export function thingOf({ kind, id, count }: Pick<AuditRowCard, 'kind' | 'id' | 'count'>): string {
  const what = kind ?? '';
  if (id !== null) return nameOf(what, id);
  return count === null ? oneOf(what) : severalOf(what, count);
}

/** The part of an unreadable id that distinguishes it from others. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

function nameOf(kind: string, id: string): string {
  switch (kind) {
    case 'fact':
      return t('fact #{0}', id);
    case 'chunk':
      return t('exchange #{0}', id);
    case 'session':
      return t('session {0}', shortId(id));
    case 'knowledge':
      return t('knowledge #{0}', id);
    case 'message':
      return t('message #{0}', id);
    case 'hypothesis':
      return t('hypothesis #{0}', id);
    case 'project':
      return t('project {0}', id);
    default:
      return id;
  }
}

function oneOf(kind: string): string {
  switch (kind) {
    case 'fact':
      return t('a fact');
    case 'chunk':
      return t('an exchange');
    case 'session':
      return t('a session');
    case 'knowledge':
      return t('knowledge');
    case 'message':
      return t('a message');
    case 'hypothesis':
      return t('a hypothesis');
    case 'entity':
      return t('names of an entity');
    case 'profile':
      return t('a profile');
    case 'user':
      return t('a user');
    case 'project':
      return t('a project');
    case 'store':
      return t('the memory');
    case 'audit':
      return t('the audit');
    default:
      return kind === '' ? t('something') : kind;
  }
}

function severalOf(kind: string, count: number): string {
  switch (kind) {
    case 'fact':
      return tn(count, '{0} fact', '{0} facts');
    case 'chunk':
      return tn(count, '{0} exchange', '{0} exchanges');
    case 'session':
      return tn(count, '{0} session', '{0} sessions');
    case 'knowledge':
      return tn(count, '{0} knowledge entry', '{0} knowledge entries');
    case 'message':
      return tn(count, '{0} message', '{0} messages');
    default:
      return oneOf(kind);
  }
}
