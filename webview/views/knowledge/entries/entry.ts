/** An entry of knowledge in this view, whether pending, approved or deprecated, and the texts for its parts. */
import type { Corrections } from '../../../../src/protocol/commands.ts';
import type { ProposalCard } from '../../../../src/protocol/knowledge/curation.ts';
import type { Route } from '../../../../src/protocol/route.ts';
import { t } from '../../../l10n/t.ts';
import { percent } from '../../../parts/design/format.ts';
import { agentName, ownAgent } from '../../../parts/domain/agentName.ts';
import { itemOf, refFrom } from '../../../parts/domain/memoryItem.ts';
import type { Draft } from './keptCuration.ts';

/** The fields of an entry that can be corrected. */
export interface EntryBody {
  title: string;
  content: string;
  category: string;
  importance: number;
}

export function routeTo(id: number): Route {
  return { view: 'curation', item: itemOf({ kind: 'knowledge', id: String(id) }) };
}

/** The entry that a route opens here, if any. */
export function openedEntry({ item }: Route): number | undefined {
  const ref = refFrom(item);
  return ref?.kind === 'knowledge' && /^\d+$/u.test(ref.id) ? Number(ref.id) : undefined;
}

export function newDraft(entry: EntryBody & { id: number; version: number }): Draft {
  const { id: entryId, version, title, content, category, importance } = entry;
  const body = { title, content, category, importance };
  return { entryId, version, way: 'read', ...body, notes: '', otherId: null, otherVersion: null, keeps: 'proposal' };
}

/** The differences from the current entry; null if there are none, so that an approval contains no correction. */
export function correctionsIn(draft: EntryBody, before: EntryBody): Corrections | null {
  const corrections: Corrections = {
    title: draft.title.trim() === before.title ? null : draft.title,
    content: draft.content.trim() === before.content ? null : draft.content,
    category: draft.category === before.category ? null : draft.category,
    importance: draft.importance === before.importance ? null : draft.importance,
  };
  return Object.values(corrections).every((part) => part === null) ? null : corrections;
}

export function notesIn({ notes }: Draft): string | null {
  return notes.trim() === '' ? null : notes.trim();
}

export function statusName(status: string): string {
  switch (status) {
    case 'pending':
      return t('also pending');
    case 'approved':
    case 'live':
      return t('approved');
    case 'deprecated':
      return t('deprecated');
    default:
      return status;
  }
}

export function relationName({ relation, similarity }: ProposalCard['similar'][number]): string {
  switch (relation) {
    case 'same':
      return t('Says the same');
    case 'contradicts':
      return t('Contradicts it');
    case 'similar':
      return t('Similar ({0})', percent(similarity));
    default:
      return relation;
  }
}

export function importanceName(importance: number): string {
  return t('Importance {0} of 10', importance);
}

/** Who proposed it and with which agent, as far as known. */
export function authorName(author: string | null, agent: string | null): string {
  const assistant = agent === null || agent === ownAgent ? null : agentName(agent);
  if (author !== null && assistant !== null) return t('{0} with {1}', author, assistant);
  return author ?? assistant ?? t('Unknown');
}
