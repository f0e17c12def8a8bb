/** What the doctor says about recording: one true sentence for each way in which it can be on or off. */
import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { remedyInTerminal } from '../../src/cli/shared/remedyInTerminal.ts';
import { remedyText } from '../../src/memory/shared/findings.ts';
import { captureFindings } from '../../src/clients/hooks/captureFindings.ts';
import type { CaptureChoice } from '../../src/clients/hooks/captureFindings.ts';
import { limitVscodeToFolders, noteCaptureEverywhere, noteCaptureIn } from '../../src/clients/hooks/captureRecord.ts';
import { planHooks } from '../../src/clients/hooks/connectHooks.ts';
import { carryOut } from '../../src/clients/files/filePlan.ts';
import type { ClientHost } from '../../src/clients/shared/clientHost.ts';
import { setVscodeHooks } from '../../src/clients/hooks/vscodeHooks.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { aHost, now, put } from './support.ts';

describe('the doctor on recording', () => {
  let home: TemporaryHome;
  let host: ClientHost;
  beforeEach(() => {
    home = temporaryHome();
    host = aHost({ home: home.path });
  });
  afterEach(() => {
    home.remove();
  });

  const on: CaptureChoice = { enabled: true, everywhere: true };
  const offHere: CaptureChoice = { enabled: false, everywhere: true };
  const off: CaptureChoice = { enabled: false, everywhere: false };
  function summary(choice?: CaptureChoice): string {
    const [finding] = captureFindings({
      home: home.path,
      databaseFile: join(home.path, 'memory.db'),
      host,
      ...(choice !== undefined && { choice }),
    });
    return [finding?.status, [finding?.what, ...(finding?.details ?? [])].join(' ')].join(': ');
  }
  async function setHooks(target: 'claude-code' | 'copilot' | 'codex'): Promise<void> {
    for (const name of ['hook.sh', 'bigmind.cjs', 'runtime.json']) put(join(home.path, name), '{}');
    await carryOut(await planHooks(target, home.path, host), now);
  }

  it('says that nothing is recorded while no assistant has hooks, whatever the setting is', async () => {
    for (const choice of [on, off, undefined]) {
      assert.equal(summary(choice), 'off: Conversations are not recorded: no assistant has hooks.');
    }
    await noteCaptureEverywhere(home.path, 'off');
    assert.equal(summary(), 'off: Conversations are not recorded: recording is turned off everywhere.');
  });

  it('reports the setting of VS Code, and outside VS Code only what is known there', async () => {
    await setHooks('copilot');
    assert.equal(summary(on), 'ok: Conversations are recorded by VS Code in this window and the Copilot CLI.');
    assert.equal(summary(off), 'ok: Conversations are recorded by the Copilot CLI.');
    assert.equal(summary(), 'ok: Conversations are recorded by the hooks of VS Code and the Copilot CLI.');
    await noteCaptureEverywhere(home.path, 'off');
    assert.match(
      summary(on),
      /^warning: .*turned off everywhere, also for VS Code in this window and the Copilot CLI\.$/u,
    );
  });

  it('reports that recording is on except in a workspace', async () => {
    await noteCaptureIn(home.path, '/projects', 'off');
    const but = 'but not in the folders where it is off. Off in /projects';
    await setHooks('copilot');
    const both = 'VS Code (not in this window) and the Copilot CLI';
    assert.equal(summary(offHere), `ok: Conversations are recorded by ${both}, ${but}`);
    await setHooks('claude-code');
    assert.match(summary(), /^ok: Conversations are recorded by the hooks of Claude Code and .* Off in \/projects$/u);
  });

  it('reports that recording is off except in a workspace', async () => {
    await noteCaptureEverywhere(home.path, 'off');
    await noteCaptureIn(home.path, '/projects', 'on');
    await setHooks('copilot');
    const only = 'only in the folders where it is on. On in /projects';
    assert.equal(summary(off), `ok: Conversations are recorded by the Copilot CLI, ${only}`);
  });

  it('reports that VS Code records only in a workspace while other assistants record everywhere', async () => {
    await limitVscodeToFolders(home.path);
    await noteCaptureIn(home.path, '/projects', 'on');
    await setHooks('copilot');
    const unset: CaptureChoice = { enabled: true, everywhere: undefined };
    const vscode = 'VS Code in this window and the Copilot CLI';
    assert.equal(
      summary(unset),
      `ok: Conversations are recorded by ${vscode}, only in the folders where it is on. On in /projects`,
    );
    await setHooks('claude-code');
    assert.equal(
      summary(unset),
      `ok: Conversations are recorded by the hooks of Claude Code, and by ${vscode} only in the folders where it is on. On in /projects`,
    );
  });

  it('warns when hooks are set and recording is off everywhere', async () => {
    await setHooks('claude-code');
    await noteCaptureEverywhere(home.path, 'off');
    const none = 'warning: Conversations are not recorded: recording is turned off everywhere, also for';
    assert.equal(summary(), `${none} the hooks of Claude Code.`);
    assert.equal(summary(off), `${none} the hooks of Claude Code.`);
  });

  it('warns when VS Code is set to record but its hook file is missing', async () => {
    const missing = (choice?: CaptureChoice): string[] =>
      captureFindings({ home: home.path, databaseFile: home.database, host, ...(choice !== undefined && { choice }) })
        .filter(({ what }) => what.includes('bigmind.json is missing'))
        .map(({ status, remedy = '' }) => `${status}: ${remedyText(remedy, remedyInTerminal)}`);
    const remedy = 'warning: Run "Developer: Reload Window" in VS Code to write it again.';
    assert.deepEqual([missing(on), missing(offHere)], [[remedy], [remedy]]);
    assert.deepEqual([missing(off), missing()], [[], []]);
    await setHooks('copilot');
    assert.deepEqual([missing(on), missing(offHere)], [[], []]);
  });

  it('names the missing file when COPILOT_HOME is elsewhere', async () => {
    host = aHost({ home: home.path, env: { COPILOT_HOME: join(home.path, 'elsewhere') } });
    const missing = (): (string | undefined)[] =>
      captureFindings({ home: home.path, databaseFile: home.database, host, choice: on })
        .filter(({ what }) => what.includes('missing'))
        .map(({ what }) => /but (.*) something else/u.exec(what)?.[1]);
    const [ofLocal, ofCopilot] = [join(home.path, '.copilot'), join(home.path, 'elsewhere')].map((folder) =>
      join(folder, 'hooks', 'bigmind.json'),
    );
    assert.deepEqual(missing(), [`${String(ofLocal)} and ${String(ofCopilot)} are missing or contain`]);
    await setHooks('copilot');
    assert.deepEqual(missing(), [`${String(ofLocal)} is missing or contains`]);
    await setVscodeHooks(home.path, host, now);
    assert.deepEqual(missing(), []);
  });

  it('warns until the user trusts the hooks in Codex', async () => {
    const warnings = (): string[] =>
      captureFindings({ home: home.path, databaseFile: home.database, host })
        .filter(({ what }) => what.includes('trust'))
        .map(({ status, remedy = '' }) => `${status}: ${remedyText(remedy, remedyInTerminal)}`);
    assert.deepEqual(warnings(), []);
    await setHooks('codex');
    assert.match(warnings().join(), /^warning: Start `codex` in a terminal, enter \/hooks/u);
    const trust = (events: readonly string[]): string =>
      put(
        join(home.path, '.codex', 'config.toml'),
        events.map((event) => `[hooks.state."${join(home.path, '.codex', 'hooks.json')}:${event}:0:0"]\n`).join(''),
      );
    const before = ['session_start', 'stop'];
    trust(before);
    assert.equal(warnings().length, 1, 'A hook was added since.');
    trust([...before, 'pre_tool_use']);
    assert.deepEqual(warnings(), []);
  });

  it('reports the last hook, and warns about its error until a later hook succeeds', () => {
    const ran = put(join(home.path, 'last-hook.txt'), 'Stop\n');
    const findings = (): string[] =>
      captureFindings({ home: home.path, databaseFile: home.database, host })
        .slice(1)
        .map(({ status, what, details = [] }) => [status, what, ...details].join(' | '));
    utimesSync(ran, now, now);
    put(join(home.path, 'hooks.log'), '');
    assert.deepEqual(findings(), [`ok | The last hook was Stop, at ${now.toISOString()}.`]);
    const log = put(join(home.path, 'hooks.log'), `${'x'.repeat(9_000)}\nthe store is locked\n`);
    assert.match(findings()[1] ?? '', /^warning \| The last error .* \| the store is locked$/u);
    utimesSync(log, 0, 0);
    assert.match(findings()[1] ?? '', /^ok \| The last error of a hook, at 1970-/u);
  });
});
