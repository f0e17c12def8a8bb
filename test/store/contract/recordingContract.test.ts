/** Recording on both engines: each message is stored once, in the session that it belongs to. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { RecordedBatch, RecordedReport } from '../../../src/memory/archive/recording.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { engineNames, findMemories, moment, openSession, openStore, removeFolders, visit } from '../support.ts';
import { aBatch, answered, asked, at, chat, compacted, days } from './chat.ts';
import type { Line } from './chat.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`recording (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    beforeEach(async () => {
      file = anEmptyStore(engine);
      store = openStore(engine, file);
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const record = (now: number, lines: readonly Line[], more: Partial<RecordedBatch> = {}): Promise<RecordedReport> =>
      store.recording.append(aBatch(ada, now, lines, more));
    const counts = ({ stored, duplicates, opened }: RecordedReport): number[] => [stored, duplicates, opened];
    /** The contents of all sessions, in order. */
    const texts = async (): Promise<string[]> => {
      const { tables } = await store.portability.read(moment, 'ada');
      return tables.messages.map((row) => String(row['content']));
    };
    const textsOf = async (sessionId: string): Promise<string[]> =>
      (await store.archive.listBySession(sessionId, 100)).messages.map(({ content }) => content);
    const talk = [asked(0, 'Why?'), answered(1, 'Because.'), asked(2, 'Mend it.'), answered(3, 'Done.')];

    it('stores each message once across overlapping batches', async () => {
      assert.deepEqual(counts(await record(4, talk.slice(0, 3))), [3, 0, 1]);
      assert.deepEqual(counts(await record(5, talk)), [1, 3, 0]);
      assert.deepEqual(counts(await record(6, [...talk, ...talk])), [0, 8, 0]);
      assert.deepEqual(await texts(), ['Why?', 'Because.', 'Mend it.', 'Done.']);
    });

    it('stores a message once if two windows append it concurrently', async () => {
      const other = openStore(engine, file);
      const bring = (into: Store): Promise<RecordedReport> => into.recording.append(aBatch(ada, 4, talk));
      const reports = await Promise.all([bring(store), bring(other), bring(store), bring(other)]);
      await other.close();
      assert.equal(
        reports.map(({ stored }) => stored).reduce((one, next) => one + next),
        4,
      );
      assert.equal(
        reports.map(({ opened }) => opened).reduce((one, next) => one + next),
        1,
      );
      assert.equal((await texts()).length, 4);
    });

    it('separates two users’ recordings of one conversation', async () => {
      await record(4, talk);
      const bob = await visit(store, { username: 'bob' });
      const report = await store.recording.append(aBatch(bob, 4, talk));
      assert.deepEqual(counts(report), [4, 0, 1]);
      assert.notEqual(report.sessions[0], chat);
    });

    it('uses the conversation id as session id if it is a UUID, otherwise a new one', async () => {
      assert.deepEqual((await record(4, talk)).sessions, [chat]);
      const [named = ''] = (await record(4, talk, { conversation: 'no uuid' })).sessions;
      assert.match(named, /^[\da-f-]{36}$/u);
    });

    it('appends to the session that is open or ended recently, otherwise opens a new one', async () => {
      const { session } = await openSession(store, ada, chat, at(0));
      assert.deepEqual((await record(1, [asked(1, 'one')])).sessions, [session.id]);
      const end = { version: session.version, topics: null, outcome: null, importance: null, summary: null };
      await store.sessions.end({ ...end, id: session.id, oneLiner: 'Ended', now: at(5) });
      assert.deepEqual((await record(20, [asked(19, 'two')])).sessions, [session.id]);
      const later = await record(80, [asked(79, 'three')]);
      assert.equal(later.opened, 1);
      assert.notEqual(later.sessions[0], session.id);
      assert.equal((await store.sessions.get(session.id))?.endedAt, at(19));
    });

    it('reopens a session closed for silence if the agent was still working', async () => {
      const { session } = await openSession(store, ada, chat, at(0));
      const headlines = { tooLong: 'too long', silent: 'silent' };
      const times = { silentBefore: at(10), startedBefore: at(-days(1)) };
      await store.sessions.closeSilent({ userId: ada.user.id, ...times, headlines });
      const report = await record(95, [asked(0, 'a'), answered(60, 'b'), answered(94, 'c')]);
      assert.deepEqual([report.opened, report.sessions], [0, [session.id]]);
      const { endedAt, oneLiner, lastActiveAt } = (await store.sessions.get(session.id)) ?? {};
      assert.deepEqual([endedAt, oneLiner, lastActiveAt], [null, '', at(95)]);
    });

    it('keeps a session closed if late messages are old or a newer session is open', async () => {
      const { session } = await openSession(store, ada, chat, at(0));
      await store.sessions.closeSilent({
        ...{ userId: ada.user.id, silentBefore: at(10), startedBefore: at(-days(1)) },
        headlines: { tooLong: 'too long', silent: 'silent' },
      });
      await record(95, [asked(5, 'a'), answered(7, 'b')]);
      assert.equal((await store.sessions.get(session.id))?.endedAt, at(7));
      const { session: later } = await openSession(store, ada, chat, at(100));
      const report = await record(110, [asked(20, 'c'), answered(90, 'd'), answered(101, 'e'), asked(109, 'f')]);
      assert.deepEqual(report.sessions, [session.id, later.id]);
      assert.deepEqual(
        [await textsOf(session.id), await textsOf(later.id)],
        [
          ['a', 'b', 'c', 'd'],
          ['e', 'f'],
        ],
      );
      assert.equal((await store.sessions.get(session.id))?.endedAt, at(90));
    });

    it('puts messages from long before the open session into an imported one', async () => {
      const { session } = await openSession(store, ada, chat, at(600));
      const lines = [asked(0, 'old'), answered(1, 'older answer'), answered(0, 'untimed', { createdAt: null })];
      const report = await record(601, [...lines, asked(599, 'new')]);
      assert.deepEqual(await textsOf(session.id), ['new']);
      const history = report.sessions.find((id) => id !== session.id) ?? '';
      assert.deepEqual(await textsOf(history), ['old', 'older answer', 'untimed']);
      const { origin, startedAt, endedAt } = (await store.sessions.get(history)) ?? {};
      assert.deepEqual([origin, startedAt, endedAt], ['import', at(0), at(1)]);
    });

    it('opens no live session for a transcript of past messages only', async () => {
      const report = await record(days(3), talk);
      assert.deepEqual(report.sessions, [chat]);
      assert.equal((await store.sessions.get(chat))?.origin, 'import');
      assert.equal((await store.sessions.list({ userId: ada.user.id, scope: 'all', limit: 9 })).total, 1);
    });

    it('stores no duplicates when an imported conversation continues', async () => {
      await record(days(1), talk, { origin: 'import' });
      const report = await record(days(1) + 9, [...talk, asked(days(1) + 8, 'Next.')]);
      assert.deepEqual(counts(report), [1, 4, 1]);
      assert.deepEqual(await textsOf(report.sessions[0] ?? ''), ['Next.']);
    });

    it('does not mark a session as active when its past is imported', async () => {
      const { session } = await openSession(store, ada, chat, at(0));
      await record(4, talk);
      const more = [asked(2, 'Also this.')];
      await record(days(5), more, { origin: 'import' });
      const { lastActiveAt, endedAt } = (await store.sessions.get(session.id)) ?? {};
      assert.deepEqual([lastActiveAt, endedAt], [at(4), null]);
    });

    it('tracks the time span of an imported session, even if batches arrive out of order', async () => {
      await record(days(1), [asked(50, 'a'), asked(90, 'b')], { origin: 'import', startedAt: at(60) });
      await record(days(2), [asked(20, 'c'), asked(70, 'd')], { origin: 'import' });
      const { startedAt, endedAt, lastActiveAt } = (await store.sessions.get(chat)) ?? {};
      assert.deepEqual([startedAt, endedAt, lastActiveAt], [at(20), at(90), at(90)]);
      assert.deepEqual(await texts(), ['a', 'b', 'c', 'd']);
    });

    describe('turns with different keys', () => {
      const named = (prefix: string, lines: readonly Line[], later = 0): Line[] =>
        lines.map((line, place) => {
          const time = new Date(Date.parse(line.createdAt ?? at(0)) + later * 1000).toISOString();
          return { ...line, key: `${prefix}${String(place)}`, createdAt: time };
        });
      const split = [
        asked(0, 'Why?'),
        answered(1, 'Be'),
        answered(1, 'cause.'),
        asked(2, 'Mend it.'),
        answered(3, 'Done, all of it.'),
      ];

      it('stores no duplicates if another format splits the answers differently', async () => {
        await record(4, named('t', talk), { format: 'copilot-transcript' });
        const report = await record(9, named('c', split, 4), { format: 'copilot-chat', origin: 'import' });
        assert.deepEqual(counts(report), [0, 5, 0]);
        assert.equal((await texts()).length, 4);
      });

      it('stores only unknown turns, before and after the known ones', async () => {
        await record(4, named('t', talk.slice(2)), { format: 'copilot-transcript' });
        const lines = [...split, asked(5, 'Thanks.'), answered(6, 'Welcome.')];
        await record(9, named('c', lines, 4), { format: 'copilot-chat' });
        assert.deepEqual((await texts()).sort(), ['Be', 'Done.', 'Mend it.', 'Thanks.', 'Welcome.', 'Why?', 'cause.']);
      });

      it('matches each request with one known turn, also across batches', async () => {
        await record(4, named('t', [asked(0, 'yes'), answered(0, 'first')]), { format: 'copilot-transcript' });
        const lines = named('c', [asked(0, 'yes'), answered(0, 'first'), asked(5, 'yes'), answered(6, 'second')]);
        const { known } = await record(9, lines.slice(0, 2), { format: 'copilot-chat' });
        await record(9, lines.slice(2), { format: 'copilot-chat', known });
        assert.deepEqual(await texts(), ['yes', 'first', 'yes', 'second']);
      });

      it('treats the same text at another time as another turn', async () => {
        await record(4, named('t', [asked(0, 'yes')]), { format: 'copilot-transcript' });
        assert.equal((await record(99, named('c', [asked(60, 'yes')]), { format: 'copilot-chat' })).stored, 1);
      });

      it('stores a repeated short text twice if one format contains it twice', async () => {
        const lines = named('k', [asked(0, 'yes'), answered(1, 'ok'), asked(2, 'yes'), answered(3, 'ok')]);
        assert.equal((await record(4, lines)).stored, 4);
        assert.equal((await record(5, lines)).stored, 0);
      });

      it('continues in a known turn if the previous batch ended in one', async () => {
        await record(4, named('t', talk), { format: 'copilot-transcript' });
        const [first, ...rest] = named('c', talk, 3);
        assert.ok(first !== undefined);
        const { known } = await record(9, [first], { format: 'copilot-chat' });
        assert.equal(known.inTurn, true);
        assert.equal((await record(9, rest, { format: 'copilot-chat', known })).stored, 0);
      });

      it('records the start of a known turn as the read position if the file ends in it', async () => {
        const path = '/chat.jsonl';
        const turn = { offset: 20, lastKey: 'c1' };
        const to = (offset: number): Partial<RecordedBatch> => {
          return { format: 'copilot-chat', file: { path, turn, position: { offset, lastKey: 'c2' } } };
        };
        await record(4, named('t', talk), { format: 'copilot-transcript' });
        await record(9, named('c', talk, 3).slice(0, 3), to(40));
        assert.deepEqual(await store.recording.position(ada.user.id, path), turn);
        await record(9, [asked(9, 'Something new.')], to(50));
        assert.deepEqual(await store.recording.position(ada.user.id, path), { offset: 50, lastKey: 'c2' });
        assert.equal(await store.recording.position('another user', path), undefined);
      });

      it('lists files that a hook announced, read or unread, but none that was only imported', async () => {
        const since = at(0);
        const live = (): Promise<unknown> => store.recording.liveFiles({ userId: ada.user.id, since, limit: 9 });
        const position = { offset: 40, lastKey: 't1' };
        const file = (path: string): RecordedBatch['file'] => ({ path, turn: null, position });
        await record(4, named('t', talk), { format: 'copilot-transcript', file: file('/imported.jsonl') });
        const announce = (path: string, minute: number, since = at(0)): Promise<void> =>
          store.recording.expect({ userId: ada.user.id, path, now: at(minute), since });
        await announce('/new.jsonl', 5);
        assert.deepEqual(await live(), [{ path: '/new.jsonl', position: { offset: 0, lastKey: null } }]);
        await announce('/imported.jsonl', 6);
        await announce('/new.jsonl', 7);
        assert.deepEqual(await live(), [
          { path: '/imported.jsonl', position },
          { path: '/new.jsonl', position: { offset: 0, lastKey: null } },
        ]);
        await announce('/new.jsonl', 8, at(7));
        assert.deepEqual(await live(), [
          { path: '/new.jsonl', position: { offset: 0, lastKey: null } },
          { path: '/imported.jsonl', position },
        ]);
      });

      it('stores a compaction that the other format lacks, once', async () => {
        await record(4, named('t', talk), { format: 'copilot-transcript' });
        const lines = [
          ...named('c', talk.slice(0, 2), 3),
          compacted(1.5, 'In short.'),
          ...named('d', talk.slice(2), 3),
        ];
        assert.equal((await record(9, lines, { format: 'copilot-chat' })).stored, 1);
        const renamed = lines.map((line, place) => ({ ...line, key: `s${String(place)}` }));
        assert.equal((await record(9, renamed, { format: 'copilot-store' })).stored, 0);
      });

      it('stores only the new messages of a rewritten file', async () => {
        await record(4, named('a', [...talk, asked(4, 'yes'), answered(5, 'ok')]));
        const rewritten = [...talk, asked(4, 'yes'), answered(5, 'ok'), asked(6, 'yes'), answered(7, 'once more')];
        const report = await record(20, named('b', rewritten, 3_600), { isRewritten: true });
        assert.deepEqual(counts(report), [2, 6, 0]);
        assert.deepEqual((await texts()).slice(-2), ['yes', 'once more']);
        assert.deepEqual(counts(await record(21, named('b', rewritten, 3_600), { isRewritten: true })), [0, 8, 0]);
      });

      it('stores repeated requests of a file that is read as a whole each time', async () => {
        const lines = named('r', [asked(0, 'continue'), answered(1, 'one'), asked(2, 'continue'), answered(3, 'two')]);
        await record(2, lines.slice(0, 2), { format: 'copilot-chat' });
        assert.equal((await record(4, lines, { format: 'copilot-chat', isRewritten: true })).stored, 2);
      });
    });

    it('finds text messages, but no thoughts, tool calls or tool results', async () => {
      const types = ['thought', 'tool_use', 'tool_result'] as const;
      const lines = types.map((type) => answered(1, `quokka ${type}`, { type, tool: 'read_file', files: ['/a b.ts'] }));
      await record(4, [asked(0, 'a quokka'), ...lines]);
      const found = await findMemories(store, ada, ['quokka']);
      assert.deepEqual(
        found.map(({ kind, sessionId }) => [kind, sessionId]),
        [['message', chat]],
      );
      const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
      assert.deepEqual([damage, indexMissing, indexOrphans], [[], 0, 0]);
    });

    it('stores the read position together with the messages, or not at all', async () => {
      const path = '/a.jsonl';
      const position = { offset: 12, lastKey: null };
      // The first message fits the open session; the second needs a new session, whose project does not exist.
      await openSession(store, ada, chat, at(0));
      const nowhere = { ...ada, project: { id: 'nowhere', key: 'nowhere', name: 'nowhere' } };
      await assert.rejects(
        store.recording.append(
          aBatch(nowhere, 4, [asked(1, 'x'), asked(-99, 'y')], { file: { path, position, turn: null } }),
        ),
      );
      assert.equal(await store.recording.position(ada.user.id, path), undefined);
      assert.deepEqual(await texts(), []);
      await record(4, [asked(0, 'kept')], { file: { path, position, turn: null } });
      assert.deepEqual(await store.recording.position(ada.user.id, path), position);
    });
  });
}
