/** The checklist of sources that can be imported. */
import * as vscode from 'vscode';
import type { Source } from '../../../capture/sources/source.ts';

interface SourceItem extends vscode.QuickPickItem {
  source: Source;
}

/**
 * Everything is checked except what the user may keep using alongside BigMind. Resolves with `file` if the user wants to pick a file, and undefined if they canceled.
 */
export function askWhichSources(sources: readonly Source[]): Promise<Source[] | 'file' | undefined> {
  const pick = vscode.window.createQuickPick<SourceItem>();
  const file = {
    iconPath: new vscode.ThemeIcon('folder-opened'),
    tooltip: vscode.l10n.t('Choose a File...'),
  };
  pick.title = vscode.l10n.t('Select what to import');
  pick.placeholder = vscode.l10n.t('BigMind skips what you already imported');
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.buttons = [file];
  pick.items = sources.map(itemFrom);
  pick.selectedItems = pick.items.filter(({ source }) => !source.staysInUse);
  return new Promise((done) => {
    pick.onDidTriggerButton(() => {
      done('file');
      pick.hide();
    });
    pick.onDidAccept(() => {
      done(pick.selectedItems.map(({ source }) => source));
      pick.hide();
    });
    pick.onDidHide(() => {
      done(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemFrom(source: Source): SourceItem {
  const { icon, title, program, bytes, from, to, folder } = source;
  const days = [...new Set([dayText(from), dayText(to)])];
  const details = [program, sizeText(bytes), days.join(' – '), ...(folder === undefined ? [] : [folder])];
  return {
    label: `$(${icon}) ${title}`,
    description: amountText(source),
    detail: details.join(' · '),
    source,
  };
}

function amountText({ unit, conversations, files, folder }: Source): string {
  if (conversations === null)
    return folder === undefined ? vscode.l10n.t('conversations from all projects') : vscode.l10n.t('conversations');
  if (conversations === 1) return vscode.l10n.t('1 conversation');
  if (unit === 'conversation')
    return vscode.l10n.t('{0} conversations', conversations.toLocaleString(vscode.env.language));
  if (unit === 'plan') return files.length === 1 ? vscode.l10n.t('1 plan') : vscode.l10n.t('{0} plans', files.length);
  return files.length === 1 ? vscode.l10n.t('1 notes file') : vscode.l10n.t('{0} notes files', files.length);
}

function dayText(iso: string): string {
  return new Date(iso).toLocaleDateString(vscode.env.language);
}

function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  const format = (value: number, digits: number): string =>
    value.toLocaleString(vscode.env.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return megabytes >= 1 ? `${format(megabytes, 1)} MB` : `${format(Math.max(1, Math.round(bytes / 1024)), 0)} KB`;
}
