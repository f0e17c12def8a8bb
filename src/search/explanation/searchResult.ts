/** The results of a search. */
import type { FactType, MemoryKind, Origin } from '../../memory/shared/vocabulary.ts';
import type { Mark } from '../../memory/trust/instructionLike.ts';
import type { RanCommand } from '../howTo/ranCommands.ts';
import type { Explanation } from './explanation.ts';

export interface SearchResult {
  kind: MemoryKind;
  id: string;
  title: string | null;
  text: string;
  /** 0 to 1, higher is better. The score of the strongest result shows how clearly the query is answered. */
  score: number;
  sessionId: string | null;
  seq: number | null;
  project: string | null;
  projectId: string | null;
  createdAt: string;
  sourceRef: string | null;
  /** Facts only: fingerprints of the lines that `sourceRef` names. */
  citedLines: string | null;
  origin: Origin;
  /** The parts that read like instructions to a model; empty for most. */
  marks: readonly Mark[];
  speaker: string | null;
  /** Knowledge: `approved`, or `pending` for the reader's own proposal. Facts: `superseded`, or null. */
  status: string | null;
  /** Facts only; null, empty or 0 for other kinds. */
  type: FactType | null;
  agent: string | null;
  /** Of a shared fact and of knowledge, the names of its users; see `Authors`. */
  author: string | null;
  approver: string | null;
  supersedesCount: number;
  /** Decisions with details only. */
  decidedBy: string | null;
  alternatives: string[];
  /** The number of further memories with the same text, which are folded into this one. */
  repeats: number;
  /** Ids of newer facts that contradict this one. */
  contradictedBy: string[];
  why?: Explanation | undefined;
}
export interface SearchAnswer {
  results: SearchResult[];
  /** For a question how to run something: commands that succeeded before, the best first. Absent if there are none. */
  commands?: readonly RanCommand[];
  /** The number of memories in scope. */
  searched: number;
  /** A note for the reader about the search, such as a model that did not answer. */
  notice?: string;
}
