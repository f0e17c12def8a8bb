/** Records how a decision turned out: a rating, a verdict and what is known now. A decision can have several outcomes. */
import * as vscode from 'vscode';
import type { OutcomeInput } from '../../../memory/decisions/decisions.ts';
import { working } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, numberArgument, textArguments } from '../shared/arguments.ts';
import { askInSteps } from '../shared/steps.ts';
import { notifyStored } from '../shared/storedNotice.ts';
import { decisionRoute } from './decisionRoute.ts';
import { ratingText, verdictName } from './decisionRows.ts';
import { listDecisions } from './findDecisions.ts';
import type { OutcomeAnswers } from './outcomeSteps.ts';
import { outcomeSteps } from './outcomeSteps.ts';

/**
 * Argument `{ decision?, rating?, verdict?, notes?, observedAt?, sourceRef? }`; decision is the number or uid of a
 * fact. Asks for missing values, and for nothing if decision, rating and notes are given. Returns `{ status:
 * "recorded", id, rating, verdict, isRetired }`, or `{ status: "nothing" }` if there is no decision to select.
 */
export function createRecordOutcome(services: Services): Command {
  return async (argument) => {
    const given = givenOutcome(argument);
    const found = given.decision === undefined ? await listDecisions(services) : undefined;
    if (found?.decisions.length === 0) return nothing(services);
    const answers = await askInSteps(outcomeSteps(given, { found, timeZone: services.host.clock.timeZone }), {
      notes: '',
      ...given,
    });
    if (answers?.decision === undefined || answers.rating === undefined) return cancelled;
    const { decision, rating, ...rest } = answers;
    return record(services, { decision, rating, ...rest, ...textArguments(argument, ['observedAt', 'sourceRef']) });
  };
}

function givenOutcome(argument: unknown): Partial<OutcomeAnswers> {
  const decision = numberArgument(argument, 'decision');
  const rating = numberArgument(argument, 'rating');
  return {
    ...textArguments(argument, ['decision', 'rating', 'verdict', 'notes']),
    ...(decision !== undefined && { decision }),
    ...(rating !== undefined && { rating }),
  };
}

async function record(services: Services, input: OutcomeInput): Promise<unknown> {
  const { fact, outcome, isRetired, redacted, changeId } = await working(vscode.l10n.t('Recording the outcome…'), () =>
    services.access.use(async ({ memory, caller }) => {
      const changing = memory.changes.begin(caller);
      return { ...(await memory.decisions.addOutcome(changing, input)), changeId: changing.changeId };
    }),
  );
  const { rating, verdict } = outcome;
  const recorded = vscode.l10n.t('Outcome recorded: {0}, {1}.', ratingText(rating), verdictName(verdict));
  const message = isRetired ? `${recorded} ${vscode.l10n.t('The decision no longer applies.')}` : recorded;
  notifyStored(services, { message, redacted, changeId, route: decisionRoute(fact) });
  return { status: 'recorded', id: fact.id, rating, verdict, isRetired };
}

function nothing({ notices }: Services): unknown {
  const run = async (): Promise<unknown> => vscode.commands.executeCommand('bigmind.saveDecision');
  notices.done(vscode.l10n.t('There are no decisions yet.'), { label: vscode.l10n.t('Save Decision...'), run });
  return { status: 'nothing' };
}
