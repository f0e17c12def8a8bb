/**
 * One rule that makes an exchange worth keeping. `worthKeeping.ts` excludes questions, suppositions, quotations and
 * denials around it. A cue has no unbounded repetition, so no text makes it slow.
 */
import type { KeptReason } from '../../shared/vocabulary.ts';

export interface KeepingRule {
  name: string;
  reason: KeptReason;
  /** 0 to 1: the confidence from the cue alone. */
  confidence: number;
  /** Lower case; a clause without any of them is skipped, which is far cheaper than testing the cue. */
  signs: readonly string[];
  /** Tested on each clause, ignoring case. No `u` flag: Unicode case folding takes many times as long to set up. */
  cue: RegExp;
  /** The role that may say it; both if absent. */
  by?: 'user' | 'assistant';
  /** A pattern that the paragraph must match up to the end of the sentence. */
  after?: RegExp;
  /** What else must be true of the clause, for what a pattern cannot say. */
  holds?: (clause: string) => boolean;
  /** Whether a clause is read together with the `but` behind it. */
  spansBut?: boolean;
}

/** `signs` are separated by `|`. */
export function keepingRule(
  name: string,
  reason: KeptReason,
  confidence: number,
  signs: string,
  cue: string,
  by?: 'user' | 'assistant',
): KeepingRule {
  return {
    name,
    reason,
    confidence,
    signs: signs.split('|'),
    cue: new RegExp(cue, 'i'),
    ...(by === undefined ? {} : { by }),
  };
}
