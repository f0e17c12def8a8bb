/** What a search answers with. */
import type { MemoryKind, Origin } from '../../memory/shared/vocabulary.ts';
import type { Mark } from '../../memory/trust/instructionLike.ts';
import type { Explanation } from './explanation.ts';

export interface SearchResult {
  kind: MemoryKind;
  id: string;
  title: string | null;
  text: string;
  /** 0 to 1, higher is better; that of the strongest result says how clearly the question is answered. */
  score: number;
  sessionId: string | null;
  seq: number | null;
  project: string | null;
  createdAt: string;
  sourceRef: string | null;
  origin: Origin;
  /** What in it reads like instructions to a model; empty for most. */
  marks: readonly Mark[];
  speaker: string | null;
  /** Knowledge only: `approved`, or `pending` for a proposal of the reader's own. */
  status: string | null;
  /** How many more memories say the same, word for word; they are folded into this one. */
  repeats: number;
  /** Ids of newer facts that contradict this one. */
  contradictedBy: string[];
  why?: Explanation;
}
export interface SearchAnswer {
  results: SearchResult[];
  /** How many memories were in scope. */
  searched: number;
  /** What the reader should know of how it was found, such as a model that did not answer. */
  notice?: string;
}
