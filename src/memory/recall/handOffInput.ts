/** What a session may say about what is left: two lists of limited length, redacted, and each item on one line. */
import { oneLine } from '../../util/text.ts';
import { limits, refused } from '../shared/input.ts';
import type { Intake } from '../shared/intake.ts';
import type { StepLists } from './handOffText.ts';
import { textOfHandOff } from './handOffText.ts';

/** Entries in each list, and characters in each entry. The whole text has those of a fact. */
const maxEntries = 20;
const maxEntryLength = 500;
/** Characters that the beginning of a session's id adds to a hand-off's text. */
const maxSessionName = 8;

/** Lists that are absent, or without a filled entry, say nothing. */
export interface HandOffInput {
  /** At most 20 of 500 characters; each becomes one line. */
  nextSteps?: readonly string[];
  /** As `nextSteps`. */
  blockers?: readonly string[];
}

/** Throws `invalid_input` for too many or too long entries. */
export function listsFrom({ nextSteps = [], blockers = [] }: HandOffInput, intake: Intake): StepLists {
  const lists = {
    nextSteps: entriesFrom('next_steps', nextSteps, intake),
    blockers: entriesFrom('blockers', blockers, intake),
  };
  if (fitsInFact(lists)) return lists;
  const length = textLength(lists).toLocaleString('en');
  const what = `have ${length} characters together; the maximum is ${limits.fact.toLocaleString('en')}`;
  throw refused('next_steps and blockers', what, 'Shorten them. Nothing was changed.');
}

/** The lists with the steps of an older hand-off, if they have none: as many from the beginning as fit. */
export function withOpenSteps({ nextSteps, blockers }: StepLists, open: readonly string[]): StepLists {
  if (nextSteps.length > 0) return { nextSteps, blockers };
  let count = open.length;
  while (count > 0 && !fitsInFact({ nextSteps: open.slice(0, count), blockers })) count -= 1;
  return { nextSteps: open.slice(0, count), blockers };
}

function fitsInFact(lists: StepLists): boolean {
  return textLength(lists) <= limits.fact - maxSessionName;
}

function textLength(lists: StepLists): number {
  return textOfHandOff('', lists).length;
}

function entriesFrom(field: string, entries: readonly string[], intake: Intake): string[] {
  const filled = entries.filter((entry) => entry.trim() !== '');
  if (filled.length > maxEntries) {
    const remedy = `Give at most ${String(maxEntries)}, the most important first. Nothing was changed.`;
    throw refused(field, `has ${String(filled.length)} entries`, remedy);
  }
  return filled.map((entry, place) => oneLine(intake.text(`${field} ${String(place + 1)}`, entry, maxEntryLength)));
}
