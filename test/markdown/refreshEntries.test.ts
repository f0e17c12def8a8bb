/** Stored entries follow the files: what is read again, what is not, and what happens without an answer. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readMemoryFile } from '../../src/markdown/parsing/memoryFile.ts';
import { readEntries } from '../../src/markdown/readEntries.ts';
import type { RefreshParts } from '../../src/markdown/refreshEntries.ts';
import { createRefreshEntries } from '../../src/markdown/refreshEntries.ts';
import { hashOfState, removedState } from '../../src/markdown/sources/historyState.ts';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { EntryStore } from '../../src/memory/entries/entryStore.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Store } from '../../src/memory/store.ts';
import { indexText } from '../../src/search/query/words.ts';
import { aFile, hash, moment, openStore, removeFolders, visit } from '../store/support.ts';
import { patientFiles } from '../support/patientFiles.ts';
import { secretMaker } from '../support/secretShapes.ts';
import { filesWith, home, listFile, listOf, memoryFile, project, sessionFile } from './mindFolder.ts';

after(removeFolders);

const read = (markdown: string) =>
  Promise.resolve(readEntries(markdown, (text) => readMemoryFile(text, indexText), redact));

describe('the stored entries of a folder', () => {
  let store: Store;
  let ada: Caller;
  let texts: Record<string, string | undefined>;
  let refused: string[];
  let calls: string[];
  beforeEach(async () => {
    store = openStore('native', aFile());
    ada = { ...(await visit(store)), files: patientFiles(project) };
    texts = { [listFile]: listOf(project), [memoryFile]: 'decided: Vite\nproblem: login loops\n' };
    refused = [];
    calls = [];
  });
  afterEach(() => store.close());

  /** Notes what is read and written. */
  const watched = (): EntryStore => ({
    ...store.entries,
    replace: (write) => {
      calls.push(`replace ${write.path}`);
      return store.entries.replace(write);
    },
    remove: (userId, files) => {
      calls.push(`remove ${files.map(({ folder, path }) => `${folder} ${path}`).join()}`);
      return store.entries.remove(userId, files);
    },
  });
  const partsWith = (more: Partial<RefreshParts> = {}): RefreshParts => ({
    files: filesWith(texts, refused),
    home,
    store: watched(),
    ports: { clock: { now: () => new Date(moment), timeZone: 'Europe/Berlin' }, hash, redact },
    rules: 1,
    read: (markdown) => {
      calls.push('parse');
      return read(markdown);
    },
    ...more,
  });
  /** Without any time to wait. */
  const hurried = () => ({
    ...patientFiles(project),
    limitTime: () => ({ isOver: () => true, over: Promise.resolve(), end: () => undefined }),
  });
  const refresh = (more: Partial<RefreshParts> = {}, caller = ada) => createRefreshEntries(partsWith(more))(caller);
  const stored = async (folder = project): Promise<string[]> =>
    (await store.entries.list(ada.user.id, folder)).map(
      ({ path, line, kind, text }) => `${path}:${String(line)} ${kind} ${text}`,
    );

  it('are read from both files, with the day of the heading in the time zone of the user', async () => {
    texts[sessionFile] = '## 2026-03-20\n\n## Rejected\n- Redis - too slow\n';
    texts[memoryFile] = '## 2026-03-20\n\ndecided: Vite\n';
    assert.deepEqual(await refresh(), { folder: project, isListed: true });
    assert.deepEqual(await stored(), [
      '.mind/MEMORY.md:3 decision Vite',
      '.mind/SESSION.md:4 rejected Redis - too slow',
    ]);
    const { memories } = await store.catalogue.list({
      ...{ userId: ada.user.id, scope: 'all', state: 'live', order: 'newest', offset: 0, limit: 9 },
    });
    assert.ok(memories.some(({ createdAt }) => createdAt === '2026-03-19T23:00:00.000Z'));
  });

  it('are neither parsed nor written again while the file is the same', async () => {
    await refresh();
    assert.deepEqual(calls, ['parse', 'replace .mind/MEMORY.md']);
    await refresh();
    assert.equal(calls.length, 2);
    await refresh({ rules: 2 });
    assert.equal(calls.length, 4);
  });

  it('follow an edit, a deleted line and another branch, and only the file that changed is read', async () => {
    texts[sessionFile] = '## Blockers\n- no key\n';
    await refresh();
    calls = [];
    texts[memoryFile] = '\ndecided: Vite\nlearned: Safari is old\n';
    await refresh();
    assert.deepEqual(calls, ['parse', 'replace .mind/MEMORY.md']);
    assert.deepEqual(await stored(), [
      '.mind/MEMORY.md:2 decision Vite',
      '.mind/MEMORY.md:3 learning Safari is old',
      '.mind/SESSION.md:2 problem no key',
    ]);
    texts[memoryFile] = 'decided: Webpack\n';
    await refresh();
    assert.equal((await stored())[0], '.mind/MEMORY.md:1 decision Webpack');
  });

  it('are those of both sides in a merge conflict', async () => {
    texts[memoryFile] = '<<<<<<< ours\ndecided: Vite\n=======\ndecided: Webpack\n>>>>>>> theirs\n';
    await refresh();
    assert.deepEqual(await stored(), ['.mind/MEMORY.md:2 decision Vite', '.mind/MEMORY.md:4 decision Webpack']);
  });

  it('come with where the first merge conflict of each file begins', async () => {
    assert.equal((await refresh())?.conflicts, undefined);
    texts[memoryFile] = 'decided: Vite\n<<<<<<< ours\n=======\n>>>>>>> theirs\n<<<<<<< ours\n';
    texts[sessionFile] = '<<<<<<< ours\n';
    assert.deepEqual((await refresh())?.conflicts, ['.mind/MEMORY.md:2', '.mind/SESSION.md:1']);
    texts[memoryFile] = 'decided: use <<<<<<< as a mark\n';
    assert.deepEqual((await refresh())?.conflicts, ['.mind/SESSION.md:1']);
  });

  it('go with their file, and with a link in its place', async () => {
    texts[sessionFile] = '## Blockers\n- no key\n';
    await refresh();
    texts[memoryFile] = undefined;
    await refresh();
    assert.deepEqual(await stored(), ['.mind/SESSION.md:2 problem no key']);
    refused = [sessionFile];
    await refresh();
    assert.deepEqual([await stored(), await store.entries.files(ada.user.id)], [[], []]);
  });

  it('go when the folder is taken off the list, also if something in another folder asks', async () => {
    const other = join('/', 'work', 'other');
    texts[listFile] = listOf(project, other);
    await refresh();
    texts[listFile] = listOf(other);
    const there = { ...ada, files: patientFiles(other) };
    assert.deepEqual(await refresh({}, there), { folder: other, isListed: true });
    assert.deepEqual(await stored(), []);
    assert.deepEqual(await refresh(), { folder: project, isListed: false });
    assert.deepEqual(await stored(), []);
  });

  it('are never those of a folder that is not on the list', async () => {
    texts[listFile] = listOf(join('/', 'work', 'other'));
    assert.deepEqual(await refresh(), { folder: project, isListed: false });
    assert.deepEqual([calls, await stored()], [[], []]);
  });

  it('contain no secret, and no private passage of several lines', async () => {
    const secret = secretMaker(5)['GitHub token'] ?? '';
    texts[memoryFile] =
      `## Gotchas\n- deploys need ${secret} in the header\n- <private>the\n- boss is\n- away</private>\n- Safari is old\n`;
    await refresh();
    const entries = await stored();
    assert.match(entries[0] ?? '', /^\.mind\/MEMORY\.md:2 gotcha deploys need \[removed/u);
    assert.doesNotMatch(entries.join('\n'), /boss|away/u);
    assert.ok(!entries.join('\n').includes(secret));
    assert.equal(entries.at(-1), '.mind/MEMORY.md:6 gotcha Safari is old');
  });

  it('are from the end of a long file, with the right lines', async () => {
    const filler = 'Nothing but a long description of the work.\n'.repeat(8_000);
    texts[memoryFile] = `decided: too early to be read\n${filler}decided: Vite\n`;
    await refresh();
    assert.deepEqual(await stored(), ['.mind/MEMORY.md:8002 decision Vite']);
  });

  it('stay as they were if the list cannot be read, and nothing is read then', async () => {
    await refresh();
    texts[listFile] = '{';
    texts[memoryFile] = 'decided: Webpack\n';
    assert.deepEqual(await refresh(), { folder: project, isListed: false });
    assert.equal((await stored())[0], '.mind/MEMORY.md:1 decision Vite');
  });

  it('answer as they were when a disk does not, and the next call waits for the same read', async () => {
    await refresh();
    let reads = 0;
    const files = {
      ...filesWith(texts),
      read: (file: string) => {
        if (file === memoryFile) reads += 1;
        return file === memoryFile ? new Promise<never>(() => undefined) : filesWith(texts).read(file, Infinity);
      },
    };
    const again = createRefreshEntries(partsWith({ files }));
    for (let i = 0; i < 3; i += 1) await again({ ...ada, files: hurried() });
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(
      [reads, await stored()],
      [1, ['.mind/MEMORY.md:1 decision Vite', '.mind/MEMORY.md:2 problem login loops']],
    );
  });

  it('do not stop a search if the store refuses them', async () => {
    const readOnly: EntryStore = { ...store.entries, replace: () => Promise.reject(new Error('read-only')) };
    assert.deepEqual(await refresh({ store: readOnly }), { folder: project, isListed: true });
    assert.deepEqual(await stored(), []);
  });

  it('of a history are refreshed only where it was learned, and only for a new commit', async () => {
    const place = { userId: ada.user.id, projectId: ada.project?.id ?? null, folder: project };
    let head: string | undefined = 'a1'.repeat(20);
    const history = {
      ...{ isOfAll: false, headOf: () => head },
      refresh: ({ folder }: { folder: string }) => {
        calls.push(`history of ${folder}`);
        return Promise.resolve();
      },
    };
    const asked = async (caller = ada): Promise<boolean> => {
      calls = [];
      await refresh({ history }, caller);
      return calls.includes(`history of ${project}`);
    };
    assert.equal(await asked(), false);
    const contentHash = hashOfState({ head, commits: 200 });
    await store.entries.replace({ ...place, path: '', source: 'commits', contentHash, entries: [], now: moment });
    assert.equal(await asked(), false);
    head = 'b2'.repeat(20);
    assert.equal(await asked(), true);
    head = undefined;
    assert.equal(await asked(), true);
    head = 'a1'.repeat(20);
    assert.equal(await asked({ ...ada, project: null }), true);
    const removed = hashOfState(removedState);
    await store.entries.replace({
      ...place,
      path: '',
      source: 'commits',
      contentHash: removed,
      entries: [],
      now: moment,
    });
    assert.equal(await asked(), false);
  });

  it('do not wait for a history that another call already refreshes, which happens once at a time', async () => {
    const place = { userId: ada.user.id, projectId: ada.project?.id ?? null, folder: project };
    const contentHash = hashOfState({ head: 'a1'.repeat(20), commits: 200 });
    await store.entries.replace({ ...place, path: '', source: 'commits', contentHash, entries: [], now: moment });
    let started = 0;
    let isSlow = true;
    const ends: (() => void)[] = [];
    const history = {
      ...{ isOfAll: false, headOf: () => 'b2'.repeat(20) },
      refresh: () => {
        started += 1;
        return isSlow ? new Promise<void>((done) => ends.push(done)) : Promise.reject(new Error('no Git'));
      },
    };
    const again = createRefreshEntries(partsWith({ history }));
    await again({ ...ada, files: hurried() });
    while (started === 0) await new Promise((done) => setImmediate(done));
    texts[memoryFile] = 'decided: Webpack\n';
    const next = again(ada).then(() => 'answered');
    const late = new Promise((done) => setTimeout(done, 2_000, 'late').unref());
    assert.equal(await Promise.race([next, late]), 'answered');
    assert.deepEqual([started, await stored()], [1, ['.mind/MEMORY.md:1 decision Webpack']]);
    isSlow = false;
    for (const end of ends) end();
    await new Promise((done) => setImmediate(done));
    await again(ada);
    await again(ada);
    assert.equal(started, 3);
  });

  it('need a folder', async () => {
    const { files: _files, ...nowhere } = ada;
    assert.equal(await refresh({}, nowhere), undefined);
  });
});
