/** What a session or message taught is erased with it, in the store and in its copies; other facts stay. */
import { strict as assert } from 'node:assert';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SessionsToLearn } from '../learnedSessions.ts';
import { aStatement, fourTurns, itemOf, keep, later, learnOne, openSessionsToLearn } from '../learnedSessions.ts';
import { storedTexts } from '../rawRows.ts';
import { rowsIn } from '../../support/rows.ts';
import {
  aFact,
  aFile,
  engineNames,
  fileEngineNames,
  isFileEngine,
  moment,
  noJudgement,
  openStore,
  removeFolders,
} from '../support.ts';

after(removeFolders);

const quetzal = 'The quetzal keeps its answers for an hour, because it is slow.';
const relay = 'The relay needs a second region for its backups.';
const turnsAbout = (word: string): string[] => [`Cache the ${word}`, ...fourTurns.slice(1)];

for (const engine of engineNames) {
  describe(`the erasure of what was learned (${engine})`, () => {
    let open: SessionsToLearn;
    beforeEach(async () => {
      open = await openSessionsToLearn(engine);
    });
    afterEach(() => open.close());

    const parts = async (kind: 'session' | 'message', id: string): Promise<unknown> => {
      const query = { userId: open.caller.user.id, ref: { kind, id }, mode: 'personal' } as const;
      const preview = await open.store.erasure.preview(query);
      assert.ok(typeof preview === 'object');
      return {
        goes: preview.goes.find(({ what }) => what === 'facts')?.count ?? 0,
        stays: preview.stays.find(({ what }) => what === 'facts')?.count ?? 0,
      };
    };
    const factsLeft = async (): Promise<string[]> => {
      const { tables } = await open.store.portability.read(moment, 'ada');
      return tables.facts.map(({ fact }) => String(fact)).sort();
    };
    /** Records a session whose first turns teach an item each. */
    const learnFrom = async (name: string, ...texts: string[]): Promise<string> => {
      const sessionId = await open.record(name, [
        ...turnsAbout('quetzal'),
        ...Array.from({ length: 8 }, (_, at) => `More ${String(at)}`),
      ]);
      const turns = await open.store.learning.turns(sessionId, { after: -1, seam: 0, limit: 100 });
      const [session] = await open.waiting({ sessionId });
      assert.ok(session);
      const items = [];
      for (const [at, text] of texts.entries()) {
        const turn = turns[at];
        items.push(await itemOf(open, sessionId, { text, turn: turn?.seq ?? -1, quote: turn?.content ?? '' }));
      }
      assert.equal((await keep(open, session, { items })).learned.length, texts.length);
      return sessionId;
    };
    const numberOf = async (sessionId: string, place: number): Promise<string> => {
      const turns = await open.store.learning.turns(sessionId, { after: -1, seam: 0, limit: 100 });
      const { tables } = await open.store.portability.read(moment, 'ada');
      return String(tables.messages.find(({ uid }) => uid === turns[place]?.message)?.['id']);
    };

    it('of a session takes its facts along, also confirmed, dismissed and replaced ones, and leaves others', async () => {
      const sessionId = await learnFrom(
        'chat',
        quetzal,
        'A toucan is loud in the morning.',
        'A parrot talks to the harbour.',
      );
      await learnOne(open, 'other', relay);
      await open.store.facts.add(aFact(open.caller, 'Told of the session', { sourceSession: sessionId }), noJudgement);
      await open.store.facts.add(aFact(open.caller, 'Of no session'), noJudgement);
      const [first, second] = (await open.learned()).filter(({ sourceSession }) => sourceSession === sessionId);
      const by = { userId: open.caller.user.id, agentId: null, sessionId: null, projectId: null };
      await open.store.facts.deprecate(first?.id ?? 0, 1, 'Wrong', moment, by);
      const edit = { id: second?.id ?? 0, version: 1, projectId: second?.projectId ?? null, category: 'codebase' };
      await open.store.facts.edit(
        {
          ...edit,
          ...{ fact: second?.fact ?? '', confidence: 1, tags: [], byPerson: true, now: moment, by },
          ...{ contentHash: 'confirmed', words: [], statedInProject: second?.projectId ?? null },
        },
        noJudgement,
      );
      assert.deepEqual(await parts('session', sessionId), { goes: 3, stays: 1 });
      await open.erase('session', sessionId);
      assert.deepEqual(await factsLeft(), ['Of no session', relay, 'Told of the session']);
      const left = (await storedTexts(engine, open.file)).filter(
        ({ place }) => !isFileEngine(engine) || place === open.file,
      );
      assert.ok(!left.some(({ text }) => /quetzal keeps/iu.test(text)));
    });

    it('of a session that repeated a fact takes back what it added', async () => {
      await learnOne(open, 'chat', relay);
      await learnOne(open, 'other', relay);
      const [repeated = ''] = (await open.learned()).flatMap(({ evidence }) => evidence.also);
      assert.deepEqual(
        (await open.learned()).map(({ confidence, evidence }) => [confidence, evidence.also.length]),
        [[0.7, 1]],
      );
      await open.erase('session', repeated);
      assert.deepEqual(
        (await open.learned()).map(({ confidence, evidence }) => [confidence, evidence.also]),
        [[0.6, []]],
      );
    });

    it('of a message takes only what that message taught', async () => {
      const texts = ['The quetzal is the first.', 'A toucan is loud in the morning.', relay];
      const sessionId = await learnFrom('chat', ...texts);
      const message = await numberOf(sessionId, 0);
      assert.deepEqual(await parts('message', message), { goes: 1, stays: 0 });
      await open.erase('message', message);
      assert.deepEqual(await factsLeft(), texts.slice(1).sort());
    });

    it('of a message leaves what others taught whose names begin like its name', async () => {
      const texts = Array.from({ length: 11 }, (_, at) => aStatement(at));
      const sessionId = await learnFrom('chat', ...texts);
      await open.erase('message', await numberOf(sessionId, 0));
      assert.deepEqual(await factsLeft(), texts.slice(1).sort());
    });

    it('of another session leaves a fact that both taught, without words of the erased one', async () => {
      await learnOne(open, 'one', relay);
      const sessionId = await open.record('two', turnsAbout('quetzal'), { at: later });
      const [session] = await open.waiting({ sessionId });
      assert.ok(session);
      await keep(open, session, {
        items: [await itemOf(open, sessionId, { text: relay, when: ['the quetzal is slow'] })],
      });
      await open.erase('session', sessionId);
      assert.deepEqual(await factsLeft(), [relay]);
      assert.ok(!JSON.stringify(await open.learned()).includes('quetzal'));
    });

    it('keeps an erased session, and what it or an erased message taught, out of an import', async () => {
      const [gone, cut] = [
        await learnFrom('gone', quetzal),
        await learnFrom('cut', 'A toucan is loud in the morning.', relay),
      ];
      const before = await open.store.portability.read(moment, 'ada');
      await open.erase('session', gone);
      await open.erase('message', await numberOf(cut, 0));
      const again = before.tables.facts.map((row) => ({
        ...row,
        uid: `other ${String(row['uid'])}`,
        content_hash: `other ${String(row['id'])}`,
      }));
      await open.store.portability.merge(
        { ...before, tables: { ...before.tables, facts: [...before.tables.facts, ...again] } },
        'ada',
      );
      assert.deepEqual(await factsLeft(), [relay, relay]);
    });
  });
}

