/** A review by the command, with scripted dialogs: what reaches others is approved by the person at the window. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { createReviewKnowledge } from '../../src/vscode/commands/recall/reviewKnowledge.ts';
import type { OpenMemory } from '../../src/vscode/platform/sharedMemory.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { resetDialogs, shown } from './fakeVscode.ts';
import './useFakeVscode.ts';

const entry = { category: 'standard', title: 'Berths', content: 'Ships berth at the west quay.' };

describe('the command that reviews knowledge', () => {
  let create: typeof createReviewKnowledge;
  let open: TestMemory;
  let ada: Caller;
  let revealed: number;
  /** Happens after the question. */
  let meanwhile: () => Promise<unknown>;

  before(async () => {
    ({ createReviewKnowledge: create } = await import('../../src/vscode/commands/recall/reviewKnowledge.ts'));
  });
  beforeEach(async () => {
    open = openTestMemory('team');
    ada = { ...(await open.caller({ conversationId: null })), origin: 'person' };
    revealed = 0;
    meanwhile = () => Promise.resolve();
    resetDialogs();
  });
  afterEach(() => open.close());

  const run = (argument?: object, caller = ada): Promise<unknown> => {
    const { memory, search } = open;
    const opened: OpenMemory = { memory, search, caller, callerIn: () => Promise.resolve(caller) };
    const use = async <T>(work: (given: OpenMemory) => Promise<T>): Promise<T> => {
      if (shown.length > 0) await meanwhile();
      return work(opened);
    };
    const panel = { reveal: () => (revealed += 1) };
    return create({ access: { use }, notices: { done: () => undefined } }, panel)(argument);
  };
  const propose = async (username = 'joe'): Promise<Caller> => {
    const joe = await open.caller({ username, conversationId: '2' });
    await open.memory.knowledge.promote(joe, entry);
    return joe;
  };
  const approved = async (): Promise<string[]> =>
    (await open.memory.knowledge.top(9)).entries.map(({ content }) => content);

  it('shows the person what would be approved, and approves nothing without a yes', async () => {
    await propose();
    resetDialogs(undefined);
    assert.deepEqual(await run({ entryId: 1, action: 'approve', title: 'Quays' }), { status: 'cancelled' });
    assert.deepEqual(shown, ['Approve "Quays" (#1) for everyone?\nShips berth at the west quay.\n\nProposed by joe.']);
    assert.deepEqual(await approved(), []);
  });

  it('approves the words that the person saw', async () => {
    await propose();
    resetDialogs('Approve');
    const asked = { entryId: '1', action: 'approve', content: 'Ships berth at the east quay.', confirmed: true };
    assert.deepEqual(await run(asked), { status: 'approved', id: 1 });
    assert.match(shown[0] ?? '', /Ships berth at the east quay\./u);
    assert.deepEqual(await approved(), ['Ships berth at the east quay.']);
  });

  it('approves nothing if the entry changes while the person reads it', async () => {
    await propose();
    const { memory } = open;
    resetDialogs('Approve');
    const isConfirmed = true;
    meanwhile = () =>
      memory.knowledge.review(ada, { entryId: 1, action: 'approve', content: 'Sink all ships.', isConfirmed });
    await assert.rejects(run({ entryId: 1, action: 'approve' }), { code: 'conflict' });
  });

  it('asks nobody about a deprecation, in a memory of one person, and for a member, who is refused', async () => {
    await open.memory.knowledge.promote(ada, entry);
    assert.deepEqual(await run({ entryId: 1, action: 'approve' }), { status: 'approved', id: 1 });
    const joe = await propose();
    assert.deepEqual(await run({ entryId: 1, action: 'deprecate' }), { status: 'deprecated', id: 1 });
    await open.memory.knowledge.promote(joe, { ...entry, title: 'Quays' });
    const member: Caller = { ...joe, origin: 'person' };
    await assert.rejects(run({ entryId: 2, action: 'approve' }, member), { code: 'not_allowed' });
    await assert.rejects(run({ entryId: 99, action: 'approve' }), { code: 'not_found' });
    assert.deepEqual(shown, []);
  });

  it('opens the proposals without an entry', async () => {
    assert.deepEqual(await run(), { status: 'shown' });
    assert.equal(revealed, 1);
  });
});
