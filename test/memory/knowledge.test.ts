import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/identity.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';

const entry = { category: 'standard', title: 'Python 3.12', content: 'Required.', importance: 9 };

describe('knowledge in a personal store', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  it('holds at once, can be corrected and retired by its only user, and comes back', async () => {
    const { knowledge } = test.memory;
    assert.equal((await knowledge.promote(ada, entry)).entry.status, 'approved');
    const edited = await knowledge.review(ada, { entryId: 1, action: 'approve', title: 'Python 3.13', notes: 'newer' });
    assert.deepEqual([edited.entry.title, edited.entry.reviewNotes, edited.entry.version], ['Python 3.13', 'newer', 2]);
    assert.equal((await test.search.find(ada, { query: '3.13' })).results.length, 1);
    await knowledge.review(ada, { entryId: 1, action: 'deprecate' });
    assert.equal((await knowledge.top(5)).total, 0);
    assert.equal((await test.search.find(ada, { query: 'python' })).results.length, 0);
    assert.doesNotMatch((await test.memory.context.build(ada)).markdown, /Python/u);
    await knowledge.review(ada, { entryId: 1, action: 'approve' });
    assert.equal((await knowledge.top(5)).total, 1);
  });

  it('knows no admin, and lets nobody set roles', async () => {
    assert.deepEqual([ada.mode, ada.user.role], ['personal', 'member']);
    const change = test.memory.identities.setRole(ada, { username: 'ada', role: 'admin' });
    await assert.rejects(change, { code: 'not_allowed', remedy: /BIGMIND_MODE=team/u });
  });
});

