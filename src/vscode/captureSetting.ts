/**
 * The setting `bigmind.capture.enabled`: whether agent hooks of VS Code run. It can be chosen for everything and
 * otherwise for a workspace.
 */
import * as vscode from 'vscode';

export interface CaptureSetting {
  /** Whether hooks run in this window. */
  enabled: boolean;
  /** What was chosen for everything; undefined when nobody did. */
  everywhere: boolean | undefined;
  /** What was chosen for this workspace only. */
  workspace: boolean | undefined;
}

export function captureSetting(): CaptureSetting {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const { globalValue, workspaceValue, workspaceFolderValue } = settings.inspect<unknown>('capture.enabled') ?? {};
  return {
    enabled: settings.get<unknown>('capture.enabled') === true,
    everywhere: yesOrNo(globalValue),
    workspace: yesOrNo(workspaceFolderValue) ?? yesOrNo(workspaceValue),
  };
}

export async function chooseCaptureEverywhere(on: boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration('bigmind');
  await settings.update('capture.enabled', on, vscode.ConfigurationTarget.Global);
}

/** A workspace that would do as everything else does keeps no choice of its own. */
export async function chooseCaptureInWorkspace(on: boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration('bigmind');
  const own = (captureSetting().everywhere ?? false) === on ? undefined : on;
  await settings.update('capture.enabled', own, vscode.ConfigurationTarget.Workspace);
}

function yesOrNo(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
