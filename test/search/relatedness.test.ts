/** How clearly a prompt is about the same matter as a learned fact. */
import assert from 'node:assert/strict';
import { PromptWords } from '../../src/search/ranking/clearMatch.ts';
import { Relatedness } from '../../src/search/ranking/relatedness.ts';

const prompt = new PromptWords(
  'The Retrier ignores retry_budget when the gateway throttles us; test_gateway covers the tests.',
);
const fact = { text: 'The Retrier reads `retry_budget` once.', when: '', about: '', began: '' };

describe('the relatedness of a fact', () => {
  const related = new Relatedness(prompt, 100);

  it('rises with each part that shares words, and never falls', () => {
    const { score, worth } = related.ofFact(fact);
    assert.ok(score > 0);
    for (const about of ['budget', 'Retrier', 'nothing of it'])
      assert.ok(related.ofFact({ ...fact, about }).score >= score, about);
    const situated = related.ofFact({ ...fact, when: 'the gateway throttles requests' });
    assert.ok(situated.score > score && situated.worth > worth);
  });

  it('is nothing for one shared word, however rare it is', () => {
    const { score, worth } = related.ofFact({ ...fact, text: 'The Retrier is old.' });
    assert.deepEqual([score, worth], [0, 0]);
  });

  it('counts a part that two words of the prompt have in common once', () => {
    const shared = prompt.sharedWith('A test of the checkout', 6);
    assert.equal(shared.size, 1);
  });
});
