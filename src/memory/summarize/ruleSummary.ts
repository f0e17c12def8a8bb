/**
 * Summarizes a session by rules, from its own messages, unless a model did: a headline, topics, an outcome, the files
 * that it touched, and the exchanges worth keeping. Text by a model or a person takes precedence.
 */
import { headlineFrom } from './rules/headline.ts';
import { deedsFrom, outcomeFrom } from './rules/outcome.ts';
import { summaryFrom } from './rules/summary.ts';
import { topicsFrom } from './rules/topics.ts';
import { worthKeeping, type KeptExchange } from './rules/worthKeeping.ts';
import { requestsFrom } from './words/requests.ts';
import { touchedFiles } from './words/touchedFiles.ts';
import { utterancesFrom, type SummaryMessage } from './words/utterances.ts';
import type { SessionWork } from './words/work.ts';
import { noWork } from './words/work.ts';

export interface RuleSummary {
  /** At most 120 characters; empty if the messages contain nothing to summarize. */
  headline: string;
  /** At most five, lower case. */
  topics: string[];
  /** One sentence, at most 300 characters; null if there is no result yet. */
  outcome: string | null;
  /** At most 600 tokens: requests and results, as lines that read the same as plain text and as Markdown. */
  summary: string;
  /** At most 40 paths, in the order in which they were first touched. */
  files: string[];
  /** At most 12, best first. */
  kept: KeptExchange[];
  /** 1 to 10. */
  importance: number;
}

/** Summarizes a session from all its messages, in order. Deterministic. */
export function summaryByRule(
  messages: readonly SummaryMessage[],
  title: string | null,
  work: SessionWork = noWork,
): RuleSummary {
  const utterances = utterancesFrom(messages);
  const requests = requestsFrom(utterances);
  const outcome = outcomeFrom(messages, utterances, requests);
  const headline = headlineFrom({ title, requests, outcome, work });
  const files = touchedFiles(messages);
  const passages = worthKeeping(utterances);
  const summary = summaryFrom({ requests, deeds: deedsFrom(utterances), kept: passages, files, work });
  const kept = passages.map(({ sentence: _, ...exchange }) => exchange);
  return {
    headline,
    topics: topicsFrom(requests, headline, files),
    outcome,
    summary,
    files,
    kept,
    importance: importanceFrom(kept, files.length, requests.length),
  };
}

const baseImportance = 4;
/** The maximum that a rule assigns; agents and users may go higher. */
const maxImportance = 8;

/** The importance of a session by its results: from 3, for a trivial chat, to 8. */
function importanceFrom(kept: readonly KeptExchange[], files: number, requests: number): number {
  if (requests <= 1 && kept.length === 0 && files === 0) return baseImportance - 1;
  const decisions = kept.filter(({ reason }) => reason === 'decision').length;
  const fixes = kept.filter(({ reason }) => reason === 'fix').length;
  const grounds = [decisions > 0, decisions > 2, fixes > 0, files > 0, files > 5, requests > 15];
  return Math.min(maxImportance, baseImportance + grounds.filter(Boolean).length);
}