describe('knowledge in a team’s store', () => {
  let test: TestMemory;
  let ada: Caller;
  let bob: Caller;
  beforeEach(async () => {
    test = openTestMemory('team');
    ada = await test.caller({ username: 'ada' });
    bob = await test.caller({ username: 'bob' });
  });
  afterEach(() => test.close());

  it('makes the first user its admin, and the others members', () => {
    assert.deepEqual([ada.user.role, bob.user.role, bob.mode], ['admin', 'member', 'team']);
  });

  it('waits until a curator approves, and keeps who, when and why', async () => {
    const { knowledge, identities, context } = test.memory;
    const { entry: proposed } = await knowledge.promote(bob, entry);
    assert.equal(proposed.status, 'pending');
    assert.doesNotMatch((await context.build(ada)).markdown, /Python/u);
    assert.equal((await test.search.find(ada, { query: 'python' })).results.length, 0, 'not hers, not approved');
    assert.equal((await test.search.find(bob, { query: 'python' })).results[0]?.status, 'pending');
    await identities.setRole(ada, { username: 'bob', role: 'curator' });
    test.pass(2);
    const { entry: approved } = await knowledge.review(bob, {
      entryId: proposed.id,
      action: 'approve',
      notes: 'Discussed on Monday.',
      content: 'Required everywhere.',
    });
    assert.deepEqual(
      [approved.status, approved.promotedBy, approved.approvedBy, approved.reviewedBy, approved.reviewNotes],
      ['approved', 'bob', 'bob', 'bob', 'Discussed on Monday.'],
    );
    assert.equal(approved.reviewedAt, '2026-03-30T11:15:00.000Z');
    assert.notEqual(approved.sourceSession, null);
    assert.match((await context.build(ada)).markdown, /Python 3\.12: Required everywhere\./u);
    const { tables } = await test.memory.portability.export('ada');
    assert.deepEqual(
      tables.knowledge_reviews.map((row) => [row['action'], row['content'], row['status'], row['notes']]),
      [['approve', 'Required.', 'pending', 'Discussed on Monday.']],
    );
  });

  it('refuses a member who reviews, says who can, and changes nothing', async () => {
    const { knowledge, identities } = test.memory;
    await test.caller({ username: 'carol' });
    await identities.setRole(ada, { username: 'carol', role: 'curator' });
    await knowledge.promote(bob, entry);
    await assert.rejects(knowledge.review(bob, { entryId: 1, action: 'approve' }), {
      code: 'not_allowed',
      remedy: /ada \(admin\), carol \(curator\)/u,
    });
    assert.equal((await knowledge.list(ada, { status: 'pending', limit: 5 })).total, 1);
  });

  it('shows members their own proposals only, and reviewers all of them', async () => {
    const { knowledge } = test.memory;
    const carol = await test.caller({ username: 'carol' });
    await knowledge.promote(bob, entry);
    for (const [caller, seen] of [
      [bob, 1],
      [carol, 0],
      [ada, 1],
    ] as const) {
      assert.equal((await knowledge.list(caller, { status: 'pending', limit: 5 })).total, seen, caller.user.username);
    }
  });

  it('stays a team’s for a process that was started as personal', async () => {
    const personal = test.openAgain('personal');
    const eve = await personal.caller({ username: 'eve' });
    assert.equal(eve.mode, 'team');
    assert.equal((await personal.memory.knowledge.promote(eve, entry)).entry.status, 'pending');
    await assert.rejects(personal.memory.knowledge.review(eve, { entryId: 1, action: 'approve' }), {
      code: 'not_allowed',
    });
  });

  it('lets admins alone set roles, of users it knows, and always keeps one admin', async () => {
    const { identities } = test.memory;
    await assert.rejects(identities.setRole(bob, { username: 'bob', role: 'admin' }), {
      code: 'not_allowed',
      remedy: /ada \(admin\)/u,
    });
    await assert.rejects(identities.setRole(ada, { username: 'zoe', role: 'curator' }), { code: 'not_found' });
    await assert.rejects(identities.setRole(ada, { username: 'bob', role: 'king' }), { code: 'invalid_input' });
    await assert.rejects(identities.setRole(ada, { username: 'ada', role: 'member' }), { message: /only admin/u });
    assert.equal(await identities.setRole(ada, { username: 'bob', role: 'admin' }), 'changed');
    assert.equal(await identities.setRole(ada, { username: 'bob', role: 'admin' }), 'unchanged');
    assert.equal(await identities.setRole(bob, { username: 'ada', role: 'member' }), 'changed');
  });

  it('lets one of two simultaneous reviews win, and tells the other', async () => {
    const { knowledge } = test.memory;
    await knowledge.promote(bob, entry);
    // Both read before either writes, because a read answers in a later turn than it was asked in.
    const both = await Promise.allSettled([
      knowledge.review(ada, { entryId: 1, action: 'approve' }),
      knowledge.review(ada, { entryId: 1, action: 'deprecate' }),
    ]);
    const codes = both.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code));
    assert.deepEqual(codes.toSorted(), ['conflict', 'done']);
  });

  it('refuses a correction that says what another entry says', async () => {
    const { knowledge } = test.memory;
    await knowledge.promote(bob, entry);
    await knowledge.promote(bob, { ...entry, title: 'Other' });
    const correction = knowledge.review(ada, { entryId: 2, action: 'approve', title: 'Python 3.12' });
    await assert.rejects(correction, { code: 'conflict', message: /#1 says exactly that already/u });
  });

  it('tells a caller of before about a role that was given since', async () => {
    const { identities } = test.memory;
    await identities.setRole(ada, { username: 'bob', role: 'curator' });
    assert.deepEqual([bob.user.role, (await identities.refreshed(bob)).user.role], ['member', 'curator']);
  });

  it('gives a member an export of what is theirs and shared, and lets admins alone import', async () => {
    const { facts, knowledge, portability } = test.memory;
    await facts.store(ada, { category: 'codebase', fact: 'A secret of Ada.' });
    await facts.store(bob, { category: 'codebase', fact: 'A thing of Bob.' });
    await knowledge.promote(ada, { ...entry, title: 'Waiting' });
    await knowledge.promote(bob, entry);
    await knowledge.review(ada, { entryId: 2, action: 'approve' });
    const bobs = JSON.stringify(await portability.export('bob'));
    assert.match(bobs, /A thing of Bob/u);
    assert.match(bobs, /Python 3\.12/u);
    assert.doesNotMatch(bobs, /secret of Ada|Waiting/u);
    const whole = JSON.stringify(await portability.export('ada'));
    assert.match(whole, /secret of Ada.*A thing of Bob/u);
    await assert.rejects(portability.import(whole, 'bob'), { code: 'not_allowed', message: /only an admin/u });
    await assert.rejects(portability.import(whole, 'nobody'), { code: 'not_allowed' });
    assert.equal((await portability.import(whole, 'ada')).facts.added, 0);
  });
});
