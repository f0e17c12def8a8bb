/** The embedding queue on both engines: what is queued, who processes it, and the results. */
import { strict as assert } from 'node:assert';
import type { EmbeddingTask } from '../../../src/memory/recall/embeddings.ts';
import { maxEmbeddingAttempts } from '../../../src/memory/recall/embeddings.ts';
import { direction, EmbeddedStore, lease, model } from '../embedded.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { aChunk, aKnowledge, engineNames, moment, openSession, openStore, removeFolders } from '../support.ts';

after(removeFolders);

const textsOf = (tasks: readonly EmbeddingTask[]): string[] => tasks.map((task) => task.text.trim());

for (const engine of engineNames) {
  describe(`embeddings (${engine})`, () => {
    let here: EmbeddedStore;

    beforeEach(async () => {
      here = await EmbeddedStore.open(engine);
    });
    afterEach(() => here.close());

    it('queues nothing while no model is in use', async () => {
      await here.say('Water boils at 100 degrees');
      assert.deepEqual(await here.claim(), []);
      assert.deepEqual(await here.store.embeddings.report(), []);
      assert.deepEqual(await here.nearest('water'), []);
    });

    it('queues existing memories when a model comes into use, and every later write', async () => {
      const { session } = await openSession(here.store, here.ada, 'chat');
      await here.say('Water boils at 100 degrees');
      await here.store.chunks.append(aChunk(here.ada, session.id, 'Use the kettle'));
      await here.store.embeddings.useModel(model);
      await here.store.knowledge.propose(aKnowledge(here.ada, 'Kettles', { content: 'Descale them.' }));
      assert.deepEqual(textsOf(await here.claim()), [
        'Water boils at 100 degrees',
        'Use the kettle',
        'Kettles\nDescale them.',
      ]);
    });

    it('changes nothing when the model in use is set again', async () => {
      await here.say('one');
      await here.store.embeddings.useModel(model);
      await here.workOff();
      await here.store.embeddings.useModel(model);
      assert.deepEqual(await here.progress(), [1, 0, 0]);
    });

    it('queues more memories than fit in one transaction, each once', async () => {
      await here.archive(Array.from({ length: 4_100 }, (_, seq) => `message ${String(seq)}`));
      await here.store.embeddings.useModel(model);
      assert.deepEqual(await here.progress(), [0, 4_100, 0]);
    });

    it('leases a task again if its lease comes from a clock that was years ahead', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      const year = 365 * 86_400;
      here.pass(year);
      assert.deepEqual(textsOf(await here.claim()), ['one']);
      here.pass(-year);
      assert.deepEqual(textsOf(await here.claim()), ['one']);
      assert.deepEqual(await here.claim(), []);
    });

    it('leases tasks oldest first, each to one process', async () => {
      await here.store.embeddings.useModel(model);
      for (const fact of ['one', 'two', 'three']) await here.say(fact);
      const other = here.openAgain();
      assert.deepEqual(textsOf(await here.claim(2)), ['one', 'two']);
      assert.deepEqual(textsOf(await here.claim(5, other)), ['three']);
      assert.deepEqual(await here.claim(5), []);
      await other.close();
    });

    it('requeues tasks of a dead process when their lease expires', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      const [lost] = await here.claim();
      here.pass(lease - 1);
      assert.deepEqual(await here.claim(), []);
      here.pass(2);
      const [again] = await here.claim();
      assert.deepEqual(again, lost);
    });

    it('extends the lease of renewed tasks', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      const tasks = await here.claim();
      here.pass(lease - 1);
      await here.store.embeddings.renew(tasks, lease);
      here.pass(lease - 1);
      assert.deepEqual(await here.claim(), []);
      here.pass(2);
      assert.equal((await here.claim()).length, 1);
    });

    it('reports the number of leased tasks and when their lease ends, without postponed ones', async () => {
      await here.store.embeddings.useModel(model);
      for (const fact of ['one', 'two', 'three']) await here.say(fact);
      const held = async (): Promise<[number, string | null]> => {
        const progress = await here.store.embeddings.progress(model);
        return [progress.held, progress.heldUntil];
      };
      assert.deepEqual(await held(), [0, null]);
      const [first] = await here.claim(2);
      const end = new Date(here.now + lease * 1_000).toISOString();
      assert.deepEqual(await held(), [2, end]);
      assert.ok(first);
      await here.store.embeddings.postpone([first], new Date(here.now + 60_000).toISOString(), 'too long');
      assert.deepEqual(await held(), [1, end]);
      here.pass(lease + 1);
      assert.deepEqual(await held(), [0, null]);
    });

    it('reports the length of the vectors, and whether any exist', async () => {
      const { embeddings } = here.store;
      assert.equal(await embeddings.coversAny(model), false);
      await embeddings.useModel(model);
      await here.say('one');
      assert.deepEqual(
        [(await embeddings.progress(model)).dimensions, await embeddings.coversAny(model)],
        [null, false],
      );
      await here.workOff();
      assert.deepEqual([(await embeddings.progress(model)).dimensions, await embeddings.coversAny(model)], [26, true]);
      assert.equal(await embeddings.coversAny('tests:other'), false);
    });

    it('stores a vector once if two workers finish the same task', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      const late = await here.claim();
      here.pass(lease + 1);
      const prompt = await here.claim();
      assert.equal(await here.finish(prompt), 1);
      assert.equal(await here.finish(late), 0);
      assert.deepEqual(await here.progress(), [1, 0, 0]);
    });

    it('keeps a memory queued if it changes while it is embedded', async () => {
      await here.store.embeddings.useModel(model);
      const { session } = await openSession(here.store, here.ada, 'chat');
      await here.endSession(session.id, 'First headline');
      const early = await here.claim();
      await here.endSession(session.id, 'Second headline');
      assert.equal(await here.finish(early), 0);
      assert.deepEqual(textsOf(await here.claim()), ['Second headline']);
    });

    it('does not embed a memory again if its text is unchanged', async () => {
      await here.store.embeddings.useModel(model);
      const { session } = await openSession(here.store, here.ada, 'chat');
      await here.endSession(session.id, 'A headline');
      await here.workOff();
      await here.endSession(session.id, 'A headline');
      assert.deepEqual(await here.claim(), []);
      assert.deepEqual(await here.progress(), [1, 0, 0]);
    });

    it('deletes vector and task in the write that retires a memory', async () => {
      await here.store.embeddings.useModel(model);
      const embedded = await here.say('one');
      await here.workOff();
      const queued = await here.say('two');
      for (const id of [embedded, queued]) {
        await here.store.facts.deprecate(id, 1, 'over', moment);
      }
      assert.deepEqual(await here.progress(), [0, 0, 0]);
      assert.deepEqual(await here.nearest('one'), []);
    });

    it('limits the text for a model to 8,000 characters without splitting one', async () => {
      await here.store.embeddings.useModel(model);
      await here.say(`${'x'.repeat(7_999)}😀 and more`);
      const [task] = await here.claim();
      assert.equal(task?.text, 'x'.repeat(7_999));
    });

    it('counts attempts, waits as long as requested, and gives up after the last', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      for (let attempt = 0; attempt < maxEmbeddingAttempts; attempt += 1) {
        const tasks = await here.claim();
        assert.deepEqual(
          tasks.map((task) => task.attempts),
          [attempt],
        );
        await here.store.embeddings.postpone(tasks, new Date(here.now + 60_000).toISOString(), 'too long');
        assert.deepEqual(await here.claim(), []);
        here.pass(61);
      }
      assert.deepEqual(await here.claim(), []);
      assert.deepEqual(await here.progress(), [0, 0, 1]);
      assert.equal((await here.store.embeddings.progress(model)).lastError, 'too long');
      assert.equal(await here.store.embeddings.retryFailing(model), 1);
      assert.deepEqual(
        (await here.claim()).map((task) => task.attempts),
        [0],
      );
    });

    it('requeues released tasks at once without counting an attempt', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      await here.store.embeddings.release(await here.claim(), 'nobody answers');
      assert.equal((await here.store.embeddings.progress(model)).lastError, 'nobody answers');
      assert.deepEqual(
        (await here.claim()).map((task) => task.attempts),
        [0],
      );
    });

    it('separates the vectors of two models', async () => {
      await here.say('one');
      await here.store.embeddings.useModel(model);
      await here.workOff();
      await here.store.embeddings.useModel('tests:other');
      assert.deepEqual(
        (await here.store.embeddings.report()).map((one) => [one.model, one.embedded, one.waiting]).sort(),
        [
          ['tests:other', 0, 1],
          [model, 1, 0],
        ],
      );
      assert.deepEqual(
        await here.store.embeddings.nearest(
          'tests:other',
          direction('one'),
          { userId: here.ada.user.id, scope: 'all' },
          5,
        ),
        [],
      );
      assert.deepEqual(await here.nearest('one'), ['fact 1']);
    });

    it('starts over if vectors of the same model have another length', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      await here.say('two');
      await here.workOff();
      await here.say('three');
      await here.finish(await here.claim(), () => Float32Array.of(1, 2));
      assert.deepEqual(await here.progress(), [1, 0, 0]);
      assert.deepEqual(await here.nearest('one'), [], 'a query vector of the old length finds nothing');
      await here.store.embeddings.useModel(model);
      assert.deepEqual(await here.progress(), [1, 2, 0]);
    });

    it('drops a model that is unused for a month, and keeps one that is used', async () => {
      await here.say('one');
      await here.store.embeddings.useModel(model);
      await here.workOff();
      await here.store.embeddings.useModel('tests:other');
      here.pass(20 * 86_400);
      await here.store.embeddings.useModel('tests:other');
      assert.equal((await here.store.embeddings.report()).length, 2);
      here.pass(15 * 86_400);
      await here.store.embeddings.useModel('tests:other');
      assert.deepEqual(
        (await here.store.embeddings.report()).map((one) => one.model),
        ['tests:other'],
      );
    });

    it('keeps vectors through an index rebuild', async () => {
      await here.store.embeddings.useModel(model);
      await here.say('one');
      await here.say('two');
      await here.workOff();
      await here.store.maintenance.rebuildIndex();
      assert.deepEqual(await here.progress(), [2, 0, 0]);
      assert.deepEqual((await here.store.maintenance.inspect()).damage, []);
    });

    it('queues imported memories', async () => {
      await here.say('one');
      const snapshot = await here.store.portability.read(moment, 'ada');
      const other = openStore(engine, anEmptyStore(engine));
      await other.embeddings.useModel(model);
      await other.portability.merge(snapshot, 'ada');
      assert.deepEqual(textsOf(await here.claim(10, other)), ['one']);
      await other.close();
    });
  });
}
