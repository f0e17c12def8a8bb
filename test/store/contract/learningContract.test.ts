/**
 * Which sessions wait for a model that learns, their turns, and what one request yields: facts with evidence and a
 * summary, once for the same turns, and never in place of what an agent or a person wrote.
 */
import { strict as assert } from 'node:assert';
import type { VerifiedItem } from '../../../src/memory/learn/evidenceGate.ts';
import type { StoredWindow, WaitingSession } from '../../../src/memory/learn/learnStore.ts';
import type { SessionsToLearn } from '../learnedSessions.ts';
import { began, fourTurns, itemOf, keep, later, openSessionsToLearn, summarizeByRule } from '../learnedSessions.ts';
import { aRecording } from '../recorded.ts';
import { queryRows } from '../rawRows.ts';
import { engineNames, findMemories, moment, removeFolders, visit } from '../support.ts';

after(removeFolders);

const summary = { headline: 'Search is cached', topics: ['cache'], outcome: 'Done', summary: 'All of it.' };
const statement = 'The search keeps its answers for an hour, because it is slow.';
const stored: StoredWindow = { status: 'stored', learned: [], corroborated: 0, replaced: 0, dismissed: 0 };

for (const engine of engineNames) {
  describe(`the store of learning (${engine})`, () => {
    let open: SessionsToLearn;
    beforeEach(async () => {
      open = await openSessionsToLearn(engine);
    });
    afterEach(() => open.close());

    const idsOf = (sessions: readonly WaitingSession[]): string[] => sessions.map(({ id }) => id);
    const theOne = async (): Promise<WaitingSession> => {
      const [session, ...more] = await open.waiting();
      assert.ok(session);
      assert.deepEqual(more, []);
      return session;
    };
    describe('lists as waiting', () => {
      it('sessions with unread turns, the first active first, with their number and characters', async () => {
        const newer = await open.record('newer', fourTurns, { at: later });
        const older = await open.record('older');
        assert.deepEqual(idsOf(await open.waiting()), [older, newer]);
        assert.deepEqual(idsOf(await open.waiting({ limit: 1 })), [older]);
        const filter = { userId: open.caller.user.id, projects: 'all', silentBefore: moment, since: '' } as const;
        const { sessions, ...rest } = await open.store.learning.waiting({ ...filter, texts: 2, attempts: 3, limit: 0 });
        assert.deepEqual([sessions, rest], [[], { total: 2, characters: 2 * fourTurns.join('').length }]);
      });

      it('what the rules found of them, and where to begin', async () => {
        const id = await open.record('chat');
        const project = open.caller.project;
        assert.deepEqual(await theOne(), {
          ...{ id, projectId: project?.id, projectName: project?.name, before: -1, through: 4 },
          ...{ headline: 'By rule', outcome: 'ruled', commits: [] },
        });
      });

      it('none that are short, too old, or of other projects and users', async () => {
        await open.record('short', ['Hello', { content: '{}', role: 'assistant', type: 'tool_use' }]);
        assert.deepEqual(await open.waiting(), []);
        await open.record('chat');
        const elsewhere = await open.record('elsewhere', fourTurns, {
          by: await visit(open.store, { project: 'github.com/acme/other' }),
        });
        const nowhere = await open.record('nowhere', fourTurns, { by: await visit(open.store, { project: null }) });
        await open.record('theirs', fourTurns, { by: await visit(open.store, { username: 'grace' }) });
        assert.equal((await open.waiting()).length, 3);
        assert.equal((await open.waiting({ projects: [open.caller.project?.id ?? null] })).length, 1);
        assert.deepEqual(idsOf(await open.waiting({ projects: [null] })), [nowhere]);
        assert.deepEqual(await open.waiting({ projects: [] }), []);
        assert.deepEqual(idsOf(await open.waiting({ sessionId: elsewhere })), [elsewhere]);
        assert.deepEqual(await open.waiting({ since: later }), []);
      });

      it('no open session until it falls silent or ends', async () => {
        const batch = { ...aRecording(open.caller, 'live', began, fourTurns), origin: 'live' as const, now: began };
        const [id = ''] = (await open.store.recording.append(batch)).sessions;
        await summarizeByRule(open.store, open.caller, id);
        assert.deepEqual(await open.waiting({ silentBefore: began }), []);
        assert.equal((await open.waiting()).length, 1);
        const closing = { userId: open.caller.user.id, silentBefore: moment, startedBefore: began };
        await open.store.sessions.closeSilent({ ...closing, headlines: { tooLong: 'long', silent: 'silent' } });
        assert.equal((await open.waiting({ silentBefore: began })).length, 1);
      });

      it('none that no model answered as often as allowed, until one does', async () => {
        const id = await open.record('chat');
        for (let attempt = 0; attempt < 3; attempt += 1) {
          assert.equal((await open.waiting()).length, 1);
          await open.store.learning.noteFailure(id);
        }
        assert.deepEqual(await open.waiting(), []);
        const [session] = await open.waiting({ attempts: 4 });
        assert.ok(session);
        await keep(open, session, { through: 2 });
        assert.equal((await open.waiting()).length, 1);
      });
    });

    describe('reads', () => {
      it('spoken turns after a place, in order, with the seam before', async () => {
        const tool = { content: '{}', role: 'assistant', type: 'tool_use' } as const;
        const id = await open.record('chat', ['One', 'Two', tool, 'Three', { content: 'Four', role: 'user' }, 'Five']);
        const read = async (after: number, seam: number, limit: number): Promise<[number, string][]> => {
          const turns = await open.store.learning.turns(id, { after, seam, limit });
          return turns.map(({ seq, content }) => [seq, content]);
        };
        const all = await read(-1, 2, 100);
        assert.deepEqual(
          all.map(([, content]) => content),
          ['One', 'Two', 'Three', 'Four', 'Five'],
        );
        const seqs = all.map(([seq]) => seq);
        assert.equal(new Set(seqs).size, 5);
        assert.deepEqual(await read(seqs[2] ?? 0, 2, 1), all.slice(1, 4));
        assert.deepEqual(await read(seqs[4] ?? 0, 2, 10), all.slice(3));
        assert.deepEqual(await read(seqs[0] ?? 0, 5, 2), all.slice(0, 3));
        const [first] = await open.store.learning.turns(id, { after: -1, seam: 0, limit: 1 });
        assert.deepEqual(first, { seq: seqs[0], message: 'chat 1', role: 'user', content: 'One' });
      });

      it('none of a session that is gone', async () => {
        assert.deepEqual(await open.store.learning.turns('gone', { after: -1, seam: 2, limit: 10 }), []);
      });
    });

    describe('stores', () => {
      it('an item as a fact of the session’s project and agent, said when the message was', async () => {
        const id = await open.record('chat');
        const items = [
          await itemOf(open, id, { type: 'gotcha', value: 3, when: ['search is slow'], about: ['search'] }),
        ];
        const outcome = await keep(open, await theOne(), { items });
        const [fact] = await open.learned();
        assert.ok(fact);
        assert.deepEqual(outcome, { ...stored, learned: [fact.id] });
        assert.deepEqual(
          {
            ...{ fact: fact.fact, type: fact.type, category: fact.category, confidence: fact.confidence },
            ...{ session: fact.sourceSession, origin: fact.origin, project: fact.projectName, agent: fact.agentName },
            ...{ createdAt: fact.createdAt, updatedAt: fact.updatedAt, visibility: fact.visibility },
          },
          {
            ...{ fact: statement, type: 'bug', category: 'codebase', confidence: 0.7 },
            ...{ session: id, origin: 'transcript', project: 'rocket', agent: 'test agent' },
            ...{ createdAt: began, updatedAt: moment, visibility: 'private' },
          },
        );
        assert.deepEqual(fact.evidence, items[0]?.evidence);
        assert.equal(fact.replaces, null);
        assert.deepEqual(
          (await findMemories(open.store, open.caller, ['slow'])).map(({ kind, id: found }) => [kind, found]),
          [['fact', String(fact.id)]],
        );
      });

      it('each type and value with its kind of fact and its confidence', async () => {
        const id = await open.record('chat');
        const types = ['decision', 'convention', 'preference', 'lesson', 'gotcha', 'fact', 'rejected', 'todo'];
        const subjects = ['harbour', 'relay', 'invoice', 'compiler', 'router', 'ledger', 'scheduler', 'thumbnail'];
        const items: VerifiedItem[] = [];
        for (const [at, type] of types.entries())
          items.push(
            await itemOf(open, id, {
              type,
              value: 1 + (at % 3),
              text: `Only the ${subjects[at] ?? ''} knows the rule of it.`,
            }),
          );
        assert.equal((await keep(open, await theOne(), { items })).learned.length, 8);
        assert.deepEqual(
          (await open.learned()).map(({ evidence, type, confidence }) => [evidence.type, type, confidence]).toSorted(),
          [
            ['convention', 'convention', 0.6],
            ['decision', 'decision', 0.5],
            ['fact', 'observation', 0.7],
            ['gotcha', 'bug', 0.6],
            ['lesson', 'observation', 0.5],
            ['preference', 'convention', 0.7],
            ['rejected', 'decision', 0.5],
            ['todo', 'plan', 0.6],
          ],
        );
      });

      it('nothing for turns that another process stored, or a session that is gone', async () => {
        const id = await open.record('chat');
        const session = await theOne();
        const window = { items: [await itemOf(open, id)], summary };
        const outcomes = await Promise.all([keep(open, session, window), keep(open, session, window)]);
        assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['changed', 'stored']);
        assert.equal((await open.learned()).length, 1);
        assert.deepEqual(await keep(open, { ...session, id: 'gone' }, window), { ...stored, status: 'changed' });
        assert.deepEqual(await open.waiting(), []);
      });

      it('nothing of a message that is gone', async () => {
        const id = await open.record('chat');
        const item = await itemOf(open, id);
        const gone = { ...item, evidence: { ...item.evidence, message: 'chat 99' } };
        assert.deepEqual(await keep(open, await theOne(), { items: [gone] }), { ...stored, dismissed: 1 });
      });

      it('one audit row for the facts of a window', async () => {
        const id = await open.record('chat');
        const before = await queryRows(engine, open.file, `SELECT id FROM audit WHERE detail = 'learned'`);
        assert.deepEqual(before, []);
        const items = [
          await itemOf(open, id),
          await itemOf(open, id, { text: 'The relay writes late messages into a table.' }),
        ];
        await keep(open, await theOne(), { items });
        const sql = `SELECT action, kind, "count" AS n, session_id, user_id FROM audit WHERE detail = 'learned'`;
        assert.deepEqual(
          (await queryRows(engine, open.file, sql)).map((row) => ({ ...row, n: Number(row['n']) })),
          [{ action: 'store', kind: 'fact', n: 2, session_id: id, user_id: open.caller.user.id }],
        );
      });

      it('what a session that read the web taught as from the web', async () => {
        const tool = { content: '{}', role: 'assistant', type: 'tool_use', tool: 'WebFetch' } as const;
        const id = await open.record('chat', ['Read the page', tool, 'I read it', { content: 'Good', role: 'user' }]);
        await keep(open, await theOne(), { items: [await itemOf(open, id)] });
        assert.deepEqual(
          (await open.learned()).map(({ origin }) => origin),
          ['web'],
        );
      });

      it('the summary in place of that by rule, except files and importance', async () => {
        const id = await open.record('chat');
        await keep(open, await theOne(), { summary });
        const row = await open.store.sessions.get(id);
        assert.deepEqual(
          [row?.oneLiner, row?.topics, row?.outcome, row?.importance, row?.hasDetail],
          ['Search is cached', ['cache'], 'Done', 7, true],
        );
        const { summary: text, codeRefs } = (await open.store.sessions.getSummary(id)) ?? {};
        assert.deepEqual([text, codeRefs], ['All of it.', ['a.ts']]);
        assert.ok((await findMemories(open.store, open.caller, ['cach'])).some(({ kind }) => kind === 'session'));
      });

      it('topics and outcome only if the answer has them, and an explicit absence', async () => {
        const id = await open.record('chat');
        const { outcome: _, ...silent } = summary;
        await keep(open, await theOne(), { through: 2, summary: { ...silent, topics: [] } });
        const first = await open.store.sessions.get(id);
        assert.deepEqual([first?.topics, first?.outcome], [['ruled'], 'ruled']);
        await keep(open, await theOne(), { summary: { ...summary, outcome: null } });
        assert.equal((await open.store.sessions.get(id))?.outcome, null);
      });

      it('the summary of a later window after that of the one before', async () => {
        const id = await open.record('chat');
        await keep(open, await theOne(), { through: 2, summary });
        await keep(open, await theOne(), { summary: { ...summary, headline: 'And tested', summary: 'Then tested.' } });
        assert.equal((await open.store.sessions.get(id))?.oneLiner, 'And tested');
        assert.equal((await open.store.sessions.getSummary(id))?.summary, 'All of it.\n\nThen tested.');
      });

      it('no summary in place of one by an agent or a person, but the items', async () => {
        const [agents, persons] = [await open.record('by agent'), await open.record('by person')];
        const end = { topics: null, outcome: null, importance: null, summary: null, now: moment };
        const versionOf = async (id: string): Promise<number> => (await open.store.sessions.get(id))?.version ?? 0;
        await open.store.sessions.end({
          id: agents,
          version: await versionOf(agents),
          oneLiner: 'By the agent',
          ...end,
        });
        await open.store.sessions.rename({ id: persons, version: await versionOf(persons), oneLiner: 'By me' });
        const waiting = await open.waiting();
        assert.equal(waiting.length, 2);
        const texts = ['The relay needs a second region for backups.', statement];
        for (const [at, session] of waiting.entries())
          await keep(open, session, {
            summary,
            items: [await itemOf(open, session.id, { text: texts[at] ?? '' })],
          });
        assert.equal((await open.store.sessions.get(agents))?.oneLiner, 'By the agent');
        assert.equal((await open.store.sessions.get(persons))?.oneLiner, 'By me');
        assert.equal((await open.learned()).length, 2);
      });

      it('a place from which a continued session is read', async () => {
        const id = await open.record('chat');
        const session = await theOne();
        await keep(open, session, { summary });
        assert.deepEqual(await open.waiting(), []);
        await open.record('chat', [...fourTurns, 'Now cache the index', 'Cached that, too']);
        const again = await theOne();
        assert.deepEqual([again.id, again.before], [id, session.through]);
        assert.ok(again.through > session.through);
        assert.equal((await open.store.sessions.get(id))?.oneLiner, 'Search is cached');
      });
    });
  });
}
