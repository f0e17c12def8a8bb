/** What a run of learning asks, which sessions it reads, and what it keeps of the answers. */
import assert from 'node:assert/strict';
import type { LearnReport, LearnRequest } from '../../../src/memory/learn/learner.ts';
import { estimateTokens } from '../../../src/util/tokens.ts';
import type { SessionsToLearn } from '../../store/learnedSessions.ts';
import {
  aLearner,
  aLongChat,
  aStatement,
  fourTurns,
  later,
  openSessionsToLearn,
  summarizeByRule,
} from '../../store/learnedSessions.ts';
import type { MessageInput } from '../../store/recorded.ts';
import { aRecording } from '../../store/recorded.ts';
import { engineNames, removeFolders, visit } from '../../store/support.ts';
import { anAnswer, anAnswerWith, anItem, cached } from './learnBuilders.ts';

after(removeFolders);

const secret = `ghp_${'c3D4'.repeat(9)}`;
const everything = { projects: 'all' } as const;
const empty = anAnswer({ items: [] });
const tool: MessageInput = { content: '{}', role: 'assistant', type: 'tool_use' };

for (const engine of engineNames) {
  describe(`Learning (${engine})`, () => {
    let open: SessionsToLearn;
    beforeEach(async () => {
      open = await openSessionsToLearn(engine);
    });
    afterEach(() => open.close());

    const idsOf = (requests: readonly LearnRequest[]): string[] => requests.map(({ id }) => id);
    const countWaiting = async (): Promise<number> => (await open.learning.preview(open.caller, everything)).sessions;

    it('reads each session once, the oldest first, and keeps its items and summary', async () => {
      const newer = await open.record('newer', fourTurns, { at: later });
      const older = await open.record('older');
      const learner = aLearner([anAnswerWith({ text: aStatement(0) }), anAnswerWith({ text: aStatement(1) })]);
      const { outcome, due, done, learned, tokens, notice } = await open.run(learner);
      assert.deepEqual([outcome, due, done, learned, notice], ['done', 2, 2, 2, undefined]);
      assert.deepEqual(idsOf(learner.requests), [older, newer]);
      assert.ok(tokens > 2_000 && tokens < 10_000, String(tokens));
      assert.deepEqual(
        (await open.learned()).map(({ fact, sourceSession, evidence }) => [
          fact,
          sourceSession,
          evidence.quote,
          evidence.model,
        ]),
        [
          [aStatement(1), newer, 'Cache the search', 'a model'],
          [aStatement(0), older, 'Cache the search', 'a model'],
        ],
      );
      assert.equal((await open.store.sessions.get(older))?.oneLiner, 'Search answers from a cache now');
      const again = await open.run(learner);
      assert.deepEqual([again.due, learner.requests.length], [0, 2]);
      assert.equal(await countWaiting(), 0);
    });

    it('shows what a run would ask, in the same words, and writes nothing', async () => {
      await open.recordMany(3);
      const shown: LearnRequest[] = [];
      for await (const request of open.learning.requests(open.caller, everything)) shown.push(request);
      assert.equal(await countWaiting(), 3);
      const learner = aLearner([empty]);
      await open.run(learner);
      assert.deepEqual(learner.requests, shown);
    });

    it('leaves out sessions from before a time, until a run asks for all', async () => {
      const older = await open.record('older');
      await open.record('newer', fourTurns, { at: later });
      assert.equal(await open.learning.leaveOut(open.caller, everything, later), 1);
      const learner = aLearner([empty]);
      await open.run(learner);
      assert.deepEqual([learner.requests.length, await countWaiting()], [1, 0]);
      const all = { ...everything, all: true } as const;
      assert.equal((await open.learning.preview(open.caller, all)).sessions, 1);
      await open.learning.run(open.caller, learner, all, { dailyTokens: 1_000_000 });
      assert.equal(learner.requests.at(-1)?.sessionId, older);
      assert.equal((await open.learning.preview(open.caller, all)).sessions, 0);
    });

    it('estimates what a run would cost', async () => {
      const { sessions, tokens, usedTokens } = await open.learning.preview(open.caller, everything);
      assert.deepEqual([sessions, tokens, usedTokens], [0, 0, 0]);
      await open.recordMany(2);
      await open.record('long', aLongChat(1_000));
      const before = await open.learning.preview(open.caller, everything);
      const report = await open.run(aLearner([empty]));
      const shown = `${String(before.tokens)}, then ${String(report.tokens)}`;
      assert.ok(before.tokens >= report.tokens && before.tokens < report.tokens * 2, shown);
      assert.equal((await open.learning.preview(open.caller, everything)).usedTokens, report.tokens);
    });

    it('reads only the projects and days that it is asked for', async () => {
      await open.recordMany(2);
      const elsewhere = await visit(open.store, { project: 'github.com/acme/other' });
      const there = await open.record('there', fourTurns, { by: elsewhere });
      const learner = aLearner([empty]);
      await open.run(learner, { scope: { projects: [elsewhere.project?.id ?? null] } });
      assert.deepEqual(idsOf(learner.requests), [there]);
      await open.run(learner, { scope: { projects: 'all', since: later } });
      assert.equal(learner.requests.length, 2);
      assert.equal(await countWaiting(), 1);
    });

    it('reads no session of another user', async () => {
      const grace = await visit(open.store, { username: 'grace' });
      await open.recordMany(1);
      assert.equal((await open.run(aLearner([empty]), { by: grace })).due, 0);
    });

    it('does not read an open session before it is silent', async () => {
      const at = '2026-03-30T11:50:00.000Z';
      const batch = { ...aRecording(open.caller, 'live', at, fourTurns), origin: 'live' as const, now: at };
      const [id = ''] = (await open.store.recording.append(batch)).sessions;
      await summarizeByRule(open.store, open.caller, id);
      assert.equal(await countWaiting(), 0);
      open.pass(60);
      assert.equal(await countWaiting(), 1);
    });

    it('stores no secret of an answer', async () => {
      await open.record('chat');
      const said = `The token of the search is ${secret} indeed.`;
      const items = [anItem({ ...cached, text: said, about: [secret] })];
      const answer = anAnswer({ headline: said, outcome: said, topics: [secret], summary: said, items });
      assert.equal((await open.run(aLearner([answer]))).learned, 1);
      const stored = await open.store.portability.read(later, 'ada');
      assert.ok(!JSON.stringify(stored).includes('c3D4c3D4'));
      assert.match((await open.learned())[0]?.fact ?? '', /\[removed: /u);
    });

    it('reads what a session says while it is read in the next run, after the last turns of before', async () => {
      const id = await open.record('chat');
      const grown = [...fourTurns, 'Now cache the index', 'Cached that, too'];
      const first = aLearner(async () => {
        await open.record('chat', grown);
        return anAnswerWith({ text: aStatement(0) });
      });
      assert.equal((await open.run(first)).learned, 1);
      assert.ok(!first.requests[0]?.text.includes('Now cache the index'));
      assert.equal(await countWaiting(), 1);
      const second = aLearner([anAnswerWith({ text: aStatement(1), turn: 5, quote: 'Now cache the index' })]);
      assert.equal((await open.run(second)).learned, 1);
      const [request] = second.requests;
      assert.deepEqual([request?.id, request?.sessionId, second.requests.length], [`${id}-5`, id, 1]);
      assert.match(
        request?.text ?? '',
        /\n<transcript>\n\[3\] User: Test it\n\n\[4\] Assistant: Tested\n\n\[5\] User: Now cache/u,
      );
      assert.ok(request?.text.includes('The conversation before these turns: Search answers from a cache now'));
    });

    it('keeps nothing of a session or message that is erased while it is read', async () => {
      const [session = '', other = ''] = await open.recordMany(2);
      const message = await open.numberOfFirstMessage(other);
      const learner = aLearner(async ({ sessionId }) => {
        await (sessionId === session ? open.erase('session', session) : open.erase('message', message));
        return anAnswerWith({ text: aStatement(0) });
      });
      const report = await open.run(learner);
      assert.deepEqual([report.outcome, report.learned], ['done', 0]);
      assert.deepEqual(await open.learned(), []);
      assert.equal(await open.store.sessions.get(session), undefined);
      assert.equal(await countWaiting(), 0);
    });

    it('leaves a session out after three answers in another form', async () => {
      const [id = ''] = await open.recordMany(1);
      for (const answer of ['', '<html></html>', 'x'.repeat(5_000_000)]) {
        const { done, unusable, learned, notice } = await open.run(aLearner([answer]));
        assert.deepEqual([done, unusable, learned, notice], [0, 1, 0, undefined]);
      }
      assert.equal((await open.run(aLearner(['']))).due, 0);
      assert.equal((await open.store.sessions.get(id))?.oneLiner, 'By rule');
    });

    it('ends a run after three answers in a row in another form, and uses up no session', async () => {
      await open.recordMany(5);
      const learner = aLearner(['I cannot do that.', '{"items": {', '']);
      const { done, unusable, notice } = await open.run(learner);
      assert.deepEqual([done, unusable, learner.requests.length], [0, 3, 3]);
      assert.match(notice ?? '', /answered in another form than BigMind asked for 3 times in a row/u);
      assert.equal(await countWaiting(), 5);
    });

    it('counts the items that it drops by their reason', async () => {
      await open.recordMany(1);
      const items = [
        { quote: 'nobody said this' },
        { turn: 99 },
        { text: '' },
        { type: 'rule' },
        { quote: 'nor this' },
      ];
      const { learned, dropped } = await open.run(aLearner([anAnswerWith(...items)]));
      assert.equal(learned, 0);
      assert.deepEqual(dropped, {
        'quote not in its turn': 2,
        'no such turn': 1,
        'says nothing': 1,
        'unknown type': 1,
      });
    });

    it('does not wait for more turns of a session that ends with tool calls', async () => {
      await open.record('chat', [...fourTurns, tool, tool]);
      assert.equal((await open.run(aLearner([empty]))).done, 1);
      assert.equal(await countWaiting(), 0);
      await open.record('chat', [...fourTurns, tool, tool, tool]);
      const learner = aLearner([empty]);
      await open.run(learner);
      assert.deepEqual([learner.requests, await countWaiting()], [[], 0]);
    });

    it('asks nothing about a session of tool calls only', async () => {
      await open.record('chat', [tool, tool, tool, tool]);
      const learner = aLearner([empty]);
      assert.deepEqual([(await open.run(learner)).due, learner.requests], [0, []]);
    });

    it('reads a session of 3,000 turns in windows, each turn once', async () => {
      const id = await open.record('chat', aLongChat(3_000));
      const spoken = /^\[(?<seq>\d+)\] (?:User|Assistant): (?<said>.*)$/gmu;
      const learner = aLearner(({ text }) => {
        const { seq, said } = [...text.matchAll(spoken)].at(-1)?.groups ?? {};
        const item = anItem({ turn: Number(seq), quote: said, text: aStatement(learner.requests.length - 1) });
        return anAnswer({ headline: `Until ${seq ?? ''}`, items: [item] });
      });
      const report = await open.run(learner);
      const { requests } = learner;
      assert.ok(requests.length > 3, String(requests.length));
      assert.deepEqual([report.done, report.learned, report.due], [1, requests.length, 1]);
      const windows = requests.map(({ text }) =>
        [...text.matchAll(spoken)].map(({ groups }) => Number(groups?.['seq'])),
      );
      const fresh = windows.flatMap((seqs, place) => {
        const before = windows[place - 1]?.at(-1) ?? -1;
        return seqs.filter((seq) => seq > before);
      });
      assert.deepEqual([fresh.length, new Set(fresh).size], [3_000, 3_000]);
      assert.deepEqual(idsOf(requests).slice(0, 2), [id, `${id}-${String((windows[0]?.at(-1) ?? 0) + 1)}`]);
      for (const { text } of requests) assert.ok(estimateTokens(text) < 15_000);
      assert.equal(await countWaiting(), 0);
      assert.match((await open.store.sessions.get(id))?.oneLiner ?? '', /^Until \d+$/u);
    });

    it('reads less at once for a model that reads less', async () => {
      await open.record('chat', aLongChat(100));
      const learner = aLearner([empty], { inputTokens: 4_096 });
      assert.equal((await open.run(learner)).done, 1);
      assert.ok(learner.requests.length > 1);
      for (const { text } of learner.requests) assert.ok(estimateTokens(text) <= 4_096, String(estimateTokens(text)));
    });

    it('gives the model what is known about the same subjects, of the same project and user only', async () => {
      const text = 'Cache the search answers of the harbour.';
      await open.record('known', fourTurns);
      await open.record('unrelated', fourTurns);
      await open.run(aLearner([anAnswerWith({ text }), anAnswerWith({ text: aStatement(2) })]));
      for (const who of [{ project: 'github.com/acme/other' }, { username: 'grace' }]) {
        const by = await visit(open.store, who);
        await open.record(`of ${by.user.id} ${by.project?.name ?? ''}`, fourTurns, { by });
        await open.run(aLearner([anAnswerWith({ text: 'Cache the search answers of the relay.' })]), { by });
      }
      const known = (await open.learned()).find(({ fact }) => fact === text);
      await open.record('chat', ['Cache the search answers of the harbour, please', 'Cached it'], { at: later });
      const learner = aLearner([empty]);
      await open.run(learner);
      const [request] = learner.requests;
      assert.ok(
        request?.text.includes(`\n\nKnown items:\n#${String(known?.id)} (decision) ${text}\n\n`),
        request?.text,
      );
    });

    it('confirms, replaces and closes what the model names, if it was shown to it', async () => {
      const say = (text: string, more: object = {}): Promise<LearnReport> =>
        open.run(aLearner([anAnswer({ items: [anItem({ ...cached, text, ...more })], ...more })]));
      const texts = [
        'Cache the search in memory.',
        'Test the search at night.',
        'Search hits are cached for tested tenants.',
      ];
      const ids: number[] = [];
      for (const [at, text] of texts.entries()) {
        await open.record(`chat ${String(at)}`, fourTurns);
        await say(text, { type: at === 1 ? 'todo' : 'decision' });
        ids.push((await open.learned()).find(({ fact }) => fact === text)?.id ?? -1);
      }
      await open.record('last', fourTurns, { at: later });
      const text = 'Nothing is kept any more, because it became fast.';
      const report = await say(text, { replaces: ids[0], done: [ids[1], 999] });
      assert.deepEqual([report.learned, report.replaced], [1, 2]);
      await open.record('after', fourTurns, { at: later });
      const confirmed = await say('Requests hit what was stored before.', { same_as: ids[2] });
      assert.deepEqual([confirmed.learned, confirmed.corroborated], [0, 1]);
      await open.record('unrelated', ['Paint the shed', 'Painted'], { at: later });
      const unknown = await say('Paint of the shed is green and lasts.', { quote: 'Paint the shed', same_as: ids[2] });
      assert.deepEqual([unknown.learned, unknown.corroborated], [1, 0]);
    });
  });
}
