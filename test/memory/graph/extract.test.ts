/** What a rule chooses for a synthesis. */
import assert from 'node:assert/strict';
import { extractSynthesis } from '../../../src/memory/graph/synthesis/extract.ts';
import type { JudgedSource } from '../../../src/memory/graph/synthesis/synthesis.ts';
import { estimateTokens } from '../../../src/util/tokens.ts';
import { indexText } from '../../../src/search/query/words.ts';

let ids = 0;
const source = (text: string, more: Partial<JudgedSource> = {}): JudgedSource => {
  ids += 1;
  return {
    ref: { kind: 'fact', id: String(ids) },
    text,
    fingerprint: text,
    createdAt: `2026-03-${String(ids % 28).padStart(2, '0')}`,
    origin: 'agent',
    isSettled: false,
    confidence: 1,
    ...more,
  };
};
const extracted = (...sources: JudgedSource[]): string[] =>
  extractSynthesis(sources, { key: 'relay', kind: 'concept', names: [] }, indexText).sentences.map(({ text }) => text);

describe('a synthesis by a rule', () => {
  it('has only sentences of its sources, and names those', () => {
    const all = Array.from({ length: 60 }, (_, n) =>
      source(
        `The relay handles case ${String(n)} of ${['orders', 'mails', 'alerts'][n % 3] ?? ''} with plan ${String(n * 7)}.`,
      ),
    );
    const { sentences } = extractSynthesis(all, { key: 'relay', kind: 'concept', names: [] }, indexText);
    assert.ok(sentences.length > 0 && sentences.length <= 10);
    for (const { text, sources } of sentences) {
      const [ref] = sources;
      assert.equal(all.find((one) => one.ref.id === ref?.id)?.text, text);
    }
    assert.ok(estimateTokens(sentences.map(({ text }) => text).join(' ')) <= 320);
  });

  it('leaves out questions, headings, paths, lists of words and announcements', () => {
    assert.deepEqual(
      extracted(
        source('Should the relay retry more than three times in a row?'),
        source('## How the relay works in the new cluster'),
        source('src/relay/queue.ts src/relay/table.ts'),
        source('relay, queue, table, cluster, retry, disk'),
        source('Let me check how the relay handles its queue now.'),
        source('| the relay | writes into | the table |'),
        source('The relay writes late messages into a table.'),
      ),
      ['The relay writes late messages into a table.'],
    );
  });

  it('takes of a long text only the sentences about the entity', () => {
    const text = 'We had lunch together at noon today. The relay drops old messages after a day. It rained a lot.';
    assert.deepEqual(extracted(source(text, { ref: { kind: 'session', id: 's' } })), [
      'The relay drops old messages after a day.',
    ]);
  });

  it('keeps the newer of two sentences that say the same', () => {
    const [older, newer] = [
      source('The relay keeps late messages in the table dead_letters for a week.', { createdAt: '2026-01-01' }),
      source('The relay keeps late messages in the table dead_letters for a whole week.', { createdAt: '2026-02-01' }),
    ];
    assert.deepEqual(extracted(newer, older), [newer.text]);
  });

  it('prefers what was decided', () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      source(`The relay showed a slow answer number ${String(n)} in run ${String(n * 3)} of ${String(n * 11)}.`, {
        ref: { kind: 'chunk', id: `c${String(n)}` },
      }),
    );
    const decision = source('The relay moves to the new cluster before the summer.', {
      isSettled: true,
      createdAt: '2025-01-01',
    });
    assert.ok(extracted(...many, decision).includes(decision.text));
  });

  it('is empty for sources without a usable sentence', () => {
    assert.deepEqual(extracted(source('relay'), source('src/relay.ts')), []);
  });
});
