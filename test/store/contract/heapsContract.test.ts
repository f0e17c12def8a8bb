/**
 * Heaps and eras on both engines: where compactions and pauses split a conversation, in whatever order they are
 * recorded.
 */
import { strict as assert } from 'node:assert';
import type { RecordedBatch, RecordedReport } from '../../../src/memory/archive/recording.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import type { SnapshotRow } from '../../../src/memory/upkeep/snapshot.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { engineNames, moment, openSession, openStore, removeFolders, visit } from '../support.ts';
import type { Line } from './chat.ts';
import { aBatch, answered, asked, at, chat, compacted, days } from './chat.ts';

after(removeFolders);

const text = (row: SnapshotRow | undefined, column: string): string => String(row?.[column] ?? '');

for (const engine of engineNames) {
  describe(`heaps and eras (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const record = (now: number, lines: readonly Line[], more: Partial<RecordedBatch> = {}): Promise<RecordedReport> =>
      store.recording.append(aBatch(ada, now, lines, more));
    const compacts = (minute: number): Promise<void> =>
      store.recording.beginHeap({ userId: ada.user.id, conversation: chat, now: at(minute) });
    /** One line per heap, in chronological order: `TYPE (CONTINUATION): MESSAGE, MESSAGE`. */
    const heaps = async (): Promise<string[]> => {
      const { tables } = await store.portability.read(moment, 'ada');
      const contentOf = (uid: string): string =>
        text(
          tables.messages.find((row) => row['uid'] === uid),
          'content',
        );
      const ordered = tables.heaps.toSorted((one, other) =>
        `${text(one, 'started_at')}${text(one, 'type')}` < `${text(other, 'started_at')}${text(other, 'type')}`
          ? -1
          : 1,
      );
      return ordered.map((heap) => {
        const held = tables.messages.filter((row) => row['heap_id'] === heap['id']).map((row) => text(row, 'content'));
        const summary = contentOf(text(heap, 'continuation'));
        return `${text(heap, 'type')}${summary === '' ? '' : ` (${summary})`}: ${held.join(', ')}`;
      });
    };
    /** One line per era of a user, in chronological order: `FROM TO CONVERSATIONS`. */
    const eras = async (of = ada): Promise<string[]> => {
      const { tables } = await store.portability.read(moment, 'ada');
      const conversationOf = (id: string): string =>
        text(
          tables.sessions.find((row) => row['id'] === id),
          'external_id',
        );
      return tables.eras
        .filter((era) => era['user_id'] === of.user.id)
        .toSorted((one, other) => (text(one, 'started_at') < text(other, 'started_at') ? -1 : 1))
        .map((era) => {
          const inside = tables.heaps.filter((heap) => heap['era_id'] === era['id']);
          const names = new Set(inside.map((heap) => conversationOf(text(heap, 'session_id'))));
          return `${text(era, 'started_at')} ${text(era, 'ended_at')} ${[...names].sort().join(', ')}`;
        });
    };

    it('starts a fresh heap, and a new one with the summary of a compaction', async () => {
      await record(4, [asked(0, 'a'), compacted(1, 'S'), answered(2, 'b')]);
      await record(5, [asked(4, 'c')]);
      assert.deepEqual(await heaps(), ['FRESH: a', 'POST_COMPACTING (S): S, b, c']);
    });

    it('starts a heap where a conversation branches, without messages of the other branch', async () => {
      await record(9, [
        asked(0, 'a'),
        answered(5, 'b'),
        asked(3, 'again', { begins: 'SPLIT_POINT' }),
        answered(6, 'c'),
      ]);
      assert.deepEqual(await heaps(), ['FRESH: a, b', 'SPLIT_POINT: again, c']);
    });

    it('moves later messages into the heap of a compaction that is recorded late', async () => {
      await record(5, [asked(0, 'a'), answered(2, 'b'), asked(4, 'c')]);
      await record(6, [compacted(1, 'S')]);
      await record(7, [answered(6, 'd')]);
      assert.deepEqual(await heaps(), ['FRESH: a', 'POST_COMPACTING (S): b, c, S, d']);
    });

    it('creates the same heaps if two compactions are recorded late, in reverse order', async () => {
      await record(9, [asked(0, 'a'), answered(2, 'b'), asked(4, 'c')]);
      await record(9, [compacted(3, 'newer')]);
      await record(9, [compacted(1, 'older')]);
      await record(9, [answered(6, 'd')]);
      assert.deepEqual(await heaps(), [
        'FRESH: a',
        'POST_COMPACTING (older): b, older',
        'POST_COMPACTING (newer): c, newer, d',
      ]);
    });

    it('keeps messages from before a clock was set back in their heap', async () => {
      await record(70, [asked(60, 'a'), answered(61, 'b'), compacted(30, 'S'), asked(31, 'c')]);
      await record(71, [asked(32, 'd')]);
      assert.deepEqual((await heaps()).sort(), ['FRESH: a, b', 'POST_COMPACTING (S): S, c, d']);
    });

    it('starts one heap when a compaction is announced twice, and adds its summary later', async () => {
      await record(2, [asked(0, 'a')]);
      await compacts(2);
      await compacts(2);
      await record(4, [answered(3, 'b')]);
      assert.deepEqual(await heaps(), ['FRESH: a', 'POST_COMPACTING: b']);
      await record(5, [compacted(2, 'S'), asked(4, 'c')]);
      assert.deepEqual(await heaps(), ['FRESH: a', 'POST_COMPACTING (S): b, S, c']);
      await compacts(6);
      assert.equal((await heaps()).length, 3);
    });

    it('starts a heap for each announced compaction, and assigns late summaries by time', async () => {
      await record(2, [asked(0, 'a')]);
      await compacts(2);
      await record(4, [answered(3, 'b')]);
      await compacts(5);
      await record(7, [answered(6, 'c')]);
      assert.deepEqual(await heaps(), ['FRESH: a', 'POST_COMPACTING: b', 'POST_COMPACTING: c']);
      await record(8, [compacted(2, 'S'), compacted(5, 'T')]);
      await record(9, [asked(8, 'd')]);
      assert.deepEqual(await heaps(), ['FRESH: a', 'POST_COMPACTING (S): b, S', 'POST_COMPACTING (T): c, T, d']);
    });

    it('continues a branch, even if it splits off before a compaction', async () => {
      await record(9, [
        asked(0, 'a'),
        compacted(4, 'S'),
        answered(5, 'b'),
        asked(3, 'again', { begins: 'SPLIT_POINT' }),
      ]);
      await record(10, [answered(6, 'c')]);
      await record(11, [compacted(2, 'late')]);
      await record(12, [asked(7, 'd')]);
      assert.ok((await heaps()).includes('SPLIT_POINT: again, c, d'), (await heaps()).join('; '));
    });

    it('starts no heap for a conversation that is not recorded', async () => {
      await compacts(2);
      assert.deepEqual(await heaps(), []);
    });

    it('joins eras when a conversation closes the pause, in any import order', async () => {
      const apart = [
        { name: 'A', from: 0, to: 2 },
        { name: 'B', from: 16, to: 17 },
        { name: 'C', from: 50, to: 51 },
        { name: 'D', from: 31.5, to: 40 },
      ];
      const wanted = [`${at(0)} ${at(days(17))} A, B`, `${at(days(31.5))} ${at(days(51))} C, D`];
      const bridge = { name: 'E', from: 25, to: 26 };
      for (const order of permutations(apart)) {
        const [username] = [order.map(({ name }) => name).join('')];
        const other = await visit(store, { username });
        const bring = async ({ name, from, to }: (typeof apart)[number]): Promise<void> => {
          const lines = [asked(days(from), 'x'), answered(days(to), 'y')];
          const more = { conversation: name, origin: 'import' } as const;
          await store.recording.append(aBatch(other, days(99), lines, more));
        };
        for (const talk of order) await bring(talk);
        assert.deepEqual(await eras(other), wanted, username);
        await bring(bridge);
        assert.deepEqual(await eras(other), [`${at(0)} ${at(days(51))} A, B, C, D, E`], username);
      }
    });

    it('assigns each heap to one era, and joins eras if a heap spans the pause', async () => {
      const imported = { origin: 'import' } as const;
      await record(days(99), [asked(days(30), 'between')], { ...imported, conversation: 'other' });
      await record(days(99), [asked(0, 'then')], imported);
      assert.equal((await eras()).length, 2);
      await record(days(99), [asked(days(60), 'much later')], imported);
      assert.deepEqual(await eras(), [`${at(0)} ${at(days(60))} ${chat}, other`]);
    });

    it('separates eras by project and user', async () => {
      const elsewhere = await visit(store, { project: null });
      const bob = await visit(store, { username: 'bob' });
      for (const caller of [ada, elsewhere, bob]) {
        const more = { conversation: caller.project?.id ?? 'none', origin: 'import' } as const;
        await store.recording.append(aBatch(caller, 9, [asked(0, 'x')], more));
      }
      assert.deepEqual([(await eras()).length, (await eras(bob)).length], [2, 1]);
    });

    it('deletes heaps and offers with their session, and eras that become empty', async () => {
      const { session } = await openSession(store, ada, chat, at(0));
      await record(4, [asked(0, 'a'), compacted(1, 'S')]);
      await record(4, [asked(days(-40), 'kept')], { conversation: 'other', origin: 'import' });
      const refs = [{ kind: 'fact' as const, id: '1' }];
      await store.offers.claim({ sessionId: session.id, refs, now: moment });
      const query = {
        userId: ada.user.id,
        ref: { kind: 'session' as const, id: session.id },
        mode: 'personal' as const,
      };
      const preview = await store.erasure.preview(query);
      assert.ok(typeof preview === 'object');
      await store.erasure.erase({ ...query, expected: preview.expected, now: moment });
      assert.deepEqual(await heaps(), ['FRESH: kept']);
      assert.deepEqual(await eras(), [`${at(days(-40))} ${at(days(-40))} other`]);
      assert.deepEqual(await store.offers.claim({ sessionId: session.id, refs, now: moment }), []);
      assert.deepEqual((await store.maintenance.inspect()).damage, []);
    });

    it('survives export and import, and a second import changes nothing', async () => {
      await record(9, [
        asked(0, 'a'),
        compacted(1, 'S'),
        answered(2, 'b', { type: 'tool_use', tool: 't', files: ['/x'] }),
      ]);
      await record(9, [asked(days(-40), 'old'), answered(3, 'c', { begins: 'SPLIT_POINT' })], {
        conversation: 'other',
      });
      const exported = await store.portability.read(moment, 'ada');
      const other = openStore(engine, anEmptyStore(engine));
      await other.portability.merge(exported, 'ada');
      assert.deepEqual(await other.portability.read(moment, 'ada'), exported);
      const again = await other.portability.merge(exported, 'ada');
      const { eras: ofEras, heaps: ofHeaps, messages } = again;
      assert.deepEqual([ofEras.added, ofHeaps.added, messages.added, messages.conflicts], [0, 0, 0, 0]);
      assert.deepEqual(await other.portability.read(moment, 'ada'), exported);
      const next = await visit(other);
      await other.recording.append(aBatch(next, 10, [asked(9, 'next')]));
      const { tables } = await other.portability.read(moment, 'ada');
      const heapOf = (content: string): unknown =>
        tables.messages.find((row) => row['content'] === content)?.['heap_id'];
      assert.equal(heapOf('next'), heapOf('b'));
      await other.close();
    });
  });
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]));
}
