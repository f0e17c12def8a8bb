/** What memory did in the last turn: the exact text on a page, and an update of the status bar when a hook ran. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/systemTime.ts';
import { createShowLastTurn } from '../../src/vscode/commands/recall/showLastTurn.ts';
import { Confirmations } from '../../src/vscode/platform/confirming/confirmations.ts';
import type { Log } from '../../src/vscode/platform/log.ts';
import { MemoryAccess } from '../../src/vscode/platform/memoryAccess.ts';
import { Notices } from '../../src/vscode/platform/notices.ts';
import type { ReadOnlyPages } from '../../src/vscode/platform/readOnlyPages.ts';
import { watchHookRuns } from '../../src/vscode/services/capture/hookSignal.ts';
import type { Host, Services } from '../../src/vscode/services/host.ts';
import { ChangeWatcher, type ChangeEvent } from '../../src/vscode/ui/changeWatcher.ts';
import { StatusBar } from '../../src/vscode/ui/statusBar.ts';
import { turnText } from '../../src/vscode/ui/turnText.ts';
import { openSeparateMemory } from './separateMemory.ts';
import { theExtension, until } from './support.ts';

describe('the last turn', () => {
  let home: string;
  let access: MemoryAccess;
  let services: Services;
  let shown: string[];
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'bigmind turns '));
    const { source } = await openSeparateMemory(home, 'ada');
    const nothing = (): undefined => undefined;
    const log = { debug: nothing, info: nothing, warn: nothing, error: nothing } as unknown as Log;
    access = new MemoryAccess(() => source, log);
    shown = [];
    const pages = {
      show: (_name: string, markdown: string) => Promise.resolve(void shown.push(markdown)),
    } as unknown as ReadOnlyPages;
    const host = { kind: 'node', extensionUri: theExtension().extensionUri, clock: systemClock } as unknown as Host;
    services = { host, access, notices: new Notices(log), pages, confirmations: new Confirmations(), log };
  });
  afterEach(async () => {
    access.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const noteTurn = (): Promise<void> =>
    access.use(async ({ memory, caller }) => {
      const { fact } = await memory.facts.store(caller, { category: 'decision', fact: 'The port is 8081.' });
      const run = { client: 'codex', outcome: 'done', tookMs: 90, at: new Date().toISOString() } as const;
      await memory.turns.note(caller, {
        ...run,
        event: 'UserPromptSubmit',
        injected: '- [decision] #1 The port is 8081.',
        tokens: 14,
        refs: [{ kind: 'fact', id: String(fact.id) }],
        lines: [{ ref: { kind: 'fact', id: String(fact.id) }, matched: ['port', '8081'], tokens: 12 }],
        recorded: 0,
      });
      await memory.turns.note(caller, {
        ...run,
        event: 'Stop',
        injected: null,
        tokens: 0,
        refs: [],
        lines: [],
        recorded: 2,
      });
    });

  it('is reported as nothing before a hook has run', async () => {
    assert.deepEqual(await createShowLastTurn(services)(undefined), { status: 'nothing' });
  });

  it('is shown verbatim', async () => {
    await noteTurn();
    assert.deepEqual(await createShowLastTurn(services)({ open: 'text' }), { status: 'opened' });
    assert.equal(shown.length, 1);
    assert.ok(shown[0]?.includes('- [decision] #1 The port is 8081.'), shown[0]);
    assert.ok(shown[0]?.includes('1 memory · 14 tokens · recorded'), shown[0]);
  });

  it('is signaled by the file that hooks write at each run', async () => {
    let runs = 0;
    const watching = watchHookRuns(home, () => (runs += 1));
    try {
      let written = 0;
      await until('a run is signaled', () => {
        // The watcher starts after an unknown delay.
        writeFileSync(join(home, 'last-hook.txt'), `Stop ${String((written += 1))}\n`);
        return runs > 0;
      });
    } finally {
      watching.dispose();
    }
  });

  it('appears in the status bar after a hook ran, without an open page', async () => {
    await noteTurn();
    const changes = new ChangeWatcher(services);
    try {
      const events: ChangeEvent[] = [];
      changes.onDidChange((change) => events.push(change));
      changes.follow();
      await until('a change reports the turn', () => events.length > 0);
      const [event] = events;
      assert.ok(event !== undefined && 'overview' in event && event.turn !== undefined);
      assert.equal(turnText(event.turn), '1 memory · 14 tokens · recorded');
      const item = vscode.window.createStatusBarItem('bigmind.test');
      const bar = new StatusBar(item);
      const aFailure = { code: 'store_locked', message: 'The memory is locked.', remedy: null, actions: [] };
      const labels = [event, { ...event, turn: undefined }, event, { failure: aFailure }].map((next) => {
        bar.show(next, Date.now());
        return item.accessibilityInformation?.label;
      });
      bar.dispose();
      const ofTurn = 'BigMind memory in the last turn: 1 memory · 14 tokens · recorded';
      const ofNone = 'BigMind memory, open in an editor';
      assert.deepEqual(labels, [ofTurn, ofNone, ofTurn, 'BigMind: The memory is locked.']);
    } finally {
      changes.dispose();
    }
  });

  it('has links in the status bar for a damaged memory, and for recording that is off', () => {
    const item = vscode.window.createStatusBarItem('bigmind.test');
    const bar = new StatusBar(item);
    const hover = (): string => (item.tooltip instanceof vscode.MarkdownString ? item.tooltip.value : '');
    assert.doesNotMatch(hover(), /command:/u);
    bar.showRecording(true);
    assert.match(hover(), /Recording.+is.+off.+\(command:bigmind\.toggleCapture\)/su);
    const actions = ['repairStore', 'restoreBackup', 'runDoctor', 'openDatabaseFolder'];
    const failure = { code: 'store_corrupt', message: 'It [is](command:x) damaged.', remedy: 'Repair it.', actions };
    bar.show({ failure }, Date.now());
    for (const command of ['repairStore', 'restoreBackup', 'runDoctor']) {
      assert.ok(hover().includes(`(command:bigmind.${command})`), command);
    }
    assert.doesNotMatch(hover(), /\]\(command:x\)/u);
    const { isTrusted } = item.tooltip as vscode.MarkdownString;
    assert.deepEqual(isTrusted, {
      enabledCommands: ['repairStore', 'restoreBackup', 'runDoctor', 'toggleCapture'].map((id) => `bigmind.${id}`),
    });
    bar.dispose();
  });
});
