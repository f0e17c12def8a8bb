/** The steps that ask how a decision turned out: which one, how good it was, whether it held, and what is known now. */
import * as vscode from 'vscode';
import type { StructuredDecision } from '../../../memory/decisions/decisionQueries.ts';
import type { OutcomeInput } from '../../../memory/decisions/decisions.ts';
import { ratingFrom, verdictFrom } from '../../../memory/decisions/ratings.ts';
import { limits } from '../../../memory/shared/input.ts';
import { verdicts } from '../../../memory/shared/vocabulary.ts';
import type { Verdict } from '../../../memory/shared/vocabulary.ts';
import { askForRow, askForText, checkText } from '../shared/quickInput.ts';
import type { PickQuestion, TextQuestion } from '../shared/quickInput.ts';
import { createStep, partsToAsk } from '../shared/steps.ts';
import type { Step } from '../shared/steps.ts';
import { outcomeText, ratingText, rowsOf, verdictName } from './decisionRows.ts';
import type { FoundDecisions } from './findDecisions.ts';

/** Decision and rating are undefined until the user selects them. */
export type OutcomeAnswers = Pick<OutcomeInput, 'notes' | 'verdict'> &
  Partial<Pick<OutcomeInput, 'decision' | 'rating'>>;

export interface OutcomeDialog {
  /** The decisions to select from; undefined if one is given. */
  found: FoundDecisions | undefined;
  timeZone: string;
}

const maxRating = 10;
const outcomeParts = ['decision', 'rating', 'verdict', 'notes'] as const;

/** The verdict follows from the rating, so it is asked for only together with something else. */
export function outcomeSteps(given: Partial<OutcomeAnswers>, dialog: OutcomeDialog): Step<OutcomeAnswers>[] {
  return partsToAsk(given, outcomeParts, 'verdict').map((part): Step<OutcomeAnswers> => {
    switch (part) {
      case 'decision':
        return createStep(
          (_answers, position) => askForRow(decisionQuestion(dialog), position),
          ({ id }) => ({ decision: id }),
        );
      case 'rating':
        return createStep(
          (_answers, position) => askForRow(ratingQuestion(), position),
          (rating) => ({ rating }),
        );
      case 'verdict':
        return createStep(
          ({ rating = 1 }, position) =>
            askForRow(verdictQuestion(verdictFrom(undefined, ratingFrom(rating))), position),
          (verdict) => ({ verdict }),
        );
      case 'notes':
        return createStep(
          ({ notes }, position) => askForText({ ...notesQuestion(), value: notes }, position),
          (notes) => ({ notes }),
        );
    }
  });
}

function dialogTitle(): string {
  return vscode.l10n.t('Record Outcome of Decision');
}

function decisionQuestion({ found, timeZone }: OutcomeDialog): PickQuestion<StructuredDecision> {
  const detailOf = ({ rationale, outcomes: [latest] }: StructuredDecision): string =>
    latest === undefined ? rationale : outcomeText(latest, timeZone);
  return {
    title: dialogTitle(),
    placeholder: vscode.l10n.t('Select the decision that you can judge now'),
    rows: found === undefined ? [] : rowsOf(found, timeZone, detailOf),
  };
}

function ratingQuestion(): PickQuestion<number> {
  const meanings: Readonly<Record<number, string>> = {
    10: vscode.l10n.t('very good'),
    7: vscode.l10n.t('good'),
    5: vscode.l10n.t('partly good'),
    3: vscode.l10n.t('bad'),
    1: vscode.l10n.t('very bad'),
  };
  const ratings = Array.from({ length: maxRating }, (_, index) => maxRating - index);
  return {
    title: dialogTitle(),
    placeholder: vscode.l10n.t('How good was the decision, as far as you know now?'),
    rows: ratings.map((rating) => ({
      label: ratingText(rating),
      description: meanings[rating] ?? '',
      value: rating,
    })),
  };
}

/** The suggested verdict comes first, so that Enter accepts it. */
function verdictQuestion(suggested: Verdict): PickQuestion<Verdict> {
  const others = verdicts.filter((verdict) => verdict !== suggested);
  return {
    title: dialogTitle(),
    placeholder: vscode.l10n.t('Did the decision prove right?'),
    rows: [suggested, ...others].map((verdict) => ({
      label: verdictText(verdict),
      description: verdictName(verdict),
      value: verdict,
    })),
  };
}

function verdictText(verdict: Verdict): string {
  switch (verdict) {
    case 'held':
      return vscode.l10n.t('It proved right');
    case 'mixed':
      return vscode.l10n.t('Part of it proved right');
    case 'reversed':
      return vscode.l10n.t('It no longer applies, and searches no longer find it');
    case 'open':
      return vscode.l10n.t('It is too early to say');
  }
}

function notesQuestion(): Omit<TextQuestion, 'value'> {
  return {
    title: dialogTitle(),
    prompt: vscode.l10n.t('How did it turn out? Write what you know now and did not know then.'),
    check: checkText(vscode.l10n.t('Enter how it turned out.'), limits.fact),
  };
}
