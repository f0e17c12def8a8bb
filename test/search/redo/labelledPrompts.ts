/** The labelled prompts as sets, and how many of the redo warnings on them are right. */
import type { RedoWarning } from '../../../src/search/redo/redo.ts';
import { findRedoWarnings } from '../../../src/search/redo/redo.ts';
import { longerOtherPrompts, longerRepeatingPrompts } from './longerPrompts.ts';
import { otherPrompts } from './otherPrompts.ts';
import { pastApproaches } from './pastApproaches.ts';
import { lastOtherPrompts, lastRepeatingPrompts } from './promptsWrittenLast.ts';
import { repeatingPrompts } from './repeatingPrompts.ts';

export interface LabelledPrompt {
  prompt: string;
  /** The id of the past approach that it repeats; undefined if it repeats none. */
  repeats: string | undefined;
}

/** The second half of each list is held out; no rule, word or constant was chosen on it or on `written last`. */
export const promptSets = {
  tuning: [
    ...labelled(everySecond(repeatingPrompts, 0), everySecond(otherPrompts, 0)),
    ...labelled(longerRepeatingPrompts, longerOtherPrompts),
  ],
  'held out': labelled(everySecond(repeatingPrompts, 1), everySecond(otherPrompts, 1)),
  'written last': labelled(lastRepeatingPrompts, lastOtherPrompts),
} as const satisfies Record<string, readonly LabelledPrompt[]>;

export type PromptSet = keyof typeof promptSets;

export interface WarningCounts {
  /** Prompts that repeat an approach. */
  repeating: number;
  /** Warnings about the approach that the prompt repeats. */
  right: number;
  wrong: number;
}

export function warningsAbout(prompt: string): RedoWarning[] {
  return findRedoWarnings(prompt, pastApproaches, 'UTC');
}

/** Counts the warnings from a similarity on; all of them by default. */
export function countWarnings(prompts: readonly LabelledPrompt[], from = 0): WarningCounts {
  const warnings = prompts.flatMap(({ prompt, repeats }) =>
    warningsAbout(prompt)
      .filter(({ similarity }) => similarity >= from)
      .map(({ past }) => past.ref.id === repeats),
  );
  const right = warnings.filter((isRight) => isRight).length;
  const repeating = prompts.filter(({ repeats }) => repeats !== undefined).length;
  return { repeating, right, wrong: warnings.length - right };
}

export function precisionOf({ right, wrong }: WarningCounts): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

export function recallOf({ right, repeating }: WarningCounts): number {
  return right / repeating;
}

function labelled(
  repeating: readonly (readonly [past: string, prompt: string])[],
  others: readonly string[],
): LabelledPrompt[] {
  return [
    ...repeating.map(([repeats, prompt]) => ({ prompt, repeats })),
    ...others.map((prompt) => ({ prompt, repeats: undefined })),
  ];
}

function everySecond<T>(list: readonly T[], first: 0 | 1): T[] {
  return list.filter((_, place) => place % 2 === first);
}
