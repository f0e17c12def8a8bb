/** Offers over both engines: each memory once in a session, also when two ask at once, and gone with what they name. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { OfferRef } from '../../../src/memory/recall/offers.ts';
import type { MemoryRef } from '../../../src/memory/shared/memoryRef.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { engineNames, openSession, openStore, removeFolders, visit } from '../support.ts';
import { addOneOfEach } from './oneOfEach.ts';

after(removeFolders);

const fact: MemoryRef = { kind: 'fact', id: '1' };
const chunk: MemoryRef = { kind: 'chunk', id: '1' };
const knowledge: MemoryRef = { kind: 'knowledge', id: '1' };

for (const engine of engineNames) {
  describe(`Offers (${engine})`, () => {
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
    const erase = async (ref: MemoryRef): Promise<void> => {
      const query = { userId: ada.user.id, ref, mode: 'personal' as const };
      const preview = await store.erasure.preview(query);
      assert.ok(typeof preview === 'object');
      await store.erasure.erase({ ...query, expected: preview.expected, now: at(59) });
    };

    it('are made once in a session, in the order in which they are asked for', async () => {
      assert.deepEqual(await claim([chunk, fact], 0), [chunk, fact]);
      assert.deepEqual(await claim([knowledge, fact], 1), [knowledge]);
      assert.deepEqual(await claim([fact, chunk, knowledge], 900), []);
      assert.deepEqual(await claim([], 901), []);
    });

    it('are made once when one memory is named twice, and not mixed up between kinds', async () => {
      assert.deepEqual(await claim([fact, fact], 0), [fact]);
      assert.deepEqual(await claim([chunk], 0), [chunk]);
    });

    it('are made again after so many minutes, counted from the last time', async () => {
      await claim([fact], 0);
      assert.deepEqual(await claim([fact], 30, { again: 30 }), []);
      assert.deepEqual(await claim([fact], 31, { again: 30 }), [fact]);
      assert.deepEqual(await claim([fact], 60, { again: 30 }), []);
      assert.deepEqual(await claim([fact], 62, { again: 30 }), [fact]);
    });

    it('are made by one of two processes that ask at once', async () => {
      const other = openStore(engine, file);
      const refs = [fact, chunk, knowledge];
      const ask = (from: Store): Promise<OfferRef[]> => from.offers.claim({ sessionId, refs, now: at(0) });
      const answers = await Promise.all([ask(store), ask(other), ask(store), ask(other)]);
      await other.close();
      assert.deepEqual(
        answers.map(({ length }) => length).toSorted((one, two) => one - two),
        [0, 0, 0, 3],
      );
    });

    it('are another matter in another session, and none in one that is not there', async () => {
      await claim([fact], 0);
      const { session } = await openSession(store, ada, 'other chat');
      assert.deepEqual(await claim([fact], 0, { in: session.id }), [fact]);
      assert.deepEqual(await claim([fact], 0, { in: 'nowhere' }), []);
    });

    it('are all made again once they are forgotten, in that session only', async () => {
      const { session } = await openSession(store, ada, 'other chat');
      await claim([fact, chunk], 0);
      await claim([fact], 0, { in: session.id });
      await store.offers.forget(sessionId);
      assert.deepEqual(await claim([fact, chunk], 1), [fact, chunk]);
      assert.deepEqual(await claim([fact], 1, { in: session.id }), []);
    });

    it('tell whether a chat holds its context, in whichever of its sessions it was given', async () => {
      const { session } = await openSession(store, ada, 'other chat');
      const holds = (conversationId: string | null): Promise<boolean> =>
        store.offers.holdsContext({ ...ada, conversationId });
      const told = (id: string): Promise<OfferRef[]> => claim([{ kind: 'context', id }], 0, { in: session.id });
      assert.equal(await holds('other chat'), false);
      await told('startup');
      assert.deepEqual(
        [await holds('other chat'), await holds('a third one'), await holds(null)],
        [true, false, false],
      );
      await told('lost');
      assert.equal(await holds('other chat'), false);
      await store.offers.take(session.id, { kind: 'context', id: 'lost' });
      assert.equal(await holds('other chat'), true);
    });

    it('go with the memory that is erased, whose number another may get', async () => {
      await claim([fact, chunk], 0);
      await erase(fact);
      assert.deepEqual(await claim([fact, chunk], 1), [fact]);
    });

    it('go with the session that is erased', async () => {
      await claim([fact, knowledge], 0);
      await erase({ kind: 'session', id: sessionId });
      assert.deepEqual(await claim([fact], 1), []);
      assert.deepEqual((await store.maintenance.inspect()).damage, []);
    });
  });
}
