/**
 * A disabled extension leaves nothing behind. This one runs next to the installed one, in the same host but on a
 * separate store, so that its open files and its polling can be distinguished.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { Confirmations } from '../../src/vscode/platform/confirming/confirmations.ts';
import type { Log } from '../../src/vscode/platform/log.ts';
import { MemoryAccess } from '../../src/vscode/platform/memoryAccess.ts';
import { Notices } from '../../src/vscode/platform/notices.ts';
import { ReadOnlyPages } from '../../src/vscode/platform/readOnlyPages.ts';
import type { MemorySource } from '../../src/vscode/platform/sharedMemory.ts';
import type { Host, Services } from '../../src/vscode/services/host.ts';
import { MemoryPanel } from '../../src/vscode/ui/memoryPanel.ts';
import { ChangeWatcher } from '../../src/vscode/ui/changeWatcher.ts';
import { openSeparateMemory } from './separateMemory.ts';
import { confirmationTab, theExtension, until } from './support.ts';

describe('a disabled extension', () => {
  it('closes its store, its panel and its confirmation, and stops polling', async () => {
    const home = mkdtempSync(join(tmpdir(), 'bigmind-disposed-'));
    const { source: aSource, backups } = await openSeparateMemory(home, 'swift');
    let openStores = 0;
    const source = (): MemorySource => ({
      ...aSource,
      open: async () => {
        const opened = await aSource.open();
        openStores += 1;
        const close = async (): Promise<void> => {
          await opened.close();
          openStores -= 1;
        };
        return { ...opened, close };
      },
    });
    const nothing = (): undefined => undefined;
    // An output channel with our name may be one that another suite has closed.
    const log = { debug: nothing, info: nothing, warn: nothing, error: nothing } as unknown as Log;
    const access = new MemoryAccess(source, log);
    const host = { kind: 'node', extensionUri: theExtension().extensionUri } as unknown as Host;
    const pages = new ReadOnlyPages();
    const confirmations = new Confirmations();
    const services: Services = { host, access, notices: new Notices(log), pages, confirmations, log };
    const changes = new ChangeWatcher(services);
    const panel = new MemoryPanel(services, changes);
    let changeCount = 0;
    changes.onDidChange(() => (changeCount += 1));

    panel.reveal();
    await access.use(({ memory, caller }) => memory.facts.store(caller, { category: 'decision', fact: 'Fly south' }));
    await backups.make('manual');
    await until('the panel reports a change', () => changeCount > 0);
    const question = {
      title: 'Asked',
      markdown: '# Asked',
      question: 'Really?',
      yes: 'Yes',
      undo: 'available',
    } as const;
    const answer = confirmations.ask(question);
    await until('the question is there', () => confirmationTab() !== undefined);
    if (process.platform === 'linux') assert.ok(openFilesIn(home).length > 0, 'The store was never open.');

    for (const part of [access, pages, changes, panel, confirmations]) part.dispose();
    assert.equal(await answer, false);
    await until('the store is closed', () => openStores === 0 && openFilesIn(home).length === 0);
    await until('no tab of it is left', () => tabsOf('bigmind.panel') + tabsOf('bigmind.confirmation') === 0);
    const before = changeCount;
    // Longer than the polling interval of the watch.
    await pause(2_500);
    assert.deepEqual([changeCount, openStores, openFilesIn(home)], [before, 0, []]);
    await assert.rejects(
      access.use(() => Promise.resolve()),
      { code: 'store_unavailable' },
    );
  });
});

function tabsOf(viewType: string): number {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType))
    .length;
}

/** Empty on other systems than Linux, which do not list them. */
function openFilesIn(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // The descriptor with which the list itself was read.
      return [];
    }
  });
}
