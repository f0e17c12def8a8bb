/** Everything of the extension that a person sees and that is the same in every host. */
import * as vscode from 'vscode';
import { registerCommands } from './commands.ts';
import type { Services } from './host.ts';
import { ProfileView } from './profileView.ts';
import { onDidChangeSettings } from './settings.ts';
import { StatusBar } from './statusBar.ts';

export function registerFace(services: Services): vscode.Disposable {
  const { access, host } = services;
  const view = new ProfileView(services);
  const statusBar = new StatusBar();
  return vscode.Disposable.from(
    view,
    statusBar,
    registerCommands(services),
    vscode.window.registerWebviewViewProvider(ProfileView.id, view),
    view.onDidLoad((message) => statusBar.show(message)),
    access.onDidChange(() => void view.refresh()),
    onDidChangeSettings(['storage', 'user', 'mode', 'embeddings'], () => access.reset()),
    ...(host.keys === undefined ? [] : [host.keys.onDidChange(() => access.reset())]),
    vscode.workspace.onDidChangeWorkspaceFolders(() => access.resetCaller()),
  );
}
