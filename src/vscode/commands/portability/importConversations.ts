/**
 * Imports what the user already has: conversations with other assistants, and their notes. The user selects from the
 * sources that were found. An import can be canceled and repeated without duplicates.
 */
import * as vscode from 'vscode';
import { isDamaged } from '../../../capture/importing/importReport.ts';
import type { ImportReport } from '../../../capture/importing/importReport.ts';
import type { Source } from '../../../capture/sources/source.ts';
import { percentText } from '../../../util/text.ts';
import type { Services } from '../../services/host.ts';
import { showStep, working, type NextStep } from '../../platform/notices.ts';
import type { PastConversations } from '../../services/pastConversations.ts';
import { cancelled, flagArgument, uriArgument, type Command } from '../shared/arguments.ts';
import { createImportMemory } from './importMemory.ts';
import { importedParts } from './importedParts.ts';
import { askWhichSources } from './sourcePick.ts';

/**
 * Argument `{ source?, yes? }`: source is the URI of a file or folder; `yes` imports all sources without asking.
 * Returns `{ status: "imported" | "broken off", ...report }` or `{ status: "nothing found", places }`. For a file that
 * Import Memory handles, it returns that command's result.
 */
export function createImportConversations(services: Services): Command {
  const importMemory = createImportMemory(services);
  return async (argument) => {
    // A browser has no files of other programs, so the user picks a file that Import Memory handles.
    const past = await services.host.pastConversations?.();
    if (past === undefined) return importMemory(argument);
    const chosen = await chosenSources(argument, past, services);
    if (chosen === undefined) return cancelled;
    if (chosen instanceof vscode.Uri) return importMemory({ source: chosen });
    if (chosen.length === 0) return notifyNothingFound(past, services);
    const report = await bringIn(chosen, past, services);
    await notify(report, services);
    return { status: report.isWhole ? 'imported' : 'broken off', ...report };
  };
}

/** A URI if the picked file contains no conversations of other assistants. */
async function chosenSources(
  argument: unknown,
  past: PastConversations,
  services: Services,
): Promise<Source[] | vscode.Uri | undefined> {
  const given = uriArgument(argument, 'source');
  if (given !== undefined) return sourcesOfPicked(given, past);
  const found = await working(vscode.l10n.t('Looking for past conversations…'), () => past.find());
  services.log.debug(`${String(found.length)} sources of past conversations were found.`);
  if (found.length === 0 || flagArgument(argument, 'yes')) return found;
  const picked = await askWhichSources(found);
  if (picked === 'file') {
    const file = await askForFile();
    return file === undefined ? undefined : sourcesOfPicked(file, past);
  }
  return picked?.length === 0 ? undefined : picked;
}

async function sourcesOfPicked(place: vscode.Uri, past: PastConversations): Promise<Source[] | vscode.Uri> {
  const sources = await past.at(place.fsPath);
  return sources.length === 0 ? place : sources;
}

async function askForFile(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import past conversations'),
    openLabel: vscode.l10n.t('Import'),
    canSelectMany: false,
  });
  return chosen?.[0];
}

function notifyNothingFound(past: PastConversations, { notices, pages }: Services): unknown {
  const places = past.places;
  notices.done(
    vscode.l10n.t('No past conversations were found on this computer.'),
    {
      label: vscode.l10n.t('Choose a File...'),
      run: async () => {
        const source = await askForFile();
        if (source !== undefined) await vscode.commands.executeCommand('bigmind.importConversations', { source });
      },
    },
    {
      label: vscode.l10n.t('Show Searched Locations'),
      run: () => {
        const list = places.map((place) => `- \`${place}\``);
        const heading = `# ${vscode.l10n.t('Where BigMind looks for past conversations')}`;
        return pages.show(vscode.l10n.t('Locations of past conversations'), [heading, '', ...list, ''].join('\n'));
      },
    },
  );
  return { status: 'nothing found', places };
}

async function bringIn(sources: readonly Source[], past: PastConversations, services: Services): Promise<ImportReport> {
  const title = vscode.l10n.t('Importing past conversations');
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    let reported = 0;
    const onProgress = ({ done, all, source }: { done: number; all: number; source: Source }): void => {
      const percent = all === 0 ? 100 : Math.floor((done * 100) / all);
      if (percent === reported) return;
      progress.report({
        increment: percent - reported,
        message: `${percentText(percent / 100, vscode.env.language)} · ${source.title}`,
      });
      reported = percent;
    };
    return services.access.use((opened) => past.bringIn(opened, sources, { onProgress, signal: controller.signal }));
  });
}

async function notify(report: ImportReport, services: Services): Promise<void> {
  const { conversations, isWhole } = report;
  const parts = importedParts(report);
  const showHome = showStep({ view: 'home', item: null });
  const message = isWhole
    ? vscode.l10n.t('Imported: {0}.', parts.join(', '))
    : vscode.l10n.t('Import stopped: {0}. The next import continues from there.', parts.join(', '));
  const skipped: NextStep = {
    label: vscode.l10n.t('Show What Was Skipped'),
    run: () => services.pages.show(vscode.l10n.t('Skipped during the import'), damageReport(report)),
  };
  services.notices.done(message, showHome, ...(isDamaged(report) ? [skipped] : []));
  // What is known now.
  const isNew = conversations.new + conversations.continued + report.facts.stored > 0;
  if (isNew) await showHome.run();
}

function damageReport({ damage: { listed, more } }: ImportReport): string {
  const lines = listed.map(({ file, line, reason }) =>
    line === null ? `- \`${file}\`: ${reason}` : `- \`${file}\`, ${vscode.l10n.t('Line {0}: {1}', line, reason)}`,
  );
  const rest = more === 0 ? [] : ['', vscode.l10n.t('And {0} more.', more)];
  return [`# ${vscode.l10n.t('Skipped during the import')}`, '', ...lines, ...rest, ''].join('\n');
}
