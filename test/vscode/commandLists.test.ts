/** Every command of the manifest is in the command palette or in one of its two lists. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type * as Choosing from '../../src/vscode/commands/lists/chooseCommand.ts';
import type * as Listing from '../../src/vscode/commands/lists/listedCommands.ts';
import { executed, resetDialogs, shown } from './fakeVscode.ts';
import './useFakeVscode.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const words = read('package.nls.json') as Record<string, string>;
const { commands, menus } = (
  read('package.json') as {
    contributes: {
      commands: { command: string; title: string; icon?: string }[];
      menus: { commandPalette: { command: string; when: string }[] };
    };
  }
).contributes;
const titleOf = (key: string): string => words[key.slice(1, -1)] ?? key;
const contributed = new Map(
  commands.map(({ command, title, icon = '' }) => [command, { title: titleOf(title), icon }]),
);
const hidden = new Set(menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command));

type StateType = 'off' | 'unconnected' | 'asking' | 'connected' | 'away' | 'refused';

interface Window {
  kind?: 'node' | 'browser';
  server?: StateType;
  /** Of the current user in a team's memory. */
  role?: string;
  /** Proposals that wait for a review. */
  waiting?: number;
  isBroken?: boolean;
}

describe('the lists of commands', () => {
  let choosing: typeof Choosing;
  let listing: typeof Listing;

  before(async () => {
    choosing = await import('../../src/vscode/commands/lists/chooseCommand.ts');
    listing = await import('../../src/vscode/commands/lists/listedCommands.ts');
  });

  /** What the list offers, by the ends of the ids. */
  async function offered(list: 'manage' | 'team', window: Window, choice?: string): Promise<string[]> {
    resetDialogs(choice);
    const services = servicesIn(window);
    const open = list === 'manage' ? choosing.createManageMemory : choosing.createTeamServer;
    await open(services)(undefined);
    const rows = (shown[0] ?? '').split('\n');
    return [...contributed]
      .filter(([, { title, icon }]) => rows.includes(`${icon} ${title}`))
      .map(([id]) => id.slice(8));
  }

  function servicesIn({
    kind = 'node',
    server = 'off',
    role,
    waiting = 0,
    isBroken = false,
  }: Window): Choosing.ListServices {
    const state = { type: server, address: 'https://memory.example.com' } as never;
    const users = [{ role: role === undefined ? 'member' : 'admin' }];
    const opened = {
      memory: {
        identities: { listUsers: () => Promise.resolve(users) },
        knowledge: { waiting: () => Promise.resolve({ count: waiting }) },
      },
      caller: { user: { role: role ?? 'member' } },
    } as never;
    return {
      host: { kind, commands: contributed, server: kind === 'node' ? { connection: { state } } : undefined },
      access: {
        use: (work) =>
          isBroken || server !== 'off' ? Promise.reject(new Error('The memory cannot be opened.')) : work(opened),
      },
      log: { debug: () => undefined },
    };
  }

  it('have each command that is not in the palette exactly once', () => {
    const listed = [...listing.manageMemoryGroups(), ...listing.teamServerGroups()].flatMap((group) =>
      group.commands.map(({ id }) => id),
    );
    // A command with the title of an earlier one is its former id, for keybindings.
    const former = commands.filter(({ title }, index) => commands.findIndex((one) => one.title === title) < index);
    assert.deepEqual(
      listed.toSorted(),
      [...hidden].filter((id) => former.every(({ command }) => command !== id)).toSorted(),
    );
    assert.deepEqual(
      former.map(({ command }) => command),
      ['bigmind.summariseSessions'],
    );
  });

  it('leave few commands in the palette, one of which learns', () => {
    const inPalette = [...contributed].filter(([id]) => !hidden.has(id)).map(([, { title }]) => title);
    assert.ok(inPalette.length <= 15, inPalette.join(', '));
    const learning = inPalette.map(titleOf).filter((title) => title.startsWith('Learn'));
    assert.deepEqual(learning, ['Learn from Recorded Sessions...']);
  });

  it('show each command with an icon that exists, and one line about it', () => {
    const sheet = readFileSync(createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.css'), 'utf8');
    for (const { commands: group } of [...listing.manageMemoryGroups(), ...listing.teamServerGroups()]) {
      for (const { id, about } of group) {
        const name = /^\$\((?<name>[\w-]+)\)$/u.exec(contributed.get(id)?.icon ?? '')?.groups?.['name'];
        assert.ok(sheet.includes(`.codicon-${String(name)}:before`), `${id}: ${String(name)}`);
        assert.match(about, /^\S[^\n]{10,80}[^.\n]$/u, id);
      }
    }
  });

  it('run the chosen command', async () => {
    await offered('manage', {}, '$(save) Back Up Now');
    assert.deepEqual(executed, [['bigmind.backUpNow']]);
    await offered('manage', {});
    assert.deepEqual(executed, []);
  });

  it('offer what the host can run', async () => {
    const here = await offered('manage', {});
    const inBrowser = await offered('manage', { kind: 'browser' });
    assert.equal(here.length, hidden.size - 5);
    for (const id of ['sync', 'backUpNow', 'showReminders', 'copyMcpConfiguration', 'openDatabaseFolder'])
      assert.ok(here.includes(id) && !inBrowser.includes(id), id);
    for (const id of ['exportMemory', 'importMemory', 'eraseForGood', 'endSession', 'showLog'])
      assert.ok(inBrowser.includes(id), id);
  });

  it('leave out what needs the memory on this computer while a server is used', async () => {
    const onServer = await offered('manage', { server: 'connected' });
    for (const id of ['exportMemory', 'restoreBackup', 'sync', 'endSession', 'eraseForGood'])
      assert.ok(!onServer.includes(id), id);
    for (const id of ['showReminders', 'writeInstructions', 'showLog']) assert.ok(onServer.includes(id), id);
  });

  it('offer for a team what makes sense now', async () => {
    const cases: [Window, string[]][] = [
      [{}, ['connectServer']],
      [{ isBroken: true }, ['connectServer']],
      [{ waiting: 1 }, ['connectServer', 'reviewKnowledge']],
      [{ role: 'member' }, ['connectServer', 'reviewKnowledge']],
      [{ role: 'admin' }, ['connectServer', 'reviewKnowledge', 'setUserRole']],
      [{ server: 'connected' }, ['disconnectServer', 'reviewKnowledge']],
      [{ server: 'away' }, ['disconnectServer', 'reviewKnowledge']],
      [{ server: 'refused' }, ['connectServer', 'disconnectServer', 'reviewKnowledge']],
      [{ server: 'unconnected' }, ['connectServer', 'disconnectServer', 'reviewKnowledge']],
    ];
    for (const [window, expected] of cases)
      assert.deepEqual((await offered('team', window)).toSorted(), expected, JSON.stringify(window));
  });
});
