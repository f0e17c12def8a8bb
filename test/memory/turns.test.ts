import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { turnsOf } from '../../src/memory/shared/turns.ts';
import type { HookRun } from '../../src/memory/shared/turns.ts';
import { Offering } from '../../src/search/hints/offering.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

let minute = 0;
const aRun = (event: string, more: Partial<HookRun> = {}): HookRun => ({
  sessionId: 's1',
  client: 'codex',
  event,
  outcome: 'done',
  injected: null,
  tokens: 0,
  refs: [],
  lines: [],
  recorded: 0,
  tookMs: 100,
  at: new Date(Date.UTC(2026, 2, 30, 9, (minute += 1))).toISOString(),
  ...more,
});
const injection = (id: string, tokens: number): Partial<HookRun> => ({
  injected: `#${id}`,
  tokens,
  refs: [{ kind: 'fact', id }],
});

describe('turns', () => {
  it('end at the next prompt; the first one includes the start of the chat', () => {
    const runs = [
      aRun('SessionStart', injection('1', 300)),
      aRun('UserPromptSubmit', injection('2', 40)),
      aRun('Stop', { recorded: 4 }),
      aRun('UserPromptSubmit', injection('1', 40)),
      aRun('Stop', { recorded: 2 }),
    ];
    const [second, first, ...others] = turnsOf(runs.toReversed());
    assert.deepEqual(others, []);
    assert.deepEqual([first?.recalled, first?.tokens, first?.recorded], [2, 340, 4]);
    assert.deepEqual([second?.recalled, second?.tokens, second?.recorded], [1, 40, 2]);
    assert.deepEqual(
      first?.injections.map(({ injected }) => injected),
      ['#1', '#2'],
    );
  });

  it('count a memory once if it is both in the context and next to the prompt', () => {
    const [turn] = turnsOf(
      [aRun('SessionStart', injection('1', 300)), aRun('UserPromptSubmit', injection('1', 40))].toReversed(),
    );
    assert.deepEqual([turn?.recalled, turn?.tokens], [1, 340]);
  });

  it('of two concurrent chats are separate, most recently active first', () => {
    const runs = [
      aRun('UserPromptSubmit', { sessionId: 'a' }),
      aRun('UserPromptSubmit', { sessionId: 'b' }),
      aRun('Stop', { sessionId: 'b', recorded: 1 }),
      aRun('Stop', { sessionId: 'a', recorded: 2 }),
    ];
    assert.deepEqual(
      turnsOf(runs.toReversed()).map(({ sessionId, recorded }) => [sessionId, recorded]),
      [
        ['a', 2],
        ['b', 1],
      ],
    );
  });

  it('report a failed run, and tolerate a text that an erasure removed', () => {
    const [turn] = turnsOf([
      aRun('Stop', { outcome: 'failed' }),
      aRun('UserPromptSubmit', { injected: null, tokens: 40, refs: [] }),
    ]);
    assert.deepEqual([turn?.hasFailed, turn?.tokens, turn?.recalled, turn?.injections.length], [true, 40, 0, 1]);
  });
});

describe('a muted memory', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  it('is left out of context blocks until it is unmuted, while search still finds it', async () => {
    const { memory, search } = test;
    const { fact } = await memory.facts.store(ada, { category: 'decision', fact: 'The port is 8081.' });
    await memory.facts.store(ada, { category: 'decision', fact: 'The cluster is named heron.' });
    const entry = { category: 'standard', title: 'Python', content: 'Version 3.12.', importance: 9 };
    const { entry: knowledge } = await memory.knowledge.promote(ada, entry);
    const other = await test.caller({ conversationId: 'chat-2' });
    const { id: sessionId } = await memory.sessions.end(other, { oneLiner: 'Chose the port' });
    const refs = [
      { kind: 'fact', id: String(fact.id) },
      { kind: 'knowledge', id: String(knowledge.id) },
      { kind: 'session', id: sessionId },
    ] as const;
    const texts = ['The port is 8081.', 'Version 3.12.', 'Chose the port'];
    for (const ref of refs) assert.equal(await memory.muted.mute(ada, ref), true);
    const muted = await memory.context.build(ada);
    for (const text of texts) assert.ok(!muted.markdown.includes(text), muted.markdown);
    assert.match(muted.markdown, /heron/u);
    assert.deepEqual(
      muted.shown.map(({ kind }) => kind),
      ['fact'],
    );
    const found = await search.find(ada, { query: 'Which port?' });
    assert.ok(found.results.some(({ kind, id }) => kind === 'fact' && id === String(fact.id)));
    for (const ref of refs) assert.equal(await memory.muted.unmute(ada, ref), true);
    const { markdown, shown } = await memory.context.build(ada);
    for (const text of texts) assert.ok(markdown.includes(text), markdown);
    assert.deepEqual(shown.map(({ kind }) => kind).toSorted(), ['fact', 'fact', 'knowledge', 'session']);
  });

  it('is left out of context blocks even if it is pinned', async () => {
    const { memory } = test;
    const { fact } = await memory.facts.store(ada, { category: 'decision', fact: 'The port is 8081.' });
    await memory.profiles.update(ada, { pinnedFacts: ['the port is  8081.', 'The cluster is named heron.'] });
    const shown = async (): Promise<boolean> => (await memory.context.build(ada)).markdown.includes('8081');
    assert.equal(await shown(), true);
    await memory.muted.mute(ada, { kind: 'fact', id: String(fact.id) });
    assert.equal(await shown(), false);
    assert.match((await memory.context.build(ada)).markdown, /Pinned facts\n- The cluster is named heron/u);
    assert.equal((await memory.profiles.get(ada))?.pinnedFacts.length, 2, 'the profile keeps the pin');
    await memory.muted.unmute(ada, { kind: 'fact', id: String(fact.id) });
    assert.equal(await shown(), true);
  });

  it('is not offered with a prompt', async () => {
    const { memory, search } = test;
    const heron = 'We deploy to the Kubernetes cluster named heron.';
    const { fact } = await memory.facts.store(ada, { category: 'decision', fact: heron });
    const offering = new Offering(search, memory);
    const offers = async (): Promise<number> =>
      (await offering.for(ada, 'Deploy this to the Kubernetes cluster heron')).offers.length;
    assert.equal(await offers(), 1);
    await memory.muted.mute(ada, { kind: 'fact', id: String(fact.id) });
    assert.equal(await offers(), 0);
  });

  it('cannot be a message, because none is ever offered, nor an unknown or foreign memory', async () => {
    const { memory } = test;
    const bob = await test.caller({ username: 'bob' });
    const { fact } = await memory.facts.store(bob, { category: 'decision', fact: 'Of bob.' });
    await assert.rejects(memory.muted.mute(ada, { kind: 'message', id: '1' }), { code: 'invalid_input' });
    for (const id of [String(fact.id), '99', 'x'])
      await assert.rejects(memory.muted.mute(ada, { kind: 'fact', id }), { code: 'not_found' });
    assert.deepEqual(await memory.muted.list(ada), []);
  });
});
