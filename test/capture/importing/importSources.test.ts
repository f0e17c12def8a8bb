import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { dirname, join } from 'node:path';
import { importSources } from '../../../src/capture/importing/importSources.ts';
import type { ImportOptions } from '../../../src/capture/importing/importSources.ts';
import type { ImportReport } from '../../../src/capture/importing/importReport.ts';
import { surveySources } from '../../../src/capture/importing/surveySources.ts';
import type { Survey } from '../../../src/capture/importing/surveySources.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { TestMemory } from '../../support/memory.ts';
import { conversationNumber } from '../../support/pastHome.ts';
import type { PastHome } from '../../support/pastHome.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

const one = conversationNumber(1);
const two = conversationNumber(2);

describe('importing existing history', () => {
  let past: PastHome;
  let test: TestMemory;
  let ada: Caller;
  let given: ImportTest;
  beforeEach(async () => {
    given = await openImportTest();
    ({ past, test, ada } = given);
  });
  afterEach(() => given.close());
  const runImport = (options?: ImportOptions): Promise<ImportReport> => given.runImport(options);

  async function sessions(): Promise<string[][]> {
    const { sessions: all } = await test.memory.sessions.list(ada, { scope: 'all', limit: 50 });
    return all.map(({ oneLiner, projectName, agentName, startedAt }) =>
      [oneLiner, projectName, agentName, startedAt].map(String),
    );
  }

  const counts = ({ conversations, messages }: ImportReport): number[] => [
    ...Object.values(conversations),
    ...Object.values(messages),
  ];

  it('imports conversations with their project, agent and time, and only once', async () => {
    past.claude(one, [['Which port does the shop use?', 'Port 8123.']]);
    past.workspace('w1', '/home/ada/blog');
    past.chat('w1', 'c1', [['How is the blog built?', 'With make.']]);
    assert.deepEqual(counts(await runImport()), [2, 0, 0, 4, 0, 0]);
    assert.deepEqual((await sessions()).toSorted(), [
      ['How is the blog built?', 'web shop', 'GitHub Copilot', '2026-03-02T09:00:00.000Z'],
      ['Which port does the shop use?', 'shop', 'claude-code', '2026-03-02T09:00:00.000Z'],
    ]);
    assert.deepEqual(counts(await runImport()), [0, 0, 2, 0, 0, 0]);
  });

  it('continues conversations that have grown', async () => {
    const file = past.claude(one, [['First question?', 'First answer.']]);
    past.workspace('w1', '/home/ada/blog');
    past.chat('w1', 'c1', [['yes', 'Done.']]);
    await runImport();
    past.claude(one, [
      ['First question?', 'First answer.'],
      ['Second question?', 'Second answer.'],
    ]);
    past.chat('w1', 'c1', [
      ['yes', 'Done.'],
      ['yes', 'Done again.'],
    ]);
    const report = await runImport();
    assert.deepEqual(report.conversations, { new: 0, continued: 2, unchanged: 0 });
    assert.equal(report.messages.stored, 4);
    assert.ok(statSync(file).size > 0);
  });

  it('imports a conversation in several formats once, the richest first, and adds only missing turns', async () => {
    past.workspace('w1', '/home/ada/web shop');
    const first = ['Where do the vectors go?', 'Into pgvector.'] as const;
    const second = ['And the index?', 'HNSW.'] as const;
    past.sessionStore('c1', [first, second, ['And the rest?', 'Elsewhere.']]);
    past.chat('w1', 'c1', [first, second]);
    past.transcript('w1', 'c1', [first, second]);
    const report = await runImport();
    assert.deepEqual(report.conversations, { new: 1, continued: 0, unchanged: 0 });
    assert.equal(report.messages.stored, 6);
    assert.deepEqual(counts(await runImport()), [0, 0, 1, 0, 0, 0]);
  });

  it('keeps important exchanges and removes secrets', async () => {
    past.claude(one, [
      ['Which database shall we take?', 'We decided to use PostgreSQL because of its extensions.'],
      ['The key is ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'Noted.'],
    ]);
    const report = await runImport();
    assert.ok(report.kept >= 1);
    assert.equal(report.redacted, 1);
  });

  it('is one row of the audit if it stored something, with its kinds and the number of files', async () => {
    past.claude(one, [['Which database?', 'We decided to use PostgreSQL because of its extensions.']]);
    past.codex(two, [['Which port?', 'Port 8093.']]);
    past.put('.claude/projects/-home-ada-shop/memory/MEMORY.md', '- The port is 8093\n');
    await runImport();
    const rows = async () =>
      (await given.test.memory.audit.list(given.ada, { limit: 100 })).rows
        .filter(({ level }) => level === 'change')
        .map(({ action, detail, count }) => [action, detail, count]);
    assert.deepEqual(await rows(), [['import', 'claude-code, claude-memory, codex', 3]]);
    await runImport();
    assert.equal((await rows()).length, 1);
  });

  it('leaves out conversations that are older than a date or of another project', async () => {
    past.claude(one, [['Old?', 'Yes.']], { cwd: '/home/ada/shop' });
    past.claude(two, [['New?', 'Yes.']], { cwd: '/home/ada/blog', after: 60 * 24 * 30 });
    const wanted = (name: string) => ({ wanted: (project?: { name: string }) => project?.name === name });
    assert.equal((await runImport({ since: '2026-03-20T00:00:00.000Z' })).conversations.new, 1);
    assert.equal((await runImport(wanted('nothing'))).conversations.new, 0);
    assert.equal((await runImport(wanted('shop'))).conversations.new, 1);
    assert.deepEqual((await sessions()).map(([headline]) => headline).toSorted(), ['New?', 'Old?']);
  });

  it('identifies a project with a missing folder by its path, or by the repository around it', () => {
    const { projectOf } = given.parts();
    const repository = join(past.path, 'repo');
    past.put('repo/.git/config', '[remote "origin"]\n\turl = git@github.com:ada/shop.git\n');
    assert.deepEqual(projectOf(join(repository, 'packages', 'gone')), { key: 'github.com/ada/shop', name: 'shop' });
    assert.deepEqual(projectOf(join(past.path, 'gone')), { key: join(past.path, 'gone'), name: 'gone' });
    assert.deepEqual(projectOf('c:\\code\\shop'), { key: 'C:\\code\\shop', name: 'shop' });
    assert.equal(projectOf(past.path), undefined);
    assert.equal(projectOf('/'), undefined);
  });

  describe('with bad input', () => {
    it('stores the rest and reports each problem', async () => {
      past.claude(one, [['Good?', 'Good.']]);
      const folder = dirname(past.claude(two, [['Half?', 'Half.']]));
      appendFileSync(join(folder, `${two}.jsonl`), '{"type":"user","cut');
      const zeros = past.put(`.claude/projects/-home-ada-shop/${conversationNumber(3)}.jsonl`, Buffer.alloc(9_000));
      const garbled = past.put(`.claude/projects/-home-ada-shop/${conversationNumber(4)}.jsonl`, 'no json\n{}\n');
      past.sessionStore('c1', [['Hello?', 'Hello.']], 99);
      const report = await runImport();
      assert.equal(report.conversations.new, 2);
      assert.equal(report.messages.stored, 4);
      const where = report.damage.listed.map(({ file, line }) => [file, line]).toSorted();
      assert.deepEqual(
        where,
        [
          [zeros, null],
          [garbled, 1],
          [join(past.path, '.config/Code/User/globalStorage/github.copilot-chat/session-store.db'), null],
        ].toSorted(),
      );
      assert.match(report.damage.listed.find(({ file }) => file.endsWith('.db'))?.reason ?? '', /version 99/u);
    });

    it('does not follow links in a circle', async () => {
      past.claude(one, [['Good?', 'Good.']]);
      symlinkSync(join(past.path, '.claude'), join(past.path, '.claude/projects/circle'));
      assert.deepEqual(counts(await runImport()), [1, 0, 0, 2, 0, 0]);
    });

    it('reports files that may not be read', async function () {
      // Root can read every file.
      if (process.getuid?.() === 0) this.skip();
      past.claude(one, [['Good?', 'Good.']]);
      chmodSync(past.claude(two, [['Closed?', 'Yes.']]), 0o000);
      const report = await runImport();
      assert.deepEqual([report.conversations.new, report.damage.listed.length], [1, 1]);
    });

    it('reports a file that disappeared after it was found', async () => {
      past.claude(one, [['Good?', 'Good.']]);
      const sources = await given.find();
      const gone = { ...sources[0]!, files: sources[0]!.files.map((file) => ({ ...file, path: `${file.path}.gone` })) };
      const report = await importSources([gone, ...sources], given.parts());
      assert.equal(report.conversations.new, 1);
      assert.match(report.damage.listed[0]?.reason ?? '', /^cannot be read: .*no such file/u);
      const survey = await surveySources([gone, ...sources], given.parts(), {});
      assert.deepEqual(survey.damage, report.damage);
    });

    it('reads a session store in the middle of a transaction', async () => {
      const file = past.sessionStore('c1', [['Hello?', 'Hello.']]);
      const owner = new DatabaseSync(file);
      owner.exec('BEGIN EXCLUSIVE');
      try {
        assert.equal((await runImport()).conversations.new, 1);
      } finally {
        owner.close();
      }
    });

    it('lists only a limited number of problems', async () => {
      past.put(`.claude/projects/-home-ada-shop/${one}.jsonl`, 'no json\n'.repeat(50));
      for (let place = 10; place < 20; place += 1) {
        past.put(`.claude/projects/-home-ada-shop/${conversationNumber(place)}.jsonl`, 'no json\n'.repeat(50));
      }
      const { damage } = await runImport();
      assert.deepEqual([damage.listed.length, damage.more], [200, 350]);
    });
  });

  it('can be interrupted and continued, with the same result as one import', async () => {
    const turns = Array.from(
      { length: 900 },
      (_, place) => [`Question ${String(place)}?`, `Answer ${String(place)}.`] as const,
    );
    past.claude(one, turns);
    past.claude(two, [['Last?', 'Yes.']], { after: 10_000 });
    const controller = new AbortController();
    const broken = await runImport({
      signal: controller.signal,
      onProgress: ({ done, all }) => {
        if (done > all / 2) controller.abort();
      },
    });
    assert.equal(broken.isWhole, false);
    assert.ok(broken.messages.stored > 0 && broken.messages.stored < 1_800, String(broken.messages.stored));
    const rest = await runImport();
    assert.equal(rest.isWhole, true);
    assert.equal(broken.messages.stored + rest.messages.stored, 1_802);
    assert.equal(rest.messages.duplicates, 0);
    assert.equal((await sessions()).length, 2);
  });

  it('stores each message once when two imports run at once', async () => {
    for (let place = 0; place < 8; place += 1) past.claude(conversationNumber(place), [['Same?', 'Same.']]);
    const other = test.openAgain('personal');
    const sources = await given.find();
    const [first, second] = await Promise.all([
      importSources(sources, given.parts()),
      importSources(sources, given.parts(other.memory)),
    ]);
    assert.equal(first.messages.stored + second.messages.stored, 16);
    assert.equal((await sessions()).length, 8);
  });

  it('reports its progress up to the last byte', async () => {
    past.claude(one, [['Good?', 'Good.']]);
    past.claudeMemory('- Prices are in cents\n');
    const reported: number[] = [];
    let all = 0;
    await runImport({
      onProgress: (progress) => {
        reported.push(progress.done);
        ({ all } = progress);
      },
    });
    assert.deepEqual(
      reported,
      reported.toSorted((a, b) => a - b),
    );
    assert.equal(reported.at(-1), all);
  });

  it('can survey the sources without storing anything', async () => {
    past.claude(one, [['Good?', 'Good.']]);
    past.claudeMemory('- Prices are in cents\n');
    past.sessionStore('c1', [['Hello?', 'Hello.']]);
    const survey: Survey = await surveySources(await given.find(), given.parts(), {});
    assert.deepEqual(survey, {
      conversations: 2,
      messages: 4,
      notes: 1,
      damage: { listed: [], more: 0 },
      otherProjects: [],
    });
    assert.deepEqual(await sessions(), []);
  });

  it('uses little memory for a large file', async () => {
    const file = past.claude(one, [['Begin?', 'Yes.']]);
    const filler = 'word '.repeat(2_000);
    const lines: string[] = [];
    for (let place = 1; place <= 3_000; place += 1) {
      const uuid = `big-${String(place)}`;
      const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: filler }] };
      lines.push(
        JSON.stringify({
          type: 'user',
          uuid,
          sessionId: one,
          cwd: '/home/ada/shop',
          message,
          timestamp: '2026-03-02T10:00:00.000Z',
        }),
      );
    }
    writeFileSync(file, `${lines.join('\n')}\n`);
    lines.length = 0;
    const before = process.memoryUsage().rss;
    const report = await runImport();
    assert.equal(report.messages.stored, 3_000);
    const grown = (process.memoryUsage().rss - before) / 1_048_576;
    assert.ok(grown < 250, `${grown.toFixed(0)} MB more`);
  });
});
