/** What is opened in the decisions: one decision, a form, or the drafts. */
import { refFrom } from './memoryItem.ts';

export type OpenedDecision =
  /** `fact:12` */
  | { is: 'decision'; id: string }
  /** `new`: the form for a new decision. */
  | { is: 'new' }
  /** `draft:5`: the same, with the draft of this number. */
  | { is: 'draft'; id: string }
  /** `complete:12`: the form that makes a fact a decision. */
  | { is: 'complete'; id: string }
  /** `proposed`: the list of drafts. */
  | { is: 'proposed' };

export const newDecisionItem = 'new';
export const proposedItem = 'proposed';

export function draftItem(id: number): string {
  return `draft:${String(id)}`;
}

export function completingItem(factId: string): string {
  return `complete:${factId}`;
}

/** Undefined for null, and for an item that the view does not know. */
export function openedDecisionFrom(item: string | null): OpenedDecision | undefined {
  if (item === newDecisionItem || item === proposedItem) return { is: item };
  const { word, id } = /^(?<word>draft|complete):(?<id>\d+)$/u.exec(item ?? '')?.groups ?? {};
  if (id !== undefined) return { is: word === 'draft' ? 'draft' : 'complete', id };
  const ref = refFrom(item);
  return ref?.kind === 'fact' ? { is: 'decision', id: ref.id } : undefined;
}
