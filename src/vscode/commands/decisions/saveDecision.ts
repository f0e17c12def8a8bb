/**
 * Saves a decision: what was decided, why, by whom, and what was rejected. If another decision has the same title, the
 * user chooses between replacing its details and replacing the decision; until then nothing is stored. An input that is
 * refused loses no answer.
 */
import * as vscode from 'vscode';
import type { BigMindError } from '../../../memory/shared/errors.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import type { Services } from '../../services/host.ts';
import { folderAmongSeveral, severalFolders } from '../../services/openFolders.ts';
import { sourceOfSelection } from '../../services/sourceRef.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, numberArgument, textArguments, textsArgument } from '../shared/arguments.ts';
import { askForRow, askForText } from '../shared/quickInput.ts';
import { askInSteps, back, partsToAsk } from '../shared/steps.ts';
import type { Position } from '../shared/steps.ts';
import { storeDetails } from './completeDecision.ts';
import type { DecisionPart } from './decisionAnswers.ts';
import { savedParts } from './decisionAnswers.ts';
import { givenParts } from './decisionArguments.ts';
import type { ProjectChoice } from './decisionSteps.ts';
import { decisionSteps } from './decisionSteps.ts';
import { refusedInputQuestion, sameTitleQuestion, successorTitleQuestion } from './saveQuestions.ts';
import type { DecisionExtra, DraftedDecision } from './storeDecision.ts';
import { storeDecision } from './storeDecision.ts';

/**
 * Argument `{ title?, rationale?, decidedBy?, alternatives?, project?, assistedBy?, tags?, sourceRef?, supersedes?,
 * chunkId? }`. Asks for missing values, and for nothing if all that a decision needs is given. Without any value, as
 * from a menu, the active editor says what the decision is about: its selection is the source, and of several folders,
 * its folder determines the project. Returns `{ status, id }`: `stored`; `completed` for a known fact that had no
 * details; `changed` for a decision that got other details; or `duplicate`.
 */
export function createSaveDecision(services: Services): Command {
  return async (argument) => {
    const given = givenParts(argument);
    const named = extraFrom(argument);
    const isGiven = Object.keys({ ...given, ...named }).length > 0;
    const editor = isGiven ? undefined : vscode.window.activeTextEditor;
    const folder = folderAmongSeveral(editor);
    const extra = { ...named, ...selectedSource(editor) };
    const { caller, projects } = await readPlace(services, folder);
    const isPlaced = caller.project !== null && (!isAmbiguous(folder) || extra.supersedes !== undefined);
    const parts = partsToAsk(given, savedParts(isPlaced ? 'known' : 'unknown'), 'alternatives');
    const decidedBy = caller.user.displayName ?? caller.user.username;
    const answers = { title: '', rationale: '', decidedBy, alternatives: [], project: undefined, ...given };
    return ask({ services, parts, projects }, { answers, extra, folder });
  };
}

interface Saving {
  services: Services;
  /** The parts to ask for; empty for a caller that gave everything. */
  parts: readonly DecisionPart[];
  projects: readonly ProjectChoice[];
}

function extraFrom(argument: unknown): DecisionExtra {
  const assistedBy = textsArgument(argument, 'assistedBy');
  const tags = textsArgument(argument, 'tags');
  const chunkId = numberArgument(argument, 'chunkId');
  const supersedes = numberArgument(argument, 'supersedes');
  return {
    ...textArguments(argument, ['sourceRef', 'supersedes']),
    ...(supersedes !== undefined && { supersedes }),
    ...(assistedBy !== undefined && { assistedBy }),
    ...(tags !== undefined && { tags }),
    ...(chunkId !== undefined && { chunkId }),
  };
}

function selectedSource(editor: vscode.TextEditor | undefined): Pick<DecisionExtra, 'sourceRef'> {
  if (editor === undefined || editor.selection.isEmpty) return {};
  const sourceRef = sourceOfSelection(editor);
  return sourceRef === undefined ? {} : { sourceRef };
}

