/**
 * Which sessions wait for a language model, that only one window queries it, and which summaries it must not replace.
 */
import { strict as assert } from 'node:assert';
import { redact } from '../../../src/capture/redaction/redaction.ts';
import type { SummarizedByRule } from '../../../src/memory/archive/recording.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import type {
  LanguageModel,
  SummaryStore,
  SummaryToStore,
  WaitingFilter,
  WaitingSession,
} from '../../../src/memory/summarize/summaries.ts';
import { Summaries } from '../../../src/memory/summarize/summaries.ts';
import { aRecording } from '../recorded.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { engineNames, findMemories, moment, openStore, removeFolders, visit } from '../support.ts';

after(removeFolders);

const began = '2026-03-28T09:00:00.000Z';
const four = ['Cache the search', 'Cached it', 'Test it', 'Tested'];
const modelSummary = {
  headline: 'Search is cached',
  topics: ['cache'],
  outcome: 'Done',
  summary: 'All of it.',
  keyFacts: [],
};

for (const engine of engineNames) {
  describe(`the summary store (${engine})`, () => {
    let store: Store;
    let caller: Caller;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      caller = await visit(store);
    });
    afterEach(() => store.close());

    const waiting = async (more: Partial<WaitingFilter> = {}): Promise<WaitingSession[]> => {
      const filter = {
        userId: caller.user.id,
        projectId: caller.project?.id ?? null,
        silentBefore: moment,
        since: '2026-03-01T00:00:00.000Z',
        texts: 4,
        limit: 5,
        ...more,
      };
      return (await store.summaries.waiting(filter)).sessions;
    };
    const byRule = async (
      id: string,
      through: number,
      more: Partial<SummarizedByRule['ruleSummary']> = {},
    ): Promise<void> => {
      const ruleSummary: SummarizedByRule['ruleSummary'] = {
        headline: 'By rule',
        topics: ['ruled'],
        outcome: 'ruled',
        summary: 'Ruled.',
        files: ['a.ts'],
        importance: 7,
        ...more,
      };
      await store.recording.storeSummary({
        sessionId: id,
        summarySource: 'rule',
        ruleSummary,
        kept: [],
        agentId: caller.agent.id,
        through,
        now: moment,
      });
    };
    const record = async (name: string, texts = four, startedAt = began, by = caller): Promise<string> => {
      const { sessions } = await store.recording.append(aRecording(by, name, startedAt, texts));
      const id = sessions[0] ?? '';
      const { through } = await store.recording.readForSummary(id, { first: 1, last: 1 });
      await byRule(id, through);
      return id;
    };
    const theOne = async (): Promise<WaitingSession> => {
      const [session] = await waiting();
      assert.ok(session);
      return session;
    };
    const storeSummary = (
      { id, through }: WaitingSession,
      more: Partial<SummaryToStore> = {},
    ): Promise<'summarized' | 'kept'> =>
      store.summaries.storeSummary({ id, through, summary: modelSummary, now: moment, ...more });

    it('lists sessions summarized by rule, last active first', async () => {
      const older = await record('older');
      const newer = await record('newer', four, '2026-03-29T09:00:00.000Z');
      assert.deepEqual(
        (await waiting()).map(({ id }) => id),
        [newer, older],
      );
      assert.deepEqual(
        (await waiting({ limit: 1 })).map(({ id }) => id),
        [newer],
      );
    });

    it('skips sessions that are short, old, or of another project or user', async () => {
      await record('short', four.slice(0, 3));
      await record('old', four, '2026-02-01T09:00:00.000Z');
      await record('elsewhere', four, began, await visit(store, { project: 'github.com/acme/other' }));
      await record('nowhere', four, began, await visit(store, { project: null }));
      await record('theirs', four, began, await visit(store, { username: 'grace' }));
      assert.deepEqual(await waiting(), []);
      assert.equal((await waiting({ projectId: null })).length, 1);
    });

    it('skips an open session until it falls silent or ends', async () => {
      const batch = { ...aRecording(caller, 'live', began, four), origin: 'live' as const, now: began };
      const [id = ''] = (await store.recording.append(batch)).sessions;
      await byRule(id, 4);
      assert.deepEqual(await waiting({ silentBefore: began }), []);
      assert.equal((await waiting()).length, 1);
      await store.sessions.closeSilent({
        userId: caller.user.id,
        silentBefore: moment,
        startedBefore: began,
        headlines: { tooLong: 'long', silent: 'silent' },
      });
      assert.equal((await waiting({ silentBefore: began })).length, 1);
    });

    it('leaves summaries by an agent or a person unchanged', async () => {
      const [agents, persons] = [await record('by agent'), await record('by person')];
      const end = { topics: null, outcome: null, importance: null, summary: null, now: moment };
      const versions = await Promise.all([agents, persons].map((id) => store.sessions.get(id)));
      await store.sessions.end({ id: agents, version: versions[0]?.version ?? 0, oneLiner: 'By the agent', ...end });
      await store.sessions.rename({ id: persons, version: versions[1]?.version ?? 0, oneLiner: 'By me' });
      assert.deepEqual(await waiting(), []);
      for (const id of [agents, persons]) {
        assert.equal(await store.summaries.claim({ id, through: 4, before: -1 }), false);
        assert.equal(await storeSummary({ id, through: 4, before: -1 }), 'kept');
      }
      assert.equal((await store.sessions.get(agents))?.oneLiner, 'By the agent');
      assert.equal((await store.sessions.get(persons))?.oneLiner, 'By me');
    });

    it('grants a claim to one window, once for the same turns', async () => {
      await record('chat');
      const session = await theOne();
      const claims = await Promise.all([store.summaries.claim(session), store.summaries.claim(session)]);
      assert.deepEqual(claims.toSorted(), [false, true]);
      assert.deepEqual(await waiting(), []);
      await store.summaries.release(session);
      assert.deepEqual(await waiting(), [session]);
    });

    it('replaces the rule summary, except files and importance', async () => {
      const id = await record('chat');
      const session = await theOne();
      await store.summaries.claim(session);
      const keyFacts = ['The cache lives for an hour'];
      assert.equal(await storeSummary(session, { summary: { ...modelSummary, keyFacts } }), 'summarized');
      const row = await store.sessions.get(id);
      assert.deepEqual(
        [row?.oneLiner, row?.topics, row?.outcome, row?.importance, row?.hasDetail],
        ['Search is cached', ['cache'], 'Done', 7, true],
      );
      assert.deepEqual(await store.sessions.getSummary(id), { summary: 'All of it.', keyFacts, codeRefs: ['a.ts'] });
      assert.deepEqual(await waiting(), []);
      assert.ok((await findMemories(store, caller, ['cached'])).some(({ kind }) => kind === 'session'));
    });

    it('keeps topics and outcome if the model omits them', async () => {
      const id = await record('chat');
      const session = await theOne();
      await store.summaries.claim(session);
      const { outcome: _, ...silent } = modelSummary;
      await storeSummary(session, { summary: { ...silent, topics: [] } });
      const row = await store.sessions.get(id);
      assert.deepEqual([row?.topics, row?.outcome], [['ruled'], 'ruled']);
    });

    it('removes the outcome if the model says that there is none', async () => {
      const id = await record('chat');
      const session = await theOne();
      await store.summaries.claim(session);
      await storeSummary(session, { summary: { ...modelSummary, outcome: null } });
      assert.equal((await store.sessions.get(id))?.outcome, null);
    });

    it('lets rules update files and importance after a model summary', async () => {
      const id = await record('chat');
      const session = await theOne();
      await store.summaries.claim(session);
      await storeSummary(session);
      await byRule(id, session.through + 2, {
        files: ['a.ts', 'b.ts'],
        importance: 8,
        topics: ['other'],
        outcome: 'other',
      });
      const row = await store.sessions.get(id);
      assert.deepEqual(
        [row?.oneLiner, row?.topics, row?.outcome, row?.importance],
        ['Search is cached', ['cache'], 'Done', 8],
      );
      const { summary, codeRefs } = (await store.sessions.getSummary(id)) ?? {};
      assert.deepEqual([summary, codeRefs], ['All of it.', ['a.ts', 'b.ts']]);
      await byRule(id, session.through + 4, { files: [], importance: 8 });
      assert.deepEqual((await store.sessions.getSummary(id))?.codeRefs, ['a.ts', 'b.ts']);
    });

    it('stores no summary without a claim, or if the session was renamed since', async () => {
      const id = await record('chat');
      const session = await theOne();
      assert.equal(await storeSummary(session), 'kept');
      await store.summaries.claim(session);
      const { version = 0 } = (await store.sessions.get(id)) ?? {};
      await store.sessions.rename({ id, version, oneLiner: 'Mine' });
      assert.equal(await storeSummary(session), 'kept');
      assert.equal((await store.sessions.get(id))?.oneLiner, 'Mine');
    });

    it('lists a continued session again, and rules do not replace its summary', async () => {
      const id = await record('chat');
      const session = await theOne();
      await store.summaries.claim(session);
      await storeSummary(session);
      await record('chat', [...four, 'Now cache the index', 'Cached that, too']);
      assert.equal((await store.sessions.get(id))?.oneLiner, 'Search is cached');
      const [again] = await waiting();
      assert.deepEqual([again?.id, again?.before], [id, session.through]);
      assert.ok((again?.through ?? 0) > session.through);
    });

    it('lists a session again if storing fails, and reports the first error', async () => {
      await record('chat');
      const ports = { clock: { now: () => new Date(moment), timeZone: 'UTC' }, redact };
      const failing = (more: Partial<SummaryStore>): Summaries =>
        new Summaries({ ...store.summaries, ...more }, { recording: store.recording, ports, silenceMinutes: 30 });
      const model = (ask: LanguageModel['ask']): LanguageModel => ({ inputTokens: 10_000, ask });
      const full = failing({ storeSummary: () => Promise.reject(new Error('disk is full')) });
      const answering = model(() => Promise.resolve('{"headline": "Search is cached", "summary": "All of it."}'));
      await assert.rejects(full.summarizeWaiting(caller, answering), /disk is full/u);
      assert.equal((await waiting()).length, 1);
      const locked = failing({ release: () => Promise.reject(new Error('locked')) });
      const away = model(() => Promise.reject(new Error('away')));
      await assert.rejects(locked.summarizeWaiting(caller, away), /away/u);
    });

    it('stores nothing for an erased session', async () => {
      await record('chat');
      const session = await theOne();
      assert.equal(await store.summaries.claim({ ...session, id: 'gone' }), false);
      assert.equal(await storeSummary({ ...session, id: 'gone' }), 'kept');
    });
  });
}
