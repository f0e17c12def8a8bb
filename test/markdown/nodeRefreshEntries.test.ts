/** Entries of files on this machine: what a hook leaves alone, and what goes without the list of projects. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeHistory, createNodeRefreshEntries } from '../../src/nodeMindFiles.ts';
import { createNodePorts } from '../../src/nodePorts.ts';
import { commitLimits } from '../../src/memory/entries/projectHistory.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Store } from '../../src/memory/store.ts';
import { hashOfState } from '../../src/markdown/sources/historyState.ts';
import { aFile, aFolder, moment, openStore, removeFolders, visit } from '../store/support.ts';
import { patientFiles } from '../support/patientFiles.ts';
import { listOf } from './mindFolder.ts';
import { aRepository } from '../capture/git/repository.ts';
import type { Repository } from '../capture/git/repository.ts';

after(removeFolders);

describe('the entries of files on this machine', () => {
  const names = ['HOME', 'USERPROFILE'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  let store: Store;
  let ada: Caller;
  let home: string;
  let repository: Repository;
  beforeEach(async () => {
    store = openStore('native', aFile());
    repository = aRepository();
    home = aFolder();
    for (const name of names) process.env[name] = home;
    mkdirSync(join(home, '.mind'));
    writeFileSync(join(home, '.mind', 'projects.json'), listOf(repository.folder));
    ada = { ...(await visit(store)), files: patientFiles(repository.folder) };
    const place = { userId: ada.user.id, projectId: ada.project?.id ?? null, folder: repository.folder };
    const contentHash = hashOfState({ head: 'a1'.repeat(20), commits: 200 });
    await store.entries.replace({ ...place, path: '', source: 'commits', contentHash, entries: [], now: moment });
  });
  afterEach(async () => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    await store.close();
    repository.remove();
  });

  const known = async (): Promise<string[]> =>
    (await store.entries.files(ada.user.id)).map(({ contentHash }) => contentHash);

  it('are those of a new commit too, but not in a hook', async () => {
    const head = repository.commit('One\n\nlearned: what main has learned');
    await createNodeRefreshEntries(store.entries, createNodePorts(), 'none')(ada);
    assert.deepEqual(await known(), [hashOfState({ head: 'a1'.repeat(20), commits: 200 })]);
    await createNodeRefreshEntries(store.entries, createNodePorts(), 'learned')(ada);
    assert.deepEqual(await known(), [hashOfState({ head, commits: 200 })]);
  });

  it('are learned for the first time only if the user wants every history, and not after a removal', async () => {
    const head = repository.commit('One\n\nlearned: what main has learned');
    await store.entries.remove(ada.user.id, await store.entries.files(ada.user.id));
    await createNodeRefreshEntries(store.entries, createNodePorts(), 'learned')(ada);
    assert.deepEqual(await known(), []);
    await createNodeRefreshEntries(store.entries, createNodePorts(), 'all')(ada);
    assert.deepEqual(await known(), [hashOfState({ head, commits: commitLimits.default })]);
    const history = createNodeHistory(store.entries, createNodePorts());
    assert.equal(await history.remove(ada, repository.folder), 1);
    await createNodeRefreshEntries(store.entries, createNodePorts(), 'all')(ada);
    assert.deepEqual(await store.entries.list(ada.user.id, repository.folder), []);
  });

  it('go without the list of projects, but not while it cannot be read, and not those of a history', async function () {
    if (process.platform === 'win32') this.skip();
    const refresh = createNodeRefreshEntries(store.entries, createNodePorts(), 'none');
    const place = { userId: ada.user.id, projectId: ada.project?.id ?? null, folder: repository.folder };
    const path = '.mind/MEMORY.md';
    await store.entries.replace({ ...place, path, source: 'file', contentHash: 'x', entries: [], now: moment });
    rmSync(join(home, '.mind'), { recursive: true });
    writeFileSync(join(home, '.mind'), 'a file where the folder was');
    await refresh(ada);
    assert.equal((await known()).length, 2);
    rmSync(join(home, '.mind'));
    await refresh(ada);
    assert.deepEqual(await known(), [hashOfState({ head: 'a1'.repeat(20), commits: 200 })]);
  });

  it('can be learned in a repository with a commit, once', async () => {
    const history = createNodeHistory(store.entries, createNodePorts());
    assert.equal(await history.canLearn(ada), false, 'already learned');
    await history.remove(ada, repository.folder);
    assert.equal(await history.canLearn(ada), false, 'without a commit');
    repository.commit('One\n\nlearned: what main has learned');
    assert.equal(await history.canLearn(ada), true);
    assert.equal(await history.canLearn({ ...ada, files: patientFiles(home) }), false, 'no repository');
    await history.learn(ada, { folder: repository.folder, commits: 10, signal: new AbortController().signal });
    assert.equal(await history.canLearn(ada), false);
  });
});
