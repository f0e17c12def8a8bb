/**
 * What takes a change of facts back, to the letter: what they said, how sure each was, and which had taken how much from
 * which. The change itself tells it; whoever may want to take it back keeps it, because the store keeps no history of facts.
 */

import { limits, requireBetween } from '../shared/input.ts';
import type { Intake } from '../shared/intake.ts';
import type { Origin } from '../shared/vocabulary.ts';

/** Why a memory is deprecated that was made by an act which was undone. */
export const takenBack = 'Taken back by the person who had made it.';

/** All that a person sees of a fact, but how sure it is. */
export interface FactState {
  fact: string;
  category: string;
  tags: string[];
  projectId: string | null;
  deprecated: boolean;
  deprecationReason: string | null;
  /** What somebody edited and took back is no more theirs than it was. */
  origin: Origin | null;
}

/** `now` is what the change left: whatever is something else by then was changed again. */
interface Step<State> {
  now: State;
  before: State;
}

export interface FactUndo {
  /** Those that the change was about; one that it made was deprecated before, as `takenBack`. */
  facts: (Step<FactState> & { id: number })[];
  /** 0 to 1, of these and of those that they contradict. */
  confidences: (Step<number> & { id: number })[];
  /** How much the one took from the other, 0 when it was given back; 1 for a supersession; null where there is no link. */
  links: (Step<number | null> & { from: number; to: number; relation: FactRelation })[];
}

export type FactRelation = 'contradicts' | 'supersedes';

/** The facts of an undo that came from outside, each fit to be stored again; old categories are let pass as they are. */
export function requireUndo({ facts, confidences, links }: FactUndo, intake: Intake): FactUndo['facts'] {
  for (const { before } of confidences) requireBetween('confidence', before, 0, 1);
  for (const { before } of links) requireBetween('amount', before ?? 0, 0, 1);
  return facts.map(({ before, ...more }) => {
    const { deprecated, deprecationReason: reason, origin } = before;
    const state: FactState = {
      fact: intake.statement('fact', before.fact, limits.fact),
      category: intake.text('category', before.category, limits.shortText),
      tags: intake.list('tags', before.tags, limits.shortText),
      projectId: before.projectId,
      deprecated,
      deprecationReason: reason === null ? null : intake.text('reason', reason, limits.shortText),
      origin,
    };
    return { ...more, before: state };
  });
}
