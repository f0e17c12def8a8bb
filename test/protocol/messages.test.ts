/** What crosses between a host and the page is checked on arrival: good messages pass, everything else is refused. */
import assert from 'node:assert/strict';
import { readHostMessage, readPageMessage, type HostMessage } from '../../src/protocol/messages.ts';
import type { ProfileCard } from '../../src/protocol/profile.ts';

const profile: ProfileCard = {
  user: 'mara',
  project: null,
  role: null,
  preferences: '- small commits',
  pinnedFacts: ['Deploys are frozen on Fridays.'],
  agents: [{ name: 'claude-code', version: null }],
  totals: { sessions: 1, openSessions: 1, facts: 1, chunks: 0, knowledge: 0, messages: 0, bytes: 4096 },
  sessions: [{ id: 'a', headline: '', open: true, startedAt: '2026-03-30T09:15:00.000Z', agent: null, project: 'x' }],
  facts: [{ id: 7, text: 'The lights are green', category: 'decision', project: null }],
  location: '/home/mara/.mcp/bigmind/memory.db',
  actions: ['rememberNote'],
};

const change = (part: object): unknown => ({ type: 'profile', profile: { ...profile, ...part } });

describe('messages to the page', () => {
  it('pass when they are complete, and come out as they went in', () => {
    const messages: HostMessage[] = [
      { type: 'profile', profile },
      { type: 'failure', failure: { message: 'No', remedy: null, actions: [] } },
    ];
    for (const message of messages) assert.deepEqual(readHostMessage(structuredClone(message)), message);
  });

  it('pass with fields and actions that only a newer host knows', () => {
    assert.ok(readHostMessage(change({ mood: 'sunny', actions: ['rememberNote', 'flyAway'] })));
  });

  const malformed: [string, unknown][] = [
    ['nothing', undefined],
    ['text', 'profile'],
    ['an unknown type', { type: 'reload' }],
    ['a type from the prototype', Object.create({ type: 'profile', profile })],
    ['a profile without a user', change({ user: undefined })],
    ['a number for a text', change({ user: 7 })],
    ['undefined where null is meant', change({ project: undefined })],
    ['a negative count', change({ totals: { ...profile.totals, facts: -1 } })],
    ['a count that is no number', change({ totals: { ...profile.totals, facts: Number.NaN } })],
    ['one session that is incomplete', change({ sessions: [...profile.sessions, { id: 'b' }] })],
    ['one fact that is incomplete', change({ facts: [{ id: 7 }] })],
    ['a list that is an object', change({ pinnedFacts: { 0: 'a' } })],
    ['a failure without a message', { type: 'failure', failure: { remedy: null, actions: [] } }],
  ];
  for (const [what, value] of malformed) {
    it(`are refused: ${what}`, () => assert.equal(readHostMessage(value), undefined));
  }
});

describe('messages from the page', () => {
  it('pass when their type and content are known', () => {
    const messages = [
      { type: 'ready' },
      { type: 'retry' },
      { type: 'run', action: 'rememberNote' },
      { type: 'openSession', id: 'a' },
    ];
    for (const message of messages) assert.deepEqual(readPageMessage(message), message);
  });

  const malformed: [string, unknown][] = [
    ['null', null],
    ['an unknown type', { type: 'eval', code: 'alert(1)' }],
    ['an action that is no action', { type: 'run', action: 'workbench.action.quit' }],
    ['an action of the prototype', { type: 'run', action: 'toString' }],
    ['a session without an id', { type: 'openSession' }],
  ];
  for (const [what, value] of malformed) {
    it(`are refused: ${what}`, () => assert.equal(readPageMessage(value), undefined));
  }
});
