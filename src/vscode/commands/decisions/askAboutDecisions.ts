/**
 * One list of all decisions, which typing narrows by their words, their people, what was rejected and how they turned
 * out; the selected one opens on the page. With a question as the argument, the list has only its answer.
 */
import * as vscode from 'vscode';
import { decisionTemplates } from '../../../memory/decisions/decisionQueries.ts';
import type { DecisionTemplate, StructuredDecision } from '../../../memory/decisions/decisionQueries.ts';
import { showStep } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, numberArgument, textArgument } from '../shared/arguments.ts';
import { askForRow } from '../shared/quickInput.ts';
import { decisionRoute } from './decisionRoute.ts';
import { outcomeText, rowsOf } from './decisionRows.ts';
import { answerQuestion, listDecisions, type FoundDecisions } from './findDecisions.ts';

/** The argument with the subject of a question. */
const subjectNames = {
  'who-decided': 'title',
  'why-to-check': 'title',
  'agent-decisions': 'assistedBy',
  retrospectives: 'rating',
} as const satisfies Record<DecisionTemplate, string>;

/**
 * Argument `{ question?, title?, assistedBy?, rating?, project?, open? }`: question is one of `decisionTemplates`, and
 * project a name or key, all projects by default. Lists all decisions without a question or its subject; with
 * `open: "best"` the first decision of the answer is opened at once. Returns `{ status: "opened", id }`, or
 * `{ status: "nothing" }`.
 */
export function createAskAboutDecisions(services: Services): Command {
  return async (argument) => {
    const template = decisionTemplates.find((known) => known === textArgument(argument, 'question'));
    const project = textArgument(argument, 'project') ?? 'all';
    const subject = template === undefined ? undefined : subjectIn(argument, subjectNames[template]);
    if (template !== undefined && textArgument(argument, 'open') === 'best') {
      const input = { template, project, [subjectNames[template]]: subject ?? '' };
      const [best] = (await answerQuestion(services, input)).decisions;
      return best === undefined ? { status: 'nothing' } : open(best);
    }
    const found =
      template === undefined || subject === undefined
        ? await listDecisions(services, project)
        : await answerQuestion(services, { template, project, [subjectNames[template]]: subject });
    const chosen = await choose(found, services.host.clock.timeZone);
    return chosen === undefined ? cancelled : open(chosen);
  };
}

function subjectIn(argument: unknown, name: string): string | undefined {
  return textArgument(argument, name) ?? numberArgument(argument, name)?.toString();
}

function choose(found: FoundDecisions, timeZone: string): Promise<StructuredDecision | undefined> {
  const rows = rowsOf(found, timeZone, (decision) => detailOf(decision, timeZone));
  const none = { label: vscode.l10n.t('No decisions found'), detail: found.notice ?? '' };
  return askForRow({
    title: vscode.l10n.t('Ask About Decisions'),
    placeholder: vscode.l10n.t('Type words of a decision, a person or assistant, or an outcome'),
    rows: rows.length === 0 ? [none] : rows,
  });
}

function detailOf({ assisted_by, rationale, alternatives, outcomes }: StructuredDecision, timeZone: string): string {
  const assistants = assisted_by.length === 0 ? [] : [vscode.l10n.t('With {0}', assisted_by.join(', '))];
  const rejected = alternatives.length === 0 ? [] : [vscode.l10n.t('Rejected: {0}', alternatives.join('; '))];
  return [...outcomes.map((one) => outcomeText(one, timeZone)), ...assistants, ...rejected, rationale].join(' | ');
}

async function open({ id }: StructuredDecision): Promise<unknown> {
  await showStep(decisionRoute({ id })).run();
  return { status: 'opened', id };
}
