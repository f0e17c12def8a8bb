/** Erasing a project or a user on both engines: the data is hidden at once, remains in no file, and does not return. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { PartCount } from '../../../src/memory/governance/erasure.ts';
import type { NewHypothesis } from '../../../src/memory/hypotheses/hypotheses.ts';
import type { ProfileWrite } from '../../../src/memory/profile/profile.ts';
import type { ScopePreview, ScopeRef } from '../../../src/memory/governance/scopeErasure.ts';
import type { Store } from '../../../src/memory/store.ts';
import { olderDumps } from '../../../src/store/postgres/serverBackups.ts';
import { openBackups } from '../../../src/store/sqlite/openBackups.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { queryRows, storedTexts } from '../rawRows.ts';
import {
  aChunk,
  aFact,
  aKnowledge,
  codeOf,
  engineNames,
  findMemories,
  hash,
  indexText,
  loadWasm,
  noJudgement,
  openSession,
  openStore,
  removeFolders,
  visit,
  isFileEngine,
} from '../support.ts';
import { aRecording } from '../recorded.ts';
import { day, inTeam, reviewAs } from './oneOfEach.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`scope erasure (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store, { project: 'github.com/o/toucan' });
    });
    afterEach(() => store.close());

    const query = (ref: ScopeRef, by: Caller): { userId: string; agentId: string; ref: ScopeRef; mode: 'personal' } => {
      return { userId: by.user.id, agentId: by.agent.id, ref, mode: 'personal' };
    };
    const shown = async (ref: ScopeRef, by = ada): Promise<ScopePreview> => {
      const preview = await store.scopeErasure.preview(query(ref, by));
      assert.ok(typeof preview === 'object');
      return preview;
    };
    const begin = async (ref: ScopeRef, by = ada): Promise<void> => {
      const { expected } = await shown(ref, by);
      const outcome = await store.scopeErasure.begin({ ...query(ref, by), expected, now: day(20) });
      assert.ok(typeof outcome === 'object');
    };
    const erase = async (ref: ScopeRef, by = ada): Promise<void> => {
      await begin(ref, by);
      while (!(await store.scopeErasure.deleteNextBatch()).isLast);
      while ((await store.maintenance.forgetWords()) === 'more');
      assert.deepEqual((await store.erasureCleanup.scrubCopies()).left, isFileEngine(engine) ? [] : [olderDumps]);
      assert.equal(await store.erasureCleanup.forgetLog(), 'done');
    };
    const asRecord = (parts: readonly PartCount[]): Partial<Record<string, number>> =>
      Object.fromEntries(parts.map(({ what, count }) => [what, count]));
    const soundness = async (): Promise<unknown> => {
      const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
      return [...damage, indexMissing, indexOrphans];
    };
    const project: ScopeRef = { kind: 'project', id: 'github.com/o/toucan' };
    /** Puts the canary word into every text of everything that belongs to the caller and their project. */
    const fill = async (by: Caller): Promise<{ sessionId: string }> => {
      const { session } = await openSession(store, by, 'chat quetzal', day(1));
      await store.sessions.end({
        id: session.id,
        version: 1,
        oneLiner: 'Chose a quetzal',
        topics: ['quetzal'],
        outcome: 'The quetzal won',
        importance: 7,
        summary: { summary: 'About a quetzal.', keyFacts: ['quetzal'], codeRefs: ['quetzal.ts'] },
        now: day(1),
      });
      const fact = { now: day(2), sourceSession: session.id, tags: ['quetzal'], sourceRef: 'quetzal.md' };
      await store.facts.add(aFact(by, 'The port is quetzal', fact), noJudgement);
      const chunk = { createdAt: day(3), speaker: 'quetzal', tags: ['quetzal'], flagReason: 'quetzal' };
      await store.chunks.append(aChunk(by, session.id, 'Use quetzal!', chunk));
      await store.hypotheses.add(aHypothesis(by, session.id));
      const batch = archiveOf(by, 'talk quetzal', [{ content: 'hello quetzal', speaker: 'quetzal' }]);
      const messages = batch.messages.map((message) => ({
        ...message,
        session: { ...message.session, id: randomUUID() },
        createdAt: day(5),
        sourceRef: 'quetzal.jsonl',
      }));
      await store.archive.append({ ...batch, projectId: by.project?.id ?? null, messages });
      await store.recording.append(recording(by));
      await store.profiles.put(aProfile(by));
      return { sessionId: session.id };
    };
    const aHypothesis = (by: Caller, sessionId: string): NewHypothesis => ({
      userId: by.user.id,
      agentId: by.agent.id,
      projectId: by.project?.id ?? null,
      sessionId,
      hypothesis: 'It is the quetzal',
      confidence: 0.7,
      contentHash: 'h',
      uid: randomUUID(),
      now: day(1),
      origin: 'agent',
    });
    const aProfile = (by: Caller): ProfileWrite => ({
      userId: by.user.id,
      role: null,
      preferences: null,
      pinnedFacts: ['the port is QUETZAL', 'Something else'],
      version: 0,
      now: day(1),
      origins: { role: 'person', preferences: 'person', pinnedFacts: 'person' },
    });
    const recording = (by: Caller): ReturnType<typeof aRecording> => ({
      ...aRecording(by, 'recorded', day(6), ['I want a quetzal', 'Here is your quetzal']),
      projectId: by.project?.id ?? null,
    });
    const files = async (): Promise<string[]> => {
      const found = await readdir(dirname(file), { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    };
    /** Files in the store's folder, or tables, that contain a canary, in any case. */
    const remnants = async (canary = /quetzal|toucan/iu): Promise<string[]> => {
      const texts = await storedTexts(engine, file);
      return texts.filter(({ text }) => canary.test(text)).map(({ place }) => place);
    };
    /** On a server, an administrator makes dumps, which BigMind does not know. */
    const backUp = async (): Promise<void> => {
      if (!isFileEngine(engine)) return;
      const ports = { hash, newId: randomUUID, now: () => new Date(day(10)), indexText, loadWasm };
      await openBackups({ ...ports, file, engine, notice: () => undefined }).make('manual');
    };

    it('lists the caller’s projects with their counts, and the counts of everything', async () => {
      const grace = await visit(store, { username: 'grace', project: 'github.com/o/heron' });
      assert.deepEqual(await store.scopeErasure.list(ada.user.id), { projects: [], everything: [] });
      await fill(ada);
      await store.facts.add(aFact(grace, 'A heron'), noJudgement);
      const { projects, everything } = await store.scopeErasure.list(ada.user.id);
      const [only] = projects;
      assert.deepEqual(
        [projects.length, only?.key, asRecord(only?.goes ?? [])['facts']],
        [1, 'github.com/o/toucan', 1],
      );
      assert.deepEqual(everything, (await shown({ kind: 'user', id: ada.user.username })).goes);
      await erase(project);
      assert.deepEqual((await store.scopeErasure.list(ada.user.id)).projects, []);
    });

    it('erases a project from every file, including backups and log, and nothing else', async () => {
      const elsewhere = await visit(store, { project: null });
      await fill(ada);
      await store.facts.add(aFact(elsewhere, 'The sky is blue'), noJudgement);
      await backUp();
      assert.equal((await remnants()).length > 1, true);
      const { goes } = await shown(project);
      assert.deepEqual(asRecord(goes), {
        ...{ sessions: 3, summaries: 1, chunks: 1, facts: 1, hypotheses: 1, pins: 1 },
        messages: 3,
      });
      await erase(project);
      assert.deepEqual(await soundness(), [0, 0]);
      assert.deepEqual((await findMemories(store, ada, ['quetzal', 'sky'])).length, 1);
      assert.deepEqual((await store.profiles.get(ada.user.id))?.pinnedFacts, ['Something else']);
      assert.equal(await store.scopeErasure.preview(query(project, ada)), 'not_found');
      await store.close();
      assert.deepEqual(await remnants(), []);
      store = openStore(engine, file);
      const backups = (await files()).filter((path) => path.includes('backups') && path.endsWith('.db'));
      assert.equal(backups.length, isFileEngine(engine) ? 1 : 0);
    });

    it('hides the data at once and continues when the store is next opened', async () => {
      await fill(ada);
      await begin(project);
      assert.deepEqual(await findMemories(store, ada, ['quetzal']), []);
      const { tables } = await store.portability.read(day(20), 'ada');
      assert.equal(JSON.stringify({ ...tables, projects: [] }).includes('uetzal'), false);
      assert.deepEqual(
        (await store.identity.listUsers()).map(({ username }) => username),
        ['ada'],
      );
      await store.close();
      const later = new Date(Date.parse(day(20)) + 600_000);
      store = openStore(engine, file, { now: () => later });
      await store.maintenance.totals(null);
      const left = async (): Promise<number> => (await store.maintenance.totals(null)).messages;
      while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('rejects the preview of another store, even if a project there has the same key and size', async () => {
      await store.facts.add(aFact(ada, 'The port is quetzal'), noJudgement);
      const other = openStore(engine, anEmptyStore(engine));
      const there = await visit(other, { project: 'github.com/o/toucan' });
      await other.facts.add(aFact(there, 'Something else'), noJudgement);
      const { expected } = await shown(project);
      const outcome = await other.scopeErasure.begin({ ...query(project, there), expected, now: day(20) });
      assert.equal(outcome, 'conflict');
      await other.close();
    });

    it('rejects an outdated preview if something was reworded, though the counts are the same', async () => {
      const { sessionId } = await fill(ada);
      const me: ScopeRef = { kind: 'user', id: 'ada' };
      const refuted = { id: 1, version: 1, status: 'refuted' as const, resolution: 'No', now: day(9) };
      const reworded: [string, () => Promise<unknown>][] = [
        ['a profile', () => store.profiles.put({ ...aProfile(ada), role: 'Captain', version: 1 })],
        ['a headline', () => store.sessions.rename({ id: sessionId, version: 2, oneLiner: 'Chose a port' })],
        ['a hypothesis', () => store.hypotheses.resolve(refuted)],
      ];
      for (const [what, reword] of reworded) {
        const { expected } = await shown(me);
        await reword();
        const outcome = await store.scopeErasure.begin({ ...query(me, ada), expected, now: day(20) });
        assert.equal(outcome, 'conflict', what);
      }
    });

    it('rejects writes for an erased user from a process that knew them, and completes', async () => {
      const me: ScopeRef = { kind: 'user', id: 'ada' };
      await fill(ada);
      await begin(me);
      assert.equal(await codeOf(store.facts.add(aFact(ada, 'Said meanwhile'), noJudgement)), 'store_replaced');
      assert.equal(await codeOf(store.profiles.put(aProfile(ada))), 'store_replaced');
      assert.equal(
        await codeOf(store.knowledge.propose(aKnowledge(ada, 'Meanwhile', { mode: 'team' }))),
        'store_replaced',
      );
      await store.close();
      // The state that a BigMind version without this check would leave.
      const insert = 'INSERT INTO identity_profile (id, user_id, role) VALUES (?, ?, ?)';
      await queryRows(engine, file, insert, 'p', ada.user.id, 'quetzal');
      store = openStore(engine, file);
      while (!(await store.scopeErasure.deleteNextBatch()).isLast);
      const again = await visit(store, { project: 'github.com/o/toucan' });
      assert.notEqual(again.user.id, ada.user.id);
      assert.equal(await store.profiles.get(ada.user.id), undefined);
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('rejects duplicates, too, from a process that knew the erased user', async () => {
      const { sessionId } = await fill(ada);
      await store.knowledge.propose(aKnowledge(ada, 'Ports'));
      const { session } = await openSession(store, ada, 'still open', day(7));
      await begin({ kind: 'user', id: 'ada' });
      const again: [string, () => Promise<unknown>][] = [
        ['a fact', () => store.facts.add(aFact(ada, 'The port is quetzal'), noJudgement)],
        ['a chunk', () => store.chunks.append(aChunk(ada, sessionId, 'Use quetzal!'))],
        ['a hypothesis', () => store.hypotheses.add(aHypothesis(ada, session.id))],
        ['knowledge', () => store.knowledge.propose(aKnowledge(ada, 'Ports'))],
        ['a session', () => openSession(store, ada, 'still open', day(7))],
        ['a recording', () => store.recording.append(recording(ada))],
        ['an archive', () => store.archive.append(archiveOf(ada, 'talk quetzal', [{ content: 'hello quetzal' }]))],
        [
          'notes',
          () =>
            store.notes.add({
              userId: ada.user.id,
              facts: [aFact(ada, 'The port is quetzal')],
              edits: null,
              file: null,
              newId: randomUUID,
              now: day(8),
            }),
        ],
      ];
      for (const [label, write] of again) assert.equal(await codeOf(write()), 'store_replaced', label);
    });

    it('keeps data erased when it is recorded, imported or merged again', async () => {
      await fill(ada);
      const before = await store.portability.read(day(10), 'ada');
      await erase(project);
      const again = await visit(store, { project: 'github.com/o/toucan' });
      const { stored, erased } = await store.recording.append({ ...recording(again), isRewritten: true });
      assert.deepEqual([stored, erased], [0, 2]);
      const { messages } = archiveOf(again, 'talk quetzal', [{ content: 'hello quetzal', speaker: 'quetzal' }]);
      const batch = { userId: again.user.id, agentId: again.agent.id, projectId: null, now: day(21) };
      const brought = messages.map((message) => ({ ...message, createdAt: day(5) }));
      const report = await store.archive.append({ ...batch, messages: brought });
      assert.deepEqual([report.sessions, report.stored, report.erased], [0, 0, 1]);
      const merged = await store.portability.merge(before, 'ada');
      assert.deepEqual([merged.facts.erased, merged.sessions.erased, merged.messages.erased], [1, 3, 3]);
      assert.deepEqual(await findMemories(store, again, ['quetzal']), []);
      const appended = await store.recording.append(aRecording(again, 'recorded', day(22), ['Something new']));
      assert.deepEqual([appended.stored, appended.erased], [1, 0], 'later messages are stored');
      assert.deepEqual(await soundness(), [0, 0]);
    });

    it('erases everything of a user except approved knowledge, which loses their name', async () => {
      const admin = await inTeam(store, 'ada');
      const bob = await inTeam(store, 'bob-quetzal');
      await fill(bob);
      await store.knowledge.propose(aKnowledge(bob, 'Agreed', { mode: 'team' }));
      await reviewAs(store, admin, 1, 'approve');
      await store.knowledge.propose(aKnowledge(bob, 'Only quetzal', { mode: 'team' }));
      const carol = await inTeam(store, 'carol');
      const ref: ScopeRef = { kind: 'user', id: 'bob-quetzal' };
      assert.equal(await store.scopeErasure.preview(query(ref, carol)), 'not_allowed');
      assert.equal(await store.scopeErasure.preview(query({ kind: 'user', id: 'ada' }, admin)), 'last_admin');
      const { goes, stays } = await shown(ref, admin);
      assert.deepEqual(
        [asRecord(goes)['knowledge'], asRecord(goes)['profiles'], asRecord(stays)],
        [1, 1, { knowledge: 1 }],
      );
      await backUp();
      await erase(ref, admin);
      assert.deepEqual([(await store.knowledge.get(1))?.promotedBy, await store.knowledge.get(2)], [null, undefined]);
      assert.deepEqual(
        (await store.identity.listUsers()).map(({ username }) => username),
        ['ada', 'carol'],
      );
      assert.deepEqual(await soundness(), [0, 0]);
      const back = await inTeam(store, 'bob-quetzal');
      const { stored, erased } = await store.recording.append(recording(back));
      assert.deepEqual([stored, erased], [0, 2]);
      await erase(ref, admin);
      await store.close();
      assert.deepEqual(await remnants(/quetzal/iu), []);
      store = openStore(engine, file);
    });
  });
}
