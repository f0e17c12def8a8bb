/** The rows of the search as you type: a result, or a message if there is none. */
import * as vscode from 'vscode';
import type { BigMindError } from '../../../memory/shared/errors.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import type { SearchAnswer, SearchResult } from '../../../search/explanation/searchResult.ts';
import { oneLine, percentText, shorten } from '../../../util/text.ts';
import { localDay } from '../../../util/time.ts';
import { headlineFor, remedyOf } from '../../platform/errorText.ts';
import type { NoticeButton } from '../../platform/notices.ts';
import { waysOn } from '../../platform/notices.ts';
import { kindName, remarksOn } from '../../ui/memoryPage.ts';
import type { FoundResult } from '../../ui/openedResults.ts';
import { shownResults } from './findMemories.ts';

export interface SearchRow extends vscode.QuickPickItem {
  /** Absent for a row that is only a message. */
  found?: FoundResult;
  /** Choosing the row searches in all projects. */
  widens?: true;
  /** Choosing the row runs this remedy for a failure. */
  runs?: NoticeButton;
}

/** Buttons of a row; handlers compare them by identity. */
export const explainButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('question'),
  tooltip: vscode.l10n.t('Explain Search Result'),
};
export const panelButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('edit'),
  tooltip: vscode.l10n.t('Edit or Manage in the Panel'),
};
export const sourceButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('go-to-file'),
  tooltip: vscode.l10n.t('Open Source File'),
};

export function rowFrom(question: string, result: SearchResult, timeZone: string): SearchRow {
  const { createdAt, speaker, project, sourceRef, author, approver } = result;
  const about = [
    percentText(result.score, vscode.env.language),
    kindName(result.kind),
    ...remarksOn(result),
    localDay(createdAt, timeZone),
    speaker,
    author === null ? null : vscode.l10n.t('by {0}', author),
    approver === null ? null : vscode.l10n.t('approved by {0}', approver),
    project,
    sourceRef,
  ];
  return {
    label: `$(${kindIcons[result.kind]}) ${shorten(oneLine(result.title ?? result.text), 120)}`,
    detail: about.filter((part) => part !== null).join(' · '),
    alwaysShow: true,
    found: { question, result },
    buttons: [panelButton, explainButton, ...(sourceRef === null ? [] : [sourceButton])],
  };
}

/**
 * Says how many memories were searched. `elsewhere` is the answer to the same query from all projects, if it was run.
 */
export function rowForNothing(searched: number, elsewhere: SearchAnswer | undefined): SearchRow {
  const label = vscode.l10n.t('No results in {0}', memoriesCounted(searched));
  if (elsewhere === undefined || elsewhere.searched === searched)
    return { label, detail: vscode.l10n.t('Try other words.'), alwaysShow: true };
  const { results, searched: all } = elsewhere;
  if (results.length === 0) {
    const detail = vscode.l10n.t('All projects have no results either ({0}). Try other words.', memoriesCounted(all));
    return { label, detail, alwaysShow: true };
  }
  const count = results.length < shownResults ? String(results.length) : vscode.l10n.t('{0} or more', shownResults);
  const detail = vscode.l10n.t('{0} found in other projects. Select the globe above, or press Enter.', count);
  return { label, detail, alwaysShow: true, widens: true };
}

/** The failure, followed by a row for each remedy, because rows truncate text and their buttons have no labels. */
export function rowsForFailure(error: BigMindError): SearchRow[] {
  const [first, ...others] = waysOn(error);
  const happened = { label: `$(warning) ${headlineFor(error.code)}`, detail: error.message, alwaysShow: true };
  if (first === undefined) return [happened];
  const remedy = remedyOf(error);
  return [
    happened,
    { label: first.label, ...(remedy !== undefined && { detail: remedy }), alwaysShow: true, runs: first },
    ...others.map((runs) => ({ label: runs.label, alwaysShow: true, runs })),
  ];
}

const kindIcons: Record<MemoryKind, string> = {
  fact: 'lightbulb',
  chunk: 'quote',
  session: 'history',
  knowledge: 'organization',
  message: 'comment',
  entry: 'markdown',
};

function memoriesCounted(count: number): string {
  const shown = count.toLocaleString(vscode.env.language);
  return count === 1 ? vscode.l10n.t('{0} memory', shown) : vscode.l10n.t('{0} memories', shown);
}
