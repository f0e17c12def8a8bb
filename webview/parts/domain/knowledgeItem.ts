/**
 * What a route opens in the list of knowledge: a memory, a hypothesis or a form. A type and a slash before it choose
 * what is listed; the page removes them from the route once it has done so.
 */
import { knowledgeTypes } from '../../../src/protocol/recall/knowledge.ts';
import type { MemoryRefCard } from '../../../src/protocol/recall/memories.ts';
import { formIn, type FilledIn } from '../../../src/protocol/formRoute.ts';
import { refFrom } from './memoryItem.ts';

/** `proposed`: decisions that recorded sessions propose. */
export const listNames = [...knowledgeTypes, 'proposed'] as const;
export type ListName = (typeof listNames)[number];

export type OpenedKnowledge =
  /** `fact:12` */
  | { is: 'memory'; ref: MemoryRefCard }
  /** `hypothesis:12` */
  | { is: 'hypothesis'; id: number }
  /** `note` and `believe`: the forms for a new fact and hypothesis. */
  | { is: 'note' | 'believe' }
  /** `new`: the form for a new decision; after a question mark what is filled in. */
  | { is: 'new'; filledIn: FilledIn }
  /** `draft:5`: the form for a decision, with the proposed one of this number. */
  | { is: 'draft'; id: string }
  /** `complete:12`: the form that makes a fact a decision. */
  | { is: 'complete'; id: string };

export const formItems = { note: 'note', decision: 'new', hypothesis: 'believe' } as const;

export function draftItem(id: number): string {
  return `draft:${String(id)}`;
}

export function completingItem(factId: string): string {
  return `complete:${factId}`;
}

/** `item` with the list beside which it is opened; the list alone without an item. */
export function listedItem(list: ListName, item = ''): string {
  return `${list}/${item}`;
}

/** Splits an item of a route. */
export function listAndItem(item: string | null): { list: ListName | undefined; item: string | null } {
  const [word = '', ...rest] = (item ?? '').split('/');
  const list = rest.length === 0 ? undefined : listNames.find((one) => one === word);
  if (list === undefined) return { list, item };
  const opened = rest.join('/');
  return { list, item: opened === '' ? null : opened };
}

/** Undefined for null, and for an item that the list does not know. */
export function openedKnowledgeFrom(item: string | null): OpenedKnowledge | undefined {
  if (item === 'note' || item === 'believe') return { is: item };
  const { form, filledIn } = formIn(item);
  if (form === formItems.decision) return { is: 'new', filledIn };
  const { word, id } = /^(?<word>draft|complete|hypothesis):(?<id>\d{1,15})$/u.exec(item ?? '')?.groups ?? {};
  if (id !== undefined)
    return word === 'hypothesis' ? { is: word, id: Number(id) } : { is: word === 'draft' ? word : 'complete', id };
  const ref = refFrom(item);
  return ref === undefined ? undefined : { is: 'memory', ref };
}
