/**
 * Saves a decision that is given in full; otherwise the page opens its form, with what is given. A selection in the
 * editor is the source.
 */
import * as vscode from 'vscode';
import { formRoute } from '../../../protocol/formRoute.ts';
import type { Services } from '../../services/host.ts';
import { askForFolder, folderAmongSeveral, severalFolders } from '../../services/openFolders.ts';
import { sourceOfSelection } from '../../services/sourceRef.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import type { Command } from '../shared/arguments.ts';
import { cancelled, numberArgument, textArguments, textsArgument } from '../shared/arguments.ts';
import { givenParts, type DecisionAnswers } from './decisionArguments.ts';
import type { DecisionExtra } from './storeDecision.ts';
import { storeDecision } from './storeDecision.ts';

/**
 * Argument `{ title?, rationale?, decidedBy?, alternatives?, project?, assistedBy?, tags?, sourceRef?, supersedes?,
 * chunkId? }`. Without any value, as from a menu, the active editor says what the decision is about: its selection is the
 * source, and of several folders, its folder determines the project. Returns `{ status: "shown" }` for the form, or
 * `{ status, id }`: `stored`; `completed` for a known fact that had no details; or `duplicate`.
 */
export function createSaveDecision(services: Services, panel: MemoryPanel): Command {
  return async (argument) => {
    const given = givenParts(argument);
    const named = extraFrom(argument);
    const isGiven = Object.keys({ ...given, ...named }).length > 0;
    const editor = isGiven ? undefined : vscode.window.activeTextEditor;
    const isUnclear = given.project === undefined && named.supersedes === undefined && severalFolders().length > 0;
    const folder = isUnclear ? (folderAmongSeveral(editor) ?? (await askForFolder())) : undefined;
    if (isUnclear && folder === undefined) return cancelled;
    const project = given.project ?? (await projectOf(folder, services));
    const { title, rationale, decidedBy } = given;
    // The form has no field for these, so the caller is a program that can give the rest.
    const isForProgram = ['tags', 'supersedes', 'chunkId'].some((name) => name in named);
    const isWhole = title !== undefined && rationale !== undefined && decidedBy !== undefined && project !== undefined;
    if (isWhole || isForProgram) {
      const answers = { title: '', rationale: '', decidedBy: '', alternatives: [], project: undefined, ...given };
      return storeDecision(services, { answers, extra: named, folder });
    }
    const extra = { ...named, ...selectedSource(editor) };
    panel.reveal(formRoute('knowledge', 'decision/new', filledIn({ ...given, project }, extra)));
    return { status: 'shown' };
  };
}

/** Its name, or its key if nothing is known of it yet, because a name alone would make another project. */
function projectOf(folder: vscode.WorkspaceFolder | undefined, { access }: Services): Promise<string | undefined> {
  return access.use(async ({ memory, caller, callerIn }) => {
    const { project } = await callerIn(folder);
    if (project === null) return undefined;
    const known = await memory.identities.ownProjects(caller);
    const isOnlyOne = known.filter(({ name }) => name === project.name).every(({ id }) => id === project.id);
    return isOnlyOne && known.some(({ id }) => id === project.id) ? project.name : project.key;
  });
}

/** The texts of the form. */
function filledIn(
  { alternatives, ...texts }: Partial<DecisionAnswers>,
  { assistedBy, sourceRef }: DecisionExtra,
): Record<string, string | undefined> {
  const lists = { alternatives: alternatives?.join('\n'), assistedBy: assistedBy?.join(', ') };
  return { ...texts, ...lists, sourceRef: sourceRef ?? undefined };
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
