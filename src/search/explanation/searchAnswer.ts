/** Builds the answer to a search from the ranked memories. */
import { trustedPart, trustOf } from '../../memory/trust/trust.ts';
import type { Answering } from '../ranking/answering.ts';
import type { RanCommand } from '../howTo/ranCommands.ts';
import type { Ranked } from '../ranking/ranking.ts';
import type { Folded } from '../ranking/repeats.ts';
import { foldRepeats } from '../ranking/repeats.ts';
import type { Explanation } from './explanation.ts';
import { explanationFrom, scoresOf } from './explanation.ts';
import type { SearchAnswer, SearchResult } from './searchResult.ts';

/** How results are returned. */
interface Shown {
  limit: number;
  searched: number;
  explain: boolean;
  answering: Answering;
  commands?: readonly RanCommand[];
}

/** Folds repeats, and joins the notices. */
export function answerFrom(
  ranked: readonly Ranked[],
  { limit, searched, explain, answering, commands = [] }: Shown,
  notices: readonly (string | undefined)[],
): SearchAnswer {
  const joined = notices.filter((notice) => notice !== undefined).join(' ');
  const folded = foldRepeats(ranked, limit);
  const scores = scoresOf(
    folded.map((one) => one.ranked),
    answering,
  );
  return {
    results: folded.map((one, place) => {
      const why = explain ? explanationFrom(one.ranked, answering) : undefined;
      return resultFrom(one, scores[place] ?? 0, why);
    }),
    searched,
    ...(commands.length > 0 && { commands }),
    ...(joined !== '' && { notice: joined }),
  };
}

function resultFrom({ ranked, repeats }: Folded, score: number, why: Explanation | undefined): SearchResult {
  const { memory } = ranked;
  const { origin, marks } = trustOf(trustedPart(memory));
  return {
    kind: memory.kind,
    id: memory.id,
    title: memory.title,
    text: memory.text,
    score,
    sessionId: memory.sessionId,
    seq: memory.seq,
    project: memory.projectName,
    projectId: memory.projectId,
    createdAt: memory.createdAt,
    sourceRef: memory.sourceRef,
    citedLines: memory.citedLines,
    origin,
    marks,
    speaker: memory.speaker,
    status: memory.status,
    type: memory.type,
    agent: memory.agentName,
    author: memory.author,
    approver: memory.approver,
    supersedesCount: memory.supersedesCount,
    decidedBy: memory.decidedBy,
    alternatives: memory.alternatives,
    repeats,
    contradictedBy: memory.contradictedBy,
    why,
  };
}

/** The answer with another notice before its own. */
export function withNoticeFirst(first: string, answer: SearchAnswer): SearchAnswer {
  return { ...answer, notice: answer.notice === undefined ? first : `${first} ${answer.notice}` };
}
