/** Recording: asked once, switched at any time, and noted where hooks that know no settings look. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { isCaptureOff } from '../../src/clients/captureRecord.ts';
import { notedEnvironment } from '../../src/clients/launch.ts';
import { askForCapture, askedKey } from '../../src/vscode/captureConsent.ts';
import { captureSetting } from '../../src/vscode/captureSetting.ts';
import { createLog } from '../../src/vscode/log.ts';
import { Notices } from '../../src/vscode/notices.ts';
import type { ReadOnlyPages } from '../../src/vscode/readOnlyPages.ts';
import { run, theExtension, until, withHomeOfItsOwn, withSetting } from './support.ts';

const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('bigmind');
const choose = (value: boolean | undefined, target: vscode.ConfigurationTarget): Thenable<void> =>
  settings().update('capture.enabled', value, target);

describe('recording', () => {
  let home: string;
  let folder: string;
  before(async () => {
    home = dirname((await (await theExtension().activate()).runtimeRecord) ?? '');
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    assert.notEqual(folder, '');
  });
  /** As the tests' profile has it: chosen, so that nobody is asked. */
  afterEach(async () => {
    await choose(undefined, vscode.ConfigurationTarget.Workspace);
    await choose(false, vscode.ConfigurationTarget.Global);
  });

  const isOff = (where: string): boolean => isCaptureOff(home, where);

  it('brings a plugin that is there with its hooks and scripts', () => {
    const { contributes } = theExtension().packageJSON as { contributes: { chatPlugins: { path: string }[] } };
    const plugin = join(theExtension().extensionPath, contributes.chatPlugins[0]?.path ?? 'none');
    for (const file of ['.claude-plugin/plugin.json', 'hooks/hooks.json', 'hooks/hook.sh', 'hooks/hook.ps1']) {
      assert.ok(existsSync(join(plugin, file)), file);
    }
  });

  it('leaves scripts and what they need in the folder of BigMind', () => {
    assert.match(
      readFileSync(join(home, 'runtime.txt'), 'utf8'),
      new RegExp(`^${process.execPath}\n(?:node|electron)\n$`, 'u'),
    );
    for (const name of ['hook.sh', 'hook.ps1', 'bigmind.cjs']) assert.ok(existsSync(join(home, name)), name);
  });

  it('hands the settings on to hooks as they change', async () => {
    await withSetting('user', 'grace', () =>
      until('the user is noted', () => notedEnvironment(home)['BIGMIND_USER'] === 'grace'),
    );
    await until('the user is noted no more', () => !('BIGMIND_USER' in notedEnvironment(home)));
  });

  it('is switched by a command for everything', async () => {
    assert.deepEqual(await run('toggleCapture', { where: 'everywhere', turn: 'on' }), {
      status: 'on',
      where: 'everywhere',
    });
    assert.deepEqual(captureSetting(), { enabled: true, everywhere: true, workspace: undefined });
    await until('it is on for other assistants', () => !isOff(folder));
    await run('toggleCapture', { where: 'everywhere', turn: 'off' });
    assert.equal(captureSetting().enabled, false);
    await until('it is off for other assistants', () => isOff(folder) && isOff('/elsewhere'));
  });

  it('is switched by a command for this workspace only', async () => {
    await run('toggleCapture', { where: 'everywhere', turn: 'on' });
    await run('toggleCapture', { where: 'workspace', turn: 'off' });
    assert.deepEqual(captureSetting(), { enabled: false, everywhere: true, workspace: false });
    await until('it is off in this folder alone', () => isOff(join(folder, 'src')) && !isOff('/elsewhere'));
    await run('toggleCapture', { where: 'workspace', turn: 'on' });
    assert.deepEqual(captureSetting(), { enabled: true, everywhere: true, workspace: undefined });
    await until('it is on in this folder', () => !isOff(folder));
  });

  describe('is asked for', () => {
    let asked: string[][];
    let shown: string[];
    let memento: Map<string, unknown>;
    const ask = (...answers: (string | undefined)[]): ReturnType<typeof askForCapture> => {
      const log = createLog();
      const preview = (name: string): Promise<void> => Promise.resolve(void shown.push(name));
      const parts = {
        kept: {
          get: (key: string) => memento.get(key),
          update: (key: string, value: unknown) => Promise.resolve(void memento.set(key, value)),
        },
        pages: { preview } as unknown as ReadOnlyPages,
        notices: new Notices(log),
        ask: (question: string, ...buttons: string[]) => {
          asked.push([question, ...buttons]);
          return Promise.resolve(answers[asked.length - 1]);
        },
      };
      return askForCapture(parts).finally(() => log.dispose());
    };
    beforeEach(async () => {
      asked = [];
      shown = [];
      memento = new Map();
      await choose(undefined, vscode.ConfigurationTarget.Global);
    });

    it('once, and turned on by a clear yes', async () => {
      assert.equal(await ask('Turn On'), 'on');
      assert.equal(captureSetting().everywhere, true);
      await choose(undefined, vscode.ConfigurationTarget.Global);
      assert.equal(await ask('Turn On'), 'not asked');
      assert.equal(asked.length, 1);
      assert.deepEqual(asked[0]?.slice(1), ['Turn On', 'Not Now', 'What Is Recorded?']);
      assert.equal(captureSetting().enabled, false);
    });

    it('and stays off with a no, or none', async () => {
      assert.equal(await ask('Not Now'), 'off');
      assert.equal(captureSetting().enabled, false);
      await choose(undefined, vscode.ConfigurationTarget.Global);
      memento.clear();
      asked = [];
      assert.equal(await ask(undefined), 'no answer');
      assert.equal(captureSetting().enabled, false);
      assert.equal(await ask('Turn On'), 'not asked');
    });

    it('again after somebody read what is recorded', async () => {
      assert.equal(await ask('What Is Recorded?', 'Turn On'), 'on');
      assert.deepEqual(shown, ['What BigMind records']);
      assert.equal(memento.get(askedKey), 'on');
    });

    it('never where somebody chose already', async () => {
      await choose(false, vscode.ConfigurationTarget.Global);
      assert.equal(await ask('Turn On'), 'not asked');
      assert.deepEqual(asked, []);
    });
  });
});

describe('connecting Claude Code', () => {
  const home = withHomeOfItsOwn();
  const server = join(home, '.claude.json');
  const hooks = join(home, '.claude', 'settings.json');

  it('sets its hooks as well, and takes both out again', async () => {
    const connected = await run('connectClient', { client: 'claude-code', yes: true });
    assert.deepEqual(connected, {
      status: 'connected',
      file: server,
      backup: null,
      hooks: { file: hooks, backup: null },
    });
    assert.match(readFileSync(hooks, 'utf8'), /hook\.sh\\" SessionStart/u);
    assert.equal((await run('connectClient', { client: 'claude-code', yes: true }))['status'], 'unchanged');
    assert.equal(
      (await run('connectClient', { client: 'claude-code', remove: true, yes: true }))['status'],
      'disconnected',
    );
    assert.deepEqual([existsSync(server), existsSync(hooks)], [false, false]);
  });

  it('leaves the hooks out where they are not wanted', async () => {
    await run('connectClient', { client: 'claude-code', noHooks: true, yes: true });
    assert.deepEqual([existsSync(server), existsSync(hooks)], [true, false]);
    await run('connectClient', { client: 'claude-code', remove: true, yes: true });
  });
});
