/** Old audit rows move to one file per day; none is lost or duplicated, even if the move is interrupted. */
import { strict as assert } from 'node:assert';
import { setImmediate } from 'node:timers/promises';
import { appendFileSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { actorOf } from '../../src/memory/shared/audit.ts';
import { AuditLog, type AuditOptions } from '../../src/memory/governance/auditLog.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Store } from '../../src/memory/store.ts';
import { createAuditFiles } from '../../src/store/sqlite/auditFiles.ts';
import { anEmptyStore } from './emptyStore.ts';
import { aFact, aFile, engineNames, noJudgement, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

const today = new Date('2026-05-30T12:00:00.000Z');

for (const engine of engineNames) {
  describe(`the audit archive (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file, { audit: 'reads' });
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const folder = (): string => join(dirname(file), 'audit');
    const linesOf = (day: string): string[] =>
      readFileSync(join(folder(), `${day}.jsonl`), 'utf8')
        .trim()
        .split('\n');
    const note = (days: readonly string[], by = ada): Promise<void> =>
      store.audit.note(
        days.map((day) => {
          const at = `${day}T10:00:00.000Z`;
          const what = { level: 'read', action: 'search', kind: null, uid: null } as const;
          return { at, by: actorOf(by), ...what, count: 3, detail: 'our secret plans' };
        }),
      );
    const log = (from = store, options: AuditOptions = {}): AuditLog =>
      new AuditLog(
        from.audit,
        { clock: { now: () => today, timeZone: 'UTC' }, redact: (text) => ({ text, removed: 0 }) },
        { files: createAuditFiles(file), ...options },
      );
    const inStore = async (): Promise<number> => (await store.audit.list({ limit: 1, offset: 0 }, ada.user.id)).total;

    it('receives rows older than 30 days in private daily files, without search terms', async () => {
      await note(['2026-04-01', '2026-04-01', '2026-04-29', '2026-05-29']);
      assert.equal(await log().archive(), 3);
      assert.deepEqual(readdirSync(folder()).sort(), ['2026-04-01.jsonl', '2026-04-29.jsonl']);
      assert.equal(linesOf('2026-04-01').length, 2);
      assert.doesNotMatch(linesOf('2026-04-01').join(), /secret plans/u);
      assert.equal(await inStore(), 1);
      assert.equal(await log().archive(), 0);
      if (process.platform === 'win32') return;
      assert.equal(statSync(folder()).mode & 0o777, 0o700);
      assert.equal(statSync(join(folder(), '2026-04-01.jsonl')).mode & 0o777, 0o600);
    });

    it('leaves in the store which project was joined into which', async () => {
      const at = '2026-04-01T09:00:00.000Z';
      const by = { userId: ada.user.id, agentId: ada.agent.id, sessionId: null, projectId: null };
      for (const action of ['merge', 'split', 'edit'] as const)
        await store.audit.note([
          { at, level: 'change', by, action, kind: 'project', id: 'p1', uid: 'p1', count: null, detail: null },
        ]);
      assert.equal(await log().archive(), 1);
      assert.equal(await inStore(), 2);
    });

    it('is listed after the rows in the store, newest first, with the same filters and permissions', async () => {
      const bob = await visit(store, { username: 'bob' });
      await note(['2026-04-01', '2026-04-29', '2026-05-29']);
      await note(['2026-04-02'], bob);
      await log().archive();
      const daysOf = async (who: Caller, input: Parameters<AuditLog['list']>[1]): Promise<string[]> =>
        (await log().list(who, { action: 'search', ...input })).rows.map(({ at }) => at.slice(0, 10));
      assert.deepEqual(await daysOf(ada, {}), ['2026-05-29', '2026-04-29', '2026-04-02', '2026-04-01']);
      assert.deepEqual(await daysOf(ada, { until: '2026-04-28', user: 'ada' }), ['2026-04-01']);
      assert.deepEqual(await daysOf(ada, { until: '2026-04-29', user: 'ada' }), ['2026-04-29', '2026-04-01']);
      assert.deepEqual(await daysOf(ada, { limit: 2, offset: 1 }), ['2026-04-29', '2026-04-02']);
      const first = await log().list(ada, { action: 'search', limit: 2 });
      assert.deepEqual([first.total, first.more], [1, true]);
      await store.facts.add(aFact(ada, 'We deploy.'), noJudgement);
      const appointed = { username: 'ada', role: 'admin', byUserId: ada.user.id, mode: 'team' } as const;
      assert.equal(await store.identity.setRole(appointed), 'changed');
      assert.deepEqual(await daysOf(bob, {}), ['2026-04-02'], 'a member sees their own');
    });

    it('contains each row once if a process dies before it updates the store, even within a line', async () => {
      await note(['2026-04-01', '2026-04-01', '2026-04-01']);
      // As left by a process killed during its third line: the file has two whole lines, and the store has all rows.
      await assert.rejects(
        store.audit.archive(today.toISOString(), 10, (rows) => {
          createAuditFiles(file).append('2026-04-01', rows.slice(0, 2));
          appendFileSync(join(folder(), '2026-04-01.jsonl'), '{"id":3,"at":"2026-04');
          throw new Error('killed');
        }),
      );
      assert.equal(await inStore(), 3);
      assert.equal(await log().archive(), 3);
      const ids = linesOf('2026-04-01').map((line) => Number(/"id":(\d+)/u.exec(line)?.[1]));
      assert.equal(new Set(ids).size, 3);
      assert.equal(ids.length, 3);
      assert.equal(await inStore(), 0);
    });

    it('contains each row once when two stores on one file archive at the same time', async () => {
      await note(Array.from({ length: 600 }, (_, place) => `2026-04-${String((place % 9) + 1).padStart(2, '0')}`));
      const other = openStore(engine, file);
      const moved = await Promise.all([log().archive(), log(other).archive()]);
      await other.close();
      assert.equal(moved[0] + moved[1], 600);
      const lines = readdirSync(folder()).flatMap((name) => linesOf(name.replace('.jsonl', '')));
      assert.deepEqual([lines.length, new Set(lines).size], [600, 600]);
    });

    it('uses separate files for stores in the same folder', async () => {
      const beside = join(dirname(file), 'team.db');
      await note(['2026-04-01']);
      await log().archive();
      assert.deepEqual(createAuditFiles(beside).days(), []);
      const rows = createAuditFiles(file).read('2026-04-01');
      createAuditFiles(beside).append('2026-04-02', rows);
      assert.deepEqual(createAuditFiles(beside).days(), ['2026-04-02']);
      assert.deepEqual(createAuditFiles(beside).read('2026-04-02'), rows);
      assert.deepEqual(createAuditFiles(file).days(), ['2026-04-01']);
      assert.deepEqual(readdirSync(folder()).sort(), ['2026-04-01.jsonl', 'team-2026-04-02.jsonl']);
    });

    it('moves them once a day from the start of a server, also where nobody reads', async () => {
      await note(['2026-04-01']);
      const waiting: (() => void)[] = [];
      let afterArchive = (): Promise<void> => Promise.resolve();
      const kept = new Promise<void>((done) => {
        afterArchive = () => {
          done();
          return Promise.resolve();
        };
      });
      const after = (_delay: number, work: () => void): (() => void) => {
        waiting.push(work);
        return () => undefined;
      };
      const serving = log(store, { after, afterArchive });
      serving.startUpkeep();
      serving.startUpkeep();
      assert.equal(waiting.length, 1);
      waiting[0]?.();
      await kept;
      assert.equal(await inStore(), 0);
      await setImmediate();
      assert.equal(waiting.length, 2, 'the run of the next day');
    });

    it('leaves the rows in the store if the folder cannot be created, and skips broken lines', async () => {
      await note(['2026-04-01']);
      writeFileSync(folder(), 'no folder');
      await assert.rejects(log().archive());
      assert.equal(await inStore(), 1);
      const elsewhere = aFile();
      const files = createAuditFiles(elsewhere);
      files.append('2026-04-01', []);
      assert.ok(existsSync(join(dirname(elsewhere), 'audit')));
      writeFileSync(join(dirname(elsewhere), 'audit', '2026-04-01.jsonl'), '{"id":1}\nnonsense\n');
      assert.deepEqual(files.read('2026-04-01'), []);
      assert.deepEqual(files.days(), ['2026-04-01']);
    });
  });
}
