/** A team: two users in two processes over one file, through real clients and the command line. */
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { openChat, runProgram } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('a team with one store', () => {
  let home: TemporaryHome;
  let alice: Chat;
  let bob: Chat;
  const as = (user: string): Record<string, string> => ({
    BIGMIND_MODE: 'team',
    BIGMIND_USER: user,
    BIGMIND_DB_PATH: home.database,
    BIGMIND_TOOLSETS: 'core,global,maintenance',
  });
  before(async () => {
    home = temporaryHome();
    alice = await openChat(home, { env: as('alice'), name: 'alice-client' });
    bob = await openChat(home, { env: as('bob'), name: 'bob-client' });
  });
  after(async () => {
    await Promise.all([alice.close(), bob.close()]);
    home.remove();
  });

  it('makes the first user its admin, and the second one a member', async () => {
    assert.deepEqual((await alice.call('memory_get_stats')).structured['role'], 'admin');
    const stats = await bob.call('memory_get_stats');
    assert.deepEqual([stats.structured['mode'], stats.structured['role']], ['team', 'member']);
  });

  it('keeps the memories of each user private', async () => {
    await alice.call('memory_store_fact', { category: 'preference', fact: 'Alice likes okapis.' });
    await alice.call('memory_end_session', { one_liner: 'Okapis of Alice', summary: 'x' }, 'alice-chat');
    assert.match((await bob.call('memory_search', { query: 'okapis', project: 'all' })).text, /Nothing found/u);
    assert.doesNotMatch((await bob.call('memory_get_context')).text, /okapis/iu);
    const listed = await alice.call('memory_list_sessions', { project: 'all' });
    const [session] = listed.structured['sessions'] as { session_id: string }[];
    const peek = await bob.call('memory_get_session_detail', { session_id: session?.session_id });
    assert.match(peek.text, /You have no session/u);
    const flagged = await bob.call('memory_flag_important', { content: 'x', session_id: session?.session_id });
    assert.ok(flagged.isError);
    const deprecated = await bob.call('memory_deprecate_fact', { fact_id: 1, reason: 'mine now' });
    assert.match(deprecated.text, /belongs to another user/u);
  });

  it('holds a proposal for review, and rejects approval by a member, naming who can approve', async () => {
    const proposed = await bob.call('memory_promote_to_global', {
      category: 'standard',
      title: 'Commit style',
      content: 'Conventional commits.',
      importance: 8,
    });
    assert.deepEqual([proposed.structured['id'], proposed.structured['status']], [1, 'pending']);
    const refused = await bob.call('memory_approve_global', { entry_id: 1, action: 'approve' });
    assert.ok(refused.isError);
    assert.match(refused.text, /You are a member.*alice \(admin\)/su);
    assert.doesNotMatch((await alice.call('memory_get_context')).text, /Conventional/u);
    const waiting = await alice.call('memory_list_global', { status: 'pending' });
    assert.match(waiting.text, /Commit style.*proposed by bob/u);
  });

  it('leaves a proposal pending where the client cannot ask the curator', async () => {
    const asked = await alice.call('memory_approve_global', { entry_id: 1, action: 'approve' });
    assert.deepEqual([asked.isError, asked.structured['status']], [false, 'pending']);
    assert.match(asked.text, /was not approved: the curator has to confirm it.*memory page/su);
    assert.doesNotMatch((await bob.call('memory_get_context')).text, /Conventional/u);
  });

  it('asks the curator with the words that would be approved, and takes only a yes', async () => {
    const curator = await openChat(home, {
      env: as('alice'),
      name: 'asking',
      capabilities: { elicitation: { form: {} } },
    });
    const questions: string[] = [];
    let answer: ElicitResult = { action: 'decline' };
    let before = (): Promise<unknown> => Promise.resolve();
    curator.client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      questions.push(params.message);
      await before();
      return answer;
    });
    const approve = (content?: string) =>
      curator.call('memory_approve_global', {
        entry_id: 1,
        action: 'approve',
        ...(content !== undefined && { content }),
      });
    const no: ElicitResult[] = [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { confirm: false } },
    ];
    for (answer of no) assert.equal((await approve('Other words.')).structured['status'], 'pending');
    assert.match(
      questions[0] ?? '',
      /^Approve knowledge #1 "Commit style" for everyone \(standard, proposed by bob\)\? It says: Other words\.$/u,
    );
    // What is approved is what the question said.
    answer = { action: 'accept', content: { confirm: true } };
    before = () => alice.call('memory_approve_global', { entry_id: 1, action: 'deprecate' });
    assert.ok((await approve()).isError);
    assert.equal((await alice.call('memory_list_global')).structured['total'], 0);
    await curator.close();
  });

  it('lets the admin approve with a correction, and then shows the entry to everyone', async () => {
    await alice.close();
    alice = await openChat(home, { env: as('alice'), name: 'alice-client', capabilities: { elicitation: {} } });
    alice.client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { confirm: true } }));
    const approved = await alice.call('memory_approve_global', {
      entry_id: 1,
      action: 'approve',
      notes: 'Agreed in the retro.',
      content: 'Conventional commits, in English.',
    });
    assert.deepEqual(approved.structured, { id: 1, status: 'approved' });
    const [entry] = (await alice.call('memory_list_global')).structured['entries'] as Record<string, unknown>[];
    assert.deepEqual(
      ['status', 'promoted_by', 'reviewed_by', 'review_notes'].map((name) => entry?.[name]),
      ['approved', 'bob', 'alice', 'Agreed in the retro.'],
    );
    for (const chat of [alice, bob]) {
      assert.match((await chat.call('memory_get_context')).text, /Commit style: Conventional commits, in English\./u);
      assert.match((await chat.call('memory_search_global', { query: 'commits' })).text, /knowledge #1/u);
    }
  });

  it('lets only admins assign roles on the command line, with immediate effect', async () => {
    const byBob = await runProgram(home, ['role', 'bob', 'admin'], { env: as('bob') });
    assert.equal(byBob.code, 1);
    assert.match(byBob.err, /Only an admin can set roles\. Nothing was changed\. Ask one of: alice \(admin\)\./u);
    const byAlice = await runProgram(home, ['role', 'bob', 'curator'], { env: as('alice') });
    assert.deepEqual([byAlice.code, byAlice.out.trim()], [0, 'The role of bob is now curator.']);
    const retired = await bob.call('memory_approve_global', { entry_id: 1, action: 'deprecate', notes: 'Too strict.' });
    assert.equal(retired.structured['status'], 'deprecated', retired.text);
    assert.doesNotMatch((await alice.call('memory_get_context')).text, /Commit style/u);
    const listed = await runProgram(home, ['role'], { env: as('alice') });
    assert.match(listed.out, /\* alice {2}admin[\s\S]* {2}bob {2}curator[\s\S]*Team mode/u);
    const unknownRole = await runProgram(home, ['role', 'bob', 'king'], { env: as('alice') });
    assert.match(unknownRole.err, /member, curator, admin/u);
    assert.equal((await runProgram(home, ['role', 'bob'], { env: as('alice') })).code, 2);
  });

  it('stays in team mode for a process that requests personal mode', async () => {
    const mallory = await openChat(home, { env: { ...as('mallory'), BIGMIND_MODE: 'personal' } });
    const proposed = await mallory.call('memory_promote_to_global', {
      category: 'pattern',
      title: 'Mine',
      content: 'x',
    });
    assert.equal(proposed.structured['status'], 'pending');
    const approved = await mallory.call('memory_approve_global', {
      entry_id: proposed.structured['id'],
      action: 'approve',
    });
    assert.match(approved.text, /You are a member/u);
    await mallory.close();
  });

  it('survives concurrent writes by both users', async () => {
    const calls = Array.from({ length: 30 }, (_, i) =>
      (i % 2 === 0 ? alice : bob).call('memory_promote_to_global', {
        category: 'glossary',
        title: `Word ${String(i)}`,
        content: `Meaning ${String(i)}.`,
      }),
    );
    const ids = (await Promise.all(calls)).map(({ structured }) => structured['id']);
    assert.equal(new Set(ids).size, 30);
    assert.equal((await alice.call('memory_list_global', { status: 'pending', limit: 100 })).structured['total'], 31);
  });
});
