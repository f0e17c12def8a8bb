/** Parts of a session's transcript, and which sessions say something, on every engine. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aChunk,
  aFact,
  engineNames,
  moment,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`transcripts (${engine})`, () => {
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    it('are read in parts, with the total', async () => {
      await store.archive.append(archiveOf(ada, 'talk', ['one', 'two', { content: 'nine', seq: 9 }, 'four']));
      const part = async (limit: number, offset?: number): Promise<[string[], number]> => {
        const { messages, total } = await store.archive.listBySession('talk', limit, offset);
        return [messages.map(({ content }) => content), total];
      };
      assert.deepEqual(await part(2), [['one', 'two'], 4]);
      assert.deepEqual(await part(2, 2), [['four', 'nine'], 4]);
      assert.deepEqual(await part(2, 4), [[], 4]);
      assert.deepEqual(await part(2, 0), await part(2));
    });

    it('know the place of a message by its position and by its number', async () => {
      await store.archive.append(archiveOf(ada, 'talk', ['one', { content: 'nine', seq: 9 }, 'three']));
      await store.archive.append(archiveOf(ada, 'other', ['elsewhere']));
      const { messages } = await store.archive.listBySession('talk', 9);
      for (const [place, { seq, id }] of messages.entries()) {
        assert.equal(await store.archive.countBefore('talk', { seq }), place);
        assert.equal(await store.archive.countBefore('talk', { id }), place);
      }
    });

    it('are searched for a text in any case and script', async () => {
      await store.archive.append(archiveOf(ada, 'talk', ['Die ÖFFNUNG', 'no', 'öffnung 100%', 'Öffnung_3']));
      await store.archive.append(archiveOf(ada, 'other', ['öffnung']));
      const find = (text: string, limit = 9): Promise<number[]> => store.archive.findInSession('talk', text, limit);
      assert.deepEqual(await find('Öffnung'), [0, 2, 3]);
      assert.deepEqual(await find('öffnung', 2), [0, 2]);
      assert.deepEqual([await find('0%'), await find('g_3'), await find('%')], [[2], [3], [2]]);
    });

    it('leave out ended sessions that say nothing, if asked for', async () => {
      const end = { version: 1, topics: null, outcome: null, importance: null, summary: null, now: moment };
      const ended = async (name: string, oneLiner: string): Promise<string> => {
        const { session } = await openSession(store, ada, name, moment);
        await store.sessions.end({ ...end, id: session.id, oneLiner });
        return session.id;
      };
      await openSession(store, ada, 'open', moment);
      await ended('named', '[Draft] of the quay');
      for (const [index, headline] of ['', '[ended with its chat]', '[ended after 30 min of silence]'].entries())
        await ended(`empty ${String(index)}`, headline);
      await store.archive.append(archiveOf(ada, 'said', ['Hello']));
      await store.sessions.rename({ id: 'said', version: 1, oneLiner: '[ended with its chat]' });
      await store.chunks.append(aChunk(ada, await ended('kept', '[ended with its chat]'), 'Kept'));
      const factual = await ended('factual', '[ended with its chat]');
      await store.facts.add(aFact(ada, 'The boat is blue', { sourceSession: factual }), noJudgement);
      const list = async (filter: { isFilled?: true }): Promise<[string[], number]> => {
        const { sessions, total } = await store.sessions.list({
          userId: ada.user.id,
          scope: 'all',
          limit: 20,
          ...filter,
        });
        return [sessions.map(({ externalId }) => externalId ?? '').toSorted(), total];
      };
      assert.deepEqual(await list({ isFilled: true }), [['factual', 'kept', 'named', 'open', 'said'], 5]);
      assert.equal((await list({}))[1], 8);
    });

    it('give the files that the sessions of a period touched', async () => {
      const end = { version: 1, topics: null, outcome: null, importance: null, oneLiner: 'Done', now: moment };
      const touched = async (who: Caller, name: string, at: string, codeRefs: string[]): Promise<void> => {
        const { session } = await openSession(store, who, name, at);
        await store.sessions.end({ ...end, id: session.id, summary: { summary: 'Done', keyFacts: [], codeRefs } });
      };
      await touched(ada, 'before', '2026-03-27T10:00:00.000Z', ['old.ts']);
      await touched(ada, 'one', '2026-03-28T10:00:00.000Z', ['a.ts', 'b.ts']);
      await touched(ada, 'two', '2026-03-29T10:00:00.000Z', ['b.ts']);
      await touched(ada, 'none', '2026-03-29T11:00:00.000Z', []);
      await touched(await visit(store, { username: 'bob' }), 'his', '2026-03-29T10:00:00.000Z', ['his.ts']);
      const period = { since: '2026-03-28T00:00:00.000Z', until: '2026-03-30T00:00:00.000Z' };
      const files = await store.sessions.listFiles({ userId: ada.user.id, scope: 'all', ...period });
      assert.deepEqual(files, [['b.ts'], ['a.ts', 'b.ts']]);
    });
  });
}
