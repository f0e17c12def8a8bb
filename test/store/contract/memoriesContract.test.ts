/** The contract of every repository of the store, on both engines. */
import { latestVersion } from '../../../src/store/sqlite/schema/migrations/migrations.ts';
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { ArchiveReport, NewMessage } from '../../../src/memory/archive/archive.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { SessionEnd } from '../../../src/memory/sessions/sessionStore.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import {
  aChunk,
  aFact,
  aKnowledge,
  codeOf,
  engineNames,
  nextToken,
  moment,
  openSession,
  openStore,
  removeFolders,
  visit,
  noJudgement,
  never,
} from '../support.ts';

after(removeFolders);

const later = '2026-03-31T12:00:00.000Z';

for (const engine of engineNames) {
  describe(`the store (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;

    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store);
    });
    afterEach(() => store.close());

    /** The same file, opened by a restarted program. */
    const reopen = async (): Promise<void> => {
      await store.close();
      store = openStore(engine, file);
    };

    const anEnd = (id: string, version: number, more: Partial<SessionEnd> = {}): SessionEnd => ({
      id,
      version,
      oneLiner: 'What we did',
      topics: ['sqlite', 'wal'],
      outcome: 'It works',
      importance: 7,
      summary: null,
      now: later,
      ...more,
    });

    describe('identity', () => {
      it('recognizes a visitor despite fresh ids, also after a restart', async () => {
        await reopen();
        const again = await visit(store);
        assert.deepEqual(again, ada);
        assert.equal(ada.user.role, 'member');
      });

      it('resolves a visitor without a project to no project', async () => {
        assert.equal((await visit(store, { project: null })).project, null);
      });

      it('lists the projects of a user’s own memories by name', async () => {
        await store.facts.add(aFact(ada, 'here'), noJudgement);
        const other = await visit(store, { project: 'github.com/other/Rocket' });
        await store.facts.add(aFact(other, 'there'), noJudgement);
        await visit(store, { project: 'github.com/empty/Rocket' });
        const listed = await store.identity.listProjects(ada.user.id);
        assert.deepEqual(
          listed.map((project) => project.key),
          ['github.com/other/Rocket', 'github.com/acme/rocket'],
        );
        assert.deepEqual(
          (await store.identity.listAgents(ada.user.id)).map((agent) => agent.name),
          ['test agent'],
        );
      });
    });

    describe('profiles', () => {
      it('stores a first profile, then replaces only the version that was read', async () => {
        const write = { userId: ada.user.id, role: 'Engineer', preferences: '**short**', now: moment };
        const pinnedFacts = ['one', '- two', '-5 °C', 'över'];
        assert.equal(await store.profiles.get(ada.user.id), undefined);
        assert.equal(await store.profiles.put({ ...write, pinnedFacts, version: 0 }), 'stored');
        assert.equal(await store.profiles.put({ ...write, pinnedFacts: [], version: 0 }), 'conflict');
        assert.equal(await store.profiles.put({ ...write, pinnedFacts: ['x'], version: 7 }), 'conflict');
        const profile = await store.profiles.get(ada.user.id);
        assert.deepEqual([profile?.version, profile?.pinnedFacts], [1, pinnedFacts]);
        assert.equal(await store.profiles.put({ ...write, pinnedFacts: [], version: 1 }), 'stored');
        assert.equal((await store.profiles.get(ada.user.id))?.version, 2);
      });
    });

    describe('sessions', () => {
      it('opens one session per conversation, and a new one after it ends', async () => {
        const first = await openSession(store, ada, 'chat');
        const second = await openSession(store, ada, 'chat');
        assert.deepEqual([first.status, second.status, second.session.id], ['opened', 'resumed', first.session.id]);
        assert.equal((await store.sessions.findOpen(ada.user.id, 'chat'))?.id, first.session.id);
        assert.equal(await store.sessions.end(anEnd(first.session.id, first.session.version)), 'ended');
        assert.equal(await store.sessions.findOpen(ada.user.id, 'chat'), undefined);
        const third = await openSession(store, ada, 'chat');
        assert.equal(third.status, 'opened');
        assert.notEqual(third.session.id, first.session.id);
      });

      it('uses the spare id if the preferred one is taken', async () => {
        const { session } = await openSession(store, ada, 'one');
        const wanted = { ...session, agentId: ada.agent.id, externalId: 'two', reopenWindow: never, now: moment };
        assert.equal((await store.sessions.open(wanted, 'spare')).session.id, 'spare');
      });

      it('updates an ended session except its end and summary, and rejects a stale version', async () => {
        const { session } = await openSession(store, ada, 'chat');
        const summary = { summary: '# Long', keyFacts: ['a', 'b'], codeRefs: ['src/x.ts'] };
        await store.sessions.end(anEnd(session.id, 1, { summary }));
        assert.equal(await store.sessions.end(anEnd(session.id, 1)), 'conflict');
        const again = anEnd(session.id, 2, { oneLiner: 'Updated', now: '2027-01-01T00:00:00.000Z' });
        assert.equal(await store.sessions.end(again), 'ended');
        const updated = await store.sessions.get(session.id);
        assert.deepEqual(
          [updated?.oneLiner, updated?.endedAt, updated?.hasDetail, updated?.topics, updated?.version],
          ['Updated', later, true, ['sqlite', 'wal'], 3],
        );
        assert.deepEqual(await store.sessions.getSummary(session.id), summary);
      });

      it('lists newest first, by scope, topic or headline, in any case and script', async () => {
        for (const [n, topic] of ['Größe', 'wal', 'other'].entries()) {
          const { session } = await openSession(store, ada, topic, `2026-03-0${String(n + 1)}T00:00:00.000Z`);
          await store.sessions.end(anEnd(session.id, 1, { oneLiner: `Day ${String(n)}`, topics: [topic] }));
        }
        const list = async (topic?: string, limit = 10): Promise<[string[], number]> => {
          const filter = {
            userId: ada.user.id,
            scope: 'all' as const,
            limit,
            ...(topic === undefined ? {} : { topic }),
          };
          const { sessions, total } = await store.sessions.list(filter);
          return [sessions.map((session) => session.oneLiner), total];
        };
        assert.deepEqual(await list(undefined, 2), [['Day 2', 'Day 1'], 3]);
        assert.deepEqual(await list('GRÖSSE'), [[], 0]);
        assert.deepEqual(await list('GRÖ'), [['Day 0'], 1]);
        assert.deepEqual(await list('day'), [['Day 2', 'Day 1', 'Day 0'], 3]);
        const elsewhere = { userId: ada.user.id, scope: { projectId: 'nowhere' }, limit: 10 };
        assert.equal((await store.sessions.list(elsewhere)).total, 0);
      });

      it('finds a session by id prefix, for its own user only', async () => {
        const { session } = await openSession(store, ada, 'chat');
        const bob = await visit(store, { username: 'bob' });
        const prefix = session.id.slice(0, 8);
        assert.deepEqual(
          (await store.sessions.findByPrefix(ada.user.id, prefix, 5)).map(({ id }) => id),
          [session.id],
        );
        assert.deepEqual(await store.sessions.findByPrefix(bob.user.id, prefix, 5), []);
        assert.deepEqual(await store.sessions.findByPrefix(ada.user.id, '%', 5), []);
      });

      it('closes stale sessions and returns their ids', async () => {
        const { session } = await openSession(store, ada, 'old', '2026-03-01T00:00:00.000Z');
        await openSession(store, ada, 'new', later);
        const headlines = { tooLong: 'closed by itself', silent: 'fell silent' };
        const times = { startedBefore: moment, silentBefore: '2026-01-01T00:00:00.000Z' };
        const closed = await store.sessions.closeSilent({ userId: ada.user.id, ...times, headlines });
        assert.deepEqual(closed, [session.id]);
        const stale = await store.sessions.get(session.id);
        assert.deepEqual(
          [stale?.oneLiner, stale?.endedAt, stale?.version],
          ['closed by itself', '2026-03-01T00:00:00.000Z', 2],
        );
      });
    });

    describe('chunks', () => {
      it('numbers chunks from 1 per session, and stores the same text once', async () => {
        const { session } = await openSession(store, ada, 'chat');
        const tags = ['a', 'ü'];
        const first = await store.chunks.append(
          aChunk(ada, session.id, 'One', { tags, speaker: 'Ada', sourceRef: 'f:1' }),
        );
        const second = await store.chunks.append(aChunk(ada, session.id, 'Two'));
        const again = await store.chunks.append(aChunk(ada, session.id, 'One'));
        assert.deepEqual([first.chunk.seq, second.chunk.seq], [1, 2]);
        assert.deepEqual([again.status, again.chunk], ['duplicate', first.chunk]);
        assert.deepEqual(first.chunk.tags, tags);
        const { chunks, total } = await store.chunks.listBySession(session.id, 1);
        assert.deepEqual([chunks, total], [[first.chunk], 2]);
      });

      it('rejects a chunk of an unknown session and stores nothing', async () => {
        assert.equal(await codeOf(store.chunks.append(aChunk(ada, 'nowhere', 'lost'))), 'store_replaced');
        assert.equal((await store.maintenance.totals(null)).chunks, 0);
      });
    });

    describe('facts', () => {
      it('stores a statement once per project, and again after deprecation', async () => {
        const first = await store.facts.add(
          aFact(ada, 'Tabs it is', { tags: ['style'], confidence: 0.9 }),
          noJudgement,
        );
        const again = await store.facts.add(aFact(ada, 'tabs  IT is'), noJudgement);
        assert.deepEqual([first.status, again.status], ['stored', 'duplicate']);
        assert.deepEqual(again.fact, { ...first.fact, confidence: 1, version: 2 }, 'has the new confidence');
        assert.equal(
          (await store.facts.add(aFact(ada, 'Tabs it is', { projectId: null }), noJudgement)).status,
          'stored',
        );
        assert.equal(await store.facts.deprecate(first.fact.id, 99, 'x', later), 'conflict');
        assert.notEqual(await store.facts.deprecate(first.fact.id, 2, 'spaces now', later), 'conflict');
        const gone = await store.facts.get(first.fact.id);
        assert.deepEqual(
          [gone?.deprecated, gone?.deprecationReason, gone?.version, gone?.updatedAt],
          [true, 'spaces now', 3, later],
        );
        assert.equal((await store.facts.add(aFact(ada, 'Tabs it is'), noJudgement)).status, 'stored');
      });

      it('lists the current project first, then by confidence, then newest first', async () => {
        await store.facts.add(aFact(ada, 'nobody’s', { projectId: null, now: later }), noJudgement);
        await store.facts.add(aFact(ada, 'unsure', { confidence: 0.4 }), noJudgement);
        await store.facts.add(aFact(ada, 'older'), noJudgement);
        await store.facts.add(aFact(ada, 'newer', { now: later }), noJudgement);
        const filter = { userId: ada.user.id, limit: 3 };
        const own = await store.facts.list({ ...filter, scope: { projectId: ada.project?.id ?? null } });
        assert.deepEqual([own.facts.map(({ fact }) => fact), own.total], [['newer', 'older', 'unsure'], 4]);
        const all = await store.facts.list({ ...filter, scope: 'all' });
        assert.deepEqual(
          all.facts.map(({ fact }) => fact),
          ['newer', 'nobody’s', 'older'],
        );
      });
    });

    describe('knowledge', () => {
      it('stores an entry once, and lists approved entries by importance', async () => {
        await store.knowledge.propose(aKnowledge(ada, 'Minor', { importance: 2 }));
        const { entry } = await store.knowledge.propose(aKnowledge(ada, 'Major', { importance: 9 }));
        await store.knowledge.propose(aKnowledge(ada, 'Waiting', { mode: 'team' }));
        const again = await store.knowledge.propose(aKnowledge(ada, 'MAJOR', { content: 'about  major.' }));
        assert.deepEqual([again.status, again.entry.id], ['duplicate', entry.id]);
        const { entries, total } = await store.knowledge.top(1);
        assert.deepEqual([entries.map(({ title }) => title), total], [['Major'], 2]);
        assert.deepEqual([entry.promotedBy, entry.approvedBy, entry.agentName], ['ada', 'ada', 'test agent']);
      });
    });

    describe('the archive', () => {
      const aMessage = (seq: number, content: string, more: Partial<NewMessage> = {}): NewMessage => ({
        externalSessionId: 'file-1',
        session: { id: randomUUID(), startedAt: moment, oneLiner: 'Imported' },
        uid: randomUUID(),
        seq,
        role: 'user',
        type: 'text',
        speaker: null,
        content,
        sourceRef: null,
        createdAt: null,
        contentHash: content,
        ...more,
      });
      const append = async (...messages: NewMessage[]): Promise<ArchiveReport> => {
        const { user, agent } = ada;
        const batch = { userId: user.id, agentId: agent.id, projectId: null, now: later, messages };
        const { unsummarized: _, ...report } = await store.archive.append(batch);
        return report;
      };

      it('stores a conversation once across imports, and keeps the older message when contents conflict', async () => {
        const whole = [
          aMessage(1, 'a', { createdAt: later }),
          aMessage(2, 'b'),
          aMessage(1, 'z', { externalSessionId: 'x' }),
        ];
        assert.deepEqual(await append(...whole), { sessions: 2, stored: 3, duplicates: 0, conflicts: 0, erased: 0 });
        const more = [aMessage(1, 'a'), aMessage(2, 'changed'), aMessage(3, 'c')];
        assert.deepEqual(await append(...more), { sessions: 0, stored: 1, duplicates: 1, conflicts: 1, erased: 0 });
        const { sessions } = await store.sessions.list({ userId: ada.user.id, scope: 'all', limit: 5 });
        const session = sessions.find(({ externalId }) => externalId === 'file-1');
        assert.deepEqual([session?.origin, session?.endedAt, session?.oneLiner], ['import', later, 'Imported']);
        const { messages, total } = await store.archive.listBySession(session?.id ?? '', 2);
        assert.deepEqual([messages.map(({ content }) => content), total], [['a', 'b'], 3]);
        assert.equal(messages[1]?.createdAt, moment);
      });

      it('indexes each message of a large batch once, despite repeats in the batch', async () => {
        const many = Array.from({ length: 1_200 }, (_, seq) => aMessage(seq, `turn ${String(seq)}`));
        await append(aMessage(5_000, 'before'));
        const report = await append(...many, aMessage(7, 'turn 7'), aMessage(8, 'another'));
        assert.deepEqual(report, { sessions: 0, stored: 1_200, duplicates: 1, conflicts: 1, erased: 0 });
        const { indexMissing, indexOrphans } = await store.maintenance.inspect();
        assert.deepEqual([indexMissing, indexOrphans], [0, 0]);
      });

      it('stores nothing of a batch if one message fails', async () => {
        const twice = randomUUID();
        const batch = append(aMessage(1, 'a', { uid: twice }), aMessage(2, 'b', { uid: twice }));
        assert.equal(await codeOf(batch), 'internal');
        const totals = await store.maintenance.totals(null);
        assert.deepEqual([totals.messages, totals.sessions], [0, 0]);
        assert.equal((await store.maintenance.inspect()).indexOrphans, 0);
      });
    });

    describe('maintenance', () => {
      it('counts what a user may see, or the whole store', async () => {
        const bob = await visit(store, { username: 'bob' });
        await openSession(store, ada, 'chat');
        const { fact } = await store.facts.add(aFact(ada, 'gone'), noJudgement);
        await store.facts.deprecate(fact.id, 1, 'x', later);
        await store.facts.add(aFact(ada, 'mine'), noJudgement);
        await store.facts.add(aFact(bob, 'his'), noJudgement);
        await store.knowledge.propose(aKnowledge(bob, 'for all'));
        await store.knowledge.propose(aKnowledge(bob, 'not yet', { mode: 'team' }));
        const own = await store.maintenance.totals(ada.user.id);
        assert.deepEqual([own.sessions, own.openSessions, own.facts, own.knowledge], [1, 1, 1, 1]);
        const whole = await store.maintenance.totals(null);
        assert.deepEqual([whole.facts, whole.knowledge], [2, 2]);
        assert.ok(whole.bytes > 10_000);
      });

      it('reports a healthy store of the current version', async () => {
        const report = await store.maintenance.inspect();
        const { location = file, ...about } = {
          native: { engine: 'node:sqlite', journalMode: 'wal' },
          wasm: { engine: 'sql.js', journalMode: 'image' },
          postgres: { engine: 'PostgreSQL', journalMode: 'server', location: 'postgres (PostgreSQL)' },
        }[engine];
        assert.deepEqual([report.schemaVersion, report.damage, report.location], [latestVersion, [], location]);
        assert.deepEqual({ engine: report.engine, journalMode: report.journalMode }, about);
      });

      it('finds no damage in an index right after another program wrote to it', async () => {
        await store.facts.add(aFact(ada, 'written here'), noJudgement);
        assert.deepEqual((await store.maintenance.inspect()).damage, []);
        const other = openStore(engine, file);
        await other.facts.add(aFact(await visit(other), 'written elsewhere'), noJudgement);
        await other.close();
        assert.deepEqual((await store.maintenance.inspect()).damage, []);
      });

      it('changes the change token only after a commit, here or by another program', async () => {
        const other = openStore(engine, file);
        await visit(other);
        const before = await store.maintenance.changeToken();
        assert.equal(await store.maintenance.changeToken(), before);
        await other.facts.add(aFact(ada, 'theirs'), noJudgement);
        const between = await nextToken(store, before);
        await store.facts.add(aFact(ada, 'ours'), noJudgement);
        assert.notEqual(await store.maintenance.changeToken(), between);
        await other.close();
      });

      it('sees writes of another program at once', async () => {
        const other = openStore(engine, file);
        const { fact } = await other.facts.add(aFact(ada, 'theirs'), noJudgement);
        assert.equal((await store.facts.get(fact.id))?.fact, 'theirs');
        await other.close();
      });

      it('rejects every call after it is closed', async () => {
        await store.close();
        assert.equal(await codeOf(store.facts.get(1)), 'store_unavailable');
      });
    });
  });
}
