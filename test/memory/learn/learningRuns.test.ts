/** How a run of learning ends: limits, cancellation, failures of the model and of the process. Nothing is lost or repeated. */
import assert from 'node:assert/strict';
import type { LearnReport } from '../../../src/memory/learn/learner.ts';
import { BigMindError } from '../../../src/memory/shared/errors.ts';
import type { SessionsToLearn } from '../../store/learnedSessions.ts';
import { aLearner, aLongChat, aStatement, later, openSessionsToLearn } from '../../store/learnedSessions.ts';
import { engineNames, removeFolders } from '../../store/support.ts';
import { anAnswer, anAnswerWith } from './learnBuilders.ts';

after(removeFolders);

const everything = { projects: 'all' } as const;
const options = { dailyTokens: 1_000_000 };
const empty = anAnswer({ items: [] });
const timeout = (): BigMindError =>
  new BigMindError('provider_down', 'The model did not answer in time.', { details: { timedOut: true } });
const refusal = (code: 'provider_down' | 'provider_refused'): BigMindError =>
  new BigMindError(code, 'Your quota is used up.', { remedy: 'Wait until tomorrow.' });

for (const engine of engineNames) {
  describe(`A run of learning (${engine})`, () => {
    let open: SessionsToLearn;
    beforeEach(async () => {
      open = await openSessionsToLearn(engine);
    });
    afterEach(() => open.close());

    const countWaiting = async (): Promise<number> => (await open.learning.preview(open.caller, everything)).sessions;

    it('asks no more about a session that another process has read in the meantime', async () => {
      const id = await open.record('chat', aLongChat(400));
      const learner = aLearner(async () => {
        const [session] = await open.waiting({ sessionId: id });
        if (session !== undefined) {
          const nothing = { summary: undefined, items: [], done: [], now: later };
          await open.store.learning.store({ session, through: session.through, ...nothing }, () => ({ as: 'new' }));
        }
        return anAnswerWith({ text: aStatement(0) });
      });
      const report = await open.run(learner);
      assert.deepEqual([learner.requests.length, report.learned], [1, 0]);
    });

    it('asks again if it was stopped between the answer and the store', async () => {
      await open.recordMany(2);
      const full = open.over({ store: () => Promise.reject(new Error('disk is full')) });
      const learner = aLearner([anAnswerWith({ text: aStatement(0) })]);
      await assert.rejects(full.run(open.caller, learner, everything, options), /disk is full/u);
      assert.equal(await countWaiting(), 2);
      const { outcome, done } = (await open.learning.runs(open.caller))[0] ?? {};
      assert.deepEqual([outcome, done], ['failed', 0]);
      assert.deepEqual([(await open.run(learner)).learned, learner.requests.length], [1, 3]);
    });

    it('is one at a time', async () => {
      await open.recordMany(2);
      const second = aLearner([empty]);
      const meanwhile: object[] = [];
      const first = aLearner(async () => {
        meanwhile.push(await open.learning.run(open.caller, second, everything, options));
        return anAnswerWith({ text: aStatement(0) });
      });
      const { done } = await open.run(first);
      assert.deepEqual([done, meanwhile.map((report) => 'running' in report)], [2, [true, true]]);
      assert.deepEqual(second.requests, []);
      assert.equal((await open.learned()).length, 1);
    });

    it('takes over from a process that was killed, but not from one that works', async () => {
      await open.recordMany(1);
      const lease = { userId: open.caller.user.id, holder: 'another process', now: '2026-03-30T11:58:00.000Z' };
      await open.store.learning.runs.begin({ ...lease, until: '2026-03-30T12:03:00.000Z' });
      const learner = aLearner([empty]);
      assert.ok('running' in (await open.learning.run(open.caller, learner, everything, options)));
      assert.deepEqual(learner.requests, []);
      open.pass(10);
      assert.equal((await open.run(learner)).done, 1);
    });

    it('stops if another process took over', async () => {
      await open.recordMany(3);
      const learner = aLearner(async () => {
        open.pass(10);
        const lease = { userId: open.caller.user.id, holder: 'other', now: '2026-03-30T12:10:00.000Z' };
        await open.store.learning.runs.begin({ ...lease, until: '2026-03-30T14:00:00.000Z' });
        return anAnswerWith({ text: aStatement(0) });
      });
      const report = await open.run(learner);
      assert.deepEqual([report.outcome, learner.requests.length], ['cancelled', 1]);
      assert.equal((await open.learning.runs(open.caller))[0]?.outcome, null);
    });

    it('ends after three failures in a row, and uses up no session', async () => {
      await open.recordMany(8);
      const endless = aLearner(() =>
        Promise.resolve(new BigMindError('provider_down', 'Late.', { details: { timedOut: true } })),
      );
      for (let run = 0; run < 4; run += 1) {
        const { done, unanswered, notice } = await open.run(endless);
        assert.deepEqual([done, unanswered], [0, 3]);
        assert.match(notice ?? '', /did not answer in time 3 times in a row/u);
      }
      assert.equal((await open.run(aLearner([anAnswerWith()]))).done, 8);
    });

    it('goes on with the newest session if the oldest ones get no answer', async () => {
      const ids = await open.recordMany(4);
      const late = new BigMindError('provider_down', 'Late.', { details: { timedOut: true } });
      const learner = aLearner(({ sessionId }) =>
        Promise.resolve(ids.slice(0, 2).includes(sessionId) ? late : anAnswerWith()),
      );
      const { done, unanswered, notice } = await open.run(learner);
      assert.deepEqual([done, unanswered, notice], [2, 2, undefined]);
      assert.deepEqual(
        learner.requests.map(({ sessionId }) => ids.indexOf(sessionId)),
        [0, 1, 3, 2],
      );
    });

    it('keeps the tokens of a day, however many runs found nothing to read', async () => {
      await open.recordMany(1);
      await open.run(aLearner([anAnswerWith()]));
      const { usedTokens } = await open.learning.preview(open.caller, everything);
      for (let run = 0; run < 300; run += 1) await open.run(aLearner([]));
      assert.ok(usedTokens > 0);
      assert.equal((await open.learning.preview(open.caller, everything)).usedTokens, usedTokens);
      assert.equal((await open.learning.runs(open.caller)).length, 1);
    });

    it('asks three times at most about a session that gets no answer, and about the others meanwhile', async () => {
      const [endless] = await open.recordMany(3);
      const learner = aLearner(({ sessionId }) => (sessionId === endless ? timeout() : empty));
      const reports: LearnReport[] = [];
      for (let run = 0; run < 5; run += 1) reports.push(await open.run(learner));
      assert.deepEqual(
        reports.map(({ due, done, unanswered, notice }) => [due, done, unanswered, notice]),
        [
          [3, 2, 1, undefined],
          [1, 0, 1, undefined],
          [1, 0, 1, undefined],
          [0, 0, 0, undefined],
          [0, 0, 0, undefined],
        ],
      );
      assert.equal(learner.requests.filter(({ sessionId }) => sessionId === endless).length, 3);
    });

    it('counts the tokens of a request that gets no answer in time', async () => {
      await open.recordMany(3);
      const learner = aLearner([timeout()]);
      const { tokens, unanswered } = await open.run(learner, { budget: 5_000 });
      assert.ok(tokens > 1_000 && tokens <= 5_000, String(tokens));
      assert.equal(unanswered, learner.requests.length);
      assert.equal((await open.learning.preview(open.caller, everything)).usedTokens, tokens);
    });

    for (const code of ['provider_down', 'provider_refused'] as const) {
      it(`ends with a notice if the model is not there (${code}), and loses nothing`, async () => {
        await open.recordMany(3);
        const learner = aLearner([anAnswerWith({ text: aStatement(0) }), refusal(code)]);
        const { done, learned, notice, unanswered } = await open.run(learner);
        assert.deepEqual([done, learned, unanswered, learner.requests.length], [1, 1, 0, 2]);
        assert.match(notice ?? '', /quota is used up\. Wait until tomorrow/u);
        for (let run = 0; run < 4; run += 1) await open.run(aLearner([refusal(code)]));
        assert.equal(await countWaiting(), 2);
        assert.equal((await open.run(aLearner([empty]))).done, 2);
      });
    }

    it('rejects with an error that is no refusal, and lets the next one begin', async () => {
      await open.recordMany(1);
      await assert.rejects(open.run(aLearner([new TypeError('a defect')])), /a defect/u);
      assert.equal((await open.run(aLearner([empty]))).done, 1);
    });

    it('leaves a session that has no answer yet', async () => {
      const [first, second] = await open.recordMany(2);
      for (let run = 0; run < 4; run += 1) {
        const { done, unanswered, tokens } = await open.run(aLearner([undefined]));
        assert.deepEqual([done, unanswered, tokens], [0, 2, 0]);
      }
      const partly = aLearner(({ sessionId }) => (sessionId === second ? empty : undefined));
      assert.equal((await open.run(partly)).done, 1);
      const left = (await open.waiting()).map(({ id }) => id);
      assert.deepEqual(left, [first]);
    });

    it('keeps within its own tokens and those of a day, and continues on another one', async () => {
      await open.recordMany(5);
      const learner = aLearner([empty]);
      const none = await open.run(learner, { budget: 1 });
      assert.deepEqual([none.tokens, none.done, learner.requests.length], [0, 0, 0]);
      const budget = 6_000;
      const first = await open.run(learner, { budget });
      assert.ok(first.done > 0 && first.done < 5 && first.tokens <= budget, JSON.stringify(first));
      assert.match(first.notice ?? '', /limit of tokens is reached/u);
      const dailyTokens = first.tokens + 1_000;
      assert.equal((await open.run(learner, { dailyTokens })).done, 0);
      assert.equal(await countWaiting(), 5 - first.done);
      open.pass(25 * 60);
      assert.ok((await open.run(learner, { dailyTokens })).done > 0);
    });

    it('counts no tokens of answers that cost nothing', async () => {
      await open.recordMany(2);
      assert.equal((await open.run(aLearner([empty], { isFree: true }), { dailyTokens: 0 })).done, 2);
      const { tokens, done } = (await open.learning.runs(open.caller))[0] ?? {};
      assert.deepEqual([tokens, done], [0, 2]);
      assert.equal((await open.learning.preview(open.caller, everything)).usedTokens, 0);
    });

    it('stops on request before the next session, and keeps what was learned', async () => {
      await open.recordMany(3);
      const learner = aLearner([anAnswerWith({ text: aStatement(0) })]);
      const seen: number[] = [];
      const { outcome, done, learned } = await open.run(learner, {
        shouldContinue: (progress) => {
          seen.push(progress.done);
          return progress.done < 1;
        },
      });
      assert.deepEqual([outcome, done, learned, learner.requests.length], ['cancelled', 1, 1, 1]);
      assert.deepEqual(seen, [0, 1]);
      assert.equal(await countWaiting(), 2);
    });

    it('stops at once if it is cancelled while a model answers, and loses nothing', async () => {
      await open.recordMany(2);
      const stop = new AbortController();
      const learner = aLearner((_, signal) => {
        stop.abort();
        assert.equal(signal?.aborted, true);
        return new DOMException('This operation was aborted', 'AbortError');
      });
      const { outcome, done, notice } = await open.run(learner, { signal: stop.signal });
      assert.deepEqual([outcome, done, notice, learner.requests.length], ['cancelled', 0, undefined, 1]);
      assert.equal((await open.run(aLearner([empty]), { signal: stop.signal })).outcome, 'cancelled');
      assert.equal(await countWaiting(), 2);
    });

    it('says how far it is, also at the end', async () => {
      await open.recordMany(2);
      const seen: [number, number][] = [];
      const shouldContinue = ({ due, done }: { due: number; done: number }): boolean => seen.push([due, done]) > 0;
      await open.run(aLearner([empty]), { shouldContinue });
      assert.deepEqual(seen, [
        [2, 0],
        [2, 1],
        [2, 2],
      ]);
    });
  });
}
