/** Puts the key of a model server into VS Code's secret storage, or takes it out. The key is never shown again. */
import * as vscode from 'vscode';
import { noProcess, type Services } from '../../services/host.ts';
import { keyedServers, type KeyedServer } from '../../platform/providerKeys.ts';
import { cancelled, flagArgument, textArgument, type Command } from '../shared/arguments.ts';

/**
 * Argument `{ server?, key?, remove? }` with `embeddings` or `rerank` as the server; asks for what is missing. Answers
 * `{ status: "kept" | "removed" | "nothing", server }`.
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
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('The key of which server?') }))?.server;
}

function askForKey(server: KeyedServer): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Key of the {0}', nameOf(server)),
    prompt: vscode.l10n.t(
      'Kept in the secret storage of VS Code, in no settings file. Empty removes the key there is.',
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
        "The key is kept in VS Code's secret storage. The BigMind server is given it when it starts.",
      );
    case 'removed':
      return vscode.l10n.t('The key is removed. The BigMind server starts without it from now on.');
    case 'nothing':
      return vscode.l10n.t('There was no key, and there is none now.');
  }
}
