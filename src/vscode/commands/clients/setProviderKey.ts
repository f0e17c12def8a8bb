/** Stores the key of a model server in VS Code's secret storage, or removes it. The key is never shown again. */
import * as vscode from 'vscode';
import { noProcess, type Services } from '../../services/host.ts';
import { keyedServers, type KeyedServer } from '../../platform/providerKeys.ts';
import { cancelled, flagArgument, textArgument, type Command } from '../shared/arguments.ts';

/**
 * Argument `{ server?, key?, remove? }`; server is `embeddings` or `rerank`. Prompts for missing values. Returns `{
 * status: "kept" | "removed" | "nothing", server }`.
 */
export function createSetProviderKey({ host, notices }: Services): Command {
  return async (argument) => {
    const { keys } = host;
    if (keys === undefined) throw noProcess();
    const given = textArgument(argument, 'server');
    const server = keyedServers.find((known) => known === given) ?? (await askForServer());
    if (server === undefined) return cancelled;
    const key = flagArgument(argument, 'remove') ? '' : (textArgument(argument, 'key') ?? (await askForKey(server)));
    if (key === undefined) return cancelled;
    const status = await keys.keep(server, key);
    notices.done(sentenceFor(status));
    return { status, server };
  };
}

async function askForServer(): Promise<KeyedServer | undefined> {
  const items = keyedServers.map((server) => ({ label: nameOf(server), detail: `bigmind.${server}.url`, server }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Select the server that the key is for') }))
    ?.server;
}

function askForKey(server: KeyedServer): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Key for the {0}', nameOf(server)),
    prompt: vscode.l10n.t(
      'VS Code keeps the key in its secret storage, not in a settings file. Leave the field empty to remove the current key.',
    ),
    password: true,
    ignoreFocusOut: true,
  });
}

function nameOf(server: KeyedServer): string {
  switch (server) {
    case 'embeddings':
      return vscode.l10n.t('embedding server');
    case 'rerank':
      return vscode.l10n.t('reranking server');
  }
}

function sentenceFor(status: 'kept' | 'removed' | 'nothing'): string {
  switch (status) {
    case 'kept':
      return vscode.l10n.t(
        "The key is saved in VS Code's secret storage. The BigMind server receives it when it starts.",
      );
    case 'removed':
      return vscode.l10n.t('The key was removed. From the next start, the BigMind server no longer uses it.');
    case 'nothing':
      return vscode.l10n.t('No key was set, so nothing changed.');
  }
}
