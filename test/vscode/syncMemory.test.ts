/** The sync from the Command Palette: real stores and a place in memory, with scripted dialogs. */
import assert from 'node:assert/strict';
import type { createSyncMemory } from '../../src/vscode/commands/sync/syncMemory.ts';
import type { SyncServices } from '../../src/vscode/commands/sync/openedSync.ts';
import { removeFolders } from '../store/support.ts';
import { connected, factsOf, liveFact, say, syncAll } from '../sync/connected.ts';
import type { Machine } from '../sync/machines.ts';
import { aMachine, MemoryPlace } from '../sync/machines.ts';
import { cancellation, executed, resetDialogs, shown } from './fakeVscode.ts';
import './useFakeVscode.ts';

const folderRow = 'Set Up in a Folder...';
const good = 'four random words here';

after(removeFolders);

describe('the sync in VS Code', () => {
  let create: typeof createSyncMemory;
  let notices: string[];
  let buttons: Map<string, () => Promise<unknown>>;
  let pages: string[];
  let machines: Machine[];

  before(async () => {
    ({ createSyncMemory: create } = await import('../../src/vscode/commands/sync/syncMemory.ts'));
  });
  beforeEach(() => {
    [notices, pages, machines] = [[], [], []];
    buttons = new Map();
    resetDialogs();
  });
  afterEach(async () => {
    for (const machine of machines) await machine.close();
  });

  function servicesOf(machine: Machine | undefined): SyncServices {
    const sync = machine && { machineName: machine.name, open: () => Promise.resolve(machine.sync) };
    return {
      host: { clock: { now: () => new Date(0), timeZone: 'UTC' } },
      access: { use: (work) => work(sync === undefined ? {} : { sync }) },
      notices: {
        done: (message, ...steps) => {
          notices.push(message);
          for (const { label, run } of steps) buttons.set(label, run);
        },
      },
      pages: {
        show: (_, markdown) => Promise.resolve(pages.push(markdown)),
        compare: (_, __, { before, after }) => {
          pages.push(`${before}---\n${after}`);
          return Promise.resolve(() => Promise.resolve());
        },
      },
    };
  }

  const run = (machine: Machine | undefined, action?: string): Promise<unknown> =>
    create(servicesOf(machine))(action === undefined ? undefined : { action });

  async function newPlace(...names: string[]): Promise<{ place: MemoryPlace; made: Machine[] }> {
    const place = new MemoryPlace();
    place.files.clear();
    const made: Machine[] = [];
    for (const name of names) made.push(await aMachine(name, place));
    machines.push(...made);
    return { place, made };
  }

  /** One fact that both changed at the same time; it is a conflict on the second. */
  async function withConflict(): Promise<[one: Machine, other: Machine]> {
    const { one, other } = await connected();
    machines.push(one, other);
    await say(one, 'The relay listens on port 81.');
    await syncAll(one, other);
    await liveFact(one, (id) => edit(one, id, 'The relay listens on port 82.'));
    await liveFact(other, (id) => edit(other, id, 'The relay listens on port 83.'));
    await one.sync.run();
    await run(other, 'now');
    assert.match(notices.at(-1) ?? '', /Changed on two computers: 1\. The versions that lost are kept\.$/u);
    assert.ok(buttons.has('Resolve Conflicts...'));
    return [one, other];
  }

  it('shows what would leave the computer, sets up, and sends with the first sync only', async () => {
    const { place, made } = await newPlace('laptop');
    const [laptop] = made;
    assert.ok(laptop);
    await say(laptop, 'The relay listens on port 81.');
    resetDialogs(folderRow, '/drive/bigmind', 'Set Up', good, good);
    assert.deepEqual(await run(laptop), { status: 'set_up', place: '/drive/bigmind' });
    assert.match(shown[2] ?? '', /facts: 1[\s\S]*Projects: github\.com\/acme\/rocket/u);
    assert.deepEqual([...place.files.keys()], ['key.age']);
    const state = await laptop.store.sync.state();
    assert.deepEqual([state?.name, state?.place], ['laptop', { kind: 'folder', folder: '/drive/bigmind' }]);
    await buttons.get('Sync Now')?.();
    assert.deepEqual(executed, [['bigmind.sync', { action: 'now' }]]);
    await run(laptop, 'now');
    assert.equal(place.files.size, 2);
    assert.match(notices.at(-1) ?? '', /^Received: nothing\. Sent: \d+\.$/u);
  });

  it('asks the second computer again after a wrong passphrase, and then brings the memories', async () => {
    const { made } = await newPlace('laptop', 'desktop');
    const [laptop, desktop] = made;
    assert.ok(laptop && desktop);
    resetDialogs(folderRow, '/drive', 'Set Up', good, good);
    await run(laptop);
    await say(laptop, 'The relay listens on port 81.');
    await run(laptop, 'now');
    resetDialogs('/drive', 'Set Up', 'not the passphrase', good);
    assert.deepEqual(await run(desktop, 'folder'), { status: 'set_up', place: '/drive' });
    assert.match(shown[3] ?? '', /does not open \/drive/u);
    await run(desktop, 'now');
    assert.deepEqual(await factsOf(desktop), ['The relay listens on port 81.']);
  });

  it('changes nothing if the user cancels at any step', async () => {
    const { place, made } = await newPlace('laptop');
    const steps = [folderRow, '/drive', 'Set Up', good];
    for (let length = 0; length <= steps.length; length += 1) {
      resetDialogs(...steps.slice(0, length), undefined);
      assert.deepEqual(await run(made[0]), { status: 'cancelled' });
      assert.equal(shown.length, length + 1);
      assert.deepEqual([place.files.size, made[0]?.files.key], [0, undefined]);
      assert.equal(await made[0]?.sync.isSetUp(), false);
    }
  });

  it('refuses a Git address with a password while the user types it', async () => {
    const { made } = await newPlace('laptop');
    resetDialogs('Set Up with a Git Remote...', 'https://ada:hunter2@example.com/memory.git');
    assert.deepEqual(await run(made[0]), { status: 'cancelled' });
    assert.match(shown.at(-1) ?? '', /contains a password or a name/u);
    assert.ok(!shown.join().includes('hunter2'));
  });

  it('names a fact that both computers replaced', async () => {
    const { one, other } = await connected();
    machines.push(one, other);
    await say(one, 'The relay listens on port 80.');
    await syncAll(one, other);
    for (const [machine, port] of [
      [one, '81'],
      [other, '82'],
    ] as const) {
      const fact = `The relay listens on port ${port}.`;
      await machine.memory.facts.supersede(machine.caller, { factId: 1, category: 'codebase', fact });
    }
    await one.sync.run();
    await run(other, 'now');
    assert.match(
      notices.at(-1) ?? '',
      / Replaced on several computers: #1 "The relay listens on port 80\.", by #2 ".+ 82\." \(desktop\), #3 ".+ 81\." \(laptop\)\. Keep one and deprecate the others\.$/u,
    );
  });

  it('says that a sync was stopped, and the next one continues', async () => {
    const { one, other } = await connected();
    machines.push(one, other);
    await say(one, 'The relay listens on port 81.');
    cancellation.isCancellationRequested = true;
    const stopped = await run(one, 'now');
    assert.deepEqual(stopped, {
      ...{ status: 'stopped', added: 0, changed: 0, erased: 0, conflicts: 0, sent: 0, waiting: 0 },
    });
    assert.match(notices.at(-1) ?? '', /^The sync was stopped/u);
    cancellation.isCancellationRequested = false;
    await run(one, 'now');
    await run(other, 'now');
    assert.deepEqual(await factsOf(other), ['The relay listens on port 81.']);
  });

  it('takes the other version of a conflict, which the next sync sends', async () => {
    const [one, other] = await withConflict();
    const [current] = await factsOf(other);
    const lost = current?.endsWith('82.') === true ? '83.' : '82.';
    resetDialogs('Resolve Conflicts (1)...', 'Fact', 'Take Other');
    assert.deepEqual(await run(other), { status: 'resolved', kept: 0, taken: 1 });
    const [before = '', after = ''] = (pages[0] ?? '').split('---\n');
    assert.ok(before.includes(lost) && after.includes(current ?? ''), pages[0]);
    assert.deepEqual(await factsOf(other), [`The relay listens on port ${lost}`]);
    await syncAll(other, one);
    assert.deepEqual(await factsOf(one), await factsOf(other));
  });

  it('keeps the current version, and a conflict that the user does not decide', async () => {
    const [, other] = await withConflict();
    const current = await factsOf(other);
    resetDialogs('Fact', undefined, undefined);
    assert.deepEqual(await run(other, 'conflicts'), { status: 'resolved', kept: 0, taken: 0 });
    assert.equal((await other.sync.conflicts()).length, 1);
    resetDialogs('Fact', 'Keep Current');
    assert.deepEqual(await run(other, 'conflicts'), { status: 'resolved', kept: 1, taken: 0 });
    assert.deepEqual([await factsOf(other), await other.sync.conflicts()], [current, []]);
    assert.equal(notices.at(-1), 'Conflicts resolved: 1. Left: 0.');
  });

  it('shows the other computers, what waits and what would be sent', async () => {
    const { one, other, place } = await connected();
    machines.push(one, other);
    await say(one, 'The relay listens on port 81.');
    await syncAll(one, other);
    await say(one, 'The cache lives in Redis.');
    place.files.set('machines/notes.txt', new Uint8Array());
    assert.deepEqual(await run(one, 'status'), { status: 'shown' });
    const [page = ''] = pages;
    assert.match(page, /This computer is called "laptop" and syncs with memory\./u);
    assert.match(page, /Last sync: 2026-03-30/u);
    assert.match(page, /## To send, as far as known\n\n- facts: 1/u);
    assert.match(page, /ignored: machines\/notes\.txt\./u);
  });

  it('names why a bundle waits', async () => {
    const { one, other, place } = await connected();
    machines.push(one, other);
    await say(one, 'The relay listens on port 81.');
    await one.sync.run();
    for (const [path, bytes] of place.files)
      if (path.includes('machines/')) place.files.set(path, bytes.subarray(0, 40));
    await run(other, 'now');
    assert.match(notices.at(-1) ?? '', /Bundle 1 of .+ is cut off or not copied here yet\.$/u);
    assert.ok(buttons.has('Show Status'));
  });

  it('turns off after a question, and leaves the place and the memories', async () => {
    const { one, other, place } = await connected();
    machines.push(one, other);
    await say(one, 'The relay listens on port 81.');
    await syncAll(one, other);
    const files = place.files.size;
    resetDialogs('Turn Off...', undefined);
    assert.deepEqual(await run(one), { status: 'cancelled' });
    assert.equal(await one.sync.isSetUp(), true);
    resetDialogs('Turn Off...', 'Turn Off');
    assert.deepEqual(await run(one), { status: 'off' });
    assert.deepEqual([await one.sync.isSetUp(), one.files.key, place.files.size], [false, undefined, files]);
    assert.deepEqual(await factsOf(one), ['The relay listens on port 81.']);
  });

  it('says why it cannot be used, before it asks anything', async () => {
    await assert.rejects(run(undefined), { code: 'not_allowed', message: /In a browser/u });
    const { made } = await newPlace('laptop');
    await made[0]?.memory.identities.resolve({
      username: 'grace',
      agent: { name: 'tests', version: '1' },
      project: undefined,
      conversationId: 'chat of grace',
    });
    await assert.rejects(run(made[0]), { code: 'not_allowed', message: /Several people/u });
    assert.deepEqual(shown, []);
  });

  async function edit({ memory, caller }: Machine, id: number, fact: string): Promise<void> {
    await memory.facts.edit(caller, { factId: id, fact });
  }
});
