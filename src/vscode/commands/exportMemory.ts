/** Writes everything that is remembered into one JSON file of the person's choosing. */
import * as vscode from 'vscode';
import type { Services } from '../host.ts';
import { cancelled, uriArgument, type Command } from './arguments.ts';

/** Argument `{ target? }`, a file address. Answers `{ status: "exported", target }`. */
export function createExportMemory(services: Services): Command {
  return async (argument) => {
    const target = uriArgument(argument, 'target') ?? (await askForTarget(services.host.clock.now()));
    if (target === undefined) return cancelled;
    const title = vscode.l10n.t('Exporting the memory');
    await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, async () => {
      const snapshot = await services.access.use(({ memory, caller }) =>
        memory.portability.export(caller.user.username),
      );
      const json = `${JSON.stringify(snapshot, undefined, 1)}\n`;
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(json));
    });
    services.notices.done(vscode.l10n.t('The memory was exported to {0}', target.fsPath), {
      label: vscode.l10n.t('Show File'),
      act: () => showFile(target),
    });
    return { status: 'exported', target: target.toString() };
  };
}

function askForTarget(now: Date): Thenable<vscode.Uri | undefined> {
  const name = `bigmind-${now.toISOString().slice(0, 10)}.json`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export memory'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { JSON: ['json'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

/** In the system's file manager where the window runs on the machine of the file, else in an editor. */
async function showFile(file: vscode.Uri): Promise<void> {
  const local = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  await vscode.commands.executeCommand(local ? 'revealFileInOS' : 'vscode.open', file);
}
