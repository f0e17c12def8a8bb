/**
 * Answers the four questions about decisions: who decided, what an agent assisted with, how decisions turned out, and
 * what to check before something is done again. The selected decision opens on the page.
 */
import { decisionTemplates } from '../../../memory/decisions/decisionQueries.ts';
import type { StructuredDecision } from '../../../memory/decisions/decisionQueries.ts';
import { showStep } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, numberArgument, textArgument } from '../shared/arguments.ts';
import { askInSteps } from '../shared/steps.ts';
import { decisionRoute } from './decisionRoute.ts';
import { answerQuestion } from './findDecisions.ts';
import { inputFor, questionSteps, subjectNameOf } from './questionSteps.ts';
import type { QuestionAnswers } from './questionSteps.ts';

/**
 * Argument `{ question?, title?, assistedBy?, rating?, project?, open? }`: question is one of `decisionTemplates`, and
 * project a name or key, all projects by default. Asks for missing values and lists the answer; with `open: "best"` the
 * first decision is opened at once. Returns `{ status: "opened", id }`, or `{ status: "nothing" }`.
 */
export function createAskAboutDecisions(services: Services): Command {
  return async (argument) => {
    const template = decisionTemplates.find((known) => known === textArgument(argument, 'question'));
    const name = template === undefined ? undefined : subjectNameOf(template);
    const subject =
      name === undefined ? undefined : (textArgument(argument, name) ?? numberArgument(argument, name)?.toString());
    const project = textArgument(argument, 'project') ?? 'all';
    if (template !== undefined && textArgument(argument, 'open') === 'best') {
      const { decisions } = await answerQuestion(services, inputFor({ template, subject: subject ?? '' }, project));
      return decisions[0] === undefined ? { status: 'nothing' } : open(decisions[0]);
    }
    const given = { ...(template !== undefined && { template }), ...(subject !== undefined && { subject }) };
    const start = { template: decisionTemplates[0], subject: '', chosen: undefined, ...given };
    const answers = await askInSteps<QuestionAnswers>(questionSteps(given, { services, project }), start);
    return answers?.chosen === undefined ? cancelled : open(answers.chosen);
  };
}

async function open({ id }: StructuredDecision): Promise<unknown> {
  await showStep(decisionRoute({ id })).run();
  return { status: 'opened', id };
}
