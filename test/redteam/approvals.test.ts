/**
 * What is approved reaches everybody's chats. So nothing that an agent of a curator can send approves anything, by any
 * tool, route or message of the page; the curator can, in person.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { replyToUser } from '../../src/http/agents/extension/pageOfUser.ts';
import type { Knowledge } from '../../src/memory/knowledge/knowledge.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { SnapshotRow } from '../../src/memory/upkeep/snapshot.ts';
import { importMemory } from '../../src/mcp/tools/upkeep/portabilityTools.ts';
import { promoteToGlobal } from '../../src/mcp/tools/knowledge/knowledgeTools.ts';
import type { PageRequest } from '../../src/page/pageReplies.ts';
import type { PageCommand } from '../../src/protocol/commands.ts';
import { sendRequest } from '../http/support.ts';
import { hostFor, refusal, runCommand, undo } from '../page/support.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { openChat, runProgram } from '../support/program.ts';
import { serve } from '../support/serving.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import { aToolHost } from '../support/toolHost.ts';
import { everyRequest } from './everyRequest.ts';

const review = (id: number, action: 'approve' | 'deprecate'): PageCommand => {
  return { type: 'review', id, action, version: null, notes: null, corrections: null };
};
const sent = (command: PageCommand): PageRequest => ({ type: 'act', id: 1, act: command });
const standard = { category: 'standard', content: 'Every quetzal has a ring.' };

describe('an agent of a curator', () => {
  let open: TestMemory;
  let ada: Caller;
  let cy: Caller;
  /** The change by which the curator retired what was approved. */
  let retired: string;

  beforeEach(async () => {
    open = openTestMemory('team');
    const { memory } = open;
    ada = await open.caller({ conversationId: null });
    await open.caller({ username: 'cy' });
    await memory.identities.setRole(ada, { username: 'cy', role: 'curator' });
    cy = await open.caller({ username: 'cy', conversationId: null });
    const bob = await open.caller({ username: 'bob' });
    // The first two wait; the third was approved, and is deprecated.
    for (const title of ['Rings', 'Bands', 'Tags']) {
      await memory.knowledge.promote(bob, { ...standard, title });
    }
    const host = hostFor(cy, open);
    await runCommand(host, review(3, 'approve'));
    retired = (await runCommand(host, review(3, 'deprecate'))).undo ?? '';
  });
  afterEach(() => open.close());

  const approved = async (): Promise<Knowledge[]> => (await open.memory.knowledge.top(9)).entries;
  const overToken = (request: PageRequest, agent: string) =>
    replyToUser(request, {
      ...{ memory: open.memory, search: open.search, agent, isOfPerson: (name) => name === 'vscode' },
      ...{ asCaller: (work) => work(cy), shownError: (thrown) => thrown as never, note: () => undefined },
    });

  it('approves nothing by any request, and by no undo', async () => {
    const { memory, search } = open;
    const named = 'quetzal';
    for (const request of everyRequest) {
      const context = { memory, search, caller: cy };
      if ('message' in request) await overToken(request.message(named), 'claude-code');
      else if ('route' in request) {
        const { query, ...parts } = request.parts(named);
        const more = { onSaved: () => undefined, maxWaitMs: 0 };
        await request.route.call({ ...parts, query: new Map(query) }, { ...context, ...more }).catch(() => undefined);
      } else {
        const toolContext = { ...context, available: [], toolHost: aToolHost() };
        await Promise.resolve(request.tool.call(request.args(named), toolContext)).catch(() => undefined);
      }
      assert.deepEqual(await approved(), [], request.what);
    }
    await overToken(sent({ type: 'undo', changes: [retired] }), 'claude-code');
    assert.deepEqual(await approved(), []);
  });

  it('is told over its token where the curator approves, who can with the token of VS Code', async () => {
    const merging = { keepId: 1, dropId: 2, keepVersion: null, dropVersion: null, notes: null, corrections: null };
    for (const command of [
      review(1, 'approve'),
      { type: 'undo', changes: [retired] },
      { type: 'mergeKnowledge', ...merging },
    ] satisfies PageCommand[]) {
      const reply = await overToken(sent(command), 'claude-code');
      assert.ok(reply.type === 'failure', JSON.stringify(reply));
      assert.equal(reply.failure.code, 'not_allowed');
      assert.match(
        JSON.stringify(reply.failure.remedy),
        /Nothing was changed\. The token \\"claude-code\\" is an agent's\. Approve on the page in VS Code.*BIGMIND_PERSON_TOKENS/u,
      );
      assert.deepEqual(await approved(), []);
    }
    assert.equal((await overToken(sent(review(1, 'approve')), 'vscode')).type, 'answer');
    assert.deepEqual(
      (await approved()).map(({ id, approvedBy, origin }) => [id, approvedBy, origin]),
      [[1, 'cy', 'person']],
    );
  });

  it('may still deprecate, and undo its own deprecation of what was never approved', async () => {
    const { knowledge } = open.memory;
    const reply = await overToken(sent(review(2, 'deprecate')), 'claude-code');
    assert.ok(reply.type === 'answer');
    const { undo: change } = reply.answer as { undo: string };
    await overToken(sent({ type: 'undo', changes: [change] }), 'claude-code');
    assert.equal((await knowledge.inbox(cy, { offset: 0, limit: 9 })).total, 2);
  });

  it('writes as an agent over its token, and the curator as a person over that of VS Code', async () => {
    for (const agent of ['claude-code', 'vscode']) {
      const command: PageCommand = { type: 'storeFact', text: `Stored by ${agent}.`, category: 'codebase' };
      assert.equal((await overToken(sent(command), agent)).type, 'answer');
    }
    const { facts } = await open.memory.facts.list(cy, 'all', 9);
    assert.deepEqual(
      new Map(facts.map(({ fact, origin }) => [fact, origin])),
      new Map([
        ['Stored by vscode.', 'person'],
        ['Stored by claude-code.', 'agent'],
      ]),
    );
  });

  it('leaves a refusal in the audit', async () => {
    await refusal({ ...hostFor(cy, open), mayBeOfAgent: () => true }, review(1, 'approve'));
    const rows = (await open.memory.audit.list(ada, {})).rows.filter(({ level }) => level === 'refusal');
    assert.deepEqual(
      rows.map(({ action, user }) => [action, user]),
      [['approve', 'cy']],
    );
  });

  it('makes a proposal of what an imported file says is approved; the admin imports it as it is', async () => {
    const { memory, search } = open;
    const snapshot = await memory.portability.export('ada');
    const [row] = snapshot.tables.global_knowledge as [SnapshotRow];
    const forged = (title: string): string => {
      const entry = { ...row, id: 99, uid: title, title, content: `${title} of the quetzal.`, content_hash: title };
      const claims = { status: 'approved', approved_by: cy.user.id, reviewed_by: cy.user.id };
      return JSON.stringify({
        ...snapshot,
        tables: { ...snapshot.tables, global_knowledge: [{ ...entry, ...claims }] },
      });
    };
    const toolHost = aToolHost({ readImport: () => Promise.resolve(forged('Forged')) });
    await importMemory.call({ path: '/x.json' }, { memory, search, caller: ada, available: [], toolHost });
    const [waiting] = (await memory.knowledge.list(ada, { status: 'pending', limit: 9 })).entries.filter(
      ({ title }) => title === 'Forged',
    );
    assert.deepEqual([waiting?.approvedBy, waiting?.reviewedBy], [null, null]);
    assert.deepEqual(await approved(), []);
    await memory.portability.import(forged('Chosen'), 'ada');
    assert.deepEqual(
      (await approved()).map(({ title }) => title),
      ['Chosen'],
    );
  });
});

