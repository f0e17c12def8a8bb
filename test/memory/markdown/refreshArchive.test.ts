/** Refreshing an archive over a real store, in a folder that the test can change, and in which it can interrupt. */
import assert from 'node:assert/strict';
import type { ArchiveFolder } from '../../../src/memory/markdown/archiveRun.ts';
import { emptyState, stateFrom, stateText } from '../../../src/memory/markdown/archiveState.ts';
import type { ArchiveChoice, ArchiveReport } from '../../../src/memory/markdown/refreshArchive.ts';
import { refreshArchive } from '../../../src/memory/markdown/refreshArchive.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import { openTestMemory } from '../../support/memory.ts';
import type { TestMemory } from '../../support/memory.ts';

/** Files in memory; fails at the write with this number. */
class FakeFolder implements ArchiveFolder {
  readonly files = new Map<string, string>();
  state: string | undefined;
  failAt = Infinity;
  /** A file that can be neither changed nor removed. */
  locked: string | undefined;
  writes: string[] = [];

  list(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(this.files.keys()));
  }
  read(path: string): Promise<string | undefined> {
    return Promise.resolve(this.files.get(path));
  }
  write(path: string, text: string): Promise<void> {
    if (this.writes.length + 1 >= this.failAt) return Promise.reject(new Error('interrupted'));
    if (path === this.locked) return refused(path);
    this.writes.push(path);
    this.files.set(path, text);
    return Promise.resolve();
  }
  rename(from: string, to: string): Promise<void> {
    if (from === this.locked) return refused(from);
    this.files.set(to, this.files.get(from) ?? '');
    this.files.delete(from);
    return Promise.resolve();
  }
  remove(path: string): Promise<void> {
    if (path === this.locked) return refused(path);
    this.files.delete(path);
    return Promise.resolve();
  }
  saveState(state: Parameters<ArchiveFolder['saveState']>[0]): Promise<void> {
    this.state = stateText(state);
    return Promise.resolve();
  }
}

function refused(path: string): Promise<void> {
  return Promise.reject(new BigMindError('not_allowed', `${path} is read-only.`));
}

