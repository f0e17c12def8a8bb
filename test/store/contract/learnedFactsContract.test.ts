/** How a learned item meets what is known: it repeats, replaces or closes a fact, or was dismissed; and the list of all. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../src/memory/shared/audit.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { StoredWindow } from '../../../src/memory/learn/learnStore.ts';
import type { SessionsToLearn } from '../learnedSessions.ts';
import { began, fourTurns, itemOf, keep, later, learnOne, openSessionsToLearn } from '../learnedSessions.ts';
import { aFact, engineNames, moment, noJudgement, removeFolders, visit } from '../support.ts';

after(removeFolders);

const statement = 'The search keeps its answers for an hour, because it is slow.';
const stored: StoredWindow = { status: 'stored', learned: [], corroborated: 0, replaced: 0, dismissed: 0 };

const anActor = ({ user }: Caller): Actor => ({ userId: user.id, agentId: null, sessionId: null, projectId: null });

for (const engine of engineNames) {
  describe(`learned facts (${engine})`, () => {
    let open: SessionsToLearn;
    beforeEach(async () => {
      open = await openSessionsToLearn(engine);
    });
    afterEach(() => open.close());

    describe('compares an item with what is known, and', () => {
      it('counts other sessions that say the same, once each, up to a limit', async () => {
        await learnOne(open, 'one', statement);
        const counted: [number, number][] = [];
        for (const name of ['two', 'three', 'four', 'five', 'six', 'seven']) {
          assert.deepEqual(await learnOne(open, name, statement, { value: 3 }), { ...stored, corroborated: 1 });
          const [fact] = await open.learned();
          counted.push([fact?.evidence.also.length ?? 0, fact?.confidence ?? 0]);
        }
        assert.deepEqual(counted, [
          [1, 0.7],
          [2, 0.8],
          [3, 0.9],
          [4, 0.9],
          [5, 0.9],
          [6, 0.9],
        ]);
        const [fact] = await open.learned();
        assert.deepEqual([fact?.evidence.value, fact?.evidence.message], [3, 'one 1']);
      });

      it('does not count a session twice, also not its own', async () => {
        await learnOne(open, 'one', statement);
        await learnOne(open, 'two', statement);
        for (const name of ['one', 'two']) {
          const id = await open.record(name, [...fourTurns, 'And again', 'Yes']);
          const [session] = await open.waiting({ sessionId: id });
          assert.ok(session);
          assert.deepEqual(await keep(open, session, { items: [await itemOf(open, id)] }), {
            ...stored,
            corroborated: 1,
          });
        }
        const [fact] = await open.learned();
        assert.deepEqual([fact?.evidence.also.length, fact?.confidence], [1, 0.7]);
      });

      it('keeps no words of the sessions that say the same', async () => {
        await learnOne(open, 'one', statement, { when: ['search is slow'] });
        await learnOne(open, 'two', statement, { when: ['the quetzal is slow'], about: ['quetzal'] });
        const [fact] = await open.learned();
        assert.ok(!JSON.stringify(fact).includes('quetzal'));
      });

      it('changes nothing of a fact that was stored on purpose', async () => {
        await open.store.facts.add(aFact(open.caller, statement, { confidence: 0.4 }), noJudgement);
        assert.deepEqual(await learnOne(open, 'one', statement), { ...stored, corroborated: 1 });
        assert.deepEqual(await open.learned(), []);
        const { facts } = await open.store.facts.list({ userId: open.caller.user.id, scope: 'all', limit: 10 });
        assert.deepEqual(
          facts.map(({ confidence, version }) => [confidence, version]),
          [[0.4, 1]],
        );
      });

      it('lets a newer item replace an older one, which stays with its date', async () => {
        const { learned } = await learnOne(open, 'one', statement);
        const [old = 0] = learned;
        const text = 'The search keeps no answers any more, because it became fast.';
        const outcome = await learnOne(open, 'two', text, { replaces: old, at: later });
        assert.deepEqual([outcome.learned.length, outcome.replaced], [1, 1]);
        const [newer, older] = await open.learned();
        assert.deepEqual([newer?.fact, newer?.replaces, newer?.deprecated], [text, old, false]);
        assert.deepEqual([older?.fact, older?.deprecated, older?.createdAt], [statement, true, began]);
        assert.match(older?.deprecationReason ?? '', /^superseded by #\d+$/u);
      });

      it('lets no older item replace a newer one', async () => {
        const { learned } = await learnOne(open, 'new', statement, { at: later });
        const outcome = await learnOne(open, 'old', 'The search keeps no answers, because nobody asked.', {
          replaces: learned[0],
        });
        assert.deepEqual([outcome.learned.length, outcome.replaced], [1, 0]);
        assert.ok((await open.learned()).every(({ deprecated }) => !deprecated));
      });

      it('learns no dismissed item again, in whatever words, session, or claim of the model', async () => {
        const { learned } = await learnOne(open, 'one', statement);
        const [id = 0] = learned;
        await open.store.facts.deprecate(id, 1, 'Wrong', moment, anActor(open.caller));
        for (const [name, text] of Object.entries({
          two: statement,
          three: 'Because it is slow, the search keeps its answers for an hour.',
          four: statement.toUpperCase(),
        }))
          assert.deepEqual(
            await learnOne(open, name, text, { sameAs: id, replaces: id }),
            { ...stored, dismissed: 1 },
            text,
          );
        assert.equal((await open.learned()).length, 1);
      });

      it('learns nothing again that somebody stored and then took back', async () => {
        const { fact } = await open.store.facts.add(aFact(open.caller, statement, { words: [] }), noJudgement);
        await open.store.facts.deprecate(fact.id, 1, 'Wrong', moment, anActor(open.caller));
        assert.deepEqual(await learnOne(open, 'one', statement), { ...stored, dismissed: 1 });
      });

      it('learns no dismissed item again after hundreds of others were replaced', async () => {
        const { learned } = await learnOne(open, 'one', statement);
        const [id = 0] = learned;
        const by = anActor(open.caller);
        await open.store.facts.deprecate(id, 1, 'Wrong', began, by);
        const [fact] = await open.learned();
        assert.ok(fact);
        for (let at = 0; at < 520; at += 1) {
          const { evidence } = fact;
          const more = { evidence, sourceSession: fact.sourceSession, words: [] };
          const added = await open.store.facts.add(aFact(open.caller, `Replaced ${String(at)}`, more), noJudgement);
          await open.store.facts.deprecate(added.fact.id, 1, 'superseded by #1', moment, by);
        }
        assert.deepEqual(await learnOne(open, 'two', statement), { ...stored, dismissed: 1 });
      });

      it('learns no erased item again', async () => {
        const { learned } = await learnOne(open, 'one', statement);
        const ref = { kind: 'fact', id: String(learned[0]) } as const;
        const query = { userId: open.caller.user.id, ref, mode: 'personal' } as const;
        const preview = await open.store.erasure.preview(query);
        assert.ok(typeof preview === 'object');
        await open.store.erasure.erase({ ...query, expected: preview.expected, now: moment });
        assert.deepEqual(await learnOne(open, 'two', statement), { ...stored, dismissed: 1 });
        assert.deepEqual(await open.learned(), []);
      });

      it('closes todos that were said before, and nothing else', async () => {
        const { learned: todos } = await learnOne(open, 'one', 'The cache of the search needs a measurement.', {
          type: 'todo',
        });
        const { learned: facts } = await learnOne(open, 'two', statement);
        const { learned: newer } = await learnOne(open, 'three', 'The relay needs a second region.', {
          type: 'todo',
          at: moment,
        });
        const id = await open.record('four', fourTurns, { at: later });
        const [session] = await open.waiting({ sessionId: id });
        assert.ok(session);
        const outcome = await keep(open, session, { done: [...todos, ...facts, ...newer, 999] });
        assert.deepEqual(outcome, { ...stored, replaced: 1 });
        const retired = (await open.learned()).filter(({ deprecated }) => deprecated);
        assert.deepEqual(
          retired.map((fact) => [fact.id, fact.deprecationReason]),
          [[todos[0], `done in session ${id}`]],
        );
        assert.deepEqual(await keep(open, { ...session, before: session.through }, { done: todos }), stored);
      });

      it('does not close, repeat or replace what another user learned', async () => {
        const grace = await visit(open.store, { username: 'grace' });
        const theirs = await open.record('theirs', fourTurns, { by: grace });
        const [session] = await open.waiting({ userId: grace.user.id });
        assert.ok(session);
        const todo = { type: 'todo', text: 'The cache of the search needs a measurement.' };
        const { learned: foreign } = await keep(open, session, { items: [await itemOf(open, theirs, todo)] });
        const other = await open.record('two', fourTurns, { at: later });
        const [mine] = await open.waiting({ sessionId: other });
        assert.ok(mine);
        const text = 'The cache of the search was measured, and it is fast.';
        const items = [await itemOf(open, other, { text, replaces: foreign[0], sameAs: foreign[0] })];
        const outcome = await keep(open, mine, { items, done: foreign });
        assert.deepEqual([outcome.learned.length, outcome.corroborated, outcome.replaced], [1, 0, 0]);
        const [left] = await open.learned(grace);
        assert.deepEqual([left?.deprecated, left?.evidence.also, left?.version], [false, [], 1]);
      });
    });

    describe('lists what was learned', () => {
      it('by session, type, state and day, the last said first, and counts all', async () => {
        const { learned: first } = await learnOne(open, 'one', statement);
        const { learned: second } = await learnOne(open, 'two', 'The relay needs a second region.', {
          type: 'todo',
          at: later,
        });
        const query = async (more: object): Promise<[number[], number]> => {
          const { facts, total } = await open.learning.list(open.caller, { scope: 'all', limit: 10, ...more });
          return [facts.map(({ id }) => id), total];
        };
        assert.deepEqual(await query({}), [[...second, ...first], 2]);
        assert.deepEqual(await query({ limit: 1 }), [second, 2]);
        assert.deepEqual(await query({ types: ['todo'] }), [second, 1]);
        assert.deepEqual(await query({ since: later }), [second, 1]);
        assert.deepEqual(await query({ sessionId: (await open.learned())[1]?.sourceSession }), [first, 1]);
        assert.deepEqual(await query({ states: ['dismissed', 'replaced'] }), [[], 0]);
        assert.deepEqual(await query({ scope: { projectId: randomUUID() } }), [[], 0]);
      });
    });
  });
}
