/**
 * One rule by which an exchange is worth keeping. What is asked, supposed, quoted or denied is sorted out before by
 * `worthKeeping.ts`. A cue repeats nothing without a bound, so that no text makes it slow.
 */
import type { KeptReason } from '../../shared/vocabulary.ts';

export interface KeepingRule {
  name: string;
  reason: KeptReason;
  /** 0 to 1: how sure the cue alone makes. */
  confidence: number;
  /** Lower case; a clause without any of them is not looked at, which takes far less than the cue. */
  signs: readonly string[];
  /** Looked for in each clause, in any case. Without Unicode's rules of case, which take many times as long to set up. */
  cue: RegExp;
  /** Who may say it; both when absent. */
  by?: 'user' | 'assistant';
  /** What the same paragraph must have said before. */
  after?: RegExp;
}

/** `signs` with a bar between them. */
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

/** Those whose decisions count; not `you`, by which an assistant repeats what it was told, and not other people. */
export const we =
  "(?:i|we|the team)(?:'ve| have| had|'d)?(?: (?:both|all|just|now|already|also|finally|recently|therefore))?";
