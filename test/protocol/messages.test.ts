/** Messages between a host and the page are validated on arrival: valid ones pass, all others are rejected. */
import assert from 'node:assert/strict';
import {
  maxPageMessageLength,
  readAnswer,
  readCommandResult,
  readHostMessage,
  readPageMessage,
  type HostMessage,
  type PageMessage,
} from '../../src/protocol/messages.ts';
import type { PageCommand } from '../../src/protocol/commands.ts';
import type { OverviewCard } from '../../src/protocol/overview.ts';
import type { AnswerTo } from '../../src/protocol/queries.ts';

const overview: OverviewCard = {
  user: 'mara',
  username: 'mara',
  project: null,
  mode: 'team',
  role: 'curator',
  mayReview: true,
  pending: 2,
  conflicts: 0,
  drafts: 1,
  totals: { sessions: 1, openSessions: 1, facts: 1, chunks: 0, knowledge: 0, hypotheses: 0, messages: 0, bytes: 4096 },
  memoryId: 'd2719e0c',
  formerMemoryId: null,
  hasFiles: true,
  isInBrowser: false,
  isRecording: null,
  isUnused: false,
  location: '/home/mara/.mcp/bigmind/memory.db',
  actions: ['rememberNote'],
};

describe('messages to the page', () => {
  it('accepts complete messages and returns them unchanged', () => {
    const messages: HostMessage[] = [
      { type: 'answer', id: 1, answer: overview },
      { type: 'failure', id: 2, failure: { code: 'conflict', message: 'No', remedy: null, actions: [] } },
      { type: 'changed' },
      { type: 'show', route: { view: 'sessions', item: 'a1b2c3' } },
    ];
    for (const message of messages) assert.deepEqual(readHostMessage(structuredClone(message)), message);
  });

  const malformed: [string, unknown][] = [
    ['nothing', undefined],
    ['text', 'changed'],
    ['a list', [{ type: 'changed' }]],
    ['an unknown type', { type: 'reload' }],
    ['a type that every object has', { type: 'constructor' }],
    ['a type from the prototype', Object.create({ type: 'changed' })],
    ['an answer without an id', { type: 'answer', answer: overview }],
    ['an answer message without an answer', { type: 'answer', id: 1 }],
    ['a failure without a message', { type: 'failure', id: 1, failure: { code: 'x', remedy: null, actions: [] } }],
    ['a route to an unknown view', { type: 'show', route: { view: 'cellar', item: null } }],
  ];
  for (const [what, value] of malformed) {
    it(`rejects a malformed message: ${what}`, () => assert.equal(readHostMessage(value), undefined));
  }
});

describe('answers', () => {
  it('reads an answer only as the type of its query', () => {
    assert.deepEqual(readAnswer('overview', overview), overview);
    assert.equal(readAnswer('profile', overview), undefined);
  });

  it('accepts unknown fields and actions from a newer host', () => {
    assert.ok(readAnswer('overview', { ...overview, mood: 'sunny', actions: ['rememberNote', 'flyAway'] }));
  });

  const invalid: [string, object][] = [
    ['a missing field', { user: undefined }],
    ['a number instead of a string', { user: 7 }],
    ['undefined instead of null', { project: undefined }],
    ['an unknown role', { role: 'emperor' }],
    ['a negative count', { totals: { ...overview.totals, facts: -1 } }],
    ['a count that is NaN', { totals: { ...overview.totals, facts: Number.NaN } }],
    ['an object instead of a list', { actions: { 0: 'rememberNote' } }],
  ];
  for (const [what, part] of invalid) {
    it(`rejects ${what}`, () => assert.equal(readAnswer('overview', { ...overview, ...part }), undefined));
  }

  it('rejects the whole answer if one list entry is incomplete', () => {
    const list: AnswerTo<'knowledge'> = { items: [], total: 1 };
    assert.ok(readAnswer('knowledge', list));
    assert.equal(readAnswer('knowledge', { ...list, items: [{ id: 1, text: 'It is the cache' }] }), undefined);
  });

  it('requires the undo of a command result to be an id or null', () => {
    const card = { undo: 'c-1', redacted: 0, made: null, contradicts: [], copies: null };
    assert.ok(readCommandResult(card));
    assert.ok(readCommandResult({ ...card, undo: null }));
    assert.equal(readCommandResult({ ...card, undo: [{ type: 'restoreFact', id: 7 }] }), undefined);
  });
});

describe('messages from the page', () => {
  it('accepts messages of known type and content', () => {
    const messages: PageMessage[] = [
      { type: 'ready' },
      { type: 'cancel', id: 4 },
      { type: 'run', action: 'rememberNote' },
      { type: 'openText', title: 'Fact 12', markdown: '# It' },
      { type: 'openSource', sourceRef: 'src/auth.ts#L42' },
      { type: 'ask', id: 1, question: { type: 'session', id: 'a1b2c3', at: null, message: null } },
      { type: 'act', id: 2, act: { type: 'deprecateFact', id: 7, reason: 'No longer so' } },
    ];
    for (const message of messages) assert.deepEqual(readPageMessage(structuredClone(message)), message);
  });

  const circular: Record<string, unknown> = { type: 'ready' };
  circular['itself'] = circular;
  const refused: [string, unknown][] = [
    ['null', null],
    ['a list', [{ type: 'ready' }]],
    ['an unknown action', { type: 'run', action: 'deleteEverything' }],
    ['an action by the full name of its command', { type: 'run', action: 'bigmind.rememberNote' }],
    ['an action that is not a string', { type: 'run', action: { toString: 'rememberNote' } }],
    ['a query without an id', { type: 'ask', question: { type: 'overview' } }],
    ['an unknown query', { type: 'ask', id: 1, question: { type: 'everything' } }],
    ['a command sent as a query', { type: 'ask', id: 1, question: { type: 'restoreFact', id: 7 } }],
    ['a command without its target', { type: 'act', id: 1, act: { type: 'deprecateFact', reason: 'x' } }],
    ['a fractional row id', { type: 'act', id: 1, act: { ...editing(), id: 1.5 } }],
    ['an offset that is too large', { type: 'ask', id: 1, question: { ...listing(), offset: 1e300 } }],
    ['a confidence above 1', { type: 'act', id: 1, act: { ...editing(), confidence: 2 } }],
    ['a circular object', circular],
    ['a message that is too long', { type: 'openText', title: '', markdown: 'x'.repeat(maxPageMessageLength) }],
  ];
  for (const [what, value] of refused) {
    it(`rejects ${what}`, () => assert.equal(readPageMessage(value), undefined));
  }
});

function listing(): object {
  return { type: 'inbox', offset: 0, limit: 10 };
}

function editing(): PageCommand {
  const changes = { text: null, category: null, factType: null, confidence: null, tags: null, expires: null };
  return { type: 'editFact', id: 1, version: 1, ...changes };
}
