import assert from 'node:assert/strict';
import { readCodexRollout } from '../../../src/importers/codex/codexRollout.ts';
import { marksOf } from '../../../src/memory/trust/instructionLike.ts';
import {
  anAnswer,
  aPrompt,
  aResponseItem,
  aRolloutLine,
  aSessionMeta,
  aUserMessage,
  codexConversation,
  codexFile,
} from './codexLines.ts';
import { asText, reading, TranscriptFolder } from './support.ts';

describe('a Codex rollout', () => {
  let folder: TranscriptFolder;
  beforeEach(() => {
    folder = new TranscriptFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const read = (...lines: Record<string, unknown>[]) => reading(readCodexRollout, folder.write(codexFile, ...lines));

  it('returns the head first, then messages, thoughts and tool calls', async () => {
    const { items, messages } = await read(
      aSessionMeta(),
      aRolloutLine('event_msg', 1, { type: 'task_started', turn_id: 't1' }),
      aPrompt(2, 'List the files'),
      aRolloutLine('event_msg', 2, { type: 'item_completed', item: { type: 'UserMessage', id: 'x', content: [] } }),
      aResponseItem(3, {
        type: 'reasoning',
        id: 'rs_0000000000000001',
        summary: [{ type: 'summary_text', text: 'A shell will do.' }],
        encrypted_content: 'x',
      }),
      aResponseItem(4, {
        type: 'function_call',
        id: 'fc_0000000000000001',
        name: 'exec_command',
        arguments: '{"cmd":"ls"}',
        call_id: 'call_000000000001',
      }),
      aResponseItem(5, {
        type: 'function_call_output',
        id: 'fco_000000000000001',
        call_id: 'call_000000000001',
        output: 'basket.ts\n',
      }),
      anAnswer(6, 'There is one.'),
    );
    const [first] = items;
    assert.deepEqual(first !== undefined && 'head' in first ? first.head : undefined, {
      conversation: codexConversation,
      folder: '/home/ada/shop',
      startedAt: '2026-03-02T09:00:00.000Z',
      agent: { name: 'codex', version: '0.169.0' },
      branch: 'main',
    });
    assert.deepEqual(
      messages.map((message) => [message.key, asText(message), message.tool]),
      [
        ['msg_of_the_user_2', 'user text: List the files', undefined],
        ['rs_0000000000000001', 'assistant thought: A shell will do.', undefined],
        ['fc_0000000000000001', 'assistant tool_use: {"cmd":"ls"}', 'exec_command'],
        ['fco_000000000000001', 'tool tool_result: basket.ts\n', 'exec_command'],
        ['msg_of_the_model_6', 'assistant text: There is one.', undefined],
      ],
    );
    assert.equal(messages[0]?.createdAt, '2026-03-02T09:02:00.000Z');
  });

  it('reports the work in a shell call and in a plan', async () => {
    const { messages } = await read(
      aSessionMeta(),
      aResponseItem(1, {
        type: 'function_call',
        name: 'shell',
        arguments: '{"command":["bash","-lc","git commit -m \\"Keep the basket\\""]}',
        call_id: 'call_000000000001',
      }),
      aResponseItem(2, {
        type: 'function_call',
        name: 'update_plan',
        arguments: '{"plan":[{"step":"Write the test","status":"pending"}]}',
        call_id: 'call_000000000002',
      }),
    );
    assert.deepEqual(
      messages.map(({ work }) => work),
      [{ commits: ['Keep the basket'] }, { todos: ['Write the test'], openTodos: ['Write the test'] }],
    );
  });

  it('leaves out what Codex and hooks wrote in the name of the user', async () => {
    const { messages } = await read(
      aSessionMeta(),
      aResponseItem(1, {
        type: 'message',
        id: 'msg_d',
        role: 'developer',
        content: [{ type: 'input_text', text: '<bigmind-context>\nrecalled\n</bigmind-context>' }],
      }),
      aUserMessage(2, [
        ['agents_md.instructions', '# AGENTS.md instructions for /home/ada/shop\n\nAlways use tabs.'],
        [
          'environments.environment_context',
          '<environment_context>\n  <cwd>/home/ada/shop</cwd>\n</environment_context>',
        ],
      ]),
      aUserMessage(3, [
        ['user.text', 'What is <environment_context> for?'],
        ['hooks.additional_context', 'recalled'],
      ]),
      aUserMessage(4, [['generic.turn_aborted', '<turn_aborted>\nThe user interrupted.\n</turn_aborted>']]),
      aUserMessage(5, [['multi_agent.subagent_notification', '<subagent_notification>{}</subagent_notification>']]),
    );
    assert.deepEqual(messages.map(asText), ['user text: What is <environment_context> for?']);
  });

  it('recognizes what older versions wrote by how it begins', async () => {
    const { messages } = await read(
      aSessionMeta(),
      aUserMessage(1, [[undefined, '<user_instructions>\n\nAlways use tabs.\n\n</user_instructions>']]),
      aUserMessage(2, [[undefined, '<environment_context>\n  <cwd>/home/ada/shop</cwd>\n</environment_context>']]),
      aUserMessage(3, [
        [
          undefined,
          '# Context from my IDE setup:\n\n## Active file: basket.ts\n\n## My request for Codex:\nFix the basket\n',
        ],
      ]),
      aUserMessage(5, [[undefined, '<hook_prompt hook_run_id="stop:4">Do the tests pass?</hook_prompt>']]),
      aUserMessage(4, [[undefined, 'Say what "## My request for Codex:" is']]),
    );
    assert.deepEqual(messages.map(asText), [
      'user text: Fix the basket',
      'user text: Say what "## My request for Codex:" is',
    ]);
  });

  it('leaves out the rollout of a sub-agent', async () => {
    const { messages, head } = await read(
      aSessionMeta({ id: 'other', source: { subagent: { thread_spawn: { depth: 1 } } }, thread_source: 'subagent' }),
      aPrompt(1, 'Look for koalas'),
      anAnswer(2, 'There are none.'),
    );
    assert.deepEqual(messages, []);
    assert.equal(head?.conversation, codexConversation);
  });

  it('names MCP tools with their server, and the files that a patch changes', async () => {
    const { messages } = await read(
      aSessionMeta(),
      aResponseItem(1, {
        type: 'function_call',
        name: 'memory_search',
        namespace: 'mcp__bigmind',
        arguments: '{"query":"x"}',
        call_id: 'call_000000000001',
      }),
      aResponseItem(2, {
        type: 'function_call_output',
        call_id: 'call_000000000001',
        output: [{ type: 'input_text', text: 'none' }],
      }),
      aResponseItem(3, {
        type: 'function_call',
        name: 'spawn_agent',
        namespace: 'multi_agent_v1',
        arguments: 'no json',
        call_id: 'call_000000000002',
      }),
      aResponseItem(4, {
        type: 'custom_tool_call',
        name: 'apply_patch',
        call_id: 'call_000000000003',
        input: '*** Begin Patch\n*** Update File: basket.ts\n+x\n*** End Patch',
      }),
      aResponseItem(5, {
        type: 'function_call',
        name: 'exec_command',
        call_id: 'call_000000000004',
        arguments: JSON.stringify({
          cmd: "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.md\n+x\n*** End Patch",
        }),
      }),
      aResponseItem(6, {
        type: 'local_shell_call',
        call_id: 'call_000000000005',
        action: { type: 'exec', command: ['ls', '-a'] },
      }),
      aResponseItem(7, {
        type: 'web_search_call',
        id: 'ws_0000000000000001',
        action: { type: 'search', query: 'baskets' },
      }),
    );
    assert.deepEqual(
      messages.map(({ key, tool, files }) => [key, tool, files]),
      [
        ['call_000000000001', 'mcp__bigmind__memory_search', undefined],
        ['call_000000000001#result', 'mcp__bigmind__memory_search', undefined],
        ['call_000000000002', 'spawn_agent', undefined],
        ['call_000000000003', 'apply_patch', ['basket.ts']],
        ['call_000000000004', 'exec_command', ['a.md']],
        ['call_000000000005', 'local_shell', undefined],
        ['ws_0000000000000001', 'web_search', undefined],
      ],
    );
    assert.deepEqual([messages[1]?.content, messages[2]?.content], ['none', 'no json']);
  });

  it("starts another context with the summary of a compaction, once and without Codex's introduction", async () => {
    const lead =
      'Another language model started to solve this problem and produced a summary of its thinking process. Use the information in this summary to assist with your own analysis:';
    const { messages } = await read(
      aSessionMeta(),
      aPrompt(1, 'Fix the basket'),
      anAnswer(2, 'We fixed the basket.', { compaction_output: true }),
      aRolloutLine('compacted', 3, {
        message: `${lead}\nWe fixed the basket.`,
        replacement_history: [aPrompt(1, 'Fix the basket')['payload']],
      }),
      aRolloutLine('compacted', 4, {
        message: '',
        replacement_history: [{ type: 'compaction', encrypted_content: 'x' }],
      }),
      aPrompt(5, 'Go on'),
    );
    assert.deepEqual(
      messages.map((message) => [asText(message), message.begins]),
      [
        ['user text: Fix the basket', undefined],
        ['system text: We fixed the basket.', 'POST_COMPACTING'],
        ['user text: Go on', undefined],
      ],
    );
    assert.deepEqual(marksOf(messages[1]?.content ?? ''), []);
  });

  it('is a separate conversation if it was forked from another one', async () => {
    const { head, messages } = await read(
      aSessionMeta({ forked_from_id: 'other' }),
      aSessionMeta({ session_id: 'other', id: 'other', cwd: '/elsewhere' }),
      aPrompt(1, 'In the branch'),
    );
    assert.deepEqual([head?.conversation, head?.folder], [codexConversation, '/home/ada/shop']);
    assert.deepEqual(messages.map(asText), ['user text: In the branch']);
  });

  it('distinguishes messages to which a service gave the same short id', async () => {
    const answer = (at: number, text: string) =>
      aResponseItem(at, { type: 'message', id: 'msg_0', role: 'assistant', content: [{ type: 'output_text', text }] });
    const { messages } = await read(aSessionMeta(), answer(1, 'One.'), answer(2, 'Two.'));
    assert.equal(new Set(messages.map(({ key }) => key)).size, 2);
  });

  it('skips lines of an unknown shape', async () => {
    const { messages, unreadable } = await read(
      aSessionMeta({ cwd: 5 }),
      aRolloutLine('world_state', 1, { full: true }),
      aResponseItem(2, { type: 'message', role: 'user', content: 'a text alone' }),
      aResponseItem(3, { type: 'function_call_output', output: { content: null } }),
      { type: 'response_item' },
      {},
    );
    assert.deepEqual([messages, unreadable], [[], []]);
  });
});
