/** Rule summaries of sessions that an agent or a person summarized: they fill empty fields and change nothing else. */
import { strict as assert } from 'node:assert';
import type { SummarizedByRule } from '../../../src/memory/archive/recording.ts';
import type { SessionEnd } from '../../../src/memory/sessions/sessionStore.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { noWork } from '../../../src/memory/summarize/words/work.ts';
import type { MessageInput } from '../recorded.ts';
import { aRecording } from '../recorded.ts';
import { engineNames, findMemories, moment, openStore, removeFolders, visit } from '../support.ts';
import { anEmptyStore } from '../emptyStore.ts';

after(removeFolders);

const ruleSummary: SummarizedByRule['ruleSummary'] = {
  headline: 'By rule',
  topics: ['ruled'],
  outcome: 'Ruled it.',
  summary: 'Asked: a wombat',
  files: ['a.ts'],
  importance: 7,
};

for (const engine of engineNames) {
  describe(`summarizing by rule (${engine})`, () => {
    let store: Store;
    let caller: Caller;
    let id: string;
    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      caller = await visit(store);
      const batch = aRecording(caller, 'chat', '2026-03-28T09:00:00.000Z', ['Cache it', 'Cached it']);
      [id = ''] = (await store.recording.append(batch)).sessions;
    });
    afterEach(() => store.close());

    const byRule = async (through: number, more: Partial<SummarizedByRule['ruleSummary']> = {}): Promise<void> => {
      const summarized = {
        sessionId: id,
        summarySource: 'rule',
        kept: [],
        agentId: caller.agent.id,
        through,
        now: moment,
      } as const;
      await store.recording.storeSummary({ ...summarized, ruleSummary: { ...ruleSummary, ...more } });
    };
    const version = async (): Promise<number> => (await store.sessions.get(id))?.version ?? 0;
    const end = async (more: Partial<SessionEnd>): Promise<void> => {
      const nothing = { topics: null, outcome: null, importance: null, summary: null, now: moment };
      await store.sessions.end({ id, version: await version(), oneLiner: 'By the agent', ...nothing, ...more });
    };
    const sessionFields = async (): Promise<unknown[]> => {
      const session = await store.sessions.get(id);
      const { summary, codeRefs } = (await store.sessions.getSummary(id)) ?? {};
      const { oneLiner, topics, outcome, importance, hasDetail } = session ?? {};
      return [oneLiner, topics, outcome, importance, hasDetail, summary, codeRefs];
    };

    it('fills in fields that an agent or a person left empty', async () => {
      const filled = [['ruled'], 'Ruled it.', 5, true, 'Asked: a wombat', ['a.ts']];
      await end({});
      await byRule(2);
      assert.deepEqual(await sessionFields(), ['By the agent', ...filled]);
      assert.ok((await findMemories(store, caller, ['wombat'])).some(({ kind }) => kind === 'session'));
      await store.sessions.rename({ id, version: await version(), oneLiner: 'By me' });
      await byRule(4, { topics: ['new'], outcome: 'New.', summary: 'New.', files: ['b.ts'], importance: 9 });
      assert.deepEqual(await sessionFields(), ['By me', ...filled]);
    });

    it('fills in a session that was renamed before any summary', async () => {
      await store.sessions.rename({ id, version: await version(), oneLiner: 'By me' });
      await byRule(2);
      assert.deepEqual((await sessionFields()).slice(0, 3), ['By me', ['ruled'], 'Ruled it.']);
    });

    it('changes nothing in a summary by an agent, not even its version', async () => {
      const summary = { summary: 'Its words.', keyFacts: [], codeRefs: ['its.ts'] };
      await end({ topics: ['its'], outcome: 'Its outcome.', importance: 3, summary });
      const [before, changes] = [await sessionFields(), await version()];
      await byRule(2);
      assert.deepEqual([await sessionFields(), await version()], [before, changes]);
    });

    it('reads the work of a long session from its beginning and end, in order, without repeats', async () => {
      const calls = Array.from({ length: 450 }, (_, place): MessageInput => {
        const todos = [`Step ${String(place)}`, 'Run the tests'];
        const work = place === 0 ? { commits: ['Begin'] } : place === 449 ? { commits: ['End', 'Begin'] } : { todos };
        return { content: `call ${String(place)}`, type: 'tool_use', tool: 'Bash', work, branch: 'ada/basket' };
      });
      const batch = aRecording(caller, 'long', '2026-03-29T09:00:00.000Z', ['Cache it', ...calls]);
      const [long = ''] = (await store.recording.append(batch)).sessions;
      const { work } = await store.recording.readForSummary(long, { first: 1, last: 1 });
      assert.deepEqual([work.commits, work.branches], [['Begin', 'End'], ['ada/basket']]);
      assert.deepEqual(work.todos.slice(0, 3), ['Step 1', 'Run the tests', 'Step 2']);
      assert.equal(work.todos.length, 40);
      const none = await store.recording.readForSummary(id, { first: 1, last: 1 });
      assert.deepEqual(none.work, noWork);
    });

    it('leaves fields empty if the rules find nothing either', async () => {
      await end({});
      const before = await sessionFields();
      await byRule(2, { topics: [], outcome: null, summary: '', files: [] });
      assert.deepEqual(await sessionFields(), before);
    });
  });
}
