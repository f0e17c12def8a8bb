/**
 * Erasure on both engines deletes what was previewed and everything derived from it, nothing else, and leaves no trace
 * in the file.
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { ErasableRef, ErasurePreview, PartCount } from '../../../src/memory/governance/erasure.ts';
import type { NewFact } from '../../../src/memory/facts/factStore.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Mode } from '../../../src/memory/shared/vocabulary.ts';
import type { Store } from '../../../src/memory/store.ts';
import { aRecording } from '../recorded.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { storedTexts } from '../rawRows.ts';
import {
  aChunk,
  aFact,
  aKnowledge,
  engineNames,
  findMemories,
  noJudgement,
  openStore,
  removeFolders,
  visit,
  recallOf,
  isFileEngine,
} from '../support.ts';
import { addOneOfEach, day, inTeam, reviewAs } from './oneOfEach.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`erasure (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const query = (
      ref: ErasableRef,
      by = ada,
      mode: Mode = 'personal',
    ): { userId: string; ref: ErasableRef; mode: Mode } => ({ userId: by.user.id, ref, mode });
    const shown = async (ref: ErasableRef, by = ada): Promise<ErasurePreview> => {
      const preview = await store.erasure.preview(query(ref, by));
      assert.ok(typeof preview === 'object');
      return preview;
    };
    const erase = async (ref: ErasableRef, by = ada): Promise<Partial<Record<string, number>>> => {
      const { expected } = await shown(ref, by);
      const outcome = await store.erasure.erase({ ...query(ref, by), expected, now: day(20) });
      assert.ok(typeof outcome === 'object');
      return asRecord(outcome.erased);
    };
    const asRecord = (parts: readonly PartCount[]): Partial<Record<string, number>> =>
      Object.fromEntries(parts.map(({ what, count }) => [what, count]));
    const soundness = async (): Promise<unknown> => {
      const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
      return [...damage, indexMissing, indexOrphans];
    };
    /** The first five places in the store that still contain the secret, with up to ten characters on each side. */
    const remnants = async (): Promise<string[]> => {
      const texts = (await storedTexts(engine, file)).filter(({ place }) => !isFileEngine(engine) || place === file);
      const text = texts.map((stored) => stored.text).join('\n');
      const found = text.matchAll(/.{0,10}(?:quetzal|xylophone).{0,10}/gsu);
      return Array.from(found, ([place]) => JSON.stringify(place)).slice(0, 5);
    };
    const searched = async (): Promise<number> => recallOf(store).count({ userId: ada.user.id, scope: 'all' });
    const embedAll = async (): Promise<void> => {
      await store.embeddings.useModel('a model');
      const tasks = await store.embeddings.claim('a model', 100, 60);
      await store.embeddings.complete(
        'a model',
        tasks.map((task) => ({ task, vector: Float32Array.of(1, 2) })),
      );
    };

    it('rejects a preview from another store, where the number belongs to another memory', async () => {
      await store.facts.add(aFact(ada, 'What was shown'), noJudgement);
      const fact: ErasableRef = { kind: 'fact', id: '1' };
      const { expected } = await shown(fact);
      const other = openStore(engine, anEmptyStore(engine));
      const there = await visit(other);
      await other.facts.add(aFact(there, 'What is to stay'), noJudgement);
      assert.equal(await other.erasure.erase({ ...query(fact, there), expected, now: day(20) }), 'conflict');
      await other.close();
    });

    it('erases a fact with its links, vectors, words and pins, and returns the confidence it took', async () => {
      await store.facts.add(aFact(ada, 'indent tabs', { confidence: 0.8 }), noJudgement);
      const { fact } = await store.facts.add(aFact(ada, 'indent spaces'), (alike) =>
        alike.map((known) => ({
          fact: known,
          relation: 'contradicts',
          similarity: 1,
          confidenceLeft: 0.4,
          linkUid: randomUUID(),
        })),
      );
      const pinnedFacts = ['Indent  SPACES', 'indent tabs'];
      await store.profiles.put({
        userId: ada.user.id,
        role: null,
        preferences: null,
        pinnedFacts,
        version: 0,
        now: day(1),
      });
      await embedAll();
      const ref = { kind: 'fact', id: String(fact.id) } as const;
      const { text, title, goes, stays } = await shown(ref);
      assert.deepEqual(
        [text, title, stays, asRecord(goes)],
        ['indent spaces', null, [], { facts: 1, links: 1, pins: 1, vectors: 1 }],
      );
      assert.deepEqual(await erase(ref), { facts: 1, links: 1, pins: 1, vectors: 1 });
      assert.deepEqual([await store.facts.get(fact.id), (await store.facts.get(1))?.confidence], [undefined, 0.8]);
      assert.deepEqual((await store.profiles.get(ada.user.id))?.pinnedFacts, ['indent tabs']);
      assert.deepEqual((await store.portability.read(day(20), 'ada')).tables.links, []);
      assert.deepEqual([await findMemories(store, ada, ['spaces']), await soundness()], [[], [0, 0]]);
      const { embedded, waiting } = await store.embeddings.progress('a model');
      assert.deepEqual([embedded, waiting, await searched()], [1, 0, 1]);
      let seen = 0;
      await store.facts.add(aFact(ada, 'spaces'), (alike) => {
        seen = alike.length;
        return [];
      });
      assert.equal(seen, 0, 'no similar fact is left');
      assert.equal(await store.erasure.preview(query(ref)), 'not_found');
    });

    it('erases a session with summary, chunks and messages, and unlinks what came from it', async () => {
      const { sessionId } = await addOneOfEach(store, ada);
      const hypothesis = {
        userId: ada.user.id,
        agentId: ada.agent.id,
        projectId: null,
        sessionId,
        hypothesis: 'It is the cache',
        confidence: 0.7,
        contentHash: 'h',
        uid: randomUUID(),
        now: day(1),
      };
      await store.hypotheses.add(hypothesis);
      await embedAll();
      const { title, goes, stays } = await shown({ kind: 'session', id: sessionId });
      assert.deepEqual([title, asRecord(goes)], ['Chose a port', { sessions: 1, summaries: 1, chunks: 1, vectors: 2 }]);
      assert.deepEqual(asRecord(stays), { facts: 1, knowledge: 1, hypotheses: 1 });
      await erase({ kind: 'session', id: sessionId });
      assert.equal(await store.sessions.get(sessionId), undefined);
      assert.equal(await store.sessions.getSummary(sessionId), undefined);
      const fact = await store.facts.get(1);
      assert.deepEqual([fact?.sourceSession, fact?.version, fact?.updatedAt], [null, 2, day(2)]);
      assert.deepEqual(
        [(await store.knowledge.get(1))?.sourceSession, (await store.hypotheses.get(1))?.sessionId],
        [null, null],
      );
      assert.deepEqual([await soundness(), await searched()], [[0, 0], 3]);
      const ofSession = { userId: ada.user.id, scope: 'all', sessionId } as const;
      assert.equal(await recallOf(store).count(ofSession), 0);
      assert.deepEqual(await erase({ kind: 'session', id: 'talk' }), { sessions: 1, messages: 1, vectors: 1 });
      assert.deepEqual([await soundness(), await searched()], [[0, 0], 2]);
    });

    it('erases a session with its hand-offs', async () => {
      const { sessionId } = await addOneOfEach(store, ada);
      const aHandOff = (steps: string): NewFact =>
        aFact(ada, steps, { sourceSession: sessionId, type: 'observation', tags: ['hand-off'], expiresAt: day(30) });
      const [first, second] = [aHandOff('Next: find the quetzal'), aHandOff('Next: feed the quetzal')];
      const { fact: old } = await store.facts.add(first, noJudgement);
      await store.facts.supersede({ id: old.id, version: 1, linkUid: randomUUID() }, second, noJudgement);
      const ref = { kind: 'session', id: sessionId } as const;
      const { goes, stays } = await shown(ref);
      assert.deepEqual([asRecord(goes)['facts'], asRecord(goes)['links'], asRecord(stays)['facts']], [2, 1, 1]);
      await erase(ref);
      assert.deepEqual([await store.facts.get(first.uid), await store.facts.get(second.uid)], [undefined, undefined]);
      assert.deepEqual([await soundness(), await remnants()], [[0, 0], []]);
    });

    it('erases a single chunk or message, and reports unknown ids', async () => {
      const { sessionId } = await addOneOfEach(store, ada);
      assert.deepEqual(await erase({ kind: 'chunk', id: '1' }), { chunks: 1 });
      assert.deepEqual(await erase({ kind: 'message', id: '1' }), { messages: 1 });
      assert.ok(await store.sessions.get(sessionId));
      assert.deepEqual([await soundness(), await searched()], [[0, 0], 3]);
      assert.equal(await store.erasure.preview(query({ kind: 'hypothesis', id: '1' })), 'not_found');
      for (const id of ['x', '1 OR 1', '', '-1']) {
        assert.equal(await store.erasure.preview(query({ kind: 'fact', id })), 'not_found');
        assert.equal(await store.erasure.preview(query({ kind: 'hypothesis', id })), 'not_found');
      }
    });

    it('drops a heap and an era with their last message, and shrinks a partly erased era', async () => {
      const record = async (name: string, startedAt: string, ...messages: string[]): Promise<string> =>
        (await store.recording.append(aRecording(ada, name, startedAt, messages))).sessions[0] ?? '';
      const eras = async (): Promise<unknown[]> =>
        (await store.recovery.listEras(ada.user.id, 'all')).map(({ startedAt, endedAt }) => [startedAt, endedAt]);
      const first = await record('first', '2026-01-02T10:00:00.000Z', 'a');
      await record('second', '2026-01-05T10:00:00.000Z', 'b', 'c');
      assert.deepEqual(await eras(), [['2026-01-02T10:00:00.000Z', '2026-01-05T10:01:00.000Z']]);
      await erase({ kind: 'session', id: first });
      assert.deepEqual(await eras(), [['2026-01-05T10:00:00.000Z', '2026-01-05T10:01:00.000Z']]);
      const ids = await store.recovery.before({ userId: ada.user.id, scope: 'all', before: null });
      await erase({ kind: 'message', id: String(ids[0]) });
      assert.deepEqual(await eras(), [['2026-01-05T10:00:00.000Z', '2026-01-05T10:00:00.000Z']]);
      await erase({ kind: 'message', id: String(ids[1]) });
      assert.deepEqual(await eras(), []);
      assert.equal(await store.recovery.latestHeap(ada.user.id, 'all', null), undefined);
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('rejects a preview if something changed since, except for new vectors', async () => {
      const { sessionId } = await addOneOfEach(store, ada);
      const fact = await shown({ kind: 'fact', id: '1' });
      const session = await shown({ kind: 'session', id: sessionId });
      const attempt = ({ kind, id, expected }: ErasurePreview): Promise<unknown> =>
        store.erasure.erase({ ...query({ kind, id }), expected, now: day(20) });
      await store.facts.add(aFact(ada, 'The port is 81', { now: day(9) }), noJudgement);
      assert.equal(await attempt(fact), 'conflict');
      await erase({ kind: 'chunk', id: '1' });
      await store.chunks.append(aChunk(ada, sessionId, 'Another one'));
      assert.equal(await attempt(session), 'conflict', 'one chunk was erased and another added');
      assert.ok(await store.sessions.get(sessionId));
      const again = await shown({ kind: 'session', id: sessionId });
      await embedAll();
      assert.equal(typeof (await attempt(again)), 'object');
    });

    it('allows erasing one’s own memories, and shared knowledge only for reviewers', async () => {
      const admin = await inTeam(store, 'ada');
      const bob = await inTeam(store, 'bob');
      await addOneOfEach(store, ada);
      await store.knowledge.propose(aKnowledge(bob, 'Of bob', { mode: 'team' }));
      const preview = (ref: ErasableRef, by: Caller): Promise<unknown> => store.erasure.preview(query(ref, by));
      for (const kind of ['fact', 'chunk', 'message', 'knowledge'] as const) {
        assert.equal(await preview({ kind, id: '1' }, bob), 'not_allowed', kind);
      }
      const ofBob = await shown({ kind: 'knowledge', id: '2' }, bob);
      assert.deepEqual([ofBob.title, asRecord(ofBob.goes)], ['Of bob', { knowledge: 1 }]);
      await reviewAs(store, admin, 2, 'approve');
      const attempt = store.erasure.erase({ ...query(ofBob, bob), expected: ofBob.expected, now: day(20) });
      assert.equal(await attempt, 'not_allowed', 'it was approved meanwhile');
      assert.deepEqual(await erase({ kind: 'knowledge', id: '2' }, admin), { knowledge: 1, reviews: 1 });
      const proposal = await store.knowledge.propose(aKnowledge(bob, 'Of bob again', { mode: 'team' }));
      assert.deepEqual(await erase({ kind: 'knowledge', id: String(proposal.entry.id) }, bob), { knowledge: 1 });
      const { knowledge_reviews: reviews } = (await store.portability.read(day(20), 'ada')).tables;
      assert.deepEqual([reviews, await soundness()], [[], [0, 0]]);
    });

    it('leaves no trace in the file, including free pages and word lists', async () => {
      const secret = 'quetzalcoatl ate the xylophone ';
      const texts = Array.from({ length: 120 }, (_, i) => `fact number ${String(i)} about deployment`);
      for (const text of texts.slice(0, 60)) await store.facts.add(aFact(ada, text), noJudgement);
      const { fact } = await store.facts.add(aFact(ada, secret.repeat(300)), noJudgement);
      for (const text of texts.slice(60)) await store.facts.add(aFact(ada, text), noJudgement);
      await store.close();
      assert.notDeepEqual(await remnants(), []);
      store = openStore(engine, file);
      await erase({ kind: 'fact', id: String(fact.id) });
      assert.deepEqual(await soundness(), [0, 0]);
      await store.close();
      assert.deepEqual(await remnants(), []);
      store = openStore(engine, file);
      assert.equal(await searched(), 120);
    });
  });
}
