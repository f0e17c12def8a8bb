/** What several suites need: the extension's own answer, and a setting that is put back after its test. */
import type { ExtensionApi } from '../../src/extension.ts';
import assert from 'node:assert/strict';
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
