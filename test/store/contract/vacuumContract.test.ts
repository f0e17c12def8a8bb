/** The vacuum on both engines deletes old data with everything derived from it, and nothing else. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import type { MessageInput } from '../recorded.ts';
import { aRecording } from '../recorded.ts';
import { storedTexts } from '../rawRows.ts';
import { aChunk, engineNames, openSession, openStore, removeFolders, visit, isFileEngine } from '../support.ts';
import { anEmptyStore } from '../emptyStore.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`the vacuum (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const record = async (
      name: string,
      day: string,
      messages: readonly (string | MessageInput)[],
      by = ada,
    ): Promise<string> =>
      (await store.recording.append(aRecording(by, name, `${day}T10:00:00.000Z`, messages))).sessions[0] ?? '';
    const left = async (by = ada): Promise<string> => {
      const ids = await store.recovery.before({ userId: by.user.id, scope: 'all', before: null });
      return (await store.recovery.read(by.user.id, ids, 10)).map(({ uid }) => uid).join(', ');
    };
    const deleteAll = async (before: string): Promise<number> => {
      for (let sum = 0; ;) {
        const { deleted, isLast } = await store.archive.deleteOlder(ada.user.id, before);
        sum += deleted;
        if (isLast) return sum;
      }
    };
    const forgetAll = async (): Promise<void> => {
      while ((await store.maintenance.forgetWords()) === 'more');
    };
    const assertSound = async (): Promise<void> => {
      const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
      assert.deepEqual([damage, indexMissing, indexOrphans], [[], 0, 0]);
    };

    it('deletes only its user’s old messages, and keeps the session with its chunks', async () => {
      const bob = await visit(store, { username: 'bob' });
      const session = await record('old', '2025-01-02', ['a', 'b']);
      await record('new', '2026-01-02', ['c']);
      await record('his', '2025-01-02', ['d'], bob);
      await store.chunks.append(aChunk(ada, session, 'Kept.', { createdAt: '2025-01-02T10:00:00.000Z' }));
      const before = '2025-06-01T00:00:00.000Z';
      assert.deepEqual(await store.archive.countOlder(ada.user.id, before), {
        total: 2,
        oldest: '2025-01-02T10:00:00.000Z',
      });
      assert.equal(await deleteAll(before), 2);
      assert.deepEqual(await store.archive.countOlder(ada.user.id, before), { total: 0, oldest: null });
      assert.deepEqual([await left(), await left(bob)], ['new 1', 'his 1']);
      assert.ok(await store.sessions.get(session));
      assert.equal((await store.chunks.listBySession(session, 10)).total, 1);
      await assertSound();
    });

    it('drops heaps and eras that become empty, and shrinks the others', async () => {
      await record('first', '2025-01-02', ['a']);
      await record('second', '2025-06-02', ['b']);
      await record('third', '2025-06-09', ['c']);
      await deleteAll('2025-06-05T00:00:00.000Z');
      const eras = await store.recovery.listEras(ada.user.id, 'all');
      assert.deepEqual(
        eras.map(({ startedAt, endedAt, sessions }) => [startedAt, endedAt, sessions]),
        [['2025-06-09T10:00:00.000Z', '2025-06-09T10:00:00.000Z', 1]],
      );
      await deleteAll('2026-01-01T00:00:00.000Z');
      assert.deepEqual(await store.recovery.listEras(ada.user.id, 'all'), []);
      await assertSound();
    });

    it('keeps the summary of a compaction as long as a later message remains', async () => {
      const messages: MessageInput[] = [
        { content: 'Mend the login.' },
        { content: 'It is the cookie.' },
        { content: 'The summary.', role: 'user', begins: 'POST_COMPACTING' },
        { content: 'I go on.' },
        { content: 'Done.' },
      ];
      await record('talk', '2025-01-02', messages);
      const cut = '2025-01-02T10:03:30.000Z';
      assert.equal((await store.archive.countOlder(ada.user.id, cut)).total, 3);
      assert.equal(await deleteAll(cut), 3);
      assert.equal(await left(), 'talk 5, talk 3');
      assert.ok(await store.recovery.latestContinuation(ada.user.id, 'all'));
      assert.equal((await store.archive.countOlder(ada.user.id, cut)).total, 0);
      const end = '2025-01-03T00:00:00.000Z';
      assert.equal((await store.archive.countOlder(ada.user.id, end)).total, 2);
      assert.equal(await deleteAll(end), 2);
      assert.equal(await left(), '');
      assert.equal(await store.recovery.latestContinuation(ada.user.id, 'all'), undefined);
      await assertSound();
    });

    it('lets a conversation continue in order after all its messages were deleted', async () => {
      const session = await record('talk', '2025-01-02', ['a', 'b', 'c']);
      await store.recording.storeSummary({
        sessionId: session,
        summarySource: 'rule',
        ruleSummary: { headline: 'Abc', topics: [], outcome: null, summary: '', files: [], importance: 5 },
        kept: [],
        agentId: ada.agent.id,
        through: 3,
        now: '2025-01-02T11:00:00.000Z',
      });
      await deleteAll('2025-06-01T00:00:00.000Z');
      const batch = aRecording(ada, 'talk', '2026-01-02T10:00:00.000Z', ['later']);
      const messages = batch.messages.map((one) => ({ ...one, uid: 'later' }));
      assert.equal((await store.recording.append({ ...batch, messages })).stored, 1);
      const { through, summarizedThrough } = await store.recording.readForSummary(session, {
        first: 10,
        last: 10,
      });
      assert.ok(through > summarizedThrough, 'the new message waits for a summary');
      await assertSound();
    });

    it('deletes in steps, and reports the last one', async () => {
      const many = Array.from({ length: 501 }, (_, place) => `Message ${String(place)}`);
      await record('long', '2025-01-02', many);
      const before = '2025-06-01T00:00:00.000Z';
      const first = await store.archive.deleteOlder(ada.user.id, before);
      assert.deepEqual(first, { deleted: 500, isLast: false });
      assert.equal(await left(), 'long 501');
      assert.deepEqual(await store.archive.deleteOlder(ada.user.id, before), { deleted: 1, isLast: true });
      assert.deepEqual(await store.archive.deleteOlder(ada.user.id, before), { deleted: 0, isLast: true });
    });

    it('leaves neither the texts nor their words in the file', async () => {
      const session = (await openSession(store, ada, 'chat')).session.id;
      const createdAt = '2025-01-02T10:00:00.000Z';
      await store.chunks.append(aChunk(ada, session, 'The quokkaword was said.', { createdAt }));
      await record('secret', '2025-01-02', [`The zebraword was said. ${'Long. '.repeat(2_000)}`]);
      await record('stays', '2026-01-02', ['The pandaword was said.']);
      const before = '2025-06-01T00:00:00.000Z';
      await deleteAll(before);
      assert.equal((await store.chunks.deleteOlder(ada.user.id, before)).deleted, 1);
      await forgetAll();
      if (isFileEngine(engine)) assert.ok((await store.maintenance.freeBytes()) > 0);
      await assertSound();
      await store.close();
      const bytes = (await storedTexts(engine, file)).map(({ text }) => text).join('');
      assert.ok(bytes.includes('pandaword'));
      assert.ok(!bytes.includes('zebraword') && !bytes.includes('quokkaword'));
      store = openStore(engine, file);
    });

    it('forgets the offer of a deleted message', async () => {
      const session = (await openSession(store, ada, 'chat')).session.id;
      await record('old', '2025-01-02', ['a']);
      const [id] = await store.recovery.before({ userId: ada.user.id, scope: 'all', before: null });
      const claim = (): Promise<unknown[]> =>
        store.offers.claim({
          sessionId: session,
          refs: [{ kind: 'message', id: String(id) }],
          now: '2026-01-02T10:00:00.000Z',
        });
      assert.equal((await claim()).length, 1);
      assert.equal((await claim()).length, 0);
      await deleteAll('2025-06-01T00:00:00.000Z');
      assert.equal((await claim()).length, 1, 'its offer was deleted');
    });
  });
}
