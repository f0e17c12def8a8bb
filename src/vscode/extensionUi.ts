/** The part of the extension's UI that is the same in every host. */
import * as vscode from 'vscode';
import { settingsPassedAsVariables, settingsTable } from '../settingsTable.ts';
import { registerCommands } from './commands.ts';
import { describeThrown } from './platform/describeThrown.ts';
import { onDidChangeSettings } from './platform/settings.ts';
import type { Services } from './services/host.ts';
import { noticeRefusals, serverText } from './services/server/teamServer.ts';
import { MemoryPanel } from './ui/memoryPanel.ts';
import { ChangeWatcher } from './ui/changeWatcher.ts';
import { ProfileView } from './ui/profileView.ts';
import { StatusBar } from './ui/statusBar.ts';

export function registerUi(services: Services): vscode.Disposable {
  const { access, host } = services;
  const changes = new ChangeWatcher(services);
  const view = new ProfileView(services, changes);
  const panel = new MemoryPanel(services, changes);
  const statusBar = new StatusBar();
  return vscode.Disposable.from(
    changes,
    panel,
    statusBar,
    registerCommands(services, panel),
    vscode.window.registerWebviewViewProvider(ProfileView.id, view),
    vscode.window.registerWebviewPanelSerializer(MemoryPanel.viewType, panel),
    changes.onDidChange((change) => statusBar.show(change, host.clock.now().getTime())),
    changes.onDidChange((change) => view.show(change)),
    ...followRecording(services, statusBar, changes),
    watchDamage(services, changes),
    access.onDidChange(() => changes.refresh()),
    ...followHooks(services, changes),
    ...followServer(services, statusBar, changes),
    onDidChangeSettings(settingsPassedAsVariables, () => access.reset()),
    ...(host.keys === undefined ? [] : [host.keys.onDidChange(() => access.reset())]),
    vscode.workspace.onDidChangeWorkspaceFolders(() => access.resetCaller()),
  );
}

function followServer({ host, notices }: Services, statusBar: StatusBar, changes: ChangeWatcher): vscode.Disposable[] {
  if (host.server === undefined) return [];
  const { connection, delivery } = host.server;
  const show = (): void => {
    const { type } = connection.state;
    const isTrouble = type === 'away' || type === 'refused' || type === 'unconnected';
    statusBar.showServer(serverText(connection.state, delivery.counts), isTrouble);
  };
  show();
  return [
    connection.onDidChange(() => {
      show();
      changes.refresh();
    }),
    delivery.onDidChange(show),
    noticeRefusals(connection, notices),
    onDidChangeSettings([settingsTable.serverUrl], () => void connection.refresh()),
  ];
}

/** The choice for everything is a setting; that for a folder is known with the next change. */
function followRecording({ host, log }: Services, statusBar: StatusBar, changes: ChangeWatcher): vscode.Disposable[] {
  const { capture } = host;
  if (capture === undefined) return [];
  const show = (): void => {
    try {
      statusBar.showRecording(!capture.state().enabled);
    } catch (thrown) {
      log.debug(`Whether chats are recorded is unknown: ${describeThrown(thrown)}`);
    }
  };
  show();
  return [onDidChangeSettings([settingsTable.captureEnabled], show), changes.onDidChange(show)];
}

/** Long enough not to delay the start of the window. */
const lookAfterMs = 5_000;
const lookAgainMs = 10_000;

/** A damaged memory shows in the status bar, also if nothing uses it yet, until it is repaired. */
function watchDamage({ host, log }: Services, changes: ChangeWatcher): vscode.Disposable {
  const look = (): void => {
    try {
      if (host.hasStore()) changes.look();
    } catch (thrown) {
      log.debug(`The memory is not looked at: ${describeThrown(thrown)}`);
    }
  };
  let timer = setTimeout(look, lookAfterMs);
  const listening = changes.onDidChange((change) => {
    clearTimeout(timer);
    if ('failure' in change) timer = setTimeout(look, lookAgainMs);
  });
  return vscode.Disposable.from(listening, new vscode.Disposable(() => clearTimeout(timer)));
}

/** With an invalid setting there is no folder to watch. The status bar then updates only together with the pages. */
function followHooks({ host, log, notices }: Services, changes: ChangeWatcher): vscode.Disposable[] {
  try {
    const watching = host.watchHookRuns?.(() => {
      changes.follow();
      // It may have been the first chat.
      notices.queue.look();
    });
    return watching === undefined ? [] : [watching];
  } catch (thrown) {
    log.debug(`Hooks are not followed: ${describeThrown(thrown)}`);
    return [];
  }
}
