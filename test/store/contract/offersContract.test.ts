/**
 * Offers on both engines: one per memory and session, despite concurrent claims, and deleted with what they refer to.
 */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Feedback } from '../../../src/memory/recall/muted.ts';
import type { MuteKind } from '../../../src/memory/shared/vocabulary.ts';
import type { OfferCounts, OfferRef } from '../../../src/memory/recall/offers.ts';
import type { ErasableRef } from '../../../src/memory/governance/erasure.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { engineNames, openSession, openStore, removeFolders, visit } from '../support.ts';
import { addOneOfEach } from './oneOfEach.ts';

after(removeFolders);

const fact: ErasableRef = { kind: 'fact', id: '1' };
const chunk: ErasableRef = { kind: 'chunk', id: '1' };
const knowledge: ErasableRef = { kind: 'knowledge', id: '1' };

for (const engine of engineNames) {
  describe(`offers (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    let sessionId: string;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store);
      ({ sessionId } = await addOneOfEach(store, ada));
    });
    afterEach(() => store.close());

    const at = (minute: number): string => new Date(Date.UTC(2026, 3, 9, 8, minute)).toISOString();
    const claim = (refs: OfferRef[], minute: number, more: { again?: number; in?: string } = {}): Promise<OfferRef[]> =>
      store.offers.claim({
        sessionId: more.in ?? sessionId,
        refs,
        now: at(minute),
        ...(more.again !== undefined && { again: more.again }),
      });
    const erase = async (ref: ErasableRef): Promise<void> => {
      const query = { userId: ada.user.id, ref, mode: 'personal' as const };
      const preview = await store.erasure.preview(query);
      assert.ok(typeof preview === 'object');
      await store.erasure.erase({ ...query, expected: preview.expected, now: at(59) });
    };

    it('offers each memory once per session, in the given order', async () => {
      assert.deepEqual(await claim([chunk, fact], 0), [chunk, fact]);
      assert.deepEqual(await claim([knowledge, fact], 1), [knowledge]);
      assert.deepEqual(await claim([fact, chunk, knowledge], 900), []);
      assert.deepEqual(await claim([], 901), []);
    });

    it('offers a memory once if it is named twice, and distinguishes kinds', async () => {
      assert.deepEqual(await claim([fact, fact], 0), [fact]);
      assert.deepEqual(await claim([chunk], 0), [chunk]);
    });

    it('offers a memory again after the given minutes since its last offer', async () => {
      await claim([fact], 0);
      assert.deepEqual(await claim([fact], 30, { again: 30 }), []);
      assert.deepEqual(await claim([fact], 31, { again: 30 }), [fact]);
      assert.deepEqual(await claim([fact], 60, { again: 30 }), []);
      assert.deepEqual(await claim([fact], 62, { again: 30 }), [fact]);
    });

    it('counts what was sent since a time, what an assistant opened, and what a person thinks of it', async () => {
      await claim([fact, chunk, { kind: 'context', id: 'new' }], 0);
      await claim([knowledge, { kind: 'related', id: 'another' }], 10);
      const counts = (since: number): Promise<OfferCounts> => store.offers.counts(ada.user.id, at(since));
      assert.deepEqual(await counts(0), { offered: 4, used: 0, dismissed: 0 });
      assert.deepEqual(await counts(5), { offered: 2, used: 0, dismissed: 0 });
      const opened = { userId: ada.user.id, now: at(20) };
      await store.offers.noteUse({ ...opened, refs: [{ kind: 'related', id: 'another' }], since: at(5) });
      // It was offered too long ago.
      await store.offers.noteUse({ ...opened, refs: [fact], since: at(5) });
      assert.deepEqual(await counts(0), { offered: 4, used: 1, dismissed: 0 });
      const rate = (id: string, kind: MuteKind, feedback: Feedback): Promise<string> =>
        store.muted.set({ userId: ada.user.id, ref: { kind, id }, feedback, uid: `${kind}-${id}`, now: at(20) });
      await rate('1', 'fact', 'useful');
      await rate('1', 'chunk', 'not_useful');
      await rate('1', 'knowledge', 'never');
      assert.deepEqual(await counts(0), { offered: 4, used: 2, dismissed: 2 });
      assert.deepEqual(await store.offers.counts('nobody', at(0)), { offered: 0, used: 0, dismissed: 0 });
    });

    it('grants concurrent claims to only one of two processes', async () => {
      const other = openStore(engine, file);
      const refs = [fact, chunk, knowledge];
      const claimFrom = (from: Store): Promise<OfferRef[]> => from.offers.claim({ sessionId, refs, now: at(0) });
      const answers = await Promise.all([claimFrom(store), claimFrom(other), claimFrom(store), claimFrom(other)]);
      await other.close();
      assert.deepEqual(
        answers.map(({ length }) => length).toSorted((one, two) => one - two),
        [0, 0, 0, 3],
      );
    });

    it('tracks sessions separately, and offers nothing in an unknown session', async () => {
      await claim([fact], 0);
      const { session } = await openSession(store, ada, 'other chat');
      assert.deepEqual(await claim([fact], 0, { in: session.id }), [fact]);
      assert.deepEqual(await claim([fact], 0, { in: 'nowhere' }), []);
    });

    it('offers everything again after forgetting, in that session only', async () => {
      const { session } = await openSession(store, ada, 'other chat');
      await claim([fact, chunk], 0);
      await claim([fact], 0, { in: session.id });
      await store.offers.forget(sessionId);
      assert.deepEqual(await claim([fact, chunk], 1), [fact, chunk]);
      assert.deepEqual(await claim([fact], 1, { in: session.id }), []);
    });

    it('reports whether a chat still holds its context block', async () => {
      const { session } = await openSession(store, ada, 'other chat');
      const holds = (conversationId: string | null): Promise<boolean> =>
        store.offers.holdsContext({ ...ada, conversationId });
      const offerContext = (id: string): Promise<OfferRef[]> => claim([{ kind: 'context', id }], 0, { in: session.id });
      assert.equal(await holds('other chat'), false);
      await offerContext('startup');
      assert.deepEqual(
        [await holds('other chat'), await holds('a third one'), await holds(null)],
        [true, false, false],
      );
      await offerContext('lost');
      assert.equal(await holds('other chat'), false);
      await store.offers.take(session.id, { kind: 'context', id: 'lost' });
      assert.equal(await holds('other chat'), true);
    });

    it('deletes the offer of an erased memory, whose number may be reused', async () => {
      await claim([fact, chunk], 0);
      await erase(fact);
      assert.deepEqual(await claim([fact, chunk], 1), [fact]);
    });

    it('deletes the offers of an erased session', async () => {
      await claim([fact, knowledge], 0);
      await erase({ kind: 'session', id: sessionId });
      assert.deepEqual(await claim([fact], 1), []);
      assert.deepEqual((await store.maintenance.inspect()).damage, []);
    });
  });
}
