/** The manifest and the code agree, in both directions. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { theExtension } from './support.ts';

interface Contributions {
  commands: { command: string }[];
  configuration: { properties: Record<string, unknown> }[];
  chatInstructions: { path: string }[];
  chatSkills: { path: string }[];
  menus: Record<string, { command: string }[]>;
  walkthroughs: { steps: { description: string; completionEvents: string[] }[] }[];
}

function contributions(): Contributions {
  return (theExtension().packageJSON as { contributes: Contributions }).contributes;
}

/** VS Code creates its own commands for each view. */
function isViewCommand(command: string): boolean {
  return command.startsWith('bigmind.profile.') || command.startsWith('bigmind.reminders.');
}

describe('the manifest', () => {
  before(() => theExtension().activate());

  it('contributes exactly the commands that are registered', async () => {
    const registered = (await vscode.commands.getCommands(true)).filter((id) => id.startsWith('bigmind.'));
    assert.deepEqual(
      registered.filter((id) => !isViewCommand(id)).sort(),
      contributions()
        .commands.map(({ command }) => command)
        .sort(),
    );
  });

  it('uses only contributed commands in menus', () => {
    const known = new Set(contributions().commands.map(({ command }) => command));
    const used = Object.values(contributions().menus).flatMap((items) => items.map(({ command }) => command));
    assert.deepEqual(
      used.filter((command) => !known.has(command)),
      [],
    );
  });

  it('gives every setting a default that VS Code knows', () => {
    const names = contributions().configuration.flatMap(({ properties }) => Object.keys(properties));
    assert.ok(names.length > 0);
    for (const name of names) assert.notEqual(vscode.workspace.getConfiguration().get(name), undefined, name);
  });

  it('replaces every localization key with text', () => {
    assert.doesNotMatch(JSON.stringify(theExtension().packageJSON), /"%[\w.]+%"/u);
  });

  it('uses only registered commands in walkthroughs', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    const steps = contributions().walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const links = steps.flatMap(({ description }) => description.match(/(?<=\(command:)[\w.]+/gu) ?? []);
    const events = steps.flatMap(
      ({ completionEvents }) => completionEvents.join(' ').match(/(?<=onCommand:)\S+/gu) ?? [],
    );
    assert.ok(links.length >= 5);
    assert.deepEqual(
      [...links, ...events].filter((command) => !known.has(command)),
      [],
    );
  });

  it('names only instruction and skill files that are shipped', () => {
    const { chatInstructions, chatSkills } = contributions();
    for (const { path } of [...chatInstructions, ...chatSkills]) {
      assert.ok(existsSync(join(theExtension().extensionPath, path)), path);
    }
  });
});
