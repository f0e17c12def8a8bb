/** Recording: the user is asked once and can change it at any time. A file passes the choice on to hooks. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import {
  isCaptureOff,
  noteCaptureEverywhere,
  noteCaptureIn,
  readCaptureRecord,
} from '../../src/clients/hooks/captureRecord.ts';
import { recordedEnvironment } from '../../src/clients/shared/launch.ts';
import { CaptureKeeper } from '../../src/vscode/services/capture/captureKeeper.ts';
import { captureSetting } from '../../src/vscode/services/capture/captureSetting.ts';
import { captureChoices } from '../../src/vscode/commands/sessions/toggleCapture.ts';
import { chosenVariables } from '../../src/vscode/platform/settings.ts';
import { run, theExtension, until, withSeparateHome, withSetting } from './support.ts';

const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('bigmind');
const choose = (value: boolean | undefined, target: vscode.ConfigurationTarget): Thenable<void> =>
  settings().update('capture.enabled', value, target);

describe('recording', () => {
  const ownHome = withSeparateHome();
  let home: string;
  let folder: string;
  before(async () => {
    home = dirname((await (await theExtension().activate()).runtimeRecord) ?? '');
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    assert.notEqual(folder, '');
  });
  /** Restores the choice of the tests' profile, so that the user is not asked. */
  afterEach(async () => {
    await choose(false, vscode.ConfigurationTarget.Global);
    await noteCaptureIn(home, folder, 'as everywhere');
  });

  const isOff = (where: string): boolean => isCaptureOff(home, where);

  const hooks = (): string => join(ownHome, '.copilot', 'hooks', 'bigmind.json');

  it('writes the hook scripts and the files that they need to the folder of BigMind', () => {
    assert.match(
      readFileSync(join(home, 'runtime.txt'), 'utf8'),
      new RegExp(`^${process.execPath}\n(?:node|electron)\n$`, 'u'),
    );
    for (const name of ['hook.sh', 'hook.ps1', 'bigmind.cjs']) assert.ok(existsSync(join(home, name)), name);
  });

  it('passes changed settings on to hooks', async () => {
    await withSetting('user', 'grace', () =>
      until('the user is recorded', () => recordedEnvironment(home)['BIGMIND_USER'] === 'grace'),
    );
    await until('the user is no longer recorded', () => !('BIGMIND_USER' in recordedEnvironment(home)));
  });

  it('is turned on and off everywhere by a command', async () => {
    assert.deepEqual(await run('toggleCapture', { where: 'everywhere', turn: 'on' }), {
      status: 'on',
      where: 'everywhere',
    });
    assert.deepEqual(captureSetting(home), { enabled: true, everywhere: true, workspace: undefined });
    await until('it is on for other assistants', () => !isOff(folder));
    assert.ok(readFileSync(hooks(), 'utf8').includes(join(home, 'hook.sh')));
    await run('toggleCapture', { where: 'everywhere', turn: 'off' });
    assert.equal(existsSync(hooks()), false);
    assert.equal(captureSetting(home).enabled, false);
    await until('it is off for other assistants', () => isOff(folder) && isOff('/elsewhere'));
  });

  it('is turned off and on in this workspace by a command', async () => {
    await run('toggleCapture', { where: 'everywhere', turn: 'on' });
    await run('toggleCapture', { where: 'workspace', turn: 'off' });
    assert.deepEqual(captureSetting(home), { enabled: false, everywhere: true, workspace: false });
    await until('it is off in this folder alone', () => isOff(join(folder, 'src')) && !isOff('/elsewhere'));
    await run('toggleCapture', { where: 'workspace', turn: 'on' });
    assert.deepEqual(captureSetting(home), { enabled: true, everywhere: true, workspace: undefined });
    assert.equal(isOff(folder), false);
  });

  it('can be on in this workspace only', async () => {
    assert.deepEqual(await run('toggleCapture', { where: 'workspace', turn: 'on' }), {
      status: 'on',
      where: 'workspace',
    });
    assert.deepEqual(captureSetting(home), { enabled: true, everywhere: false, workspace: true });
    assert.equal(isOff(folder), false);
    assert.equal(existsSync(hooks()), true);
    await run('toggleCapture', { where: 'everywhere', turn: 'off' });
    assert.equal(existsSync(hooks()), true);
    await run('toggleCapture', { where: 'workspace', turn: 'off' });
    assert.equal(existsSync(hooks()), false);
  });

  it('can be turned on in this workspace right after it was turned off everywhere', async () => {
    for (let round = 0; round < 5; round += 1) {
      await run('toggleCapture', { where: 'everywhere', turn: 'on' });
      await choose(false, vscode.ConfigurationTarget.Global);
      await noteCaptureEverywhere(home, 'on');
      await run('toggleCapture', { where: 'workspace', turn: 'on' });
      assert.equal(captureSetting(home).workspace, true);
    }
  });

  describe('without a choice for everything', () => {
    const record = (): string => join(home, 'capture.json');
    const claude = (): string => join(ownHome, '.claude', 'settings.json');
    beforeEach(async () => {
      await choose(true, vscode.ConfigurationTarget.Global);
      await until('the choice is recorded', () => !isOff('/elsewhere') && existsSync(hooks()));
      await choose(undefined, vscode.ConfigurationTarget.Global);
      await until('the choice is removed', () => isOff('/elsewhere') && !existsSync(hooks()));
      rmSync(record(), { force: true });
      assert.equal(isOff('/elsewhere'), false);
    });
    afterEach(async () => {
      await run('toggleCapture', { where: 'everywhere', turn: 'off' });
      await run('connectClient', { client: 'claude-code', remove: true, yes: true });
      rmSync(hooks(), { force: true });
    });

    it('is on in this workspace only, also for the Copilot CLI', async () => {
      await run('toggleCapture', { where: 'workspace', turn: 'on' });
      assert.equal(existsSync(hooks()), true);
      assert.deepEqual(captureSetting(home), { enabled: true, everywhere: undefined, workspace: true });
      for (const client of ['vscode', 'copilot', undefined] as const) {
        assert.deepEqual(
          [folder, '/elsewhere'].map((where) => isCaptureOff(home, where, client)),
          [false, true],
        );
      }
      await run('toggleCapture', { where: 'workspace', turn: 'off' });
      assert.deepEqual([existsSync(hooks()), isCaptureOff(home, folder, 'vscode')], [false, true]);
      assert.equal(isCaptureOff(home, '/elsewhere', 'copilot'), true);
    });

    it('leaves recording in other assistants as configured', async () => {
      await run('connectClient', { client: 'claude-code', yes: true });
      assert.equal(existsSync(claude()), true);
      await run('toggleCapture', { where: 'workspace', turn: 'on' });
      assert.equal(isCaptureOff(home, '/elsewhere', 'claude-code'), false);
      assert.equal(isCaptureOff(home, '/elsewhere', 'copilot'), true);
      await run('toggleCapture', { where: 'everywhere', turn: 'on' });
      assert.equal(isCaptureOff(home, '/elsewhere', 'copilot'), false);
    });

    it('leaves the hooks of a connected Copilot CLI when one workspace is changed', async () => {
      await run('connectClient', { client: 'copilot-cli', yes: true });
      await run('toggleCapture', { where: 'workspace', turn: 'on' });
      assert.equal(isCaptureOff(home, '/elsewhere', 'copilot'), false);
      await run('toggleCapture', { where: 'workspace', turn: 'off' });
      assert.equal(existsSync(hooks()), true);
      assert.deepEqual(
        [folder, '/elsewhere'].map((where) => isCaptureOff(home, where, 'copilot')),
        [true, false],
      );
      await run('connectClient', { client: 'copilot-cli', remove: true, yes: true });
    });

    it('stores nothing if its hooks cannot be written', async () => {
      mkdirSync(dirname(hooks()), { recursive: true });
      writeFileSync(hooks(), '[]');
      assert.equal((await run('toggleCapture', { where: 'workspace', turn: 'on' }))['status'], 'failed');
      assert.deepEqual(readCaptureRecord(home), { everywhere: 'on', off: [], on: [] });
    });
  });

  it('keeps the hooks that it needs when the Copilot CLI is disconnected, and says so', async () => {
    await run('toggleCapture', { where: 'everywhere', turn: 'on' });
    await run('connectClient', { client: 'copilot-cli', yes: true });
    const gone = await run('connectClient', { client: 'copilot-cli', remove: true, yes: true });
    assert.deepEqual([gone['status'], gone['keptHooks'], existsSync(hooks())], ['disconnected', true, true]);
    await run('toggleCapture', { where: 'everywhere', turn: 'off' });
    await run('connectClient', { client: 'copilot-cli', yes: true });
    assert.equal(existsSync(hooks()), true);
    const removed = await run('connectClient', { client: 'copilot-cli', remove: true, yes: true });
    assert.deepEqual(
      [removed['status'], removed['keptHooks'], existsSync(hooks())],
      ['disconnected', undefined, false],
    );
  });

  it('changes nothing if its hooks cannot be written, and says why', async () => {
    mkdirSync(dirname(hooks()), { recursive: true });
    writeFileSync(hooks(), '{"hooks": by hand');
    try {
      const failed = await run('toggleCapture', { where: 'everywhere', turn: 'on' });
      assert.deepEqual([failed['status'], failed['code']], ['failed', 'not_allowed']);
      assert.match(
        String(failed['notice']),
        /bigmind\.json contains something other than BigMind's hooks.*another name/u,
      );
      assert.deepEqual([captureSetting(home).everywhere, isOff(folder)], [false, true]);
      assert.equal(readFileSync(hooks(), 'utf8'), '{"hooks": by hand');
    } finally {
      rmSync(hooks());
    }
  });

  it('follows the setting when it changes without a command', async () => {
    await choose(true, vscode.ConfigurationTarget.Global);
    await until('the hooks are written', () => existsSync(hooks()));
    await choose(false, vscode.ConfigurationTarget.Global);
    await until('they are removed', () => !existsSync(hooks()));
  });

  it('can be turned off in a workspace even if VS Code itself records nothing', async () => {
    await noteCaptureEverywhere(home, 'on');
    await run('toggleCapture', { where: 'workspace', turn: 'off' });
    assert.deepEqual([isOff(folder), isOff('/elsewhere')], [true, false]);
    await run('toggleCapture', { where: 'everywhere', turn: 'off' });
    assert.equal(isOff('/elsewhere'), true);
  });

  it('ignores the settings of a repository that turn it on', async () => {
    const file = join(folder, '.vscode', 'settings.json');
    const former = existsSync(file) ? readFileSync(file) : undefined;
    mkdirSync(dirname(file), { recursive: true });
    const ours = {
      ...{ 'bigmind.capture.enabled': true, 'bigmind.learn.with': 'vscode', 'bigmind.summaries.languageModel': true },
      'bigmind.mcp.enabled': false,
    };
    writeFileSync(file, JSON.stringify(ours));
    try {
      await until('VS Code read it', () => settings().inspect('mcp.enabled')?.workspaceValue === false);
      assert.equal(settings().get('capture.enabled'), false);
      assert.deepEqual([captureSetting(home).enabled, isOff(folder)], [false, true]);
      assert.equal(chosenVariables()['BIGMIND_LEARN'], undefined);
    } finally {
      if (former === undefined) rmSync(file);
      else writeFileSync(file, former);
    }
    await until('VS Code forgot it', () => settings().inspect('mcp.enabled')?.workspaceValue === undefined);
  });

  it('is off for other assistants after a start if it was turned off while no window was open', async () => {
    await noteCaptureEverywhere(home, 'on');
    assert.deepEqual(await startKeeper(), []);
    assert.equal(isOff('/elsewhere'), true);
  });

  it('writes missing hooks at the next start if it is on, and reports them', async () => {
    await run('toggleCapture', { where: 'everywhere', turn: 'on' });
    assert.deepEqual(await startKeeper(), [hooks()]);
  });

  /** Starts like a window whose hooks are missing; resolves with the files that it reports. */
  async function startKeeper(): Promise<string[]> {
    const reported: string[] = [];
    const keeper = new CaptureKeeper({
      home: () => home,
      hooks: { keep: () => Promise.resolve([hooks()]) },
      wrote: (files) => reported.push(...files),
      failed: assert.ifError,
    });
    await keeper.start();
    keeper.dispose();
    return reported;
  }

  it('offers choices that fit its state and the hooks of other assistants', () => {
    const offered = (vscodeIsOn: boolean, others: 'none' | 'on' | 'off', hasFolder = true): string[] => {
      const isOff = others !== 'on';
      const state = { enabled: vscodeIsOn, everywhere: vscodeIsOn, workspace: undefined };
      const hooks = { areSet: others !== 'none', isOffEverywhere: isOff, isOffHere: isOff };
      return captureChoices({ ...state, others: hooks }, hasFolder).map(({ where, turn }) => `${where} ${turn}`);
    };
    assert.deepEqual(offered(false, 'none'), ['everywhere on', 'workspace on']);
    assert.deepEqual(offered(false, 'off'), ['everywhere on', 'workspace on']);
    assert.deepEqual(offered(true, 'none'), ['everywhere off', 'workspace off']);
    assert.deepEqual(offered(true, 'none', false), ['everywhere off']);
    const both = ['everywhere on', 'everywhere off', 'workspace on', 'workspace off'];
    assert.deepEqual(offered(false, 'on'), both);
  });
});

describe('connecting Claude Code', () => {
  const home = withSeparateHome();
  const server = join(home, '.claude.json');
  const hooks = join(home, '.claude', 'settings.json');

  it('also adds its hooks, and disconnecting removes both', async () => {
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

  it('adds no hooks with `noHooks`', async () => {
    await run('connectClient', { client: 'claude-code', noHooks: true, yes: true });
    assert.deepEqual([existsSync(server), existsSync(hooks)], [true, false]);
    await run('connectClient', { client: 'claude-code', remove: true, yes: true });
  });
});
