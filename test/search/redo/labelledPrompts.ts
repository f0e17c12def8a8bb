/** The labelled prompts as sets, and how many of the redo warnings on them are right. */
import type { PastApproach } from '../../../src/memory/decisions/decisionStore.ts';
import type { RedoWarning } from '../../../src/search/redo/redo.ts';
import { findRepeated, warningsOf } from '../../../src/search/redo/redo.ts';
import { longerOtherPrompts, longerRepeatingPrompts } from './longerPrompts.ts';
import { mentioningPrompts } from './mentioningPrompts.ts';
import type { PromptsAboutApproach } from './mentioningPrompts.ts';
import { heldOutMentioningPrompts } from './mentioningPromptsHeldOut.ts';
import { mentioningPromptsOfOtherFields } from './mentioningPromptsOfOtherFields.ts';
import { heldOutNamedPrompts, namedApproaches, namedPrompts } from './namedPrompts.ts';
import { otherPrompts } from './otherPrompts.ts';
import { pastApproaches } from './pastApproaches.ts';
import { lastOtherPrompts, lastRepeatingPrompts } from './promptsWrittenLast.ts';
import { repeatingPrompts } from './repeatingPrompts.ts';

export interface LabelledPrompt {
  prompt: string;
  /** The id of the past approach that it repeats; undefined if it repeats none. */
  repeats: string | undefined;
}

export interface PromptSet {
  prompts: readonly LabelledPrompt[];
  /** All approaches that the prompts are compared with. */
  past: readonly PastApproach[];
}

const tuningMentions = [...mentioningPrompts, ...mentioningPromptsOfOtherFields];
/** Of the booking site, those that the prompts with mentions repeat as well. */
const alsoMentioned = ['redisSessions', 'machineTranslation'];

/** Both halves are compared with the approaches of both, and with those of the booking site that are not among them. */
const mentionedApproaches: readonly PastApproach[] = [
  ...pastApproaches.filter(({ ref }) => !alsoMentioned.includes(ref.id)),
  ...[...tuningMentions, ...heldOutMentioningPrompts].map(({ approach }) => pastOf(approach)),
];

/**
 * Rules, words and constants were chosen on the tuning sets, which also contain prompts that were new when they were
 * measured first (`longerPrompts.ts`, `mentioningPromptsOfOtherFields.ts`). The mistakes on the set `held out` were looked
 * at once, and two of them became rules, so it is spent as well. The mistakes on `written last` and `mentions, held out`
 * were only counted, though a rule that made these counts worse was narrowed.
 */
export const promptSets = {
  tuning: {
    prompts: [
      ...labelled(everySecond(repeatingPrompts, 0), everySecond(otherPrompts, 0)),
      ...labelled(longerRepeatingPrompts, longerOtherPrompts),
    ],
    past: pastApproaches,
  },
  'held out': {
    prompts: labelled(everySecond(repeatingPrompts, 1), everySecond(otherPrompts, 1)),
    past: pastApproaches,
  },
  'written last': { prompts: labelled(lastRepeatingPrompts, lastOtherPrompts), past: pastApproaches },
  'mentions, tuning': { prompts: labelledMentions(tuningMentions), past: mentionedApproaches },
  'mentions, held out': { prompts: labelledMentions(heldOutMentioningPrompts), past: mentionedApproaches },
  'names, tuning': { prompts: namedPrompts, past: namedApproaches },
  'names, held out': { prompts: heldOutNamedPrompts, past: namedApproaches },
} as const satisfies Record<string, PromptSet>;

export type PromptSetName = keyof typeof promptSets;

export interface WarningCounts {
  /** Prompts that repeat an approach. */
  repeating: number;
  /** Warnings about the approach that the prompt repeats. */
  right: number;
  wrong: number;
}

export function warningsAbout(prompt: string, past: readonly PastApproach[]): RedoWarning[] {
  return warningsOf(findRepeated(prompt, past), 'UTC');
}

/** Counts the warnings from a similarity on; all of them by default. */
export function countWarnings({ prompts, past }: PromptSet, from = 0): WarningCounts {
  const warnings = prompts.flatMap(({ prompt, repeats }) =>
    warningsAbout(prompt, past)
      .filter(({ similarity }) => similarity >= from)
      .map((warning) => warning.past.ref.id === repeats),
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

/** The id of an approach is its text. */
function labelledMentions(groups: readonly PromptsAboutApproach[]): LabelledPrompt[] {
  return groups.flatMap(({ approach, repeating, others }) => [
    ...repeating.map((prompt) => ({ prompt, repeats: approach })),
    ...others.map((prompt) => ({ prompt, repeats: undefined })),
  ]);
}

function pastOf(approach: string): PastApproach {
  return {
    ref: { kind: 'fact', id: approach },
    approach,
    reason: null,
    chosen: null,
    at: '2026-03-01T10:00:00.000Z',
    origin: null,
    why: 'rejected',
  };
}

function everySecond<T>(list: readonly T[], first: 0 | 1): T[] {
  return list.filter((_, place) => place % 2 === first);
}
