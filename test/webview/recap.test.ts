/** What the page asks for a recap, and the words that it shows and copies. */
import assert from 'node:assert/strict';
import type { RecapCard, RecapLineCard } from '../../src/protocol/recap/recap.ts';
import { recapQuery } from '../../webview/views/recap/recapChoice.ts';
import { markdownOf, noteOf } from '../../webview/views/recap/recapWords.ts';

const line: RecapLineCard = {
  ...{
    kind: 'fact',
    id: '12',
    text: 'Use Redis',
    note: null,
    successor: null,
    status: null,
    author: null,
    approver: null,
  },
  ...{ project: 'shop', at: '2026-03-28T12:00:00.000Z' },
};
const recap: RecapCard = {
  since: '2026-03-23T12:00:00.000Z',
  until: '2026-03-30T12:00:00.000Z',
  totals: { sessions: 3, decisions: 0, memories: 0, hypotheses: 1 },
  sections: [
    { name: 'replaced', total: 1, lines: [{ ...line, note: 'Use Valkey', successor: 14 }] },
    {
      name: 'sessions',
      total: 3,
      lines: [
        { ...line, kind: 'session', id: '1e9e32c7-5b1a-4f0e-9c77-0f6a2d8b4e91', text: 'Built it', project: null },
      ],
    },
  ],
  withheld: 0,
};

describe('the recap of the page', () => {
  const page = { documentElement: { lang: 'en' } };
  before(() => Object.defineProperty(globalThis, 'document', { value: page, configurable: true }));
  after(() => Reflect.deleteProperty(globalThis, 'document'));
  afterEach(() => (page.documentElement.lang = 'en'));

  it('asks for a time back, or from the start of a day', () => {
    const choice = { day: '2026-03-28', project: 'shop' };
    assert.deepEqual(recapQuery({ ...choice, period: 'day' }), { since: '1d', project: 'shop' });
    assert.deepEqual(recapQuery({ ...choice, period: 'month', project: null }), { since: '30d', project: null });
    const start = new Date(2026, 2, 28).toISOString();
    assert.deepEqual(recapQuery({ ...choice, period: 'date' }), { since: start, project: 'shop' });
    assert.deepEqual(recapQuery({ ...choice, period: 'date', day: null }), { since: '7d', project: 'shop' });
  });

  it('is copied with a name for each memory', () => {
    assert.equal(
      markdownOf(recap),
      [
        '# What happened since March 23, 2026',
        '3 sessions · 1 hypothesis resolved',
        '## Decisions replaced\n\n- Use Redis — Replaced by: Use Valkey (Mar 28, 2026, shop, #12)',
        '## Most important sessions: 1 of 3\n\n- Built it (Mar 28, 2026, 1e9e32c7)',
      ].join('\n\n'),
    );
  });

  it('names who wrote and approved what others see', () => {
    const shared = { ...line, author: 'ada', approver: 'cara' };
    const one = { ...recap, sections: [{ name: 'learned', total: 1, lines: [shared] }] } satisfies RecapCard;
    assert.match(markdownOf(one), /- Use Redis \(Mar 28, 2026, shop, by ada, approved by cara, #12\)$/u);
  });

  it('speaks the language of the page', () => {
    page.documentElement.lang = 'de';
    assert.match(markdownOf(recap), /^# Was seit 23\. März 2026 passiert ist\n[^]*## Ersetzte Entscheidungen\n/u);
  });

  it('says what became of a decision or a hypothesis', () => {
    assert.equal(noteOf('replaced', { ...line, successor: 14 }), 'Replaced by #14');
    assert.equal(noteOf('reversed', { ...line, note: 'Too slow.' }), 'Why: Too slow.');
    assert.equal(noteOf('resolved', { ...line, status: 'refuted', note: 'The cable.' }), 'Refuted: The cable.');
    assert.equal(noteOf('resolved', { ...line, status: 'abandoned' }), 'Abandoned');
    assert.equal(noteOf('decided', line), null);
  });
});
