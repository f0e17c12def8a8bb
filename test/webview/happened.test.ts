/** The words for what happened in a period, as the page shows and copies them. */
import assert from 'node:assert/strict';
import type { RecapCard, RecapLineCard } from '../../src/protocol/recap/recap.ts';
import { markdownOf, noteOf, totalsOf } from '../../webview/views/sessions/happened/happenedWords.ts';

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
  until: '2999-03-30T12:00:00.000Z',
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
  files: [{ path: 'src/lamp.ts', sessions: 2 }],
  fileTotal: 3,
  withheld: 0,
};

describe('what happened, on the page', () => {
  const page = { documentElement: { lang: 'en' } };
  before(() => Object.defineProperty(globalThis, 'document', { value: page, configurable: true }));
  after(() => Reflect.deleteProperty(globalThis, 'document'));
  afterEach(() => (page.documentElement.lang = 'en'));

  it('is one line with what is not a session, and none if nothing is', () => {
    assert.equal(totalsOf(recap), '1 decision replaced or reversed · 1 hypothesis resolved · 3 files touched');
    const none = { sessions: 3, decisions: 0, memories: 0, hypotheses: 0 };
    assert.equal(totalsOf({ ...recap, totals: none, sections: [], files: [], fileTotal: 0 }), '');
    const steps = (['next_steps', 'blockers'] as const).map((name) => ({ name, total: 2, lines: [] }));
    assert.equal(totalsOf({ ...recap, totals: none, sections: steps, files: [], fileTotal: 0 }), '4 open steps');
  });

  it('says when it ended, if that is over', () => {
    // The end is exclusive, and the store adds a millisecond to a moment.
    const until = new Date(new Date(2026, 2, 31).getTime() + 1).toISOString();
    assert.match(markdownOf({ ...recap, until }), /^# What happened from March 23, 2026 to March 30, 2026\n/u);
  });

  it('is copied with a name for each memory', () => {
    assert.equal(
      markdownOf(recap),
      [
        '# What happened since March 23, 2026',
        '3 sessions · 1 decision replaced or reversed · 1 hypothesis resolved · 3 files touched',
        '## Decisions replaced\n\n- Use Redis — Replaced by: Use Valkey (Mar 28, 2026, shop, #12)',
        '## Most important sessions: 1 of 3\n\n- Built it (Mar 28, 2026, 1e9e32c7)',
        '## Files touched most\n\n- src/lamp.ts',
      ].join('\n\n'),
    );
  });

  it('names who wrote and approved what others see', () => {
    const shared = { ...line, author: 'ada', approver: 'cara' };
    const one = { ...recap, files: [], sections: [{ name: 'learned', total: 1, lines: [shared] }] } satisfies RecapCard;
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
