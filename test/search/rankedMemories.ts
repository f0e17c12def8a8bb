/** Memories as the store passes them to the ranking, and the ranking of a handful of them. */
import type { Candidate, Passage } from '../../src/memory/recall/recall.ts';
import type { MemoryKind } from '../../src/memory/shared/vocabulary.ts';
import { localDaysIn } from '../../src/util/time.ts';
import { periodsIn } from '../../src/search/query/calendar.ts';
import type { Question } from '../../src/search/query/question.ts';
import { questionFrom, withMisspellings, withoutPeriods, withRarities } from '../../src/search/query/question.ts';
import { wordsOf } from '../../src/search/query/words.ts';
import type { Ranked } from '../../src/search/ranking/ranking.ts';
import { rank } from '../../src/search/ranking/ranking.ts';

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
    type: kind === 'fact' ? 'observation' : null,
    ownerId: null,
    evidence: null,
    agentName: null,
    author: null,
    approver: null,
    tags: [],
    citedLines: null,
    decidedBy: null,
    alternatives: [],
    supersedesCount: 0,
    ...more,
  };
}

/** One turn of a conversation: its role or the name of its speaker, and its text. */
export type Turn = [by: string, text: string];

/** Consecutive turns of one session. */
export function aTalk(session: string, ...turns: Turn[]): Passage {
  return turns.map(([by, text], place) => {
    const isRole = by === 'user' || by === 'assistant';
    const author = isRole ? { role: by } : { role: 'user', speaker: by };
    return aMemory('message', text, { sessionId: session, seq: place + 1, ...author });
  });
}

export interface RankingContext {
  /** How many memories contain a word, as written in the query; one in a thousand by default. */
  holding?: Record<string, number>;
  projectId?: string;
  /** By id, BM25 of the sessions whose documents match. */
  sessions?: Record<string, number>;
  today?: Date;
  /** For a word as written in the query, index words of which it may be a misspelling. */
  misspellings?: Record<string, string[]>;
}

/** The ranking in a store of 1,000 memories, at `now` in UTC. */
export async function rankFor(text: string, passages: Passage[], context: RankingContext = {}): Promise<Ranked[]> {
  const periods = await periodsIn(text, now, 'UTC');
  const dayOf = localDaysIn('UTC');
  const misspellings = new Map(
    Object.entries(context.misspellings ?? {}).map(([shown, like]) => [stemOf(shown), like.map(stemOf)]),
  );
  return rank({
    question: weighed(withMisspellings(withoutPeriods(questionFrom(text), periods), misspellings), context.holding),
    periods,
    passages,
    found: new Set(),
    sessions: new Map(Object.entries(context.sessions ?? {})),
    similarities: new Map(),
    wordVectors: undefined,
    today: dayOf((context.today ?? now).toISOString()) ?? 0,
    dayOfMemory: ({ createdAt }) => dayOf(createdAt) ?? 0,
    projectId: context.projectId ?? null,
  });
}

/**
 * With the rarities of a store of 1,000 memories. One of them contains each word, unless `holdingShown` gives another
 * number.
 */
export function weighed(question: Question, holdingShown: Record<string, number> = {}): Question {
  const holding = new Map(
    Object.entries(holdingShown).flatMap(([shown, count]) =>
      wordsOf(shown).map((word): [string, number] => [word, count]),
    ),
  );
  const content = question.terms.filter(({ role }) => role === 'content');
  return withRarities(question, { documents: 1000, holding: content.map(({ word }) => holding.get(word) ?? 1) });
}

function stemOf(shown: string): string {
  return wordsOf(shown)[0] ?? shown;
}

export function textsOf(ranked: readonly Ranked[]): string[] {
  return ranked.map(({ memory }) => memory.text);
}
