/** The steps of a question about decisions: which question, about what, and the list of decisions that answer it. */
import * as vscode from 'vscode';
import { decisionTemplates } from '../../../memory/decisions/decisionQueries.ts';
import type { DecisionTemplate, StructuredDecision, TemplateInput } from '../../../memory/decisions/decisionQueries.ts';
import { limits } from '../../../memory/shared/input.ts';
import type { Services } from '../../services/host.ts';
import { askForRow, askForText, checkText } from '../shared/quickInput.ts';
import type { PickQuestion, TextQuestion } from '../shared/quickInput.ts';
import { createStep } from '../shared/steps.ts';
import type { Answered, Position, Step } from '../shared/steps.ts';
import { answerRows } from './answerRows.ts';
import { answerQuestion, listDecisions } from './findDecisions.ts';

export interface QuestionAnswers {
  template: DecisionTemplate;
  /** Words of a decision, an agent or a rating; empty for all decisions. */
  subject: string;
  /** Undefined until the user selected one. */
  chosen: StructuredDecision | undefined;
}

export interface QuestionDialog {
  services: Services;
  /** The name or key of a project, or `all`. */
  project: string;
}

/** The name of the argument with the subject of a question. */
export function subjectNameOf(template: DecisionTemplate): 'title' | 'assistedBy' | 'rating' {
  switch (template) {
    case 'who-decided':
    case 'why-to-check':
      return 'title';
    case 'agent-decisions':
      return 'assistedBy';
    case 'retrospectives':
      return 'rating';
  }
}

export function inputFor(
  { template, subject }: Pick<QuestionAnswers, 'template' | 'subject'>,
  project: string,
): TemplateInput {
  return { template, project, [subjectNameOf(template)]: subject };
}

/** The steps for what is not given, and the list. */
export function questionSteps(given: Partial<QuestionAnswers>, dialog: QuestionDialog): Step<QuestionAnswers>[] {
  return [
    ...(given.template === undefined ? [selectQuestion] : []),
    ...(given.subject === undefined ? [createSubjectStep(dialog)] : []),
    createListStep(dialog),
  ];
}

/** Another question has another subject. */
const selectQuestion: Step<QuestionAnswers> = createStep(
  (_answers, position) =>
    askForRow(
      {
        title: dialogTitle(),
        placeholder: vscode.l10n.t('What do you want to know?'),
        rows: decisionTemplates.map((template) => ({ ...describeQuestion(template), value: template })),
      },
      position,
    ),
  (template) => ({ template, subject: '' }),
);

function dialogTitle(): string {
  return vscode.l10n.t('Ask About Decisions');
}

function describeQuestion(template: DecisionTemplate): { label: string; detail: string } {
  switch (template) {
    case 'who-decided':
      return {
        label: `$(person) ${vscode.l10n.t('Who decided it?')}`,
        detail: vscode.l10n.t('Finds decisions by the words of their title or their reasons'),
      };
    case 'agent-decisions':
      return {
        label: `$(robot) ${vscode.l10n.t('What did an agent assist with?')}`,
        detail: vscode.l10n.t('Lists the decisions that an agent helped with'),
      };
    case 'retrospectives':
      return {
        label: `$(graph) ${vscode.l10n.t('How did decisions turn out?')}`,
        detail: vscode.l10n.t('Lists the decisions with their outcomes, all or by rating'),
      };
    case 'why-to-check':
      return {
        label: `$(warning) ${vscode.l10n.t('Should I check before I redo it?')}`,
        detail: vscode.l10n.t('Finds what was decided or rejected about it, and how that turned out'),
      };
  }
}

function createSubjectStep(dialog: QuestionDialog): Step<QuestionAnswers> {
  return createStep(
    ({ template, subject }, position) => {
      switch (template) {
        case 'who-decided':
          return askForText({ ...titleQuestion(), value: subject }, position);
        case 'why-to-check':
          return askForText({ ...planQuestion(), value: subject }, position);
        case 'agent-decisions':
          return askForAgent(dialog, position);
        case 'retrospectives':
          return askForRow(ratingQuestion(), position);
      }
    },
    (subject) => ({ subject }),
  );
}

function titleQuestion(): Omit<TextQuestion, 'value'> {
  return {
    title: dialogTitle(),
    prompt: vscode.l10n.t('Enter words of the decision. Enter nothing for all decisions.'),
    placeholder: vscode.l10n.t('For example: order store'),
  };
}

function planQuestion(): Omit<TextQuestion, 'value'> {
  return {
    title: dialogTitle(),
    prompt: vscode.l10n.t('What do you want to do?'),
    placeholder: vscode.l10n.t('For example: Use MongoDB for the order store'),
    check: checkText(vscode.l10n.t('Enter what you want to do.'), limits.query),
  };
}

/** The agents of all decisions, those with the most first. */
async function askForAgent({ services }: QuestionDialog, position: Position): Promise<Answered<string>> {
  const { decisions } = await listDecisions(services);
  const counts = new Map<string, number>();
  for (const name of decisions.flatMap((decision) => decision.assisted_by)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => ({ label: `$(robot) ${name}`, description: decisionsCounted(count), value: name }));
  const none = { label: vscode.l10n.t('No decision names an agent that helped') };
  const placeholder = vscode.l10n.t('Select an agent');
  return askForRow({ title: dialogTitle(), placeholder, rows: rows.length === 0 ? [none] : rows }, position);
}

function decisionsCounted(count: number): string {
  return count === 1
    ? vscode.l10n.t('{0} decision', count)
    : vscode.l10n.t('{0} decisions', count.toLocaleString(vscode.env.language));
}

/** The words and ranges of `ratingRangeFrom`. */
function ratingQuestion(): PickQuestion<string> {
  return {
    title: dialogTitle(),
    placeholder: vscode.l10n.t('Which decisions?'),
    rows: [
      { label: vscode.l10n.t('All decisions with an outcome'), value: '' },
      { label: vscode.l10n.t('Rated well'), description: '7 – 10', value: 'high' },
      { label: vscode.l10n.t('Rated in the middle'), description: '4 – 6', value: 'medium' },
      { label: vscode.l10n.t('Rated badly'), description: '1 – 3', value: 'low' },
    ],
  };
}

/** The answer, read again each time the step is shown. */
function createListStep({ services, project }: QuestionDialog): Step<QuestionAnswers> {
  return createStep(
    async (answers, position) => {
      const found = await answerQuestion(services, inputFor(answers, project));
      const rows = answerRows(answers.template, found, services.host.clock.timeZone);
      const placeholder = vscode.l10n.t('Select a decision to open it');
      return askForRow({ title: dialogTitle(), placeholder, rows }, position);
    },
    (chosen) => ({ chosen }),
  );
}
