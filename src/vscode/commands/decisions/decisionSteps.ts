/** The steps that ask for the parts of a decision, in the dialogs that save one and that complete one. */
import * as vscode from 'vscode';
import { limits } from '../../../memory/shared/input.ts';
import { askForRow, askForText, checkLength, checkText } from '../shared/quickInput.ts';
import type { PickQuestion, TextQuestion } from '../shared/quickInput.ts';
import { createStep } from '../shared/steps.ts';
import type { Step } from '../shared/steps.ts';
import type { DecisionAnswers, DecisionPart } from './decisionAnswers.ts';
import { alternativesFrom } from './decisionAnswers.ts';

export interface DecisionDialog {
  title: string;
  /** Where the decision comes from, shown with the first question; undefined if it is unknown. */
  sourceRef?: string | undefined;
  /** The known projects, in the order in which they are shown. */
  projects: readonly ProjectChoice[];
}

export interface ProjectChoice {
  name: string;
  /** What identifies it: its key, or its name if that is all that is known. */
  key: string;
}

/** A step for each part. */
export function decisionSteps(parts: readonly DecisionPart[], dialog: DecisionDialog): Step<DecisionAnswers>[] {
  return parts.map((part) => stepFor(part, dialog));
}

function stepFor(part: DecisionPart, dialog: DecisionDialog): Step<DecisionAnswers> {
  switch (part) {
    case 'title':
    case 'rationale':
    case 'decidedBy':
      return createStep(
        (answers, position) => askForText({ ...questionFor(part, dialog), value: answers[part] }, position),
        (text) => ({ [part]: text }),
      );
    case 'alternatives':
      return createStep(
        ({ alternatives }, position) => askForText({ ...rejected(dialog), value: alternatives.join('; ') }, position),
        (text) => ({ alternatives: alternativesFrom(text) }),
      );
    case 'project':
      return createStep(
        (_answers, position) => askForRow(projectQuestion(dialog), position),
        (project) => ({ project }),
      );
  }
}

type Question = Omit<TextQuestion, 'value'>;

/** Also asks for the title of a decision that replaces another one. */
export function questionFor(part: 'title' | 'rationale' | 'decidedBy', dialog: DecisionDialog): Question {
  const { title, sourceRef } = dialog;
  switch (part) {
    case 'title':
      return {
        title,
        prompt:
          sourceRef === undefined
            ? vscode.l10n.t('What was decided?')
            : vscode.l10n.t('What was decided? Source: {0}', sourceRef),
        placeholder: vscode.l10n.t('For example: Use PostgreSQL for the order store'),
        check: checkText(vscode.l10n.t('Enter what was decided.'), limits.fact),
      };
    case 'rationale':
      return {
        title,
        prompt: vscode.l10n.t('Why? Give the reasons that applied at the time.'),
        placeholder: vscode.l10n.t('For example: Orders need transactions over several tables'),
        check: checkText(vscode.l10n.t('Enter why it was decided.'), limits.fact),
      };
    case 'decidedBy':
      return {
        title,
        prompt: vscode.l10n.t('Who decided it? Enter a person or a group.'),
        check: checkText(vscode.l10n.t('Enter who decided it.'), limits.shortText),
      };
  }
}

function rejected({ title }: DecisionDialog): Question {
  return {
    title,
    prompt: vscode.l10n.t('What was rejected, and why? Separate several with semicolons (optional).'),
    placeholder: vscode.l10n.t('For example: MongoDB: no transactions over collections; SQLite'),
    check: (text) =>
      alternativesFrom(text)
        .map(checkLength(limits.shortText))
        .find((problem) => problem !== undefined),
  };
}

function projectQuestion({ title, projects }: DecisionDialog): PickQuestion<string> {
  return {
    title,
    placeholder: vscode.l10n.t('Which project is it about? Select one, or type the name of another one.'),
    rows: projects.map(({ name, key }) => ({
      label: `$(folder) ${name}`,
      ...(key !== name && { description: key }),
      value: key,
    })),
    rowForTyped: (name) =>
      projects.some((known) => known.name === name)
        ? undefined
        : { label: `$(add) ${name}`, description: vscode.l10n.t('new project'), alwaysShow: true, value: name },
  };
}
