/** Exports the whole memory to a file that the user chooses: JSON, optionally encrypted with a passphrase. */
import * as vscode from 'vscode';
import { actorOf } from '../../../memory/shared/audit.ts';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { peopleIn } from '../../../memory/upkeep/snapshot.ts';
import { logFailure } from '../../platform/describeThrown.ts';
import type { Host, Services } from '../../services/host.ts';
import { cancelled, textArgument, uriArgument, type Command } from '../shared/arguments.ts';
import { askForNewPassphrase, askForProtection, protectionOf } from './passphrases.ts';

/** The target file, and the passphrase if any. */
interface Wish {
  target: vscode.Uri;
  passphrase: string | undefined;
}

/**
 * Argument `{ target, passphrase? }`; target is a file URI. Prompts for everything without it. Returns `{ status:
 * "exported", target }`.
 */
export function createExportMemory(services: Services): Command {
  return async (argument) => {
    const wish = wishFrom(argument) ?? (await askForWish(services.host));
    if (wish === undefined) return cancelled;
    const { target, passphrase } = wish;
    requireOtherThanStore(target, services.access.location);
    const title = vscode.l10n.t('Exporting the memory');
    const options = { location: vscode.ProgressLocation.Notification, title };
    const people = await vscode.window.withProgress(options, async () => {
      const snapshot = await services.access.use(({ memory, caller }) =>
        memory.portability.export(caller.user.username),
      );
      const json = `${JSON.stringify(snapshot, undefined, 1)}\n`;
      await vscode.workspace.fs.writeFile(target, await bytesOf(json, passphrase, services.host));
      await services.access
        .use(({ memory, caller }) => memory.portability.noteExported(snapshot, caller.user.username, actorOf(caller)))
        // The file is complete, also if the audit cannot record it.
        .catch((thrown: unknown) => logFailure(services.log, bigMindErrorFrom(thrown)));
      return peopleIn(snapshot);
    });
    services.notices.done(doneText(target, people), {
      label: vscode.l10n.t('Show File'),
      run: () => showFile(target),
    });
    return { status: 'exported', target: target.toString() };
  };
}

function doneText({ fsPath }: vscode.Uri, people: number): string {
  if (people < 2) return vscode.l10n.t('The memory was exported to {0}', fsPath);
  return vscode.l10n.t(
    'The private memories of {0} people were exported to {1}. Keep the file as safe as the store itself.',
    people,
    fsPath,
  );
}

function requireOtherThanStore(target: vscode.Uri, location: string): void {
  const store = vscode.Uri.file(location);
  const backups = vscode.Uri.joinPath(store, '..', 'backups');
  if (target.path !== store.path && !target.path.startsWith(`${backups.path}/`)) return;
  throw new BigMindError('invalid_input', `${target.fsPath} belongs to BigMind's own files.`, {
    remedy: 'Choose another place. Nothing was written.',
  });
}

function wishFrom(argument: unknown): Wish | undefined {
  const target = uriArgument(argument, 'target');
  return target === undefined ? undefined : { target, passphrase: textArgument(argument, 'passphrase') };
}

async function askForWish(host: Host): Promise<Wish | undefined> {
  const wanted = await askForProtection(host);
  if (wanted === undefined) return undefined;
  // If this host cannot encrypt, fail before the user types a passphrase.
  if (wanted) await protectionOf(host);
  const prompt = {
    title: vscode.l10n.t('Passphrase for the export'),
    hint: vscode.l10n.t('Keep the passphrase safe. Nobody can open the file without it.'),
  };
  const passphrase = wanted ? await askForNewPassphrase(prompt) : undefined;
  if (wanted && passphrase === undefined) return undefined;
  const target = await askForTarget(host.clock.now(), wanted);
  return target && { target, passphrase };
}

async function bytesOf(json: string, passphrase: string | undefined, host: Host): Promise<Uint8Array> {
  if (passphrase === undefined) return new TextEncoder().encode(json);
  return (await protectionOf(host)).protectedWith(passphrase, json);
}

function askForTarget(now: Date, isProtected: boolean): Thenable<vscode.Uri | undefined> {
  const name = `bigmind-${now.toISOString().slice(0, 10)}.json${isProtected ? '.age' : ''}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export memory'),
    saveLabel: vscode.l10n.t('Export'),
    filters: isProtected ? { age: ['age'] } : { JSON: ['json'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

/** In the system's file manager if the window runs on the file's machine, else in an editor. */
async function showFile(file: vscode.Uri): Promise<void> {
  const local = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  await vscode.commands.executeCommand(local ? 'revealFileInOS' : 'vscode.open', file);
}