describe('refreshing an archive', () => {
  let test: TestMemory;
  let ada: Caller;
  let folder: FakeFolder;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
    folder = new FakeFolder();
  });
  afterEach(() => test.close());

  const refresh = async (choice: ArchiveChoice = {}): Promise<ArchiveReport> => {
    folder.writes = [];
    const { state } = folder;
    const known = state === undefined ? emptyState(ada.user.id) : stateFrom(state, ada.user.id);
    const { markdown: archive } = test.memory;
    return refreshArchive(ada, known, choice, { archive, folder, hash: test.ports.hash });
  };
  const session = async (oneLiner: string, more: { project?: string; summary?: string } = {}): Promise<string> => {
    const { project, summary = 'A summary.' } = more;
    const ref = project === undefined ? undefined : { key: `github.com/acme/${project}`, name: project };
    const caller = await test.caller({ conversationId: oneLiner, ...(ref && { project: ref }) });
    await test.memory.sessions.start(caller);
    return (await test.memory.sessions.end(caller, { oneLiner, summary })).id;
  };
  const pathOf = (word: string): string => [...folder.files.keys()].find((path) => path.includes(word)) ?? 'no file';
  const names = (): string[] => [...folder.files.keys()].map((path) => path.replace(/-[0-9a-f]{8}(?=\.)/u, '')).sort();

  it('writes a file for each session, the facts of each project, and an index', async () => {
    await session('Fix the login', { project: 'harbour' });
    await session('Paint the boat');
    const person = await test.caller({ conversationId: null });
    await test.memory.facts.store(person, { fact: 'The boat is blue', category: 'codebase' });
    const report = await refresh();
    assert.deepEqual(report, { sessions: 2, written: 4, removed: 0, kept: [], failures: [] });
    assert.deepEqual(names(), [
      '2026/2026-03-30-fix-the-login.md',
      '2026/2026-03-30-paint-the-boat.md',
      'index.md',
      'projects/none.md',
    ]);
    const index = folder.files.get('index.md') ?? '';
    assert.ok(index.includes(`- 2026-03-30 [Fix the login](<${pathOf('login')}>) · harbour · tests`), index);
    assert.match(index, /\[Without a project\]\(<projects\/none\.md>\): 1 fact\n/u);
    assert.match(
      folder.files.get('projects/none.md') ?? '',
      /- The boat is blue \(fact #1, observation, \d+ %, 2026-03-30\)/u,
    );
  });

  it('has the days, tags and expiry of a fact in the page of its project', async () => {
    const expiresAt = '2026-04-02T12:00:00.000Z';
    const stored = { category: 'codebase', fact: 'See [the](docs)', tags: ['lamp', 'sea'], expiresAt };
    const { fact } = await test.memory.facts.store(ada, stored);
    test.pass(24);
    await test.memory.facts.edit(ada, { factId: fact.id, fact: 'See [our](docs)' });
    await refresh();
    const page = [...folder.files].find(([path]) => path.startsWith('projects/'))?.[1] ?? '';
    assert.match(
      page,
      /- See \[our\\\]\(docs\) \(fact #1, .*, 2026-03-30, changed 2026-03-31, tags: lamp · sea, expires 2026-04-02 12:00\)\n/u,
    );
  });

  it('writes nothing when nothing changed, and only the changed session otherwise', async () => {
    await session('One');
    const two = await session('Two');
    await refresh();
    const { state } = folder;
    assert.deepEqual([(await refresh()).written, folder.state], [0, state]);
    await test.memory.chunks.append(ada, { content: 'Worth keeping', sessionId: two });
    await refresh();
    assert.deepEqual(folder.writes, [pathOf('two')]);
  });

  it('renames the file of a session whose headline changed', async () => {
    const id = await session('Old name');
    await refresh();
    await test.memory.sessions.rename(ada, { sessionId: id, headline: 'New name' });
    await refresh();
    assert.deepEqual(names(), ['2026/2026-03-30-new-name.md', 'index.md']);
    assert.ok(pathOf('new-name').endsWith(`-${id.slice(0, 8)}.md`));
  });

  it('removes the file of an erased session, also from the index', async () => {
    const id = await session('Secret plan');
    await session('Other');
    await refresh();
    const ref = { kind: 'session', id } as const;
    const { expected } = await test.memory.erasure.preview(ada, ref);
    await test.memory.erasure.erase(ada, ref, expected);
    assert.equal((await refresh()).removed, 1);
    assert.deepEqual(names(), ['2026/2026-03-30-other.md', 'index.md']);
    assert.doesNotMatch([...folder.files.values(), folder.state].join('\n'), /secret/iu);
  });

  it('keeps a file that a person changed, whether its session changed or was erased', async () => {
    const id = await session('Plan');
    await refresh();
    const path = pathOf('plan');
    const edited = path.replace('.md', '.edited.md');
    folder.files.set(path, 'My notes');
    await test.memory.chunks.append(ada, { content: 'Worth keeping', sessionId: id });
    assert.deepEqual((await refresh()).kept, [edited]);
    assert.equal(folder.files.get(edited), 'My notes');
    assert.match(folder.files.get(path) ?? '', /Worth keeping/u);
    folder.files.set(path, 'More notes');
    const ref = { kind: 'session', id } as const;
    const { expected } = await test.memory.erasure.preview(ada, ref);
    await test.memory.erasure.erase(ada, ref, expected);
    assert.deepEqual((await refresh()).kept, [path.replace('.md', '.edited-2.md')]);
    assert.equal(folder.files.has(path), false);
  });

  it('leaves an edited file alone while its session stays the same, and restores a deleted one', async () => {
    await session('Plan');
    await session('Deleted');
    await refresh();
    const [plan, deleted] = [pathOf('plan'), pathOf('deleted')];
    folder.files.set(plan, 'My notes');
    folder.files.delete(deleted);
    assert.deepEqual([(await refresh()).kept, folder.files.get(plan)], [[], 'My notes']);
    assert.equal(folder.files.has(deleted), true);
  });

  it('goes on after a file that cannot be changed, and tries it again', async () => {
    const [plan, other] = [await session('Plan'), await session('Other')];
    await refresh();
    const locked = pathOf('plan');
    folder.locked = locked;
    await test.memory.chunks.append(ada, { content: 'Worth keeping', sessionId: plan });
    await test.memory.chunks.append(ada, { content: 'Also worth it', sessionId: other });
    const { failures, written } = await refresh();
    assert.deepEqual([failures, written], [[`${locked} is read-only.`], 1]);
    assert.match(folder.files.get(pathOf('other')) ?? '', /Also worth it/u);
    folder.locked = undefined;
    assert.deepEqual([(await refresh()).failures, folder.writes], [[], [locked]]);
  });

  it('remembers a file that it cannot remove, whether its session was renamed or erased', async () => {
    const id = await session('Old name');
    await refresh();
    const locked = pathOf('old-name');
    folder.locked = locked;
    await test.memory.sessions.rename(ada, { sessionId: id, headline: 'New name' });
    assert.equal((await refresh()).failures.length, 1);
    const ref = { kind: 'session', id } as const;
    const { expected } = await test.memory.erasure.preview(ada, ref);
    await test.memory.erasure.erase(ada, ref, expected);
    assert.equal((await refresh()).failures.length, 1);
    assert.equal(folder.files.has(locked), true);
    folder.locked = undefined;
    assert.equal((await refresh()).removed, 1);
    assert.deepEqual(names(), ['index.md']);
  });

  it('continues after an interruption at any write, without a copy of its own files', async () => {
    for (let failAt = 1; failAt <= 4; failAt += 1) {
      folder = new FakeFolder();
      const ids = [await session(`A${String(failAt)}`), await session(`B${String(failAt)}`)];
      folder.failAt = failAt;
      await assert.rejects(refresh(), /interrupted/u);
      folder.failAt = Infinity;
      await test.memory.chunks.append(ada, { content: `Later ${String(failAt)}`, sessionId: ids[0] ?? '' });
      assert.deepEqual((await refresh()).kept, []);
      assert.deepEqual([(await refresh()).written, names().filter((name) => name.includes('edited'))], [0, []]);
      await test.memory.sessions.rename(ada, { sessionId: ids[0] ?? '', headline: `Renamed ${String(failAt)}` });
      folder.failAt = 1;
      await assert.rejects(refresh(), /interrupted/u);
      folder.failAt = Infinity;
      assert.deepEqual((await refresh()).kept, []);
      assert.equal(folder.files.has(pathOf(`renamed-${String(failAt)}`)), true);
      assert.equal(pathOf(`-a${String(failAt)}-`), 'no file');
    }
  });

  it('adds only chosen sessions, and keeps all that it has up to date', async () => {
    const early = await session('Early', { project: 'harbour' });
    test.pass(48);
    await session('Late', { project: 'harbour' });
    const other = await session('Elsewhere', { project: 'airport' });
    const { projectId } = (await test.memory.sessions.get(ada, early)).session;
    await refresh({ projectId: projectId ?? '', since: '2026-03-31T00:00:00.000Z' });
    assert.deepEqual(names(), ['2026/2026-04-01-late.md', 'index.md']);
    await refresh({ projectId: projectId ?? '' });
    assert.deepEqual(names(), ['2026/2026-03-30-early.md', '2026/2026-04-01-late.md', 'index.md']);
    await test.memory.sessions.rename(ada, { sessionId: early, headline: 'Earlier' });
    await test.memory.sessions.rename(ada, { sessionId: other, headline: 'Not in it' });
    await refresh({ since: '2030-01-01T00:00:00.000Z' });
    assert.deepEqual(names(), ['2026/2026-03-30-earlier.md', '2026/2026-04-01-late.md', 'index.md']);
  });

  it("contains neither another user's sessions nor their private facts", async () => {
    const bob = await test.caller({ username: 'bob' });
    await test.memory.sessions.end(bob, { oneLiner: 'Quetzal', summary: 'Quetzal' });
    await test.memory.facts.store(bob, { fact: 'The quetzal is green', category: 'codebase' });
    await session('Mine');
    await refresh();
    assert.doesNotMatch([...folder.files].join('\n'), /quetzal/iu);
  });

  it('ignores entries of a state file that lead out of the folder, and refuses one of another user', () => {
    const bad = ['../x.md', '2026/../../x.md', '/etc/x.md', '2026/a/b.md', 'notes.md', '2026\\x.md', 'C:/x.md'];
    const files = bad.map((path, place): [string, object] => [`s${String(place)}`, { path, revision: '', hashes: [] }]);
    const text = JSON.stringify({ format: 1, user: ada.user.id, files: Object.fromEntries<object>(files) });
    assert.equal(stateFrom(text, ada.user.id).files.size, 0);
    assert.throws(() => stateFrom(text, 'someone else'), /another user/u);
    for (const damaged of ['', '{', '[]', '{"format":2}', '{"format":1,"user":"x","files":[]}'])
      assert.throws(() => stateFrom(damaged, ada.user.id), /damaged or was written by a newer version/u);
  });
});
