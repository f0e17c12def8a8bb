/**
 * Saves a decision: what was decided, why, by whom, and what was rejected. If another decision has the same title, the
 * user chooses between replacing its details and replacing the decision; until then nothing is stored.
 */
import * as vscode from 'vscode';
import type { DecisionInput, SavedDecision } from '../../../memory/decisions/decisions.ts';
import type { Fact } from '../../../memory/facts/facts.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { oneLine } from '../../../util/text.ts';
import { showStep, working } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';
import { sourceOfSelection } from '../../services/sourceRef.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, numberArgument, textArguments, textsArgument } from '../shared/arguments.ts';
import { askForRow, askForText } from '../shared/quickInput.ts';
import type { PickQuestion } from '../shared/quickInput.ts';
import { askInSteps, back, partsToAsk } from '../shared/steps.ts';
import type { Position, Step } from '../shared/steps.ts';
import { notifyStored } from '../shared/storedNotice.ts';
import { storeDetails } from './completeDecision.ts';
import type { DecisionAnswers } from './decisionAnswers.ts';
import { savedParts } from './decisionAnswers.ts';
import { givenParts } from './decisionArguments.ts';
import { decisionRoute } from './decisionRoute.ts';
import type { DecisionDialog } from './decisionSteps.ts';
import { decisionSteps, questionFor } from './decisionSteps.ts';

/**
 * Argument `{ title?, rationale?, decidedBy?, alternatives?, project?, assistedBy?, tags?, sourceRef?, supersedes?,
 * chunkId? }`. Asks for missing values, and for nothing if all that a decision needs is given. A selection in the
 * editor is the source, unless another one is given. Returns `{ status, id }`: `stored`; `completed` for a known fact
 * that had no details; `changed` for a decision that got other details; or `duplicate`.
 */
export function createSaveDecision(services: Services): Command {
  return async (argument) => {
    const given = givenParts(argument);
    const extra = extraFrom(argument);
    const { caller, projects } = await services.access.use(async ({ memory, caller: person }) => ({
      caller: person,
      projects: (await memory.catalogue.choices(person)).projects.map(({ name }) => name),
    }));
    const dialog = { title: vscode.l10n.t('Save Decision'), sourceRef: extra.sourceRef, projects };
    const parts = partsToAsk(given, savedParts(caller.project === null ? 'unknown' : 'known'), 'alternatives');
    const decidedBy = caller.user.displayName ?? caller.user.username;
    const answers = { title: '', rationale: '', decidedBy, alternatives: [], project: undefined, ...given };
    return ask({ services, dialog, steps: decisionSteps(parts, dialog) }, { answers, extra });
  };
}

/** What the dialog does not ask for. */
type Extra = Pick<DecisionInput, 'assistedBy' | 'tags' | 'sourceRef' | 'supersedes' | 'chunkId'>;

interface Draft {
  answers: DecisionAnswers;
  extra: Extra;
}

interface Saving {
  services: Services;
  dialog: DecisionDialog;
  /** Empty for a caller that gave everything. */
  steps: readonly Step<DecisionAnswers>[];
}

function extraFrom(argument: unknown): Extra {
  const assistedBy = textsArgument(argument, 'assistedBy');
  const tags = textsArgument(argument, 'tags');
  const chunkId = numberArgument(argument, 'chunkId');
  const supersedes = numberArgument(argument, 'supersedes');
  const selected = selectedSource();
  return {
    ...(selected !== undefined && { sourceRef: selected }),
    ...textArguments(argument, ['sourceRef', 'supersedes']),
    ...(supersedes !== undefined && { supersedes }),
    ...(assistedBy !== undefined && { assistedBy }),
    ...(tags !== undefined && { tags }),
    ...(chunkId !== undefined && { chunkId }),
  };
}

function selectedSource(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return undefined;
  return sourceOfSelection(editor);
}

async function ask(saving: Saving, { answers: start, extra }: Draft): Promise<unknown> {
  const answers = await askInSteps(saving.steps, start);
  return answers === undefined ? cancelled : save(saving, { answers, extra });
}