/** Whether a decision could be about any of several folders. */
function isAmbiguous(folder: vscode.WorkspaceFolder | undefined): boolean {
  return folder === undefined && severalFolders().length > 0;
}

/** The caller in the project of the folder, and the projects to select from: those of several open folders first. */
function readPlace(
  { access }: Services,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<{ caller: Caller; projects: ProjectChoice[] }> {
  return access.use(async ({ memory, callerIn }) => {
    const open = await Promise.all(severalFolders().map(callerIn));
    const caller = await callerIn(folder);
    const known = (await memory.catalogue.choices(caller)).projects.map(({ name }) => ({ name, key: name }));
    const here = new Map(open.flatMap(({ project }) => (project === null ? [] : [[project.key, project]])));
    const names = new Set([...here.values()].map(({ name }) => name));
    return { caller, projects: [...here.values(), ...known.filter(({ name }) => !names.has(name))] };
  });
}

async function ask(saving: Saving, draft: DraftedDecision): Promise<unknown> {
  const answers = await askInSteps(decisionSteps(saving.parts, dialogFor(saving, draft)), draft.answers);
  return answers === undefined ? cancelled : save(saving, { ...draft, answers });
}

function dialogFor({ projects }: Saving, { extra }: DraftedDecision): Parameters<typeof decisionSteps>[1] {
  return { title: dialogTitle(), sourceRef: extra.sourceRef, projects };
}

function dialogTitle(): string {
  return vscode.l10n.t('Save Decision');
}

async function save(saving: Saving, draft: DraftedDecision): Promise<unknown> {
  try {
    return await storeDecision(saving.services, draft);
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    const known = sameTitleIn(error);
    // A caller that was asked nothing gets the error, which says what to change.
    if (saving.parts.length === 0) throw thrown;
    if (known !== undefined) return settle(saving, draft, known);
    if (error.code === 'invalid_input') return correct(saving, draft, error);
    throw thrown;
  }
}

/** The decision that has the same title and other details. */
function sameTitleIn({ details }: BigMindError): number | undefined {
  return typeof details['decision'] === 'number' ? details['decision'] : undefined;
}

/** Asks what to do with the decision that has the same title. Escape leaves everything as it is. */
async function settle(saving: Saving, draft: DraftedDecision, known: number): Promise<unknown> {
  const choice = await askForRow({ title: dialogTitle(), ...sameTitleQuestion(known) }, positionAfter(saving, 1));
  switch (choice) {
    case undefined:
      return cancelled;
    case back:
      return ask(saving, draft);
    case 'details':
      return storeDetails(saving.services, known, { ...draft.answers, ...draft.extra });
    case 'decision':
      return replace(saving, draft, known);
  }
}

/** The new decision needs another title, because equal titles are one decision. */
async function replace(saving: Saving, draft: DraftedDecision, known: number): Promise<unknown> {
  const { answers, extra } = draft;
  const question = successorTitleQuestion(answers.title, dialogFor(saving, draft));
  const title = await askForText(question, positionAfter(saving, 2));
  if (title === undefined) return cancelled;
  if (title === back) return settle(saving, draft, known);
  return save(saving, { ...draft, answers: { ...answers, title }, extra: { ...extra, supersedes: known } });
}

/** Asks what to do about an input that the memory refuses, such as lines that a file no longer has. */
async function correct(saving: Saving, draft: DraftedDecision, error: BigMindError): Promise<unknown> {
  const { sourceRef, ...extra } = draft.extra;
  const refused = error.details['field'] === 'source_ref' ? sourceRef : undefined;
  const question = { title: dialogTitle(), ...refusedInputQuestion(error.message, refused) };
  switch (await askForRow(question, positionAfter(saving, 1))) {
    case undefined:
      return cancelled;
    case back:
    case 'answers':
      return ask(saving, draft);
    case 'without source':
      return save(saving, { ...draft, extra });
  }
}

function positionAfter({ parts }: Saving, more: number): Position {
  const step = parts.length + more;
  return { step, totalSteps: step };
}
