/** What a draft of a decision takes from the sentence that states it. */
import assert from 'node:assert/strict';
import { draftFrom } from '../../../src/memory/decisions/decisionDraft.ts';
import type { DecisionDraft } from '../../../src/memory/decisions/decisionDraft.ts';
import type { KeptDecision } from '../../../src/memory/decisions/decisionStore.ts';

const kept: KeptDecision = {
  ...{ chunkId: 1, content: '', role: 'user', sessionId: 's', sessionHeadline: '', projectId: null },
  ...{ projectName: null, agentName: null, createdAt: '2026-03-30T09:15:00.000Z' },
};
const draftOf = (content: string): DecisionDraft =>
  draftFrom({ ...kept, content }, 'Ada', (text) => /^.*?[.。]/u.exec(text)?.[0]);

describe('a draft of a decision', () => {
  for (const [sentence, title, rationale] of [
    ['We decided to use nginx because it uses less memory.', 'Use nginx', 'It uses less memory.'],
    ['So we’ve agreed to release on Mondays, since nobody is away.', 'Release on Mondays', 'Nobody is away.'],
    ['We chose Vite, as it starts at once.', 'We chose Vite', 'It starts at once.'],
    ['We decided to cache orders so that reads are fast.', 'Cache orders', 'So that reads are fast.'],
    ['Wir nehmen SQLite, weil es eine Datei ist.', 'Wir nehmen SQLite', 'Weil es eine Datei ist.'],
    ['我们决定使用 SQLite，因为它只有一个文件。', '我们决定使用 SQLite', '它只有一个文件。'],
    ['Because builds took a minute, we decided to use Vite.', undefined, undefined],
  ] as const) {
    it(`takes title and reason from "${sentence}"`, () => {
      const draft = draftOf(sentence);
      assert.deepEqual(
        [draft.quote, draft.title, draft.rationale],
        [sentence, title ?? sentence.slice(0, -1), rationale ?? sentence],
      );
    });
  }

  it('takes the reason from the next sentence, and none from a later one', () => {
    assert.equal(
      draftOf('We use nginx. This is because Apache is slow. Bye.').rationale,
      'This is because Apache is slow.',
    );
    assert.equal(draftOf('We use nginx. It works. This is because Apache is slow.').rationale, null);
  });
});
