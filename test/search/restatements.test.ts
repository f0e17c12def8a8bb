/**
 * Restatements: the newer of two statements comes first, or the older one if the query asks for history; nothing else
 * moves.
 */
import assert from 'node:assert/strict';
import { explanationFrom, explanationText, scoreOf } from '../../src/search/explanation/explanation.ts';
import { questionFrom } from '../../src/search/query/question.ts';
import type { Ranked } from '../../src/search/ranking/ranking.ts';
import { inOrderOfTime } from '../../src/search/ranking/restatements.ts';
import { aMemory, rankFor, textsOf, weighed } from './rankedMemories.ts';
import { cpuMs } from '../support/cpuTime.ts';

const answering = { answered: 0.9, best: 5 };

/** Words that many of the 1,000 memories contain. */
const holding = Object.fromEntries(
  'day before used originally wir welchem tag war es mit den früher die in am ab welchen ports first 我们 们哪 哪天 以前 前哪'
    .split(' ')
    .map((word) => [word, 300]),
);

/** Orders the statements, given oldest first, as if they were found in the order of `places`. */
async function answered(question: string, statements: readonly string[], places: readonly number[]): Promise<Ranked[]> {
  const memories = statements.map((text, i) =>
    aMemory('message', text, { sessionId: `day ${String(i)}`, createdAt: `2024-0${String(i + 1)}-01T00:00:00.000Z` }),
  );
  const ranked = await rankFor(
    question,
    memories.map((memory) => [memory]),
    { holding },
  );
  const found = places.map((place, n) => {
    const one = ranked.find(({ memory }) => memory.id === memories[place]?.id);
    assert.ok(one !== undefined, `${question} does not find ${String(statements[place])}`);
    return { ...one, factors: {}, evidence: 5 - n, strength: 5 - n };
  });
  return inOrderOfTime(weighed(questionFrom(question), holding), found);
}

const changed: Record<string, { statements: [old: string, fresh: string]; now: string[]; history: string[] }> = {
  English: {
    statements: ['Deploys go out on Tuesdays.', 'Fine. From now on deploys go out on Thursdays.'],
    now: ['when do we deploy', 'Which day do deploys go out?', 'do deploys go out on a fixed day now'],
    history: ['which day did we deploy before', 'What day did deploys go out originally?'],
  },
  German: {
    statements: ['Die Deploys gehen am Dienstag raus.', 'Ab jetzt gehen die Deploys am Donnerstag raus.'],
    now: ['wann gehen die Deploys raus', 'An welchem Tag gehen Deploys raus?'],
    history: ['wie war es früher mit den Deploys', 'An welchem Tag gehen Deploys früher raus?'],
  },
  Chinese: {
    statements: ['我们每周二部署到生产环境。', '从现在起我们每周四部署到生产环境。'],
    now: ['我们哪天部署到生产环境'],
    history: ['以前哪天部署到生产环境'],
  },
};

describe('a restatement', () => {
  for (const [language, { statements, now, history }] of Object.entries(changed)) {
    const [old, fresh] = statements;
    for (const question of now)
      it(`precedes the old one for "${question}" in ${language}`, async () => {
        for (const places of [
          [0, 1],
          [1, 0],
        ])
          assert.deepEqual(textsOf(await answered(question, statements, places)), [fresh, old]);
      });
    for (const question of history)
      it(`follows the old one for "${question}" in ${language}`, async () => {
        for (const places of [
          [0, 1],
          [1, 0],
        ])
          assert.deepEqual(textsOf(await answered(question, statements, places)), [old, fresh]);
      });
  }

  const times = ['Deploys go out on Tuesdays.', 'Deploys go out on Thursdays.', 'Deploys go out on Mondays.'];

  it('shares its places with the older ones, and does not move results in between', async () => {
    const between = 'The zebra deploys nothing at all.';
    const now = textsOf(await answered('when do deploys go out', [...times, between], [0, 3, 1, 2]));
    assert.deepEqual(now, [times[2], between, times[1], times[0]]);
    const history = textsOf(await answered('which day did deploys go out before', [...times, between], [2, 3, 0, 1]));
    assert.deepEqual(history, [times[0], between, times[1], times[2]]);
  });

  it('gets the score of its new place, and says why', async () => {
    const ranked = await answered('when do deploys go out', times, [0, 1, 2]);
    assert.deepEqual(
      ranked.map(({ strength }) => Math.round(strength * 1000)),
      [5000, 4000, 3000],
    );
    const scores = ranked.map((one) => scoreOf(one, answering));
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    );
    const [first, second, last] = ranked.map((one) => explanationFrom(one, answering));
    assert.ok(first !== undefined && last !== undefined);
    assert.ok((first.factors.current ?? 0) > 1 && (last.factors.current ?? 9) < 1);
    assert.equal(second?.factors.current, undefined, 'it kept its place');
    assert.match(explanationText(first), /× 1\.67 placed by date/u);
    assert.match(explanationText(last), /× 0\.6 placed by date/u);
  });

  it('keeps its place if it only repeats or extends the older statement', async () => {
    const same = ['Deploys go out on Tuesdays.', 'The deploys go out on Tuesdays!'];
    assert.deepEqual(textsOf(await answered('when do deploys go out', same, [0, 1])), same);
    const more = ['Deploys go out on Tuesdays.', 'Deploys go out on Tuesdays, in the early morning.'];
    assert.deepEqual(textsOf(await answered('when do deploys go out', more, [0, 1])), more);
  });

  it('keeps its place if it is about something else', async () => {
    for (const other of [
      'Tests run on Thursdays before deploys.',
      'Nobody deploys the shed, the roof is open there.',
    ]) {
      const subjects = ['Deploys go out on Tuesdays.', other];
      assert.deepEqual(textsOf(await answered('which day do deploys go out', subjects, [0, 1])), subjects, other);
    }
  });

  it('keeps its place if the query asks neither for now nor for history', async () => {
    for (const words of ['deploys go out', 'deploys Tuesdays Thursdays', 'when did deploys go out'])
      assert.deepEqual(textsOf(await answered(words, times, [0, 1, 2])), times, words);
  });

  it('is not detected among questions or within one session', async () => {
    const questions = ['Deploys go out on Tuesdays?', 'Deploys go out on Thursdays?'];
    assert.deepEqual(textsOf(await answered('when do deploys go out', questions, [0, 1])), questions);
    const one = await answered('when do deploys go out', times, [0, 1, 2]);
    const together = one.map((ranked) => ({ ...ranked, memory: { ...ranked.memory, sessionId: 'one' } }));
    assert.deepEqual(
      inOrderOfTime(weighed(questionFrom('when do deploys go out')), together.toReversed()).map(({ memory }) => memory),
      together.toReversed().map(({ memory }) => memory),
    );
  });

  it('is detected fast in long texts, outside of code', async () => {
    const long = (day: string): string =>
      `${'It rained all over the place. '.repeat(50)}\n\`\`\`\ndeploys go out: never\n\`\`\`\nDeploys go out on ${day}.`;
    const statements = [long('Tuesdays'), long('Thursdays')];
    assert.deepEqual(textsOf(await answered('when do deploys go out', statements, [0, 1])), statements.toReversed());
    const start = cpuMs();
    const many = Array.from({ length: 9 }, (_, n) => `${'Deploys go out, '.repeat(20_000)} number ${String(n)}.`);
    await answered('when do deploys go out', many, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert.ok(cpuMs() - start < 3000);
  });
});
