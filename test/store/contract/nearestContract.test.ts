/** Search by meaning on both engines: what is near, and who may see it. */
import { strict as assert } from 'node:assert';
import { direction, EmbeddedStore, model } from '../embedded.ts';
import {
  aChunk,
  aFact,
  aKnowledge,
  engineNames,
  moment,
  noJudgement,
  openSession,
  removeFolders,
  visit,
} from '../support.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`search by meaning (${engine})`, () => {
    let here: EmbeddedStore;

    beforeEach(async () => {
      here = await EmbeddedStore.open(engine);
    });
    afterEach(() => here.close());

    it('ranks the nearest first, with the cosine as similarity', async () => {
      await here.store.embeddings.useModel(model);
      for (const fact of ['aaaa', 'aaab', 'bbbb']) await here.say(fact);
      await here.workOff();
      assert.deepEqual(await here.nearest('aaaa'), ['fact 1', 'fact 2', 'fact 3']);
      assert.deepEqual(await here.nearest('bbbb', {}, 1), ['fact 3']);
      const [best] = await here.store.embeddings.nearest(
        model,
        direction('aaaa').map((value) => value * 7),
        { userId: here.ada.user.id, scope: 'all' },
        1,
      );
      assert.ok(best !== undefined && Math.abs(best.similarity - 1) < 1e-5);
    });

    it('returns the cosines of named memories, in their order', async () => {
      const { embeddings } = here.store;
      await embeddings.useModel(model);
      for (const fact of ['aaaa', 'bbbb', 'aaab']) await here.say(fact);
      await here.workOff();
      await here.say('not embedded yet');
      const refs = [3, 4, 1, 9].map((id) => ({ kind: 'fact' as const, id: String(id) }));
      const wanted = direction('aaaa').map((value) => value * 7);
      const near = await embeddings.nearest(model, wanted, { userId: here.ada.user.id, scope: 'all' }, 9);
      const cosineOf = (id: string): number | undefined => near.find((one) => one.id === id)?.similarity;
      const found = await embeddings.similarities(model, wanted, refs);
      assert.deepEqual(found, [cosineOf('3'), undefined, cosineOf('1'), undefined]);
      assert.ok(found[0] !== undefined && found[2] !== undefined && found[2] > found[0]);
      for (const [name, vector] of [
        ['tests:other', wanted],
        [model, Float32Array.of(1, 2)],
        [model, new Float32Array(26)],
      ] as const)
        assert.deepEqual(await embeddings.similarities(name, vector, refs), [
          undefined,
          undefined,
          undefined,
          undefined,
        ]);
      assert.deepEqual(await embeddings.similarities(model, wanted, []), []);
    });

    it('sees vectors that this or another process added or removed', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      await here.workOff();
      const other = here.openAgain();
      const near = (from = here.store): Promise<string[]> => here.nearest('one', {}, 9, from);
      assert.equal((await near(other)).length, 1);
      await here.say('two');
      await here.workOff();
      assert.deepEqual([(await near()).length, (await near(other)).length], [2, 2]);
      await here.store.facts.deprecate(1, 1, 'over', moment);
      assert.deepEqual([(await near()).length, (await near(other)).length], [1, 1]);
      await other.close();
    });

    it('returns only what the reader may see and the filter admits', async () => {
      const bob = await visit(here.store, { username: 'bob', project: null });
      const { session } = await openSession(here.store, here.ada, 'chat');
      await here.store.embeddings.useModel(model);
      await here.say('zebra one', { now: '2026-01-01T00:00:00.000Z', confidence: 0.3 });
      await here.store.facts.add(aFact(bob, 'zebra of bob'), noJudgement);
      await here.store.chunks.append(aChunk(here.ada, session.id, 'zebra said'));
      await here.store.knowledge.propose(aKnowledge(here.ada, 'zebra known'));
      await here.workOff();
      assert.deepEqual((await here.nearest('zebra')).sort(), ['chunk 1', 'fact 1', 'knowledge 1']);
      assert.deepEqual((await here.nearest('zebra', { userId: bob.user.id })).sort(), ['fact 2', 'knowledge 1']);
      assert.deepEqual(await here.nearest('zebra', { kinds: ['chunk'] }), ['chunk 1']);
      assert.deepEqual(await here.nearest('zebra', { until: '2026-02-01T00:00:00.000Z' }), ['fact 1']);
      assert.deepEqual(await here.nearest('zebra', { sessionId: session.id }), ['chunk 1']);
      assert.deepEqual(await here.nearest('zebra', { sharedOnly: true }), ['knowledge 1']);
      assert.deepEqual(await here.nearest('zebra', { minConfidence: 0.5, kinds: ['fact'] }), []);
      assert.deepEqual(await here.nearest('zebra', { scope: { projectId: null } }), ['knowledge 1']);
    });

    it('finds the few matches of a filter among many nearer memories', async () => {
      const { session } = await openSession(here.store, here.ada, 'chat');
      await here.store.embeddings.useModel(model);
      await here.archive(Array.from({ length: 3_300 }, (_, seq) => `near ${'n'.repeat(seq % 7)}`));
      for (const content of ['far away', 'near at hand', 'farther'])
        await here.store.chunks.append(aChunk(here.ada, session.id, content));
      await here.workOff();
      assert.deepEqual((await here.nearest('near n', { kinds: ['chunk'] })).sort(), ['chunk 1', 'chunk 2', 'chunk 3']);
      assert.equal((await here.nearest('near n', { kinds: ['chunk'] }))[0], 'chunk 2');
    });

    it('ignores a vector without direction', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      const tasks = await here.claim();
      assert.equal(await here.finish(tasks, () => new Float32Array(26)), 0);
      assert.equal(await here.finish(tasks, () => new Float32Array(26).fill(NaN)), 0);
      assert.deepEqual(await here.progress(), [0, 1, 0]);
      await here.finish(tasks);
      assert.deepEqual(
        await here.store.embeddings.nearest(model, new Float32Array(26), { userId: here.ada.user.id, scope: 'all' }, 5),
        [],
      );
    });
  });
}
