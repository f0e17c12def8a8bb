/** One rule that makes an exchange worth keeping. */
import type { KeptReason } from '../../shared/vocabulary.ts';
import type { SentenceRule } from './sentenceRule.ts';

export interface KeepingRule extends SentenceRule {
  reason: KeptReason;
  /** The role that may say it; both if absent. */
  by?: 'user' | 'assistant';
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
