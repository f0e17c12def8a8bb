/** What the page says about an audit row: a full sentence, with the object where the language requires it. */
import assert from 'node:assert/strict';
import { auditActions } from '../../src/memory/shared/vocabulary.ts';

import type { AuditRowCard } from '../../src/protocol/governance/audit.ts';
import { auditChoiceFrom, auditFilterOf, isNarrowed, wholeAudit } from '../../webview/views/governance/auditFilter.ts';
import { remarksOf, sentenceOf } from '../../webview/views/governance/auditWords.ts';

const approval: AuditRowCard = {
  at: '2026-03-30T09:15:00.000Z',
  level: 'change',
  user: 'Ada',
  agent: 'GitHub Copilot',
  project: null,
  action: 'approve',
  kind: 'knowledge',
  id: '12',
  erased: false,
  opens: true,
  count: null,
  detail: null,
  session: null,
};

describe('the sentence of an audit row', () => {
  const page = { documentElement: { lang: 'en' } };
  before(() => Object.defineProperty(globalThis, 'document', { value: page, configurable: true }));
  after(() => Reflect.deleteProperty(globalThis, 'document'));
  afterEach(() => (page.documentElement.lang = 'en'));

  const sentence = (row: Partial<AuditRowCard>): string => {
    const { before: first, thing, after: last } = sentenceOf({ ...approval, ...row });
    return `${first}${thing === null ? '' : `[${thing}]`}${last}`;
  };

  it('says who did what to what, and what a user was not allowed to do', () => {
    assert.equal(sentence({}), 'Ada approved [knowledge #12]');
    assert.equal(sentence({ level: 'refusal' }), 'Ada was not allowed to approve [knowledge #12]');
    assert.equal(sentence({ user: null, action: 'store', kind: 'fact', id: null }), 'Someone stored [a fact]');
    assert.equal(sentence({ action: 'vacuum', kind: 'chunk', id: null, count: 3 }), 'Ada cleaned up [3 exchanges]');
    const names = { kind: 'entity', id: null } as const;
    assert.equal(sentence({ action: 'merge', ...names }), 'Ada merged [names of an entity]');
    assert.equal(sentence({ action: 'take_back', ...names }), 'Ada undid a change to [names of an entity]');
    assert.equal(
      sentence({ action: 'search', kind: null, id: null, detail: '{1} quay' }),
      'Ada searched for “{1} quay”',
    );
  });

  it('places the object as other languages require', () => {
    page.documentElement.lang = 'de';
    assert.equal(sentence({}), 'Ada hat [Wissen #12] freigegeben');
    assert.equal(sentence({ action: 'erase', kind: 'fact', id: null }), 'Ada hat [einen Fakt] endgültig gelöscht');
    assert.equal(sentence({ action: 'split', kind: 'entity', id: null }), 'Ada hat [Namen einer Entität] abgetrennt');
    page.documentElement.lang = 'zh-cn';
    assert.equal(sentence({}), 'Ada 批准了[知识 #12]');
  });

  it('covers every recorded action', () => {
    for (const action of auditActions) assert.doesNotMatch(sentence({ action, detail: 'quay' }), /^Ada: /u, action);
    assert.equal(sentence({ action: 'paint' }), 'Ada: paint');
  });

  it('is followed by the agent, the project and the number of results', () => {
    assert.deepEqual(remarksOf(approval), ['through GitHub Copilot']);
    const search = { ...approval, agent: 'bigmind', project: 'quay', action: 'search', count: 1, detail: 'tide' };
    assert.deepEqual(remarksOf(search), ['through BigMind', 'in project quay', '1 found']);
  });
});

describe('the audit filter', () => {
  it('includes everything if no valid filter was stored', () => {
    for (const kept of [undefined, null, 'all', { group: 'painted' }, { from: 7 }]) {
      assert.deepEqual(auditChoiceFrom(kept), wholeAudit);
    }
    assert.equal(isNarrowed(wholeAudit), false);
    assert.equal(isNarrowed(auditChoiceFrom({ level: 'read' })), true);
  });

  it('covers whole local days', () => {
    const { since, until } = auditFilterOf({ ...wholeAudit, from: '2026-03-30', to: '2026-03-30' });
    assert.equal(Date.parse(until ?? '') - Date.parse(since ?? ''), 24 * 3_600_000);
  });
});
