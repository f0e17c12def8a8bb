/** Everything of the extension that a person sees and that is the same in every host. */
import * as vscode from 'vscode';
import { handedOnSettings } from '../settingsTable.ts';
import { registerCommands } from './commands.ts';
import { describeThrown } from './platform/describeThrown.ts';
import type { Services } from './services/host.ts';
import { MemoryPanel } from './ui/memoryPanel.ts';
import { MemoryPulse } from './ui/memoryPulse.ts';
import { ProfileView } from './ui/profileView.ts';
import { onDidChangeSettings } from './platform/settings.ts';
import { StatusBar } from './ui/statusBar.ts';

export function registerFace(services: Services): vscode.Disposable {
  const { access, host } = services;
  const pulse = new MemoryPulse(services);
  const view = new ProfileView(services, pulse);
  const panel = new MemoryPanel(services, pulse);
  const statusBar = new StatusBar();
  return vscode.Disposable.from(
    pulse,
    panel,
    statusBar,
    registerCommands(services, panel),
    vscode.window.registerWebviewViewProvider(ProfileView.id, view),
    vscode.window.registerWebviewPanelSerializer(MemoryPanel.viewType, panel),
    pulse.onDidBeat((beat) => statusBar.show(beat, host.clock.now().getTime())),
    pulse.onDidBeat((beat) => view.show(beat)),
    access.onDidChange(() => pulse.refresh()),
    ...followHooks(services, pulse),
    onDidChangeSettings(handedOnSettings, () => access.reset()),
    ...(host.keys === undefined ? [] : [host.keys.onDidChange(() => access.reset())]),
    vscode.workspace.onDidChangeWorkspaceFolders(() => access.resetCaller()),
  );
}

/** A setting that means nothing names no folder to watch; the status bar then follows the pages alone. */
function followHooks({ host, log }: Services, pulse: MemoryPulse): vscode.Disposable[] {
  try {
    const watching = host.watchHookRuns?.(() => pulse.follow());
    return watching === undefined ? [] : [watching];
  } catch (thrown) {
    log.debug(`Hooks are not followed: ${describeThrown(thrown)}`);
    return [];
  }
}
