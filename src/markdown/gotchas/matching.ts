/** Finds the gotchas that matter for a piece of work, such as a prompt. `gotchaReading.ts` has the rules. */
import { createEverydayShares } from '../../memory/shared/similarity/everydayWords.ts';
import { createTextComparer } from '../../memory/shared/similarity/similarity.ts';
import type { IndexText } from '../../memory/shared/ports.ts';
import { createCodeFinder } from './codeParts.ts';
import type { CodeFinder } from './codeParts.ts';
import { severities } from './gotcha.ts';
import type { Gotcha } from './gotcha.ts';
import { GotchaReading, maxRead, piecesOf } from './gotchaReading.ts';
import type { ReadWork } from './gotchaReading.ts';

export interface Work {
  /** What somebody wants to do, in their words. */
  intent: string;
  /** Code that they write or change. */
  code?: string | undefined;
  /** What the project is made of, such as `SvelteKit`; absent if unknown. */
  stack?: readonly string[] | undefined;
}

export interface GotchaMatch {
  gotcha: Gotcha;
  /** 0 to 1. From `minClearScore` on, it is worth a warning that nobody asked for. */
  score: number;
  /** The words and pieces of code by which it was found, as the work has them. */
  why: string[];
}

type MatchGotchas = (work: Work, gotchas: readonly Gotcha[]) => GotchaMatch[];

/** From this score on, nine of ten matches are right. */
export const minClearScore = 0.6;
/** Of all texts: a word in more of them is an everyday one. */
const maxEverydayShare = 0.05;
/** The best match first; of equal ones, the more severe. `indexText` stems the words. */
export function createGotchaMatcher(indexText: IndexText): MatchGotchas {
  const comparer = createTextComparer(indexText);
  const mayMatch = createPrefilter(indexText);
  return ({ intent, code: written = '', stack }, given) => {
    const code = createCodeFinder(written, intent);
    const gotchas = mayMatch(intent, code, given);
    // The first text that is read takes 50 ms, for which most prompts need not wait.
    if (gotchas.length === 0) return [];
    const work: ReadWork = {
      words: comparer.read(intent),
      stack: stack === undefined || stack.length === 0 ? undefined : comparer.read(stack.join('. ')),
      code,
    };
    return gotchas
      .flatMap((gotcha): GotchaMatch[] => {
        const found = new GotchaReading(comparer, work, gotcha).match();
        return found === undefined ? [] : [{ gotcha, ...found }];
      })
      .sort((one, other) => other.score - one.score || rankOf(other.gotcha) - rankOf(one.gotcha));
  };
}

/** Leaves out gotchas that share no piece of code and no word that is rarer than those of everyday requests. */
function createPrefilter(
  indexText: IndexText,
): (intent: string, code: CodeFinder, gotchas: readonly Gotcha[]) => readonly Gotcha[] {
  const shareOf = createEverydayShares(indexText);
  return (intent, code, gotchas) => {
    const words = new Set(
      indexText(intent)
        .split(' ')
        .filter((word) => shareOf(word) < maxEverydayShare),
    );
    return gotchas.filter(({ title, detection }) => {
      const texts = [title, ...detection.intent.slice(0, maxRead.phrases)].map((text) => text.slice(0, maxRead.text));
      const isShared = indexText(texts.join('. '))
        .split(' ')
        .some((word) => words.has(word));
      return isShared || piecesOf(detection).some((piece) => code.has(piece));
    });
  };
}

function rankOf({ severity }: Gotcha): number {
  return severities.indexOf(severity);
}
