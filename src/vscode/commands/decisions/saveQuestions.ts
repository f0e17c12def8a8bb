/** What the dialog that saves a decision asks after its steps: if the title is known, and if an input is refused. */
import * as vscode from 'vscode';
import { oneLine } from '../../../util/text.ts';
import type { PickQuestion, TextQuestion } from '../shared/quickInput.ts';
import type { DecisionDialog } from './decisionSteps.ts';
import { questionFor } from './decisionSteps.ts';

type Rows<Value> = Omit<PickQuestion<Value>, 'title'>;

/** `known` is the decision that has the same title. */
export function sameTitleQuestion(known: number): Rows<'details' | 'decision'> {
  return {
    placeholder: vscode.l10n.t('Decision #{0} has this title and other details', known),
    rows: [
      {
        label: `$(edit) ${vscode.l10n.t('Replace Its Details')}`,
        detail: vscode.l10n.t('Changes who decided, why, and what was rejected. Its source stays. You can undo this.'),
        value: 'details',
      },
      {
        label: `$(history) ${vscode.l10n.t('Replace the Decision...')}`,
        detail: vscode.l10n.t('Asks for a title that says what changed. The old decision is kept as superseded.'),
        value: 'decision',
      },
    ],
  };
}

/** The title of a decision that replaces one with the same title. */
export function successorTitleQuestion(title: string, dialog: DecisionDialog): TextQuestion {
  const prompt = vscode.l10n.t('Enter a title that says what changed.');
  const { check, ...question } = questionFor('title', dialog);
  return {
    ...question,
    prompt,
    value: title,
    check: (text) => (isSame(text, title) ? prompt : check?.(text)),
  };
}

/** `refusedSource` is the source if that is what was refused. */
export function refusedInputQuestion(
  reason: string,
  refusedSource: string | undefined,
): Rows<'answers' | 'without source'> {
  const answers = { label: `$(arrow-left) ${vscode.l10n.t('Change the Answers')}`, value: 'answers' } as const;
  if (refusedSource === undefined) {
    const placeholder = vscode.l10n.t('The decision was not saved, because an answer is not valid');
    return { placeholder, rows: [{ ...answers, detail: reason }] };
  }
  return {
    placeholder: vscode.l10n.t('The source {0} cannot be used', refusedSource),
    rows: [
      {
        label: `$(check) ${vscode.l10n.t('Save Without the Source')}`,
        detail: reason,
        value: 'without source',
      },
      { ...answers, detail: vscode.l10n.t('Nothing that you typed is lost.') },
    ],
  };
}

/** Like the domain, which ignores case and spacing. */
function isSame(one: string, other: string): boolean {
  return oneLine(one).toLowerCase() === oneLine(other).toLowerCase();
}
