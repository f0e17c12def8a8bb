/** Builders for tests of learning: turns of a session, what an answer claims of them, and answers. */
import { redact } from '../../../src/capture/redaction/redaction.ts';
import type { ClaimedItem, DropReason, GateParts, VerifiedItem } from '../../../src/memory/learn/evidenceGate.ts';
import { verifyItems } from '../../../src/memory/learn/evidenceGate.ts';
import type { LearnTurn } from '../../../src/memory/learn/turns.ts';

export function aTurn(seq: number, content: string, more: Partial<LearnTurn> = {}): LearnTurn {
  const role = seq % 2 === 0 ? 'user' : 'assistant';
  return { seq, message: `message ${String(seq)}`, role, content, ...more };
}

/** Turns in order from 0, alternating between user and assistant; the user starts. */
export function turnsOf(...contents: string[]): LearnTurn[] {
  return contents.map((content, seq) => aTurn(seq, content));
}

export function aClaim(more: Partial<ClaimedItem> = {}): ClaimedItem {
  return {
    type: 'decision',
    text: 'The search keeps its answers for an hour, because it is slow.',
    turn: 0,
    quote: 'keep the answers for an hour',
    value: 2,
    when: [],
    about: [],
    sameAs: undefined,
    replaces: undefined,
    ...more,
  };
}

export function gate(
  claimed: readonly ClaimedItem[],
  turns: readonly LearnTurn[],
  more: Partial<GateParts> = {},
): { passed: VerifiedItem[]; dropped: DropReason[] } {
  return verifyItems(claimed, { turns, known: new Set(), source: 'model', model: 'a model', redact, ...more });
}

/** An item as a model writes it. */
export function anItem(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'decision',
    text: 'The search keeps its answers for an hour, because it is slow.',
    turn: 0,
    quote: 'keep the answers for an hour',
    value: 3,
    when: ['search is slow'],
    about: ['search'],
    ...more,
  };
}

/** An answer as a model writes it. */
export function anAnswer(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    headline: 'Search answers from a cache now',
    outcome: 'The cache is in place.',
    topics: ['cache'],
    summary: 'We decided to cache the search because it was slow.',
    items: [anItem()],
    done: [],
    ...more,
  };
}

/** What the first turn of `fourTurns` says. */
export const cached = { turn: 1, quote: 'Cache the search' };

/** An answer with such items. */
export function anAnswerWith(...items: Record<string, unknown>[]): object {
  return anAnswer({ items: items.map((item) => anItem({ ...cached, ...item })) });
}
