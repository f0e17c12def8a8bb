/** Reminders of a project: the commands change its file, and only that of a project on the user's list. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../src/vscode/platform/log.ts';
import type { NextStep } from '../../src/vscode/platform/notices.ts';
import type { Services } from '../../src/vscode/services/host.ts';
import type { ProjectFiles } from '../../src/vscode/services/projectFiles.ts';
import { DueReminders } from '../../src/vscode/ui/reminders/dueReminders.ts';
import type { OpenReminder } from '../../src/vscode/ui/reminders/dueReminders.ts';
import { ReminderNotices } from '../../src/vscode/ui/reminders/reminderNotices.ts';
import { run, withSeparateHome } from './support.ts';

describe('reminders', () => {
  withSeparateHome();
  const folder = mkdtempSync(join(tmpdir(), 'bigmind project '));
  mkdirSync(join(folder, '.git'));
  const file = join(folder, '.mind', 'REMINDERS.md');
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('need a project in which file memory was started', async () => {
    const { status, notice } = await run('addReminder', { folder, message: 'Check audit', when: 'tomorrow' });
    assert.equal(status, 'failed');
    assert.match(String(notice), /not started in this project\..*Start File Memory/u);
  });

  it('are added to the file, listed by number, opened and ticked off', async () => {
    await run('startFileMemory', { folder });
    assert.deepEqual(await run('showReminders', { folder }), { status: 'nothing' });
    const added = await run('addReminder', { folder, message: 'Check audit', when: '20. Dezember 2026' });
    assert.deepEqual(added, { status: 'added', text: 'Check audit', line: 4 });
    assert.match(readFileSync(file, 'utf8'), /## Pending\n- \[ \] Check audit \| due: 2026-12-20\n/u);

    assert.deepEqual(await run('showReminders', { folder }), { status: 'shown' });
    assert.deepEqual(await run('showReminders', { folder, index: 1 }), { status: 'opened', text: 'Check audit' });
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 3);
    const done = await run('showReminders', { folder, index: 1, complete: true });
    assert.deepEqual(done, { status: 'completed', text: 'Check audit' });
    assert.match(readFileSync(file, 'utf8'), /## Done\n- \[x\] Check audit \| due: 2026-12-20 \| completed: \d{4}-/u);
  });

  it('open the form of the page for what is missing', async () => {
    const before = readFileSync(file, 'utf8');
    assert.deepEqual(await run('addReminder', { folder }), { status: 'shown' });
    assert.deepEqual(await run('addReminder', { folder, message: 'Check' }), { status: 'shown' });
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  it('say what they do not understand, and change nothing', async () => {
    const before = readFileSync(file, 'utf8');
    const { status, notice } = await run('addReminder', { folder, message: 'Check', when: 'when I have time' });
    assert.equal(status, 'failed');
    assert.match(String(notice), /next session/u);
    assert.equal((await run('showReminders', { folder, index: 7 }))['status'], 'failed');
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  it('do not write a secret to the file', async () => {
    const token = `ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
    await run('addReminder', { folder, message: `Rotate ${token}`, when: 'tomorrow' });
    assert.match(readFileSync(file, 'utf8'), /- \[ \] Rotate /u);
    assert.ok(!readFileSync(file, 'utf8').includes(token));
  });

  describe('that are due', () => {
    const reminder = (text: string, day: string | null): OpenReminder => ({
      ...{ project: folder, text, day, line: 4, lines: 1, isDone: false, index: 1, date: null },
      ...{ due: day, trigger: null, when: undefined, isFromWeb: false },
    });
    const shown: { message: string; labels: string[] }[] = [];
    const services = (now: string, files?: Partial<ProjectFiles>): Services => {
      const unasked = (message: string, steps: readonly NextStep[], onShown: () => void): void => {
        shown.push({ message, labels: steps.map(({ label }) => label) });
        if (!isWaiting) onShown();
      };
      const fileMemory = files === undefined ? undefined : (): Promise<unknown> => Promise.resolve(files);
      const clock = { now: () => new Date(now), timeZone: 'UTC' };
      const log = { debug: () => undefined } as unknown as Log;
      return { host: { clock, fileMemory }, notices: { unasked }, log } as unknown as Services;
    };
    const memento = (): vscode.Memento => {
      const values = new Map<string, unknown>();
      const get = (key: string): unknown => values.get(key);
      return {
        keys: () => [],
        get,
        update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
      } as vscode.Memento;
    };
    let isWaiting: boolean;
    beforeEach(() => {
      shown.splice(0);
      isWaiting = false;
    });

    it('are notified once a day, with their file and a tick', () => {
      const state = memento();
      const due = [reminder('[Check](command:x) audit', '2026-11-24'), reminder('Next time', null)];
      new ReminderNotices(services('2026-11-25T12:00:00Z'), state).show(due);
      new ReminderNotices(services('2026-11-25T23:59:00Z'), state).show(due);
      assert.deepEqual(shown, [
        { message: 'Reminder, due on 2026-11-24: [Check] (command:x) audit', labels: ['Open File', 'Mark as Done'] },
      ]);
      new ReminderNotices(services('2026-11-26T00:01:00Z'), state).show(due);
      assert.equal(shown.length, 2);
    });

    it('are one notification if there are several', () => {
      const due = ['A', 'B'].map((text) => reminder(text, '2026-11-25'));
      new ReminderNotices(services('2026-11-25T12:00:00Z'), memento()).show(due);
      assert.deepEqual(shown, [{ message: '2 reminders are due', labels: ['Show Reminders...'] }]);
    });

    it('are notified in the next window if their notification was never shown in this one', () => {
      const [state, due] = [memento(), [reminder('A', '2026-11-25')]];
      isWaiting = true;
      const notices = new ReminderNotices(services('2026-11-25T12:00:00Z'), state);
      notices.show(due);
      notices.show(due);
      assert.equal(shown.length, 1);
      new ReminderNotices(services('2026-11-25T13:00:00Z'), state).show(due);
      assert.equal(shown.length, 2);
    });

    it('are those of the open folders, and none before file memory was started or if a file cannot be read', async () => {
      const found: (readonly OpenReminder[])[] = [];
      const files = (reminders: ProjectFiles['reminders']): Services => services('2026-11-25T12:00:00Z', { reminders });
      const project = { project: folder, pending: [], due: [reminder('A', '2026-11-25')] };
      const cases: [Services, boolean][] = [
        [files(() => Promise.resolve(project)), true],
        [files(() => Promise.resolve(project)), false],
        [files(() => Promise.resolve(undefined)), true],
        [files(() => Promise.reject(new Error('no disk'))), true],
        [services('2026-11-25T12:00:00Z'), true],
      ];
      for (const [used, isStarted] of cases) {
        const due = new DueReminders(used, () => isStarted);
        due.onDidChange((reminders) => found.push(reminders));
        await due.look();
        due.dispose();
      }
      assert.deepEqual(
        found.map((reminders) => reminders.map(({ text }) => text)),
        [['A'], [], [], [], []],
      );
    });
  });
});
