/** The command always asks the user for confirmation, whatever calls it. Then it erases everything that was shown. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createEraseForGood } from '../../src/vscode/commands/upkeep/eraseForGood.ts';
import type { Confirmation } from '../../src/vscode/platform/confirming/confirmations.ts';
import type { Host } from '../../src/vscode/services/host.ts';
import type { Log } from '../../src/vscode/platform/log.ts';
import { MemoryAccess } from '../../src/vscode/platform/memoryAccess.ts';
import { Notices } from '../../src/vscode/platform/notices.ts';
import type { ReadOnlyPages } from '../../src/vscode/platform/readOnlyPages.ts';
import { openSeparateMemory } from './separateMemory.ts';
import { confirmationTab, run, uniqueText, until, withSetting } from './support.ts';

describe('the command Erase for Good', () => {
  it('asks for confirmation, even if the caller claims to have it', async () => {
    await withSetting('user', 'heron', async () => {
      await run('rememberNote', { text: uniqueText('The heron stays'), category: 'decision' });
      const erasing = run('eraseForGood', { user: 'heron', confirmed: true });
      await until('the page is there', () => confirmationTab() !== undefined);
      const tab = confirmationTab();
      assert.ok(tab);
      await vscode.window.tabGroups.close(tab);
      assert.deepEqual(await erasing, { status: 'cancelled' });
    });
  });

  describe('with an answer', () => {
    const fact = 'The otter sleeps under the bridge';
    // A real instance would serve the pages of other suites.
    const pages = {} as unknown as ReadOnlyPages;
    let shown: Confirmation[] = [];
    let typedNames: string[] = [];
    let [yes, isTyped] = [true, true];
    const nothing = (): undefined => undefined;
    // Another channel with our name would be closed along with those of other suites.
    const log = { debug: nothing, info: nothing, warn: nothing, error: nothing } as unknown as Log;
    let access: MemoryAccess;
    let makeBackup: () => Promise<unknown>;

    const erase = (argument: object): Promise<unknown> => {
      const host = { kind: 'node' } as unknown as Host;
      const confirmations = {
        ask: (confirmation: Confirmation) => Promise.resolve((shown.push(confirmation), yes)),
        askForName: (name: string) => Promise.resolve((typedNames.push(name), isTyped)),
      };
      return createEraseForGood({ host, access, notices: new Notices(log), pages, confirmations, log })(argument);
    };
    const remember = (): Promise<unknown> =>
      access.use(({ memory, caller }) => memory.facts.store(caller, { category: 'decision', fact }));
    const isKept = async (): Promise<boolean> =>
      (await access.use(({ memory, caller }) => memory.facts.list(caller, 'all', 9))).total > 0;

    before(async () => {
      const { source, backups } = await openSeparateMemory(mkdtempSync(join(tmpdir(), 'bigmind-erasing-')), 'otter');
      access = new MemoryAccess(() => source, log);
      makeBackup = () => backups.make('manual');
    });
    beforeEach(async () => {
      [shown, typedNames, yes, isTyped] = [[], [], true, true];
      await remember();
    });
    after(() => access.dispose());

    it('erases nothing after a no, or if the name was not typed', async () => {
      yes = false;
      assert.deepEqual(await erase({ project: 'weir', confirmed: true }), { status: 'cancelled' });
      [yes, isTyped] = [true, false];
      assert.deepEqual(await erase({ user: 'otter', confirmed: true }), { status: 'cancelled' });
      assert.deepEqual([shown.map(({ undo }) => undo), typedNames], [['none', 'none'], ['otter']]);
      assert.ok(await isKept());
    });

    it('erases what the user stored in a project, also from backups', async () => {
      await makeBackup();
      assert.deepEqual(await erase({ project: 'weir' }), {
        status: 'erased',
        kind: 'project',
        id: 'weir',
        log: 'done',
        left: 0,
      });
      assert.match(shown[0]?.markdown ?? '', /Backups that may contain it and are cleaned: 1/u);
      assert.deepEqual([typedNames, await isKept()], [[], false]);
    });

    it('erases everything of a user, who starts from scratch with the next note', async () => {
      assert.deepEqual(await erase({ user: 'otter' }), {
        status: 'erased',
        kind: 'user',
        id: 'otter',
        log: 'done',
        left: 0,
      });
      assert.deepEqual([typedNames, await isKept()], [['otter'], false]);
      await remember();
      assert.ok(await isKept());
    });
  });
});
