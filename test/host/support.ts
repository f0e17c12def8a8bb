/** Helpers of several suites: the extension's API, and a setting and a home folder that are restored after the test. */
import type { ExtensionApi } from '../../src/extension.ts';
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';

export function theExtension(): vscode.Extension<ExtensionApi> {
  const extension = vscode.extensions.getExtension<ExtensionApi>('bigmind.bigmind');
  assert.ok(extension, 'VS Code does not know bigmind.bigmind');
  return extension;
}

export async function withSetting<T>(name: string, value: unknown, work: () => Promise<T>): Promise<T> {
  const settings = vscode.workspace.getConfiguration('bigmind');
  await settings.update(name, value, vscode.ConfigurationTarget.Global);
  try {
    return await work();
  } finally {
    await settings.update(name, undefined, vscode.ConfigurationTarget.Global);
  }
}

/** A text that no other test stores. */
export function uniqueText(beginning: string): string {
  return `${beginning} ${crypto.randomUUID()}`;
}

/** Calls a BigMind command as a keybinding would. */
export function run(command: string, argument?: object): Thenable<Record<string, unknown>> {
  return vscode.commands.executeCommand<Record<string, unknown>>(`bigmind.${command}`, argument);
}

/** The open confirmation tab, if there is one. */
export function confirmationTab(): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.find(
    ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('bigmind.confirmation'),
  );
}

/** The variables that determine where other programs keep their files. */
const homeVariables = [
  ...['HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'XDG_CONFIG_HOME'],
  ...['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GEMINI_CLI_HOME', 'COPILOT_HOME'],
];

/** Sets the home folder to an empty one until the suite ends, also for the extension, which runs in this process. */
export function withSeparateHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'bigmind home '));
  const former = new Map<string, string | undefined>();
  before(() => {
    for (const name of homeVariables) {
      former.set(name, process.env[name]);
      setVariable(name, undefined);
    }
    setVariable('HOME', home);
    setVariable('USERPROFILE', home);
  });
  after(() => former.forEach((value, name) => setVariable(name, value)));
  return home;
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}

/** Longer than any state takes on a busy machine. */
const timeoutMs = 60_000;

/** Waits until the condition holds; the error names the one that never did. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (condition()) return;
    await pause(50);
  }
  assert.fail(`Timed out waiting until ${what}.`);
}
