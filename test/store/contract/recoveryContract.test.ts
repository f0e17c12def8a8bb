/** Recovery on both engines: what precedes a message, eras and heaps, who may read them, and their order. */
import { strict as assert } from 'node:assert';
import { maxCountedMessages } from '../../../src/memory/archive/recovery.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import type { MessageInput } from '../recorded.ts';
import { aRecording } from '../recorded.ts';
import { engineNames, openStore, removeFolders, visit } from '../support.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`recovery (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    let userId: string;
    let scope: { projectId: string | null };
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
      userId = ada.user.id;
      scope = { projectId: ada.project?.id ?? null };
    });
    afterEach(() => store.close());

    const record = async (
      name: string,
      day: string,
      messages: readonly (string | MessageInput)[],
      by = ada,
    ): Promise<string> =>
      (await store.recording.append(aRecording(by, name, `${day}T10:00:00.000Z`, messages))).sessions[0] ?? '';
    const uids = async (ids: readonly number[]): Promise<string> =>
      (await store.recovery.read(userId, ids, 100)).map(({ uid }) => uid).join(', ');
    const before = async (more: Partial<Parameters<Store['recovery']['before']>[0]> = {}): Promise<string> =>
      uids(await store.recovery.before({ userId, scope, before: null, ...more }));

    const compacted: MessageInput[] = [
      { content: 'Mend the login.' },
      { content: 'It is the cookie.' },
      { content: 'The summary.', role: 'user', begins: 'POST_COMPACTING' },
      { content: 'I go on.' },
    ];

    it('reads back from a message, a time or the newest message, newest first', async () => {
      await record('old', '2026-01-02', ['a', 'b']);
      await record('new', '2026-01-03', ['c', 'd']);
      assert.equal(await before(), 'new 2, new 1, old 2, old 1');
      const place = await store.recovery.placeOf(userId, { uid: 'new 1' });
      assert.equal(await before({ before: place ?? null }), 'old 2, old 1');
      assert.equal(await before({ before: { createdAt: '2026-01-02T10:01:00.000Z', id: 0 } }), 'old 1');
      assert.equal(await before({ before: { createdAt: '2025-01-01', id: 0 } }), '');
    });

    it('orders messages with the same time by their position', async () => {
      const batch = aRecording(ada, 'talk', '2026-01-02T10:00:00.000Z', ['a', 'b', 'c']);
      const createdAt = '2026-01-02T10:00:00.000Z';
      await store.recording.append({ ...batch, messages: batch.messages.map((one) => ({ ...one, createdAt })) });
      const place = await store.recovery.placeOf(userId, { uid: 'talk 2' });
      assert.equal(await before({ before: place ?? null }), 'talk 1');
      assert.equal(await before(), 'talk 3, talk 2, talk 1');
    });

    it('limits results to the project and messages without one, across separate eras', async () => {
      const elsewhere = await visit(store, { project: 'github.com/acme/other' });
      const nowhere = await visit(store, { project: null });
      await record('first', '2026-01-02', ['a']);
      await record('other', '2026-02-02', ['b'], elsewhere);
      await record('none', '2026-03-02', ['c'], nowhere);
      await record('last', '2026-04-02', ['d']);
      assert.equal(await before(), 'last 1, none 1, first 1');
      assert.equal(await before({ scope: 'all' }), 'last 1, none 1, other 1, first 1');
      assert.equal(await before({ scope: { projectId: elsewhere.project?.id ?? null } }), 'none 1, other 1');
    });

    it('filters by type, and stops counting at the limit', async () => {
      await record('talk', '2026-01-02', [
        { content: 'why?', role: 'user' },
        { content: 'hm', type: 'thought' },
        { content: '{}', type: 'tool_use', tool: 'read_file' },
      ]);
      assert.equal(await before({ types: ['thought', 'tool_use'] }), 'talk 3, talk 2');
      await record(
        'long',
        '2026-01-03',
        Array.from({ length: maxCountedMessages + 50 }, (_, place) => `said ${String(place)}`),
      );
      assert.equal((await store.recovery.before({ userId, scope, before: null })).length, maxCountedMessages + 1);
    });

    it('never returns another user’s messages, heaps or eras, by any id', async () => {
      const bob = await visit(store, { username: 'bob' });
      const session = await record('his', '2026-01-02', compacted, bob);
      const [era] = await store.recovery.listEras(bob.user.id, 'all');
      const heap = (await store.recovery.latestContinuation(bob.user.id, 'all'))?.heapId ?? '';
      assert.ok(era !== undefined && heap !== '' && session !== '');
      const ids = await store.recovery.before({ userId: bob.user.id, scope: 'all', before: null });
      assert.equal(ids.length, 4);
      assert.equal(await before({ scope: 'all' }), '');
      assert.deepEqual(await store.recovery.read(userId, ids, 100), []);
      assert.equal(await store.recovery.placeOf(userId, { uid: 'his 1' }), undefined);
      assert.equal(await store.recovery.placeOf(userId, { id: ids[0] ?? 0 }), undefined);
      assert.equal(await store.recovery.findEra(userId, era.id), undefined);
      assert.equal(await store.recovery.findHeap(userId, heap), undefined);
      assert.deepEqual(await store.recovery.ofHeap({ userId, heapId: heap, after: null }), []);
      assert.deepEqual(await store.recovery.ofEra({ userId, eraId: era.id, after: null }), []);
      assert.equal((await store.recovery.sessionsOf(userId, era.id, 9)).total, 0);
      assert.equal(await store.recovery.latestContinuation(userId, 'all'), undefined);
      assert.equal(await store.recovery.latestHeap(userId, 'all', null), undefined);
    });

    it('numbers the eras of each project chronologically', async () => {
      await record('second', '2026-03-02', ['b']);
      await record('first', '2026-01-02', ['a', 'b']);
      await record('other', '2026-02-02', ['c'], await visit(store, { project: 'github.com/acme/other' }));
      const eras = await store.recovery.listEras(userId, 'all');
      assert.deepEqual(
        eras.map(({ name, sessions }) => [name, sessions]),
        [
          ['rocket (Era 2)', 1],
          ['other (Era 1)', 1],
          ['rocket (Era 1)', 1],
        ],
      );
      assert.equal((await store.recovery.listEras(userId, scope)).length, 2);
      const oldest = eras[2];
      assert.deepEqual([oldest?.startedAt, oldest?.endedAt], ['2026-01-02T10:00:00.000Z', '2026-01-02T10:01:00.000Z']);
      assert.deepEqual(await store.recovery.findEra(userId, oldest?.id ?? ''), oldest);
    });

    it('pages through an era’s own messages, from the first', async () => {
      await record('other', '2026-01-02', ['x', 'y'], await visit(store, { project: 'github.com/acme/other' }));
      const early = await record('early', '2026-01-02', ['a', 'b']);
      const later = await record('later', '2026-01-09', ['c', 'd']);
      await record('next', '2026-03-02', ['e']);
      const eraId = (await store.recovery.listEras(userId, scope)).at(-1)?.id ?? '';
      assert.equal(
        await uids(await store.recovery.ofEra({ userId, eraId, after: null })),
        'early 1, early 2, later 1, later 2',
      );
      const place = (await store.recovery.placeOf(userId, { uid: 'early 2' })) ?? null;
      assert.equal(await uids(await store.recovery.ofEra({ userId, eraId, after: place })), 'later 1, later 2');
      const listed = await store.recovery.sessionsOf(userId, eraId, 9);
      assert.deepEqual([listed.sessions.map(({ id }) => id), listed.total], [[later, early], 2]);
      const first = await store.recovery.sessionsOf(userId, eraId, 1);
      assert.deepEqual([first.sessions.length, first.total], [1, 2]);
    });

    it('finds the latest continuation and the messages of its heap, in order', async () => {
      await record('talk', '2026-01-02', compacted);
      await record('newer', '2026-01-03', ['No compaction here.']);
      const found = await store.recovery.latestContinuation(userId, scope);
      const [message] = await store.recovery.read(userId, [found?.messageId ?? 0], 100);
      assert.deepEqual(
        [message?.uid, message?.heapType, message?.eraName],
        ['talk 3', 'POST_COMPACTING', 'rocket (Era 1)'],
      );
      const heapId = found?.heapId ?? '';
      assert.equal((await store.recovery.findHeap(userId, heapId))?.type, 'POST_COMPACTING');
      assert.equal(await uids(await store.recovery.ofHeap({ userId, heapId, after: null })), 'talk 3, talk 4');
      const place = (await store.recovery.placeOf(userId, { uid: 'talk 3' })) ?? null;
      assert.equal(await uids(await store.recovery.ofHeap({ userId, heapId, after: place })), 'talk 4');
    });

    it('finds the latest continuation overall or of one session', async () => {
      const old = await record('old', '2026-01-02', compacted);
      const other = await record('other', '2026-01-03', compacted);
      const plain = await record('plain', '2026-01-04', ['a']);
      const found = async (sessionId?: string): Promise<string> => {
        const latest = await store.recovery.latestContinuation(userId, scope, sessionId);
        return latest === undefined ? '' : uids([latest.messageId]);
      };
      assert.deepEqual(
        [await found(), await found(old), await found(other), await found(plain)],
        ['other 3', 'old 3', 'other 3', ''],
      );
      const nowhere = { projectId: 'another project' };
      assert.equal(await store.recovery.latestContinuation(userId, nowhere, old), undefined);
    });

    it('finds the last active heap, and skips the caller’s unless it was compacted', async () => {
      const past = await record('past', '2026-01-02', ['a']);
      const mine = await record('mine', '2026-01-03', ['b']);
      const sessionOf = async (except: string | null): Promise<string | undefined> => {
        const heapId = await store.recovery.latestHeap(userId, scope, except);
        return (await store.recovery.findHeap(userId, heapId ?? ''))?.sessionId;
      };
      assert.deepEqual([await sessionOf(null), await sessionOf('mine')], [mine, past]);
      await store.recording.beginHeap({ userId, conversation: 'mine', now: '2026-01-03T11:00:00.000Z' });
      assert.equal(await sessionOf('mine'), mine, 'its context was compacted');
    });

    it('returns the beginning of each message with its tool and agent', async () => {
      await record('talk', '2026-01-02', [
        { content: 'äöü and more', type: 'tool_use', tool: 'read_file', role: 'assistant' },
      ]);
      const ids = await store.recovery.before({ userId, scope, before: null });
      const [cut] = await store.recovery.read(userId, ids, 3);
      assert.deepEqual([cut?.content, cut?.isCut, cut?.tool, cut?.agentName], ['äöü', true, 'read_file', 'test agent']);
      const [whole] = await store.recovery.read(userId, [...ids, 999], 12);
      assert.deepEqual([whole?.content, whole?.isCut], ['äöü and more', false]);
    });

    it('includes imported conversations', async () => {
      await store.archive.append(archiveOf(ada, 'talk', [{ content: 'Hello', speaker: 'Mel' }, 'Hi']));
      const ids = await store.recovery.before({ userId, scope, before: null });
      const read = await store.recovery.read(userId, ids, 100);
      assert.deepEqual(
        read.map(({ uid, speaker, heapType, eraName }) => [uid, speaker, heapType, eraName]),
        [
          ['talk 2', null, 'FRESH', 'No project (Era 1)'],
          ['talk 1', 'Mel', 'FRESH', 'No project (Era 1)'],
        ],
      );
    });
  });
}
