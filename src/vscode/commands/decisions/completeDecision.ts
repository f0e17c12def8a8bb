/**
 * Turns a fact of the type `decision` that has no details into a decision. Its statement becomes the title; the page
 * has the form for who decided it, why, and what was rejected.
 */
import * as vscode from 'vscode';
import type { DecisionInput } from '../../../memory/decisions/decisions.ts';
import type { Fact } from '../../../memory/facts/facts.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { ownAgentName } from '../../../memory/shared/identity.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import { localDay } from '../../../util/time.ts';
import { working } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import type { Command } from '../shared/arguments.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import { cancelled, numberArgument, textsArgument } from '../shared/arguments.ts';
import { askForRow } from '../shared/quickInput.ts';
import type { PickRow } from '../shared/quickInput.ts';
import { notifyStored } from '../shared/storedNotice.ts';
import { givenParts, type DecisionAnswers } from './decisionArguments.ts';
import { completingRoute, decisionRoute } from './decisionRoute.ts';
import { groupByProject } from './decisionRows.ts';

/** Facts that are read, the newest first; those that need details are often the oldest. */
const maxRead = 2_000;

/**
 * Argument `{ factId?, rationale?, decidedBy?, alternatives?, assistedBy? }`. Lets the user select the fact if none is
 * given, and opens the form of the page if the rationale or who decided is missing. The agent that stored the fact
 * counts as one that helped, unless others are given. Returns `{ status: "completed", id }`, `{ status: "changed", id }`
 * for a fact that had details, `{ status: "shown", id }` for the form, or `{ status: "nothing" }` if no fact waits for
 * details.
 */
export function createCompleteDecision(services: Services, panel: MemoryPanel): Command {
  return async (argument) => {
    const factId = numberArgument(argument, 'factId') ?? (await selectFact(services));
    if (typeof factId !== 'number') return factId ?? cancelled;
    const { rationale, decidedBy, alternatives = [] } = givenParts(argument);
    if (rationale === undefined || decidedBy === undefined) {
      panel.reveal(completingRoute(factId));
      return { status: 'shown', id: factId };
    }
    const assistedBy = textsArgument(argument, 'assistedBy');
    const given = { rationale, decidedBy, alternatives, ...(assistedBy !== undefined && { assistedBy }) };
    return storeDetails(services, factId, given);
  };
}

/** Undefined if the user canceled. */
async function selectFact(services: Services): Promise<number | { status: 'nothing' } | undefined> {
  const { caller, facts } = await findIncomplete(services);
  if (facts.length === 0) {
    services.notices.done(vscode.l10n.t('There is no decision without details.'));
    return { status: 'nothing' };
  }
  const { timeZone } = services.host.clock;
  const rows = groupByProject(
    facts.map((fact) => rowOf(fact, timeZone)),
    caller.project?.name,
  );
  const title = vscode.l10n.t('Make a Fact a Decision');
  const placeholder = vscode.l10n.t('Select the fact that records a decision');
  const fact = await askForRow({ title, placeholder, rows });
  return fact === undefined ? undefined : requireProject(fact, caller).id;
}

function findIncomplete({ access }: Services): Promise<{ caller: Caller; facts: Fact[] }> {
  return access.use(async ({ memory, caller }) => {
    const { facts } = await memory.facts.list(caller, 'all', maxRead, { types: ['decision'], order: 'newest' });
    return { caller, facts: facts.filter(({ decision }) => decision === null) };
  });
}

function rowOf(fact: Fact, timeZone: string): PickRow<Fact> & { project: string | null } {
  const about = [localDay(fact.createdAt, timeZone), fact.agentName, fact.projectName];
  return {
    label: `$(lightbulb) ${shorten(oneLine(fact.fact), 120)}`,
    description: about.filter((part) => part !== null).join(' · '),
    project: fact.projectName,
    value: fact,
  };
}

/** Before the form is opened, because a decision belongs to a project. */
function requireProject(fact: Fact, { project }: Caller): Fact {
  if (fact.projectId !== null || project !== null) return fact;
  throw new BigMindError('invalid_input', vscode.l10n.t('Fact #{0} belongs to no project.', fact.id), {
    remedy: vscode.l10n.t('Open the folder of the project that it is about, and try again.'),
  });
}

type Details = Pick<DecisionAnswers, 'rationale' | 'decidedBy' | 'alternatives'> & Pick<DecisionInput, 'assistedBy'>;

/** Stores the details of a fact, offers to undo that, and returns the result of the command. */
async function storeDetails(services: Services, factId: number, details: Details): Promise<unknown> {
  const { rationale, decidedBy, alternatives } = details;
  const { known, changeId } = await working(vscode.l10n.t('Saving the decision…'), () =>
    services.access.use(async ({ memory, caller }) => {
      const changing = memory.changes.begin(caller);
      const before = await memory.facts.own(caller, factId, 'edit');
      const assistedBy = details.assistedBy ?? helpersIn(before);
      await memory.decisions.complete(changing, { rationale, decidedBy, alternatives, assistedBy, factId });
      return { known: before, changeId: changing.changeId };
    }),
  );
  const isNew = known.decision === null;
  const message = isNew
    ? vscode.l10n.t('Fact #{0} is now a decision with details.', factId)
    : vscode.l10n.t('Decision #{0} has the new details.', factId);
  notifyStored(services, { message, changeId, route: decisionRoute(known) });
  return { status: isNew ? 'completed' : 'changed', id: factId };
}

function helpersIn({ decision, agentName }: Fact): string[] {
  if (decision !== null) return decision.assistedBy;
  return agentName === null || agentName === ownAgentName ? [] : [agentName];
}
