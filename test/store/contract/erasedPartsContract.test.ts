/**
 * What goes with an erased session or decision, on both engines: hand-offs, outcomes and links. It is gone from the
 * store, from its backups and from later imports, and the preview counts it.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { finishErasure } from '../../../src/memory/governance/scopeErasure.ts';
import type { ErasurePreview, PartCount } from '../../../src/memory/governance/erasure.ts';
import type { Caller, ProjectRef } from '../../../src/memory/shared/identity.ts';
import type { ErasableKind } from '../../../src/memory/shared/vocabulary.ts';
import type { Snapshot } from '../../../src/memory/upkeep/snapshot.ts';
import { openTestMemory } from '../../support/memory.ts';
import type { TestMemory } from '../../support/memory.ts';
import { rowsIn } from '../../support/rows.ts';
import { backupsOf } from '../backupsOf.ts';
import { engineNames, isFileEngine } from '../support.ts';

const shop: ProjectRef = { key: 'github.com/acme/shop', name: 'shop' };
const harbour: ProjectRef = { key: 'github.com/acme/harbour', name: 'harbour' };

for (const engine of engineNames) {
  describe(`what goes with an erased memory (${engine})`, () => {
    let test: TestMemory;
    let ada: Caller;
    beforeEach(async () => {
      test = openTestMemory('personal', engine);
      ada = await test.caller({ project: shop });
    });
    afterEach(() => test.close());

    /** Ends the caller's session and leaves a next step; returns the id of the session. */
    const leave = async (nextStep: string, by = ada): Promise<string> => {
      const { id: sessionId } = await test.memory.sessions.end(by, { oneLiner: 'Lit the lamp' });
      await test.memory.handOffs.leave(by, { nextSteps: [nextStep], blockers: ['No oil'], sessionId });
      return sessionId;
    };
    const exported = (): Promise<Snapshot> => test.memory.portability.export('ada');
    const tables = async (): Promise<Snapshot['tables']> => (await exported()).tables;
    const factsNow = async (): Promise<unknown[]> => (await tables()).facts.map(({ fact }) => fact);
    const asRecord = (parts: readonly PartCount[]): Record<string, number> =>
      Object.fromEntries(parts.map(({ what, count }) => [what, count]));
    const shown = (kind: ErasableKind, id: string): Promise<ErasurePreview> =>
      test.memory.erasure.preview(ada, { kind, id });
    const erase = async (kind: ErasableKind, id: string): Promise<void> => {
      const { expected } = await shown(kind, id);
      await test.memory.erasure.erase(ada, { kind, id }, expected);
    };
    const eraseProject = async (id: string): Promise<Record<string, number>> => {
      const ref = { kind: 'project', id } as const;
      const { expected, goes } = await test.memory.scopeErasure.preview(ada, ref);
      const { erased } = await test.memory.scopeErasure.erase(ada, ref, expected);
      assert.deepEqual(erased, goes);
      return asRecord(erased);
    };
    const backUp = async (): Promise<string> => {
      assert.ok(isFileEngine(engine));
      return (await backupsOf(engine, test.file).make('manual')).path;
    };
    // Only a store in a file has backups that BigMind knows.
    const itWithBackups = isFileEngine(engine) ? it : it.skip;
    const holds = (file: string, word: string): boolean =>
      readFileSync(file, 'latin1').toLowerCase().includes(word.toLowerCase());

    itWithBackups('is the hand-off of a session in every state, and no other fact', async () => {
      await test.memory.sessions.current(ada);
      await test.memory.facts.store(ada, { category: 'codebase', fact: 'The lamp is lit.' });
      const sessionId = await leave('Paint the quetzal');
      const [, handOff] = (await tables()).facts;
      await test.memory.muted.mute(ada, { kind: 'fact', id: String(handOff?.['id']) });
      const other = await test.caller({ conversationId: 'other', project: shop });
      await leave('Buy rope', other);
      const backup = await backUp();
      assert.ok(holds(backup, 'quetzal'));

      const { goes, stays } = await shown('session', sessionId);
      assert.deepEqual([asRecord(goes), asRecord(stays)], [{ sessions: 1, facts: 1, links: 1 }, { facts: 1 }]);
      await erase('session', sessionId);
      await finishErasure(test.memory.erasureCleanup);
      const { facts, links, muted_memories: muted } = await tables();
      assert.deepEqual(
        [facts.map(({ source_session: session }) => session === sessionId), links, muted],
        [[false, false], [], []],
      );
      assert.equal((await test.memory.handOffs.current(ada))?.nextSteps[0], 'Buy rope');
      assert.deepEqual((await test.search.find(ada, { query: 'quetzal' })).results, []);
      assert.deepEqual([holds(test.file, 'quetzal'), holds(backup, 'quetzal')], [false, false]);
      assert.deepEqual(rowsIn(backup, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
      assert.equal(rowsIn(backup, 'SELECT count(*) AS n FROM facts')[0]?.['n'], 2);
    });

    itWithBackups('is the hand-off in a backup that the store does not have, as after a restore', async () => {
      const sessionId = await leave('Buy rope');
      const backup = await backUp();
      const db = new DatabaseSync(backup);
      db.exec(`INSERT INTO facts (user_id, category, fact, uid, source_session, memory_type, tags, expires_at)
        SELECT user_id, category, 'Paint the quetzal', 'only-there', source_session, memory_type, tags, expires_at FROM facts;
        INSERT INTO facts (user_id, category, fact, uid, source_session)
        SELECT user_id, category, 'The lamp is lit.', 'other', source_session FROM facts WHERE uid <> 'only-there'`);
      db.close();
      await erase('session', sessionId);
      await finishErasure(test.memory.erasureCleanup);
      assert.deepEqual(rowsIn(backup, 'SELECT fact, source_session FROM facts'), [
        { fact: 'The lamp is lit.', source_session: null },
      ]);
      assert.equal(holds(backup, 'quetzal'), false);
    });

    it('is not previewed any longer if the hand-off changed since', async () => {
      const sessionId = await leave('Paint the tower');
      const { expected } = await shown('session', sessionId);
      const [handOff] = (await tables()).facts;
      await test.memory.facts.edit(ada, { factId: Number(handOff?.['id']), tags: ['hand-off', 'urgent'] });
      await assert.rejects(test.memory.erasure.erase(ada, { kind: 'session', id: sessionId }, expected), {
        code: 'conflict',
      });
    });

    it('is not imported again, also under another name', async () => {
      const sessionId = await leave('Paint the quetzal');
      const before = await exported();
      await erase('session', sessionId);
      const renamed = before.tables.facts.map((row) => ({ ...row, uid: 'another-uid' }));
      for (const facts of [before.tables.facts, renamed]) {
        const snapshot = { ...before, tables: { ...before.tables, facts } };
        const report = await test.memory.portability.import(JSON.stringify(snapshot), 'ada');
        assert.deepEqual([report.facts.erased, report.facts.added], [1, 0]);
      }
      assert.deepEqual(await factsNow(), []);
    });

    itWithBackups('is the hand-off of each session of a project, also one that a person moved out of it', async () => {
      await leave('Paint the quetzal');
      const [moved] = (await tables()).facts;
      await test.memory.facts.edit(ada, { factId: Number(moved?.['id']), category: 'preference' });
      assert.equal((await tables()).facts[0]?.['project_id'], null);
      await leave('Paint the quetzal again', await test.caller({ conversationId: 'other', project: shop }));
      await leave('Buy rope', await test.caller({ conversationId: 'third', project: harbour }));
      const backup = await backUp();
      assert.equal((await eraseProject('shop'))['facts'], 2);
      await finishErasure(test.memory.erasureCleanup);
      const steps = (await factsNow()).map((text) => /- (?<step>.+)/u.exec(String(text))?.groups?.['step']);
      assert.deepEqual(steps, ['Buy rope']);
      assert.deepEqual([holds(test.file, 'quetzal again'), holds(backup, 'quetzal again')], [false, false]);
      assert.deepEqual([holds(test.file, 'Paint the'), holds(backup, 'Paint the')], [false, false]);
    });

    describe('of a decision', () => {
      const decide = async (by = ada, chunkId?: number): Promise<number> => {
        const decision = { title: 'Light it by gas', decidedBy: 'Ada', rationale: 'Gas is near.' };
        const { fact } = await test.memory.decisions.save(by, {
          ...decision,
          ...(chunkId !== undefined && { chunkId }),
        });
        await test.memory.decisions.addOutcome(by, { decision: fact.id, rating: 2, notes: 'The quetzal fled.' });
        return fact.id;
      };
      const keep = async (by = ada): Promise<number> => {
        const kept = { content: 'We decided to light it by gas.', flagReason: 'decision, kept by rule', role: 'user' };
        return (await test.memory.chunks.append(by, kept)).chunk.id;
      };

      itWithBackups(
        'are its outcomes and links, in the store and in backups, and its draft waits again there',
        async () => {
          const chunkId = await keep();
          const discarded = await test.memory.chunks.append(ada, {
            ...{ content: 'We decided to rest.', flagReason: 'decision, kept by rule', role: 'user' },
          });
          await test.memory.decisions.dismiss(ada, [discarded.chunk.id]);
          const id = await decide(ada, chunkId);
          const backup = await backUp();
          const { goes } = await shown('fact', String(id));
          assert.deepEqual(asRecord(goes), { facts: 1, outcomes: 1, links: 1 });
          await erase('fact', String(id));
          await finishErasure(test.memory.erasureCleanup);
          const { outcomes, links, facts } = await tables();
          assert.deepEqual([outcomes, links, facts], [[], [], []]);
          assert.deepEqual([holds(test.file, 'quetzal'), holds(backup, 'quetzal')], [false, false]);
          for (const table of ['outcomes', 'links', 'facts', 'changes'])
            assert.deepEqual(rowsIn(backup, `SELECT * FROM ${table}`), [], table);
          assert.deepEqual(
            rowsIn(backup, 'SELECT id, dismissed_at IS NOT NULL AS gone FROM conversation_chunks ORDER BY id'),
            [
              { id: chunkId, gone: 0 },
              { id: discarded.chunk.id, gone: 1 },
            ],
          );
        },
      );

      itWithBackups(
        'are the link to its exchange if that, its session or its project is erased, and the decision stays',
        async () => {
          const elsewhere = await test.caller({ conversationId: 'other', project: harbour });
          const chunkId = await keep();
          await decide(elsewhere, chunkId);
          const [{ session_id: sessionId } = {}] = (await tables()).conversation_chunks;
          const before = await exported();
          const again = async (): Promise<void> => {
            await test.memory.portability.import(JSON.stringify(before), 'ada');
          };
          assert.deepEqual(asRecord((await shown('chunk', String(chunkId))).goes), { chunks: 1, links: 1 });
          assert.deepEqual(asRecord((await shown('session', String(sessionId))).goes), {
            ...{ sessions: 1, chunks: 1, links: 1 },
          });
          const backup = await backUp();
          assert.equal((await eraseProject('shop'))['links'], 1);
          await finishErasure(test.memory.erasureCleanup);
          await again();
          const { links, facts, outcomes } = await tables();
          assert.deepEqual([links, facts.length, outcomes.length], [[], 1, 1]);
          assert.deepEqual(rowsIn(backup, 'SELECT * FROM links'), []);
          assert.equal(rowsIn(backup, 'SELECT count(*) AS n FROM outcomes')[0]?.['n'], 1);
        },
      );

      it('are gone with the exchange alone', async () => {
        const chunkId = await keep();
        await decide(ada, chunkId);
        await erase('chunk', String(chunkId));
        const { links, facts } = await tables();
        assert.deepEqual([links, facts.length], [[], 1]);
      });
    });
  });
}
