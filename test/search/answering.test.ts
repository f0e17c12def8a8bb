/** How clearly a query is answered, as a figure that is comparable across queries. */
import assert from 'node:assert/strict';
import type { Period } from '../../src/search/query/calendar.ts';
import { answerStrength } from '../../src/search/ranking/answering.ts';
import { scoreOf } from '../../src/search/explanation/explanation.ts';
import { questionFrom } from '../../src/search/query/question.ts';
import type { Ranked } from '../../src/search/ranking/ranking.ts';
import { weights } from '../../src/search/shared/weights.ts';
import { wordsOf } from '../../src/search/query/words.ts';
import { aMemory } from './rankedMemories.ts';

interface Shown {
  here?: string[];
  nearby?: string[];
  alike?: string[];
  document?: number;
  speaker?: string;
  strength?: number;
}

function shown({ here = [], nearby = [], alike = [], document = 0, speaker, strength = 1 }: Shown): Ranked {
  const words: Ranked['words'] = [
    ...here.map((word) => ({ word, match: 'word' as const, here: 0.3, nearby: 0 })),
    ...nearby.map((word) => ({ word, match: 'word' as const, here: 0, nearby: 0.3 })),
    ...alike.map((word) => ({ word, match: 'alike' as const, here: 0.3, nearby: 0 })),
  ];
  const memory = aMemory('message', 'text', speaker === undefined ? {} : { speaker });
  return { memory, words, document, evidence: 1, meaning: 0, resemblance: 0, factors: {}, strength };
}

/** Two of 1,000 memories contain each word, except the words of `unheld`. */
function answered(text: string, ranked: Ranked[], unheld = '', periods: Period[] = []): number {
  const question = questionFrom(text);
  for (const term of question.terms) term.rarity = term.role === 'content' ? 5 : 0;
  const missing = new Set(wordsOf(unheld));
  const holding = new Map(question.terms.map(({ word }) => [word, missing.has(word) ? 0 : 2]));
  return answerStrength({ question, periods, documents: 1_000, holding }, ranked).answered;
}

const question = 'heron cluster backup lantern';
const whole = ['heron', 'cluster', 'backup', 'lantern'];

describe('how clearly a query is answered', () => {
  it('increases with the share of the query that the first results show, here or nearby', () => {
    const all = answered(question, [shown({ here: whole })]);
    const half = answered(question, [shown({ here: ['heron', 'cluster'] })]);
    assert.ok(all > half && half > 0 && all < 1);
    assert.equal(answered(question, [shown({ nearby: whole })]), all);
    assert.ok(answered(question, [shown({ alike: whole })]) < all);
    assert.equal(answered(question, [shown({ document: 1 })]), all, 'a session matched by its document');
    assert.equal(answered(question, [shown({ document: 3 })]), all);
  });

  it('decreases if the store contains only a part of the query', () => {
    const one = [shown({ here: ['heron', 'cluster'] })];
    assert.ok(answered(question, one, 'backup lantern') < answered(question, one));
  });

  it('is lower for one common word than for several rare ones, even if all are shown', () => {
    assert.ok(answered('test', [shown({ here: ['test'] })]) < answered(question, [shown({ here: whole })]));
  });

  it('depends on the speaker if the query names one', () => {
    const memories = [shown({ here: ['heron'], speaker: 'Melanie' })];
    assert.ok(answered('heron Melanie', memories) > answered('heron Caroline', memories));
  });

  it('ignores grammatical words of languages other than English', () => {
    const one = [shown({ here: ['Wartung', 'Leuchte'] })];
    assert.equal(answered('wie ist die Wartung Leuchte', one, 'wie ist die'), answered('Wartung Leuchte', one));
  });

  it('is sufficient in a store of ten memories too', () => {
    const question = questionFrom('python version');
    for (const term of question.terms) term.rarity = term.word === 'python' ? 1.4 : 3;
    const holding = new Map([['python', 2]]);
    const small = answerStrength({ question, periods: [], documents: 10, holding }, [shown({ here: ['python'] })]);
    assert.ok(small.answered > weights.answered.clear, String(small.answered));
  });

  it('depends on a time if the query asks for nothing else', () => {
    const periods = [{ shown: 'last week', from: 1, to: 7, relative: true }];
    const then = shown({});
    then.words.push({ word: 'last week', match: 'period', here: 0.5, nearby: 0 });
    const question = { ...questionFrom('last week'), terms: [] };
    const input = { question, periods, documents: 1_000, holding: new Map<string, number>() };
    assert.ok(answerStrength(input, [then]).answered > answerStrength(input, [shown({})]).answered);
  });

  it('is zero without results', () => {
    assert.equal(answered(question, []), 0);
    assert.equal(answered(question, [{ ...shown({}), evidence: 0, strength: 0 }]), 0);
    assert.equal(scoreOf({ strength: 0, factors: {} }, { answered: 0, best: 0 }), 0);
  });

  it('equals the score of the strongest result, however strong it is, and the others score less', () => {
    for (const strength of [0.01, 1, 200]) {
      const ranked = [shown({ here: whole, strength }), shown({ here: whole, strength: strength / 4 })];
      const holding = new Map(whole.flatMap(wordsOf).map((word) => [word, 2]));
      const parsed = questionFrom(question);
      for (const term of parsed.terms) term.rarity = 5;
      const answering = answerStrength({ question: parsed, periods: [], documents: 1_000, holding }, ranked);
      const scores = ranked.map((one) => scoreOf(one, answering));
      assert.ok(Math.abs((scores[0] ?? 0) - answering.answered) < 0.0001);
      assert.ok(Math.abs((scores[1] ?? 0) - answering.answered / 2) < 0.0001);
    }
  });
});