async function save(saving: Saving, draft: Draft): Promise<unknown> {
  try {
    return await store(saving.services, draft);
  } catch (thrown) {
    const known = sameTitleIn(thrown);
    // A caller that was asked nothing gets the error, which names the decision.
    if (known === undefined || saving.steps.length === 0) throw thrown;
    return settle(saving, draft, known);
  }
}

type Stored = SavedDecision & { known: Fact | undefined; changeId: string };

async function store(services: Services, { answers, extra }: Draft): Promise<unknown> {
  const { project, ...details } = answers;
  const saved = await working(vscode.l10n.t('Saving the decision…'), () =>
    services.access.use(async ({ memory, caller }): Promise<Stored> => {
      const changing = memory.changes.begin(await memory.identities.inProject(caller, project));
      const known = await memory.facts.sameAs(changing, details.title);
      return {
        ...(await memory.decisions.save(changing, { ...details, ...extra })),
        known,
        changeId: changing.changeId,
      };
    }),
  );
  return report(services, saved);
}

function report(services: Services, saved: Stored): unknown {
  const { status, fact, replaced, redacted, known, changeId } = saved;
  const { id } = fact;
  const route = decisionRoute(fact);
  const isCompleted = replaced === null && known?.decision === null;
  if (status === 'duplicate' && replaced === null && !isCompleted) {
    services.notices.done(vscode.l10n.t('BigMind already remembers this decision.'), showStep(route));
    return { status, id };
  }
  notifyStored(services, { message: messageFor(saved), redacted, changeId, route });
  return { status: isCompleted ? 'completed' : status, id };
}

function messageFor({ fact, replaced, known }: Stored): string {
  if (replaced !== null) return vscode.l10n.t('Decision saved. It replaces #{0}.', replaced.id);
  return known?.decision === null
    ? vscode.l10n.t('Fact #{0} is now a decision with details.', fact.id)
    : vscode.l10n.t('Decision saved.');
}

/** The decision that has the same title and other details. */
function sameTitleIn(thrown: unknown): number | undefined {
  const { decision } = bigMindErrorFrom(thrown).details;
  return typeof decision === 'number' ? decision : undefined;
}

/** Asks what to do with the decision that has the same title. Escape leaves everything as it is. */
async function settle(saving: Saving, draft: Draft, known: number): Promise<unknown> {
  const { services, dialog, steps } = saving;
  const position = positionAfter(steps, 1);
  const choice = await askForRow({ title: dialog.title, ...sameTitleQuestion(known) }, position);
  switch (choice) {
    case undefined:
      return cancelled;
    case back:
      return ask(saving, draft);
    case 'details':
      return storeDetails(services, known, { ...draft.answers, ...draft.extra });
    case 'decision':
      return replace(saving, draft, known);
  }
}

function sameTitleQuestion(known: number): Omit<PickQuestion<'details' | 'decision'>, 'title'> {
  return {
    placeholder: vscode.l10n.t('Decision #{0} has this title and other details', known),
    rows: [
      {
        label: `$(edit) ${vscode.l10n.t('Replace Its Details')}`,
        detail: vscode.l10n.t('Changes who decided, why, and what was rejected. You can undo this.'),
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

/** The new decision needs another title, because equal titles are one decision. */
async function replace(saving: Saving, { answers, extra }: Draft, known: number): Promise<unknown> {
  const { dialog, steps } = saving;
  const prompt = vscode.l10n.t('Enter a title that says what changed.');
  const { check, ...question } = questionFor('title', dialog);
  const title = await askForText(
    {
      ...question,
      prompt,
      value: answers.title,
      check: (text) => (isSame(text, answers.title) ? prompt : check?.(text)),
    },
    positionAfter(steps, 2),
  );
  if (title === undefined) return cancelled;
  if (title === back) return settle(saving, { answers, extra }, known);
  return save(saving, { answers: { ...answers, title }, extra: { ...extra, supersedes: known } });
}

/** Like the domain, which ignores case and spacing. */
function isSame(one: string, other: string): boolean {
  return oneLine(one).toLowerCase() === oneLine(other).toLowerCase();
}

function positionAfter(steps: readonly unknown[], more: number): Position {
  const step = steps.length + more;
  return { step, totalSteps: step };
}