describe('an agent in a memory without roles', () => {
  let open: TestMemory;
  beforeEach(() => (open = openTestMemory('personal')));
  afterEach(() => open.close());

  const promote = async (caller: Caller, title: string): Promise<unknown> => {
    const context = { memory: open.memory, search: open.search, caller, available: [], toolHost: aToolHost() };
    return (await promoteToGlobal.call({ ...standard, title }, context)).structured?.['status'];
  };

  it('approves for its only user, and for nobody once others use it, until a person does', async () => {
    const ada = await open.caller();
    assert.equal(await promote(ada, 'Rings'), 'approved');
    await open.caller({ username: 'bob' });
    assert.equal(await promote(ada, 'Bands'), 'pending');
    const host = hostFor(ada, open);
    const id = (await open.memory.knowledge.list(ada, { status: 'pending', limit: 1 })).entries[0]?.id ?? 0;
    assert.equal((await refusal({ ...host, mayBeOfAgent: () => true }, review(id, 'approve'))).code, 'not_allowed');
    const card = await runCommand(host, review(id, 'approve'));
    assert.equal((await open.memory.knowledge.top(9)).total, 2);
    await undo(host, card);
    assert.equal((await open.memory.knowledge.top(9)).total, 1);
    const person = { ...ada, origin: 'person' as const };
    assert.equal(
      (await open.memory.knowledge.promote(person, { ...standard, title: 'Tags' })).entry.status,
      'approved',
    );
  });
});

