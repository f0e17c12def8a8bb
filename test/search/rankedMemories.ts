/** Memories as the store hands them to the ranking, and the ranking over a handful of them. */
import type { Candidate, MemoryKind, Passage } from '../../src/memory/recall.ts';
import { dayOf, periodsIn } from '../../src/search/calendar.ts';
import { questionFrom } from '../../src/search/question.ts';
import { rank } from '../../src/search/ranking.ts';
import type { Ranked } from '../../src/search/ranking.ts';
import { wordsOf } from '../../src/search/words.ts';

export const now = new Date('2026-03-30T09:15:00.000Z');

let lastId = 0;

export function aMemory(kind: MemoryKind, text: string, more: Partial<Candidate> = {}): Candidate {
  lastId += 1;
  return {
    kind,
    id: String(lastId),
    title: null,
    text,
    keywords: '',
    sessionId: null,
    seq: null,
    projectId: null,
    projectName: null,
    createdAt: '2024-03-30T09:00:00.000Z',
    sourceRef: null,
    origin: null,
    role: null,
    speaker: null,
    confidence: kind === 'fact' ? 1 : null,
    importance: kind === 'session' || kind === 'knowledge' ? 5 : null,
    category: null,
    flagReason: null,
    contradictedBy: [],
    status: kind === 'knowledge' ? 'approved' : null,
    ...more,
  };
}

/** One turn of a conversation: who said it as `role` or as `Speaker`, and what. */
export type Turn = [by: string, text: string];

/** Turns that follow each other in one session. */
export function aTalk(session: string, ...turns: Turn[]): Passage {
  return turns.map(([by, text], place) => {
    const isRole = by === 'user' || by === 'assistant';
    const said = isRole ? { role: by } : { role: 'user', speaker: by };
    return aMemory('message', text, { sessionId: session, seq: place + 1, ...said });
  });
}

export interface Standing {
  /** Memories that hold a word, by the word as it is asked; one in a thousand when absent. */
  holding?: Record<string, number>;
  projectId?: string;
}

/** The ranking in a store of a thousand memories, at `now` in UTC. */
export async function rankFor(text: string, passages: Passage[], standing: Standing = {}): Promise<Ranked[]> {
  const question = questionFrom(text);
  const holding = new Map(
    Object.entries(standing.holding ?? {}).flatMap(([shown, count]) =>
      wordsOf(shown).map((word): [string, number] => [word, count]),
    ),
  );
  const content = question.terms.filter(({ role }) => role === 'content');
  return rank({
    question,
    periods: await periodsIn(text, now, 0),
    statistics: { documents: 1000, holding: content.map(({ word }) => holding.get(word) ?? 1) },
    passages,
    found: new Set(),
    nearness: new Map(),
    today: dayOf(now, 0),
    dayOfMemory: ({ createdAt }) => dayOf(new Date(createdAt), 0),
    projectId: standing.projectId ?? null,
  });
}

export function textsOf(ranked: readonly Ranked[]): string[] {
  return ranked.map(({ memory }) => memory.text);
}
