/**
 * Undoing a fact command of the page restores everything on both engines: facts, confidence, links, pins and their
 * order. Tries every command on every fact of several disputes.
 */
import assert from 'node:assert/strict';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { PageHost } from '../../../src/page/shared/pageHost.ts';
import type { PageCommand } from '../../../src/protocol/commands.ts';
import { hostFor, refusal, runCommand, undo } from '../../page/support.ts';
import type { TestMemory } from '../../support/memory.ts';
import { openTestMemory } from '../../support/memory.ts';
import { engineNames } from '../support.ts';

const unchanged = { text: null, category: null, factType: null, confidence: null, tags: null, expires: null };
const decision = {
  decidedBy: 'Ada',
  assistedBy: [],
  project: 'harbour',
  rationale: 'It is calm.',
  alternatives: ['No'],
};
const [thursday, friday, monday] = ['Thursdays', 'Fridays', 'Mondays'].map((day) => `We deploy on ${day} only.`) as [
  string,
  string,
  string,
];

for (const engine of engineNames) {
  describe(`undoing fact changes (${engine})`, () => {
    let open: TestMemory;
    let ada: Caller;
    let host: PageHost;
    beforeEach(async () => {
      open = openTestMemory('personal', engine);
      ada = await open.caller({ project: { key: 'github.com/acme/harbour', name: 'harbour' } });
      host = hostFor(ada, open);
    });
    afterEach(() => open.close());

    const storeFact = async (fact: string, confidence = 1): Promise<number> =>
      (await open.memory.facts.store(ada, { category: 'decision', fact, confidence })).fact.id;
    const facts = async (): Promise<{ id: number; version: number; deprecated: boolean; confidence: number }[]> =>
      (await open.memory.portability.export('ada')).tables.facts.map((row) => ({
        id: Number(row['id']),
        version: Number(row['version']),
        deprecated: row['deprecated'] === 1,
        confidence: Number(row['confidence']),
      }));
    const confidences = async (): Promise<number[]> => (await facts()).map(({ confidence }) => confidence);

    /** Everything that a person can distinguish about the facts up to `last`. */
    const snapshot = async (last: number): Promise<unknown> => {
      const { tables } = await open.memory.portability.export('ada');
      const rows = tables.facts.filter(({ id }) => Number(id) <= last);
      const known = new Set(rows.map(({ uid }) => uid));
      const links = tables.links.filter(({ from_uid: from, to_uid: to }) => known.has(from) && known.has(to));
      return {
        facts: rows.map(({ updated_at: _, version: __, ...row }) => row),
        links: links
          .map(({ from_uid: from, to_uid: to, relation, amount }) => [from, relation, to, amount].join(' '))
          .toSorted(),
        pins: (await open.memory.profiles.get(ada))?.pinnedFacts,
      };
    };

    const commandsFor = ({ id, version, deprecated }: Awaited<ReturnType<typeof facts>>[number]): PageCommand[] => {
      const edit = (more: Partial<typeof unchanged> | object): PageCommand => {
        return { type: 'editFact', id, version, ...unchanged, ...more };
      };
      const supersede = (text: string): PageCommand => ({
        type: 'supersedeFact',
        id,
        text,
        category: null,
        confidence: null,
      });
      if (deprecated) return [{ type: 'restoreFact', id }];
      return [
        edit({ text: 'We deploy on Sundays only!' }),
        edit({ text: 'Seagulls sleep standing' }),
        edit({ text: 'The port is 81', confidence: 0.3 }),
        edit({ text: 'We deploy on Saturdays only.', category: 'preference', tags: ['x'] }),
        edit({ confidence: 1, tags: ['y'] }),
        edit({ confidence: 0.05 }),
        edit({ factType: 'plan', expires: '2026-12-01' }),
        { type: 'completeDecision', id, version, title: 'We deploy on Wednesdays only.', ...decision },
        {
          type: 'saveDecision',
          ...{ title: 'We deploy on Tuesdays only.', ...decision, sourceRef: null, supersedes: id, draft: null },
        },
        { type: 'deprecateFact', id, reason: 'No longer so' },
        supersede('We deploy on Tuesdays only.'),
        supersede('The port is 80.'),
        supersede('the port is 80'),
      ];
    };

    const scenarios: Record<string, () => Promise<unknown>> = {
      'two that contradict each other': async () => {
        await storeFact(thursday);
        await storeFact(friday);
      },
      'three uncertain ones that contradict each other': async () => {
        await storeFact(thursday, 0.333);
        await storeFact(friday, 0.7);
        await storeFact(monday, 0.125);
      },
      'one that was repeated, and one whose contradiction was resolved': async () => {
        await storeFact(thursday, 0.8);
        await storeFact(friday);
        await storeFact(thursday, 1);
        const { fact } = await open.memory.facts.supersede(ada, { factId: 2, fact: monday });
        await open.memory.facts.edit(ada, { factId: fact.id, fact: 'Lint before every commit' });
      },
      'one that was superseded, and one that was deprecated': async () => {
        await storeFact(thursday);
        await open.memory.facts.supersede(ada, { factId: 1, fact: friday });
        await storeFact(monday);
        await open.memory.facts.deprecate(ada, { factId: 3, reason: 'A slip.' });
      },
    };

    for (const [name, prepare] of Object.entries(scenarios)) {
      it(`restores all facts: ${name}`, async () => {
        await prepare();
        await storeFact('The port is 80', 0.6);
        for (const text of ['First', friday, thursday, 'Last']) await runCommand(host, { type: 'pin', text });
        const last = (await facts()).length;
        const before = await snapshot(last);
        for (let place = 0; place < last; place += 1) {
          const count = commandsFor((await facts())[place] ?? assert.fail()).length;
          for (let which = 0; which < count; which += 1) {
            const command = commandsFor((await facts())[place] ?? assert.fail())[which] ?? assert.fail();
            if (await isAlreadyStated(command)) continue;
            const done = await runCommand(host, command);
            assert.notDeepEqual(await snapshot(last), before, JSON.stringify(command));
            await undo(host, done);
            assert.deepEqual(await snapshot(last), before, JSON.stringify(command));
          }
        }
      });
    }

    /** The fact about the port cannot be superseded by its own statement. */
    const isAlreadyStated = async (command: PageCommand): Promise<boolean> => {
      if (command.type !== 'supersedeFact' || command.text !== 'the port is 80') return false;
      const { fact } = (await open.memory.facts.list(ada, 'all', 99)).facts.find(({ id }) => id === command.id) ?? {};
      return fact === 'The port is 80';
    };

    it('undoes several changes in reverse order', async () => {
      await storeFact(thursday, 0.333);
      await storeFact(friday);
      await storeFact(monday);
      const before = await snapshot(3);
      const done = [
        await runCommand(host, { type: 'deprecateFact', id: 1, reason: 'x' }),
        await runCommand(host, { type: 'deprecateFact', id: 3, reason: 'x' }),
        await runCommand(host, { type: 'restoreFact', id: 1 }),
        await runCommand(host, { type: 'supersedeFact', id: 2, text: monday, category: null, confidence: null }),
      ];
      for (const card of done.toReversed()) await undo(host, card);
      assert.deepEqual(await snapshot(3), before);
    });

    it('keeps a lowered confidence and its cause when only punctuation is edited', async () => {
      await storeFact(thursday);
      await storeFact(friday);
      const { contradicts } = await runCommand(host, {
        ...{ type: 'editFact', id: 1, version: 2, ...unchanged, text: 'We deploy on Thursdays only!' },
      });
      assert.deepEqual([await confidences(), contradicts], [[0.5, 1], []]);
      await open.memory.facts.deprecate(ada, { factId: 2, reason: 'A slip.' });
      assert.deepEqual(await confidences(), [1, 1]);
    });

    it('lowers confidence again when an edit is reverted by hand', async () => {
      await storeFact(thursday);
      await storeFact(friday);
      for (const id of [1, 2]) {
        const { fact, before } = await open.memory.facts.edit(ada, { factId: id, fact: 'Seagulls sleep standing' });
        assert.deepEqual([fact.confidence, await confidences()], [1, [1, 1]]);
        await open.memory.facts.edit(ada, { factId: id, fact: before.fact });
        assert.deepEqual(await confidences(), [0.5, 1], `#${String(id)}`);
      }
    });

    it('names the facts that lose confidence when a fact is stored, edited or superseded', async () => {
      await storeFact(thursday);
      const stored = await runCommand(host, { type: 'storeFact', text: friday, category: 'decision' });
      assert.deepEqual(stored.contradicts, [{ id: '1', text: thursday }]);
      await undo(host, stored);
      await storeFact('Seagulls sleep standing');
      const edited = await runCommand(host, { type: 'editFact', id: 3, version: 1, ...unchanged, text: monday });
      assert.deepEqual(edited.contradicts, [{ id: '1', text: thursday }]);
      await undo(host, edited);
      const superseding = { type: 'supersedeFact', id: 3, text: monday, category: null, confidence: null } as const;
      assert.deepEqual((await runCommand(host, superseding)).contradicts, [{ id: '1', text: thursday }]);
    });

    it('respects later changes, and rejects a second undo and one by another user', async () => {
      await storeFact(thursday);
      await storeFact(friday);
      const done = await runCommand(host, { type: 'deprecateFact', id: 2, reason: 'x' });
      const back: PageCommand = { type: 'undo', changes: [done.undo ?? assert.fail()] };
      const bob = hostFor(await open.caller({ username: 'bob' }), open);
      assert.equal((await refusal(bob, back)).code, 'not_found');
      await open.memory.facts.edit(ada, { factId: 1, confidence: 0.9 });
      await undo(host, done);
      assert.deepEqual(await confidences(), [0.4, 1], 'the current confidence is lowered by the same amount');
      assert.equal((await refusal(host, back)).code, 'not_found', 'it was already undone');
      assert.deepEqual(await confidences(), [0.4, 1]);
    });
  });
}