describe('the programs of a curator', () => {
  it('approve nothing with a token, or with the key of the page in a chat', async () => {
    const home = temporaryHome();
    const as = (user: string) => ({ BIGMIND_USER: user, BIGMIND_MODE: 'team', BIGMIND_TOOLSETS: 'all' });
    Object.assign(home.env, as('ada'));
    const tokenOf = async (agent: string): Promise<string> => {
      const { out, err } = await runProgram(home, ['token', 'add', agent]);
      assert.equal(err.includes('counts as approved by them'), agent === 'VSCode', err);
      return out.trim();
    };
    const tokens = [await tokenOf('claude-code'), await tokenOf('VSCode')];
    const bob = await openChat(home, { env: as('bob') });
    await bob.call('memory_promote_to_global', { ...standard, title: 'Rings' });
    const showing = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
    const chat = await openChat(home, { capabilities: showing });
    const { contents } = await chat.client.readResource({ uri: 'ui://bigmind/profile.html' });
    const key = /<meta name="bigmind-key" content="([^"]+)"/u.exec(
      JSON.stringify(contents).replaceAll('\\"', '"'),
    )?.[1];
    const answer = await chat.call('memory_page_act', { key, id: 1, act: review(1, 'approve') });
    assert.match(JSON.stringify(answer.structured), /"not_allowed".*memory_approve_global asks you/u);
    assert.equal((await bob.call('memory_list_global')).structured['total'], 0);
    const { port, close } = await serve(home);
    const send = async (token: string): Promise<string> => {
      const headers = { authorization: `Bearer ${token}` };
      const body = JSON.stringify(sent(review(1, 'approve')));
      return (await sendRequest(port, '/extension/page', { method: 'POST', headers, body })).body;
    };
    assert.match(await send(tokens[0] ?? ''), /"not_allowed".*BIGMIND_PERSON_TOKENS/u);
    assert.equal((await bob.call('memory_list_global')).structured['total'], 0);
    assert.match(await send(tokens[1] ?? ''), /"answer"/u);
    assert.equal((await bob.call('memory_list_global')).structured['total'], 1);
    await close();
    for (const one of [bob, chat]) await one.close();
    home.remove();
  });

  it('approve nothing by importing a file without a terminal', async () => {
    const [home, other] = [temporaryHome(), temporaryHome()];
    const alone = await openChat(other);
    await alone.call('memory_promote_to_global', { ...standard, title: 'Rings' });
    await alone.close();
    const file = join(home.path, 'rings.json');
    assert.equal((await runProgram(other, ['export', '--output', file])).code, 0);
    const team = { BIGMIND_USER: 'ada', BIGMIND_MODE: 'team', BIGMIND_TOOLSETS: 'all' };
    assert.equal((await runProgram(home, ['token', 'add', 'ci', '--user', 'bob'], { env: team })).code, 0);
    const { code, err } = await runProgram(home, ['import', 'bigmind', file], { env: team });
    assert.equal(code, 0, err);
    const chat = await openChat(home, { env: team });
    assert.equal((await chat.call('memory_list_global')).structured['total'], 0);
    assert.equal((await chat.call('memory_list_global', { status: 'pending' })).structured['total'], 1);
    await chat.close();
    for (const one of [home, other]) one.remove();
  });
});
