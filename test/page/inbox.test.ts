/** Queries and commands of the inbox in a team: who sees a proposal, and who may review it. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { replyTo } from '../../src/page/pageReplies.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { CommandResult, PageCommand } from '../../src/protocol/commands.ts';
import type { AnswerTo } from '../../src/protocol/queries.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { hostFor, refusal, runCommand, runQuery, undo } from './support.ts';

describe('the inbox of a team', () => {
  let open: TestMemory;
  let ada: Caller;
  let joe: Caller;
  beforeEach(async () => {
    open = openTestMemory('team');
    ada = await open.caller();
    joe = await open.caller({ username: 'joe', conversationId: 'chat-2' });
  });
  afterEach(() => open.close());

  const host = (caller: Caller): PageHost => hostFor(caller, open);

  async function propose(title: string, content: string): Promise<number> {
    return (await open.memory.knowledge.promote(joe, { category: 'standard', title, content })).entry.id;
  }

  const inboxOf = (caller: Caller): Promise<AnswerTo<'inbox'>> =>
    runQuery(host(caller), 'inbox', { offset: 0, limit: 10 });
  const cardOf = (caller: Caller, command: PageCommand): Promise<CommandResult> => runCommand(host(caller), command);

  const approval = (id: number): PageCommand => ({
    type: 'review',
    id,
    action: 'approve',
    version: null,
    notes: null,
    corrections: null,
  });

  it('shows the author and agent of a proposal, and lets the admin approve it and undo that', async () => {
    const id = await propose('Moor', 'Moor at the west quay');
    const [proposal] = (await inboxOf(ada)).proposals;
    assert.deepEqual([proposal?.id, proposal?.author, proposal?.agent], [id, 'joe', 'tests']);
    const card = await cardOf(ada, approval(id));
    assert.equal((await inboxOf(ada)).total, 0);
    await undo(host(ada), card);
    assert.equal((await inboxOf(ada)).total, 1);
  });

  it('shows a decision and its reason to the proposer, and hides it from other members', async () => {
    const id = await propose('Moor', 'Moor at the west quay');
    const reason = { notes: 'Said already.', corrections: null };
    await cardOf(ada, { type: 'review', id, action: 'deprecate', version: null, ...reason });
    const ref = { kind: 'knowledge' as const, id: String(id) };
    const { reviews } = await runQuery(host(joe), 'memory', { ref });
    assert.deepEqual(
      reviews.map(({ action, notes, reviewer }) => [action, notes, reviewer]),
      [['deprecate', 'Said already.', 'ada']],
    );
    const kim = await open.caller({ username: 'kim', conversationId: 'chat-3' });
    const reply = await replyTo({ type: 'ask', id: 1, question: { type: 'memory', ref } }, host(kim));
    assert.ok(reply.type === 'failure' && reply.failure.code === 'not_found', JSON.stringify(reply));
  });

  it('merges two proposals, and undoes both parts as one', async () => {
    const keepId = await propose('Moor', 'Moor at the west quay');
    const dropId = await propose('Mooring', 'Always moor at the west quay');
    const versions = { keepVersion: null, dropVersion: null, notes: null, corrections: null };
    const card = await cardOf(ada, { type: 'mergeKnowledge', keepId, dropId, ...versions });
    assert.equal((await inboxOf(ada)).total, 0);
    await undo(host(ada), card);
    assert.equal((await inboxOf(ada)).total, 2);
  });

  it('rejects a review forged by a member, and names the reviewers', async () => {
    const id = await propose('Moor', 'Moor at the west quay');
    const { mayReview, reviewers } = await inboxOf(joe);
    assert.deepEqual([mayReview, reviewers], [false, 'ada (admin)']);
    assert.equal((await refusal(host(joe), approval(id))).code, 'not_allowed');
    assert.equal((await inboxOf(ada)).total, 1);
  });
});