for (const engine of fileEngineNames) {
  describe(`copies of a store that learned (${engine})`, () => {
    /** Puts a copy of the closed store beside it, and returns its file. */
    const aCopy = (file: string, ...changes: string[]): string => {
      const copy = join(dirname(file), 'backups', 'memory-2026-03-29T12-00-00Z.db');
      mkdirSync(dirname(copy));
      copyFileSync(file, copy);
      const db = new DatabaseSync(copy);
      for (const sql of changes) db.exec(sql);
      db.close();
      return copy;
    };
    const isIn = (file: string, word: string): boolean => readFileSync(file, 'latin1').toLowerCase().includes(word);

    for (const kind of ['session', 'message'] as const) {
      it(`lose what an erased ${kind} taught, also facts that only the copy has`, async () => {
        let open = await openSessionsToLearn(engine);
        await learnOne(open, 'other', relay);
        const [other] = await open.learned();
        await learnOne(open, 'chat', quetzal);
        const sessionId = (await open.learned()).find(({ fact }) => fact === quetzal)?.sourceSession ?? '';
        await open.close();
        const copy = aCopy(
          open.file,
          `INSERT INTO facts (user_id, category, fact, uid, source_session, evidence)
           SELECT user_id, category, 'A lonely quetzal', 'lonely', source_session, evidence FROM facts WHERE fact LIKE 'The quetzal%'`,
        );
        open = await openSessionsToLearn(engine, open.file);
        await open.erase(kind, kind === 'session' ? sessionId : await open.numberOfFirstMessage(sessionId));
        await open.store.erasureCleanup.scrubCopies();
        await open.close();
        assert.deepEqual(rowsIn(copy, 'SELECT fact FROM facts'), [{ fact: other?.fact }]);
        assert.ok(!isIn(copy, 'quetzal'));
        assert.deepEqual(rowsIn(copy, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
      });
    }

    it('of version 19 lose an erased session, although they have no evidence', async () => {
      const file = aFile();
      copyFileSync(join(import.meta.dirname, '../../fixtures/stores/v19.db'), file);
      const change = new DatabaseSync(file);
      change.exec(`UPDATE messages SET content = 'A quetzal flew' WHERE session_id = 's-3'`);
      change.exec(`UPDATE sessions SET one_liner = 'Saw a quetzal' WHERE id = 's-3'`);
      const { user_id: owner } = change.prepare(`SELECT user_id FROM sessions WHERE id = 's-3'`).get() ?? {};
      const before = change.prepare('SELECT count(*) AS n FROM facts').get()?.['n'];
      change.close();
      const copy = aCopy(file);
      const store = openStore(engine, file);
      const query = { userId: String(owner), ref: { kind: 'session', id: 's-3' }, mode: 'personal' } as const;
      const preview = await store.erasure.preview(query);
      assert.ok(typeof preview === 'object');
      await store.erasure.erase({ ...query, expected: preview.expected, now: moment });
      await store.erasureCleanup.scrubCopies();
      await store.close();
      assert.ok(!isIn(copy, 'quetzal'));
      assert.deepEqual(rowsIn(copy, 'SELECT count(*) AS n FROM facts'), [{ n: before }]);
      assert.deepEqual(rowsIn(copy, 'SELECT max(version) AS version FROM schema_migrations'), [{ version: 19 }]);
    });
  });
}
