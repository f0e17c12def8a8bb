/** The rows of the search as you type: a result, or a message if there is none. */
import * as vscode from 'vscode';
import type { BigMindError } from '../../../memory/shared/errors.ts';
import type { MatchStrength, MemoryKind } from '../../../memory/shared/vocabulary.ts';
import type { SearchAnswer, SearchResult } from '../../../search/explanation/searchResult.ts';
import { isStated, matchOf, statedFirst } from '../../../search/explanation/shownResults.ts';
import { visible } from '../../../memory/trust/quoting.ts';
import { failedSince } from '../../../search/howTo/commandText.ts';
import type { RanCommand } from '../../../search/howTo/ranCommands.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import { localDay } from '../../../util/time.ts';
import { headlineFor, remedyOf } from '../../platform/errorText.ts';
import type { NoticeButton } from '../../platform/notices.ts';
import { waysOn } from '../../platform/notices.ts';
import { kindName, remarksOn } from '../../ui/resultWords.ts';
import type { FoundResult } from '../../ui/openedResults.ts';
import { shownResults } from './findMemories.ts';

export interface SearchRow extends vscode.QuickPickItem {
  /** Absent for a row that is only a message. */
  found?: FoundResult;
  /** Choosing the row searches in all projects. */
  widens?: true;
  /** Choosing the row copies this command for a terminal. */
  copies?: string;
  /** Choosing the row runs this remedy for a failure. */
  runs?: NoticeButton;
}

/** Buttons of a row; handlers compare them by identity. */
export const explainButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('question'),
  tooltip: vscode.l10n.t('Explain Search Result'),
};
const sourceButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('go-to-file'),
  tooltip: vscode.l10n.t('Open Source File'),
};

/** Commands that answer, then facts and decisions, then sessions, each below its heading. */
export function rowsFrom(question: string, { results, commands = [] }: FoundRows, timeZone: string): SearchRow[] {
  const rows = statedFirst(results).map((result) => rowFrom(question, result, timeZone));
  const said = rows.findIndex(({ found }) => found !== undefined && !isStated(found.result));
  const before = said === -1 ? rows.length : said;
  return [
    ...(commands.length === 0 ? [] : [headingRow(vscode.l10n.t('Commands that succeeded'))]),
    ...commands.map((ran) => commandRow(ran, timeZone)),
    ...(before === 0 ? [] : [headingRow(vscode.l10n.t('Facts and decisions')), ...rows.slice(0, before)]),
    ...(before === rows.length ? [] : [headingRow(vscode.l10n.t('Sessions')), ...rows.slice(before)]),
  ];
}

type FoundRows = Pick<SearchAnswer, 'results' | 'commands'>;

function commandRow(ran: RanCommand, timeZone: string): SearchRow {
  const { command, succeeded, lastSucceeded, project } = ran;
  const failed = failedSince(ran);
  const about = [
    succeeded === 1 ? vscode.l10n.t('succeeded once') : vscode.l10n.t('succeeded {0} times', succeeded),
    vscode.l10n.t('last on {0}', localDay(lastSucceeded, timeZone)),
    failed === null ? null : vscode.l10n.t('failed on {0}', localDay(failed, timeZone)),
    project,
    vscode.l10n.t('Enter copies it'),
  ];
  return {
    label: `$(terminal) ${oneLine(visible(command))}`,
    detail: about.filter((part) => part !== null).join(' · '),
    alwaysShow: true,
    copies: command,
  };
}

function headingRow(label: string): SearchRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function matchText(match: MatchStrength): string {
  switch (match) {
    case 'strong':
      return vscode.l10n.t('Match: strong');
    case 'weak':
      return vscode.l10n.t('Match: weak');
    case 'none':
      return vscode.l10n.t('Match: none');
  }
}

export function rowFrom(question: string, result: SearchResult, timeZone: string): SearchRow {
  const { createdAt, speaker, project, author, approver } = result;
  // The names of a client's own messages are for programs.
  const sourceRef = isStated(result) ? result.sourceRef : null;
  const about = [
    matchText(matchOf(result.score, result.why?.answered ?? result.score)),
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
    buttons: [explainButton, ...(sourceRef === null ? [] : [sourceButton])],
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
