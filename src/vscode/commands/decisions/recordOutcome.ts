/**
 * Records how a decision turned out, if all is given; otherwise the page opens its form. A decision can have several
 * outcomes.
 */
import * as vscode from 'vscode';
import { ratingFrom } from '../../../memory/decisions/ratings.ts';
import type { OutcomeInput } from '../../../memory/decisions/decisions.ts';
import { formRoute } from '../../../protocol/formRoute.ts';
import { working } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, numberArgument, textArguments } from '../shared/arguments.ts';
import { askForRow } from '../shared/quickInput.ts';
import { notifyStored } from '../shared/storedNotice.ts';
import { decisionRoute } from './decisionRoute.ts';
import { outcomeText, ratingText, rowsOf, verdictName } from './decisionRows.ts';
import { listDecisions } from './findDecisions.ts';

/**
 * Argument `{ decision?, rating?, verdict?, notes?, observedAt?, sourceRef? }`; decision is the number or uid of a
 * fact. Lets the user select the decision if none is given, and opens the form of the page if rating or notes are
 * missing. Returns `{ status: "recorded", id, rating, verdict, isRetired }`, `{ status: "shown", id }` for the form, or
 * `{ status: "nothing" }` if there is no decision to select.
 */
export function createRecordOutcome(services: Services, panel: MemoryPanel): Command {
  return async (argument) => {
    const given = textArguments(argument, ['rating', 'verdict', 'notes', 'observedAt', 'sourceRef']);
    const rating = given.rating ?? numberArgument(argument, 'rating');
    const { notes } = given;
    const decision =
      textArguments(argument, ['decision']).decision ??
      numberArgument(argument, 'decision') ??
      (await selectDecision(services));
    if (typeof decision === 'object') return decision;
    if (rating !== undefined && notes !== undefined) {
      return record(services, { ...given, decision, rating, notes });
    }
    const { id } = await services.access.use(({ memory, caller }) => memory.facts.own(caller, decision, 'rate'));
    const typed = rating === undefined ? undefined : String(ratingFrom(rating));
    const { verdict, sourceRef } = given;
    panel.reveal(formRoute('knowledge', `outcome:${String(id)}`, { rating: typed, verdict, notes, sourceRef }));
    return { status: 'shown', id };
  };
}

/** The number of a decision, or the result of the command. */
async function selectDecision(services: Services): Promise<number | { status: string }> {
  const found = await listDecisions(services);
  if (found.decisions.length === 0) return nothing(services);
  const { timeZone } = services.host.clock;
  const rows = rowsOf(found, timeZone, ({ rationale, outcomes: [latest] }) =>
    latest === undefined ? rationale : outcomeText(latest, timeZone),
  );
  const title = vscode.l10n.t('Record Outcome of Decision');
  const placeholder = vscode.l10n.t('Select the decision that you can judge now');
  const chosen = await askForRow({ title, placeholder, rows });
  return chosen === undefined ? cancelled : chosen.id;
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

function nothing({ notices }: Services): { status: 'nothing' } {
  const run = async (): Promise<unknown> => vscode.commands.executeCommand('bigmind.saveDecision');
  notices.done(vscode.l10n.t('There are no decisions yet.'), { label: vscode.l10n.t('Save Decision...'), run });
  return { status: 'nothing' };
}
