/** Learned facts in exports, imports, undo and the removal of secrets: evidence and state are kept, also what was dismissed. */
import { strict as assert } from 'node:assert';
import type { SecretsCursor } from '../../../src/memory/governance/secrets.ts';
import type { Redact } from '../../../src/memory/shared/ports.ts';
import type { LearnedFact } from '../../../src/memory/learn/learnStore.ts';
import { stateOf } from '../../../src/memory/facts/evidence.ts';
import type { Snapshot } from '../../../src/memory/upkeep/snapshot.ts';
import { snapshotFrom } from '../../../src/memory/upkeep/snapshot.ts';
import { aStatement, fourTurns, itemOf, keep, later, learnOne, openSessionsToLearn } from '../learnedSessions.ts';
import type { SessionsToLearn } from '../learnedSessions.ts';
import { engineNames, moment, removeFolders } from '../support.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`learned facts in exports (${engine})`, () => {
    let open: SessionsToLearn;
    let other: SessionsToLearn;
    beforeEach(async () => {
      open = await openSessionsToLearn(engine);
      other = await openSessionsToLearn(engine);
    });
    afterEach(async () => {
      await open.close();
      await other.close();
    });

    const exported = async ({ store }: SessionsToLearn): Promise<Snapshot> =>
      snapshotFrom(JSON.stringify(await store.portability.read(moment, 'ada')));
    const dismiss = async ({ store, caller }: SessionsToLearn, { id, version }: LearnedFact): Promise<void> => {
      const by = { userId: caller.user.id, agentId: null, sessionId: null, projectId: null };
      assert.notEqual(await store.facts.deprecate(id, version, 'Wrong', moment, by), 'conflict');
    };
    const only = async (from: SessionsToLearn): Promise<LearnedFact> => {
      const [fact, ...more] = await from.learned();
      assert.ok(fact);
      assert.deepEqual(more, []);
      return fact;
    };
    const statesIn = async (from: SessionsToLearn): Promise<string[]> => (await from.learned()).map(stateOf).sort();

    it('keep evidence, state and what they replaced', async () => {
      const { learned } = await learnOne(open, 'one', aStatement(0), { when: ['slow'], about: ['search'] });
      await learnOne(open, 'two', 'The search is fast now.', { replaces: learned[0], at: later });
      await learnOne(open, 'three', aStatement(2), { at: later });
      await learnOne(open, 'four', aStatement(2), { at: later });
      const [, third] = await open.learned();
      assert.ok(third);
      await dismiss(open, third);
      await other.store.portability.merge(await exported(open), 'ada');
      const [here, there] = [await open.learned(), await other.learned()];
      const comparable = ({
        fact,
        evidence,
        confidence,
        createdAt,
        origin,
        deprecationReason,
        replaces,
      }: LearnedFact): unknown => [fact, evidence, confidence, createdAt, origin, deprecationReason, replaces];
      assert.deepEqual(there.map(comparable), here.map(comparable));
      assert.deepEqual(there.map(stateOf).sort(), ['dismissed', 'learned', 'replaced']);
    });

    it('are not learned again from the same turns after an import', async () => {
      await learnOne(open, 'one', aStatement(0));
      await other.store.portability.merge(await exported(open), 'ada');
      assert.deepEqual(await other.waiting(), []);
    });

    it('stay as they are without evidence that is none', async () => {
      await learnOne(open, 'one', aStatement(0));
      const snapshot = await exported(open);
      for (const evidence of ['', 'null', '{', '[]', '{"type": "decision"}', '"text"', '5']) {
        const facts = snapshot.tables.facts.map((row) => ({
          ...row,
          uid: `of ${evidence}`,
          content_hash: evidence,
          evidence,
        }));
        await other.store.portability.merge({ ...snapshot, tables: { ...snapshot.tables, facts } }, 'ada');
      }
      assert.deepEqual(await other.learned(), []);
      const { total } = await other.store.facts.list({ userId: other.caller.user.id, scope: 'all', limit: 100 });
      assert.equal(total, 7);
    });

    it('that are dismissed there do not stay here under another name', async () => {
      await learnOne(open, 'one', aStatement(0));
      await learnOne(other, 'one', aStatement(0));
      await dismiss(other, await only(other));
      await open.store.portability.merge(await exported(other), 'ada');
      assert.deepEqual(await statesIn(open), ['dismissed', 'dismissed']);
      assert.deepEqual(await learnOne(open, 'two', aStatement(0)).then(({ dismissed }) => dismissed), 1);
    });

    it('that are dismissed here do not come back from an import, under whatever name', async () => {
      await learnOne(open, 'one', aStatement(0));
      await learnOne(other, 'one', aStatement(0));
      await dismiss(open, await only(open));
      const snapshot = await exported(other);
      await open.store.portability.merge(snapshot, 'ada');
      assert.deepEqual(await statesIn(open), ['dismissed', 'dismissed']);
      await open.store.portability.merge(snapshot, 'ada');
      assert.deepEqual(await statesIn(open), ['dismissed', 'dismissed']);
      const { indexMissing, indexOrphans } = await open.store.maintenance.inspect();
      assert.deepEqual([indexMissing, indexOrphans], [0, 0]);
    });

    it('that a person confirmed stay, although another machine dismissed the same', async () => {
      await learnOne(open, 'one', aStatement(0));
      await learnOne(other, 'one', aStatement(0));
      await dismiss(other, await only(other));
      const snapshot = await exported(open);
      const facts = snapshot.tables.facts.map((row) => ({ ...row, origin: 'person' }));
      const third = await openSessionsToLearn(engine);
      await third.store.portability.merge({ ...snapshot, tables: { ...snapshot.tables, facts } }, 'ada');
      await third.store.portability.merge(await exported(other), 'ada');
      assert.deepEqual(await statesIn(third), ['confirmed', 'dismissed']);
      await third.close();
    });

    it('lose secrets that are recognized later, also those in their evidence', async () => {
      const id = await open.record('chat', ['The key is PLACEHOLDER today', ...fourTurns.slice(1)]);
      const [session] = await open.waiting({ sessionId: id });
      assert.ok(session);
      const when = ['deploy with PLACEHOLDER'];
      await keep(open, session, {
        items: [await itemOf(open, id, { text: aStatement(0), when, about: ['PLACEHOLDER'] })],
      });
      const cut: Redact = (text) => {
        const parts = text.split('PLACEHOLDER');
        const removed = parts.length - 1;
        return { text: parts.join('[removed: a key]'), removed, rules: removed === 0 ? [] : ['a key'] };
      };
      assert.match(JSON.stringify((await exported(open)).tables.facts), /PLACEHOLDER/u);
      const places: string[] = [];
      for (let from: SecretsCursor | null = { table: 0, after: 0 }; from !== null;) {
        const { found, next } = await open.store.secrets.look(from, cut, 'clean');
        places.push(...found.map(({ table, column }) => `${table} ${column}`));
        from = next;
      }
      assert.ok(places.includes('facts evidence'), places.join());
      assert.ok(!JSON.stringify(await exported(open)).includes('PLACEHOLDER'));
      const { evidence } = await only(open);
      assert.deepEqual(
        [evidence.quote, evidence.when, evidence.about],
        ['The key is [removed: a key] today', ['deploy with [removed: a key]'], ['[removed: a key]']],
      );
    });
  });
}
