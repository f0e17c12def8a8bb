/**
 * Which chat a call belongs to: the one that the client names in the call or in the server's environment, with the same
 * id as in its hooks. Otherwise the connection has its own. A session that only calls opened ends with the connection.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { conversationFromEnvironment } from '../../src/environment.ts';
import { conversationIn } from '../../src/mcp/shared/callers.ts';
import { answerOfHook, builtProgram, openChat } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const id = '01a2067d-bf91-7be3-8691-846659932e07';
const other = 'cf64d8d9-269c-447a-b2ea-be738b05bab2';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the chat of a call', () => {
  it('is VS Code’s, else Codex’s, and none if no id is a text', () => {
    const turn = { session_id: id, thread_id: other };
    assert.equal(conversationIn({ 'x-codex-turn-metadata': turn, threadId: other, sessionId: other }), id);
    assert.equal(conversationIn({ sessionId: id, threadId: other }), id);
    assert.equal(conversationIn({ threadId: id }), id);
    assert.equal(conversationIn({ 'vscode.conversationId': other, threadId: id }), other);
    for (const value of [undefined, null, 7, '', '  ', [id], { id }]) {
      assert.equal(conversationIn({ 'x-codex-turn-metadata': value, threadId: value }), undefined);
      assert.equal(conversationIn({ 'x-codex-turn-metadata': { session_id: value }, sessionId: id }), id);
    }
  });

  it('is read from the environment only for the client that sets the variable', () => {
    const env = { CLAUDE_CODE_SESSION_ID: ` ${id} `, COPILOT_AGENT_SESSION_ID: other };
    assert.equal(conversationFromEnvironment(env, 'claude-code'), id);
    assert.equal(conversationFromEnvironment(env, 'copilot-cli'), other);
    for (const client of ['codex-mcp-client', 'gemini-cli-mcp-client', 'claude-ai', 'Visual Studio Code', '']) {
      assert.equal(conversationFromEnvironment(env, client), undefined, client);
    }
    for (const hostile of ['', ' ', 'x'.repeat(201), 'a b', 'a\nb', '../a', '<b>', 'é']) {
      assert.equal(conversationFromEnvironment({ CLAUDE_CODE_SESSION_ID: hostile }, 'claude-code'), undefined, hostile);
    }
  });
});

describe('the session of a chat', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  const fact = { category: 'decision', fact: 'We deploy on Thursdays only.' };
  const within = async (
    options: Parameters<typeof openChat>[1],
    work: (chat: Chat) => Promise<void>,
  ): Promise<void> => {
    const chat = await openChat(home, options);
    try {
      await work(chat);
    } finally {
      await chat.close();
    }
  };
  const sessions = (): Record<string, unknown>[] =>
    rowsIn(
      home.database,
      'SELECT s.id, s.ended_at, s.one_liner, a.name AS agent FROM sessions s JOIN agents a ON a.id = s.agent_id',
    );

  it('is the one that the hooks of Claude Code opened, and stays open until they end it', async () => {
    await answerOfHook(home, 'SessionStart', { session_id: id, source: 'startup' });
    await within({ name: 'claude-code', env: { CLAUDE_CODE_SESSION_ID: id } }, async ({ call }) => {
      assert.equal((await call('memory_store_fact', fact)).isError, false);
    });
    assert.deepEqual(
      sessions().map(({ id: session, ended_at }) => [session, ended_at]),
      [[id, null]],
    );
    await answerOfHook(home, 'SessionEnd', { session_id: id });
    const [ended] = sessions();
    assert.equal(typeof ended?.['ended_at'], 'string');
    assert.equal(ended?.['one_liner'], fact.fact);
  });

  it('is the one that Codex names in each call, with the agent name of its hooks', async () => {
    await answerOfHook(home, 'SessionStart', { session_id: id, source: 'startup' });
    await within({ name: 'codex-mcp-client', env: { CLAUDE_CODE_SESSION_ID: other } }, async ({ client }) => {
      const _meta = { 'x-codex-turn-metadata': { session_id: id }, threadId: id, sessionId: id };
      const answer = (await client.callTool({ name: 'memory_store_fact', arguments: fact, _meta })) as CallToolResult;
      assert.notEqual(answer.isError, true);
    });
    assert.deepEqual(
      sessions().map(({ id: session }) => session),
      [id],
    );
    await within({ name: 'codex-mcp-client' }, async ({ call }) => {
      await call('memory_start_session');
    });
    assert.deepEqual(new Set(sessions().map(({ agent }) => agent)).has('codex'), true);
  });

  it('ends with the connection if only calls opened it, with or without stored facts', async () => {
    await within({ name: 'gemini-cli-mcp-client' }, async ({ call }) => {
      await call('memory_store_fact', fact);
    });
    await within({ name: 'claude-code', env: { CLAUDE_CODE_SESSION_ID: other } }, async ({ call }) => {
      await call('memory_start_session');
    });
    await within({ name: 'opencode' }, async ({ call }) => {
      await call('memory_search', { query: 'Thursdays' });
    });
    const listed = sessions();
    assert.deepEqual(listed.map(({ one_liner }) => one_liner).toSorted(), [fact.fact, '[ended with its chat]']);
    assert.ok(listed.every(({ ended_at }) => ended_at !== null));
  });

  it('stays open in VS Code when the server stops', async () => {
    await within({ name: 'Visual Studio Code' }, async ({ call }) => {
      await call('memory_start_session', {}, 'a chat');
    });
    assert.deepEqual(
      sessions().map(({ ended_at }) => ended_at),
      [null],
    );
  });

  it('does not delay the exit of a server while another process locks the store', async () => {
    const chat = await openChat(home, { name: 'opencode', program: builtProgram });
    await chat.call('memory_start_session');
    const pid = chat.pid();
    const holder = new DatabaseSync(home.database);
    try {
      holder.exec('BEGIN IMMEDIATE');
      const began = performance.now();
      await chat.close();
      while (isRunning(pid)) await setTimeout(20);
      assert.ok(performance.now() - began < 15_000);
    } finally {
      holder.close();
    }
  });

  it('is not affected by an overlong id, which fails only that call', async () => {
    await within({ name: 'codex-mcp-client' }, async ({ client, call }) => {
      const _meta = { threadId: 'x'.repeat(100_000) };
      const answer = (await client.callTool({ name: 'memory_store_fact', arguments: fact, _meta })) as CallToolResult;
      assert.equal(answer.isError, true);
      assert.equal((await call('memory_store_fact', fact)).isError, false);
    });
  });
});
