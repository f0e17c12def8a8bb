/** What is learned from a history is stored once, follows the commit that is checked out, and goes in one step. */
import assert from 'node:assert/strict';
import type { GitObjects } from '../../../src/capture/git/gitObjects.ts';
import type { HistoryParts } from '../../../src/markdown/sources/learnHistory.ts';
import { hashOfState, removedState } from '../../../src/markdown/sources/historyState.ts';
import { createProjectHistory, refreshHistory } from '../../../src/markdown/sources/learnHistory.ts';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import type { EntryStore } from '../../../src/memory/entries/entryStore.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { indexText } from '../../../src/search/query/words.ts';
import { queryRows } from '../../store/rawRows.ts';
import { secretMaker } from '../../support/secretShapes.ts';
import { aFile, engineNames, findMemories, moment, openStore, removeFolders, visit } from '../../store/support.ts';
import { filesWith, listFile, listOf } from '../mindFolder.ts';
import { aRepository } from '../../capture/git/repository.ts';
import type { Repository } from '../../capture/git/repository.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`the history of a project (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    let repository: Repository;
    /** Ids that were read. */
    let asked: string[];
    let writes: string[];
    beforeEach(async () => {
      file = aFile();
      store = openStore(engine, file);
      ada = await visit(store);
      repository = aRepository();
      asked = [];
      writes = [];
    });
    afterEach(async () => {
      await store.close();
      repository.remove();
    });

    const watchedGit = (): GitObjects => {
      const git = repository.objects();
      return {
        ...git,
        read: (ids, maxBytes) => {
          asked.push(...ids);
          return git.read(ids, maxBytes);
        },
      };
    };
    const watchedStore = (): EntryStore => ({
      ...store.entries,
      replaceAll: (all, onlyIf) => {
        writes.push(...all.map(({ path }) => path));
        return store.entries.replaceAll(all, onlyIf);
      },
    });
    const parts = (): HistoryParts => ({
      files: filesWith({ [listFile]: listOf(repository.folder) }),
      store: watchedStore(),
      ports: { clock: { now: () => new Date(moment), timeZone: 'UTC' }, redact, indexText },
      openGit: watchedGit,
    });
    const request = (commits = 200) => ({ folder: repository.folder, commits, signal: new AbortController().signal });
    const learn = (commits?: number) => createProjectHistory(parts()).learn(ada, request(commits));
    const place = () => ({ userId: ada.user.id, projectId: ada.project?.id ?? null, folder: repository.folder });
    const refresh = async (): Promise<void> => {
      asked = [];
      writes = [];
      const stored = (await store.entries.files(ada.user.id)).find(({ source }) => source === 'commits');
      assert.ok(stored);
      await refreshHistory(parts(), place(), { stored, signal: new AbortController().signal });
    };
    const texts = async (): Promise<string[]> =>
      (await store.entries.list(ada.user.id, repository.folder)).map(({ text }) => text);

    it('is stored with file and line, or with its commit, and found as from the repository', async () => {
      repository.write('src/a.ts', '\n// MEMORY: decided: Vite over Webpack\n');
      repository.write(
        'docs/plans/2026-01-01-retry.md',
        '# Retry\n\nDecided: retry only twice for each upload\n\n- [ ] Do it\n',
      );
      const id = repository.commit('Add a\n\nlearned: Safari needs vendor prefixes');
      const { entries, read } = await learn();
      assert.deepEqual(read, { commits: 1, files: 2 });
      assert.deepEqual(
        entries.map(({ text, source, path, line, commit, date, origin }) => [
          text,
          source,
          path,
          line,
          commit,
          date,
          origin,
        ]),
        [
          ['Safari needs vendor prefixes', 'commits', '', 3, id.slice(0, 10), '2026-11-24', 'repository'],
          ['retry only twice for each upload', 'plan', 'docs/plans/2026-01-01-retry.md', 3, null, null, 'repository'],
          ['Vite over Webpack', 'comment', 'src/a.ts', 2, null, null, 'repository'],
        ],
      );
      const [safari] = await findMemories(store, ada, ['vendor']);
      assert.deepEqual(
        [safari?.origin, safari?.sourceRef, safari?.createdAt],
        ['repository', id.slice(0, 10), '2026-11-24T10:01:00.000Z'],
      );
      const [vite] = await findMemories(store, ada, ['webpack']);
      assert.deepEqual([vite?.origin, vite?.sourceRef], ['repository', 'src/a.ts#L2']);
    });

    it('contains the decision records of the project, with what they decided and why', async () => {
      repository.write(
        'docs/adr/0002-store.md',
        '# 2. Keep one file\n\n## Status\n\nAccepted\n\n## Context\n\nNobody runs a server.\n\n## Decision\n\nWe keep the memory in SQLite.\n',
      );
      repository.write('docs/adr/README.md', '# Decisions\n\n## Decision\n\nEach has a file of its own here.\n');
      repository.commit('Add a record');
      const { entries } = await learn();
      assert.deepEqual(
        entries.map(({ kind, text, reason, source, path, line }) => [kind, text, reason, source, path, line]),
        [
          [
            ...['decision', 'Keep one file', 'We keep the memory in SQLite.\nNobody runs a server.'],
            ...['plan', 'docs/adr/0002-store.md', 1],
          ],
        ],
      );
      const [found] = await findMemories(store, ada, ['sqlite']);
      assert.equal(found?.sourceRef, 'docs/adr/0002-store.md#L1');
    });

    it('contains no plans of dependencies', async () => {
      const plan = '# Retry\n\nDecided: retry only twice for each upload\n';
      for (const folder of ['node_modules/x', 'vendor/x', 'web/third_party/x'])
        repository.write(`${folder}/docs/plans/retry.md`, plan);
      repository.write('web/docs/plans/retry.md', plan);
      repository.commit('Add plans');
      const { entries } = await learn();
      assert.deepEqual(
        entries.map(({ path }) => path),
        ['web/docs/plans/retry.md'],
      );
    });

    it('is read again only as far as it is new, by object id', async () => {
      repository.write('a.ts', '// MEMORY: decided: Vite over Webpack\n');
      repository.write('b.ts', '// MEMORY: learned: ports are taken often\n');
      repository.commit('One\n\nproblem: the login loops in Safari');
      await learn();
      assert.equal(asked.length, 3);
      await refresh();
      assert.deepEqual([asked, writes], [[], []]);
      repository.write('b.ts', '\n// MEMORY: learned: ports are taken often\n');
      const second = repository.commit('Two\n\nfixed: login loops in Safari, new cookie');
      await refresh();
      assert.deepEqual([asked.length, asked[0], writes], [2, second, ['b.ts', '']]);
      const all = await store.entries.list(ada.user.id, repository.folder);
      assert.deepEqual(
        all.map(({ text, line, status }) => `${String(line)} ${text} ${status ?? ''}`.trim()),
        [
          '3 the login loops in Safari resolved',
          '3 login loops in Safari, new cookie',
          '1 Vite over Webpack',
          '2 ports are taken often',
        ],
      );
    });

    it('follows a branch switch, an amend and a deleted file', async () => {
      repository.write('a.ts', '// MEMORY: decided: Vite over Webpack\n');
      repository.commit('One\n\nlearned: what main has learned');
      await learn();
      repository.git('checkout', '--quiet', '-b', 'other');
      repository.git('rm', '--quiet', 'a.ts');
      repository.commit('Two\n\nlearned: what other has learned');
      await refresh();
      assert.deepEqual((await texts()).toSorted(), ['what main has learned', 'what other has learned']);
      repository.git('commit', '--quiet', '--amend', '-m', 'Two\n\nlearned: what was amended later');
      await refresh();
      assert.deepEqual((await texts()).toSorted(), ['what main has learned', 'what was amended later']);
      repository.git('checkout', '--quiet', 'main');
      await refresh();
      assert.deepEqual((await texts()).toSorted(), ['Vite over Webpack', 'what main has learned']);
    });

    it('is read as a whole when the commit before is gone', async () => {
      repository.commit('One\n\nlearned: what is gone by now');
      await learn();
      repository.git('commit', '--quiet', '--allow-empty', '--amend', '-m', 'One\n\nlearned: what is there instead');
      repository.git('reflog', 'expire', '--expire=now', '--all');
      repository.git('gc', '--quiet', '--prune=now');
      await refresh();
      assert.deepEqual(await texts(), ['what is there instead']);
    });

    it('leaves out what Git ignores or does not know, and more commits than wanted', async () => {
      repository.write('.gitignore', 'ignored.ts\n');
      repository.write('ignored.ts', '// MEMORY: decided: Vite over Webpack\n');
      repository.commit('One\n\nlearned: too long ago for this');
      repository.commit('Two\n\nlearned: just recent enough for this');
      repository.write('new.ts', '// MEMORY: decided: Vite over Webpack\n');
      await learn(1);
      assert.deepEqual(await texts(), ['just recent enough for this']);
      await learn(2);
      assert.equal((await texts()).length, 2);
    });

    it('has whole messages with the few files that they are about', async () => {
      for (const path of ['src/retry.ts', 'test/retry.test.ts', 'docs/retry.md', 'package-lock.json'])
        repository.write(path, 'x');
      repository.commit('Cap retries\n\nThe limiter of the upstream trips at the eighth attempt.');
      for (let n = 0; n < 9; n += 1) repository.write(`src/part ${String(n)}.ts`, 'x');
      repository.commit('Split the parts\n\nEach of them has one reason to change, and one owner.');
      const { entries } = await learn();
      assert.deepEqual(
        entries.map(({ kind, reason }) => [kind, reason]),
        [
          ['commit', 'Each of them has one reason to change, and one owner.'],
          ['commit', 'The limiter of the upstream trips at the eighth attempt.\nFiles: src/retry.ts'],
        ],
      );
    });

    it('says first of a commit that it was reverted, whenever that happens, and not if the revert was reverted', async () => {
      const body = 'The limiter of the upstream trips at the eighth attempt.';
      const first = repository.commit(`Cap retries\n\n${body}`);
      await learn();
      const revert = repository.commit(
        `Revert "Cap retries"\n\nThis reverts commit ${first}.\n\nCustomers lost uploads.`,
      );
      await refresh();
      const said = async (): Promise<(string | null)[]> =>
        (await store.entries.list(ada.user.id, repository.folder))
          .filter(({ text }) => text === 'Cap retries')
          .map(({ reason }) => reason);
      assert.match(
        (await said())[0] ?? '',
        /^Reverted on 2026-11-24 by [0-9a-f]{10,}: Customers lost uploads\.\nThe limiter/u,
      );
      repository.commit(`Reapply "Cap retries"\n\nThis reverts commit ${revert}.`);
      await createProjectHistory(parts()).remove(ada, repository.folder);
      await learn();
      assert.deepEqual(await said(), [body]);
    });

    it('can be looked at without storing anything', async () => {
      repository.commit('One\n\nlearned: what main has learned');
      const { entries } = await createProjectHistory(parts()).preview(request());
      assert.deepEqual([entries.map(({ text }) => text), await texts()], [['what main has learned'], []]);
      assert.deepEqual(await store.entries.files(ada.user.id), []);
    });

    it('is removed in one step, and read no more; memory files stay', async () => {
      repository.write('a.ts', '// MEMORY: decided: Vite over Webpack\n');
      repository.commit('One\n\nlearned: what main has learned');
      await learn();
      const own = { path: '.mind/MEMORY.md', source: 'file' as const, contentHash: 'h', now: moment };
      const entry = {
        ...{ line: 1, kind: 'decision', text: 'mine', date: null, confidence: 0.9, reason: null, alternatives: [] },
      };
      const rest = { status: null, resolution: null, origin: 'agent' as const, commit: null, writtenAt: null };
      await store.entries.replace({ ...place(), ...own, entries: [{ ...entry, ...rest }] });
      assert.equal(await createProjectHistory(parts()).remove(ada, repository.folder), 2);
      assert.deepEqual(await texts(), ['mine']);
      assert.deepEqual(
        (await store.entries.files(ada.user.id)).map(({ source, contentHash }) => [source, contentHash]),
        [
          ['commits', hashOfState(removedState)],
          ['file', 'h'],
        ],
      );
      const documents = `SELECT memory_id FROM memory_documents WHERE kind = 'entry'`;
      assert.equal((await queryRows(engine, file, documents)).length, 1);
      assert.equal(await createProjectHistory(parts()).remove(ada, repository.folder), 0);
    });

    it('is not written back by a refresh that runs while it is removed, or while more of it is learned', async () => {
      repository.commit('One\n\nlearned: what main has learned');
      await learn();
      repository.write('a.ts', '// MEMORY: decided: Vite over Webpack\n');
      repository.commit('Two\n\nlearned: what main learned later');
      const refreshDuring = async (work: () => Promise<unknown>): Promise<void> => {
        const [stored] = await store.entries.files(ada.user.id);
        assert.ok(stored);
        const replaceAll: EntryStore['replaceAll'] = async (all, onlyIf) => {
          await work();
          await store.entries.replaceAll(all, onlyIf);
        };
        const during = { ...parts(), store: { ...store.entries, replaceAll } };
        await refreshHistory(during, place(), { stored, signal: new AbortController().signal });
      };
      await refreshDuring(() => learn(1));
      assert.deepEqual((await texts()).toSorted(), ['Vite over Webpack', 'what main learned later']);
      repository.commit('Three\n\nlearned: what main learned last');
      const remove = (): Promise<number> => createProjectHistory(parts()).remove(ada, repository.folder);
      await refreshDuring(remove);
      await store.entries.remove(ada.user.id, await store.entries.files(ada.user.id));
      const openGit: HistoryParts['openGit'] = (...given) => {
        const git = parts().openGit(...given);
        return { ...git, commits: async (range) => (await remove(), git.commits(range)) };
      };
      await refreshHistory({ ...parts(), openGit }, place(), { stored: undefined, signal: AbortSignal.any([]) });
      const files = await store.entries.files(ada.user.id);
      assert.deepEqual([await texts(), files.map(({ contentHash }) => contentHash)], [[], [hashOfState(removedState)]]);
    });

    it('contains no secret', async () => {
      const secret = secretMaker(5)['GitHub token'] ?? '';
      repository.write('a.ts', `// MEMORY: learned: deploys need ${secret} in the header\n`);
      repository.commit(`One\n\nlearned: deploys need ${secret} in the header`);
      await learn();
      const stored = JSON.stringify(await store.entries.list(ada.user.id, repository.folder));
      assert.ok(!stored.includes(secret));
      assert.equal(stored.match(/deploys need \[removed/gu)?.length, 2);
    });

    it('contains no private passage and no key of several lines', async () => {
      const [first, last] = ['BEGIN', 'END'].map((side) => `-----${side} RSA PRIVATE KEY-----`);
      const key = ['keep aBcDeFgHiJkL', 'keep mNoPqRsTuVwX'].join('\n');
      const lines = ['<private>', 'decided: Vite over Webpack', 'learned: the boss is away', '</private>'];
      const comments = lines.map((line) => `// MEMORY: ${line}\n`).join('');
      const after = 'learned: Safari needs vendor prefixes';
      repository.write(
        'a.ts',
        `/*\n${first ?? ''}\nMEMORY: decided: ${key}\n${last ?? ''}\n*/\n${comments}// MEMORY: ${after}\n`,
      );
      repository.write(
        'docs/plans/a.md',
        `# Retry\n\n${lines.join('\n\n')}\n\nDecided: retry only twice for each upload\n`,
      );
      repository.commit(`One\n\n${lines.join('\n\n')}\n\n${after}`);
      const { entries } = await learn();
      assert.deepEqual(
        entries.map(({ path, line, text }) => `${path}:${String(line)} ${text}`),
        [
          ':11 Safari needs vendor prefixes',
          'a.ts:11 Safari needs vendor prefixes',
          'docs/plans/a.md:11 retry only twice for each upload',
        ],
      );
    });

    it('is completed by the next run after an abort', async () => {
      for (let i = 0; i < 120; i += 1)
        repository.write(`${String(i)}.ts`, `// MEMORY: learned: lesson ${String(i)} of many\n`);
      repository.commit('One\n\nlearned: what main has learned');
      const controller = new AbortController();
      const stopping = {
        ...parts(),
        store: {
          ...store.entries,
          replaceAll: async (all: Parameters<EntryStore['replaceAll']>[0]) => {
            await store.entries.replaceAll(all);
            controller.abort();
          },
        },
      };
      await assert.rejects(createProjectHistory(stopping).learn(ada, { ...request(), signal: controller.signal }), {
        name: 'AbortError',
      });
      assert.equal((await texts()).length, 50);
      await learn();
      assert.equal((await texts()).length, 121);
    });
  });
}
