/** How long the audit and messages are kept: set by admins, shown before it happens, and for everybody on every engine. */
import { strict as assert } from 'node:assert';
import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { AuditLog } from '../../../src/memory/governance/auditLog.ts';
import { Retention, type RetentionDays } from '../../../src/memory/governance/retention.ts';
import { actorOf } from '../../../src/memory/shared/audit.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { createAuditFiles } from '../../../src/store/sqlite/auditFiles.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { aRecording } from '../recorded.ts';
import {
  aChunk,
  aFact,
  codeOf,
  engineNames,
  isFileEngine,
  noJudgement,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';

after(removeFolders);

const clock = { now: () => new Date('2026-05-30T12:00:00.000Z'), timeZone: 'UTC' };
const redact = (text: string): { text: string; removed: number } => ({ text, removed: 0 });

for (const engine of engineNames) {
  describe(`the retention of a store (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    let bob: Caller;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file, { audit: 'off' });
      ada = await visit(store);
      bob = await visit(store, { username: 'bob' });
      const change = { username: 'ada', role: 'admin', byUserId: ada.user.id, mode: 'team' } as const;
      await store.facts.add(aFact(ada, 'Ada is the first.'), noJudgement);
      assert.equal(await store.identity.setRole(change), 'changed');
    });
    afterEach(() => store.close());

    const retention = (): Retention =>
      new Retention({
        ...{ store: store.retention, maintenance: store.maintenance, clock },
        ...(isFileEngine(engine) && { files: createAuditFiles(file) }),
        refusalOf: () => Promise.resolve(new BigMindError('not_allowed', 'Only an admin can.', { remedy: 'Ask one.' })),
      });
    const note = async (by: Caller, ...days: string[]): Promise<void> => {
      const noting = openStore(engine, file, { audit: 'reads' });
      const what = { level: 'read', action: 'search', kind: null, uid: null, count: 1, detail: 'our plans' } as const;
      await noting.audit.note(days.map((day) => ({ at: `${day}T10:00:00.000Z`, by: actorOf(by), ...what })));
      await noting.close();
    };
    const record = async (by: Caller, name: string, day: string, messages: readonly string[]): Promise<string> =>
      (await store.recording.append(aRecording(by, name, `${day}T10:00:00.000Z`, messages))).sessions[0] ?? '';
    const rows = async (): Promise<string[]> =>
      (await store.audit.list({ limit: 100, offset: 0, action: 'search' }, ada.user.id)).rows.map(
        ({ at, user, detail }) => [at.slice(0, 10), user, detail].join(' '),
      );

    it('keeps everything unless an admin sets days, and again once an admin sets none', async () => {
      await note(bob, '2020-01-01');
      await record(bob, 'old', '2020-01-01', ['hello']);
      assert.deepEqual(await retention().run(), { audit: 0, message: 0 });
      assert.equal(await codeOf(retention().set(bob, { audit: 30 })), 'not_allowed');
      await retention().set(ada, { audit: 30, message: 30 });
      await retention().set(ada, { audit: 0, message: 0 });
      assert.deepEqual(await store.retention.days(), { audit: 0, message: 0 });
      assert.deepEqual(await retention().run(), { audit: 0, message: 0 });
      assert.equal((await rows()).length, 1);
    });

    it('shows admins what it would delete, others the days, and changes nothing by that', async () => {
      await note(bob, '2026-01-01', '2026-01-03', '2026-05-29');
      await record(bob, 'old', '2026-01-02', ['hello', 'there']);
      const planned: Partial<RetentionDays> = { audit: 60, message: 90 };
      const { days, due } = await retention().preview(ada, planned);
      assert.deepEqual(days, planned);
      assert.deepEqual(due?.audit, { total: 2, oldest: '2026-01-01T10:00:00.000Z' });
      assert.deepEqual(due.message, { total: 2, oldest: '2026-01-02T10:00:00.000Z' });
      assert.deepEqual(await retention().preview(bob, planned), { days: planned, due: null });
      assert.deepEqual((await retention().preview(ada)).days, { audit: 0, message: 0 });
      assert.equal((await rows()).length, 3);
      for (const odd of [-1, 3_651, NaN]) {
        assert.equal(await codeOf(retention().set(ada, { audit: odd })), 'invalid_input');
      }
    });

    it('deletes old rows of everybody, but what says how long they are kept stays', async () => {
      await note(ada, '2026-01-01', '2026-05-29');
      await note(bob, '2026-01-02');
      const at = '2020-01-01T00:00:00.000Z';
      assert.equal(await store.retention.set({ kind: 'audit', days: 60, at, by: actorOf(ada) }), 'set');
      assert.deepEqual(await retention().run(), { audit: 2, message: 0 });
      assert.deepEqual(await rows(), ['2026-05-29 ada our plans']);
      assert.deepEqual(await store.retention.days(), { audit: 60, message: 0 });
      const set = await store.audit.list({ limit: 9, offset: 0, action: 'set_retention' }, ada.user.id);
      assert.deepEqual(
        set.rows.map(({ user, kind, count }) => [user, kind, count]),
        [['ada', 'audit', 60]],
      );
    });

    it('deletes old messages of everybody, in steps, and nothing else', async () => {
      const sessions = [
        await record(ada, 'a', '2026-01-01', ['one', 'two']),
        await record(
          bob,
          'b',
          '2026-01-02',
          Array.from({ length: 700 }, (_, place) => `message ${String(place)}`),
        ),
      ];
      await record(bob, 'c', '2026-05-29', ['new']);
      const before = '2026-01-02T10:00:00.000Z';
      await store.chunks.append(aChunk(bob, sessions[1] ?? '', 'Kept exchange.', { createdAt: before }));
      const pinned = aFact(bob, 'A pinned fact from long ago.', { tags: ['pinned'], now: before });
      await store.facts.add(pinned, noJudgement);
      const totals = await store.maintenance.totals(null);
      await retention().set(ada, { message: 90 });
      assert.deepEqual(await retention().run(), { audit: 0, message: 702 });
      assert.deepEqual({ ...(await store.maintenance.totals(null)), bytes: 0 }, { ...totals, bytes: 0, messages: 1 });
      const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
      assert.deepEqual([damage, indexMissing, indexOrphans], [[], 0, 0]);
      assert.deepEqual(await retention().run(), { audit: 0, message: 0 });
    });

    it('forgets the words of old searches without files, and removes old files with them', async () => {
      await note(bob, '2026-01-01', '2026-05-29');
      const log = (options: ConstructorParameters<typeof AuditLog>[2]): AuditLog =>
        new AuditLog(store.audit, { clock, redact }, options);
      assert.equal(await log({ days: 30 }).archive(), 1);
      assert.equal(await log({ days: 30 }).archive(), 0);
      assert.deepEqual(await rows(), ['2026-05-29 bob our plans', '2026-01-01 bob ']);
      if (!isFileEngine(engine)) return;
      assert.equal(await log({ days: 30, files: createAuditFiles(file) }).archive(), 1);
      const archived = join(dirname(file), 'audit', '2026-01-01.jsonl');
      await retention().set(ada, { audit: 200 });
      assert.deepEqual(await retention().run(), { audit: 0, message: 0 });
      assert.ok(existsSync(archived));
      const planned = { audit: 60 };
      assert.deepEqual((await retention().preview(ada, planned)).due?.audit, { total: 1, oldest: '2026-01-01' });
      await retention().set(ada, planned);
      assert.deepEqual(await retention().run(), { audit: 1, message: 0 });
      assert.ok(!existsSync(archived));
    });
  });
}
