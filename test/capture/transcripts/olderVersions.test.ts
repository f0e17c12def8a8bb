/** Records that single versions of a client write in another way. */
import assert from 'node:assert/strict';
import { readClaudeCode } from '../../../src/importers/claude-code/claudeCode.ts';
import { readCodexRollout } from '../../../src/importers/codex/codexRollout.ts';
import { readCopilotTranscript } from '../../../src/importers/copilot/copilotTranscript.ts';
import { formatOf } from '../../../src/capture/transcripts/transcriptFormat.ts';
import { codexConversation } from './codexLines.ts';
import { aClaudeLine, asText, claudeConversation, reading, TranscriptFolder } from './support.ts';

describe('records of older versions', () => {
  let folder: TranscriptFolder;
  beforeEach(() => {
    folder = new TranscriptFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  describe('of Claude Code, about what the user typed while it worked', () => {
    const at = (second: number): string => `2026-03-02T09:00:0${String(second)}.000Z`;
    const queue = (operation: string, second: number, content?: string) => ({
      type: 'queue-operation',
      operation,
      timestamp: at(second),
      sessionId: claudeConversation,
      ...(content !== undefined && { content }),
    });
    const attached = (prompt: string) => ({
      ...aClaudeLine('user', 1, ''),
      type: 'attachment',
      uuid: `attached ${prompt}`,
      attachment: { type: 'queued_command', prompt },
    });
    const said = async (...lines: Record<string, unknown>[]): Promise<string[]> => {
      const file = folder.write(`${claudeConversation}.jsonl`, aClaudeLine('user', 0, 'Add an index.'), ...lines);
      const { messages } = await reading(readClaudeCode, file);
      return messages.map(asText).slice(1);
    };
    const answer = aClaudeLine('assistant', 2, [{ type: 'text', text: 'Done.' }]);

    it('are read if only the queue records them, at their time and before the next answer', async () => {
      assert.deepEqual(await said(queue('enqueue', 3, 'Add a new migration.'), queue('remove', 6), answer), [
        'user text: Add a new migration.',
        'assistant text: Done.',
      ]);
      const { messages } = await reading(readClaudeCode, folder.path(`${claudeConversation}.jsonl`));
      assert.equal(messages[1]?.createdAt, at(3));
    });

    it('are read once if an attachment repeats them, before or after', async () => {
      const expected = ['user text: Wait.', 'assistant text: Done.'];
      const [typed, sent] = [queue('enqueue', 3, 'Wait.'), queue('remove', 4)];
      assert.deepEqual(await said(typed, sent, attached('Wait.'), answer), expected);
      assert.deepEqual(await said(typed, attached('Wait.'), sent, answer), expected);
    });

    it('are read once if their attachment comes after other messages', async () => {
      const lines = [queue('enqueue', 3, 'Wait.'), queue('remove', 4), answer, attached('Wait.')];
      assert.deepEqual(await said(...lines), ['user text: Wait.', 'assistant text: Done.']);
    });

    it('are read once if a notification before them is taken from the queue after them', async () => {
      const notice = '<task-notification>\n<task-id>b1</task-id>\n</task-notification>';
      const queued = [queue('enqueue', 1, notice), queue('enqueue', 2, 'Fix the tests.'), queue('dequeue', 3)];
      const prompt = aClaudeLine('user', 4, 'Fix the tests.');
      assert.deepEqual(await said(...queued, prompt, queue('remove', 5), answer), [
        'user text: Fix the tests.',
        'assistant text: Done.',
      ]);
    });

    it('are read again if the user says the same later', async () => {
      const twice = [queue('enqueue', 3, 'yes'), queue('remove', 4), attached('yes'), answer];
      const again = [aClaudeLine('user', 5, 'Go on.'), queue('enqueue', 6, 'yes'), queue('remove', 7), answer];
      assert.deepEqual((await said(...twice, ...again)).filter((text) => text === 'user text: yes').length, 2);
    });

    it('are read once if they become the next prompt', async () => {
      const prompt = aClaudeLine('user', 4, 'Next one.');
      assert.deepEqual(await said(queue('enqueue', 3, 'Next one.'), queue('dequeue', 4), answer, prompt), [
        'assistant text: Done.',
        'user text: Next one.',
      ]);
    });

    it('are not read if the user took them back, or a program sent them', async () => {
      assert.deepEqual(await said(queue('enqueue', 3, 'Never mind.'), queue('popAll', 4), answer), [
        'assistant text: Done.',
      ]);
      const notice = '<task-notification>\n<task-id>b1</task-id>\n</task-notification>';
      assert.deepEqual(await said(queue('enqueue', 3, notice), queue('remove', 4), answer), ['assistant text: Done.']);
    });

    it('are distinguished if several wait', async () => {
      const lines = [queue('enqueue', 1, 'One.'), queue('enqueue', 2, 'Two.'), queue('remove', 3), queue('dequeue', 4)];
      assert.deepEqual(await said(...lines, answer), ['user text: One.', 'assistant text: Done.']);
      const named = [queue('enqueue', 1, 'One.'), queue('enqueue', 2, 'Two.'), queue('remove', 3, 'Two.')];
      assert.deepEqual(await said(...named, answer), ['user text: Two.', 'assistant text: Done.']);
    });

    it('include messages that a channel passed on, without its mark', async () => {
      const channel = { isMeta: true, origin: { kind: 'channel', server: 'plugin:telegram:telegram' } };
      const text =
        '<channel source="plugin:telegram:telegram" chat_id="1" user="ana">\nSend it on the 3rd.\n</channel>';
      assert.deepEqual(await said({ ...aClaudeLine('user', 1, text), ...channel }), ['user text: Send it on the 3rd.']);
      assert.deepEqual(await said({ ...aClaudeLine('user', 1, 'Skill text'), isMeta: true }), []);
    });
  });

  describe('of Codex', () => {
    const meta = {
      id: codexConversation,
      timestamp: '2025-08-01T09:00:00.000Z',
      instructions: null,
      git: { branch: 'x' },
    };
    const said = (role: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
    });
    const items = [
      said('user', '<environment_context>\n  <cwd>C:\\code\\shop</cwd>\n</environment_context>'),
      said('user', 'Which port?'),
      { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'call_12345678901234567890' },
      { type: 'function_call_output', call_id: 'call_12345678901234567890', output: 'a.ts' },
      said('assistant', 'Port 8093.'),
    ];
    const expected = [
      'user text: Which port?',
      'assistant tool_use: {"command":["ls"]}',
      'tool tool_result: a.ts',
      'assistant text: Port 8093.',
    ];

    it('are read without an envelope, with their time and folder', async () => {
      const state = { record_type: 'state' };
      const file = folder.write('rollout-2025-08-01T09-00-00.jsonl', meta, ...items.flatMap((item) => [item, state]));
      const { head, messages } = await reading(readCodexRollout, file);
      assert.deepEqual(messages.map(asText), expected);
      assert.deepEqual(head, {
        conversation: codexConversation,
        startedAt: '2025-08-01T09:00:00.000Z',
        agent: { name: 'codex', version: null },
        branch: 'x',
        folder: 'C:\\code\\shop',
      });
      assert.equal(await formatOf(file), 'codex');
    });

    it('are read from one value', async () => {
      const file = folder.write('rollout-2025-05-01-x.json', JSON.stringify({ session: meta, items }, null, 2));
      const { head, messages, position } = await reading(readCodexRollout, file);
      assert.deepEqual(messages.map(asText), expected);
      assert.equal(head?.conversation, codexConversation);
      assert.equal(await formatOf(file), 'codex');
      assert.deepEqual((await reading(readCodexRollout, file, position)).items, []);
    });

    it('name their folder in the first versions', async () => {
      const text =
        '<environment_context>\nCurrent working directory: /home/ada/shop\nApproval policy: never\n</environment_context>';
      const file = folder.write('rollout-a.jsonl', meta, said('user', text), said('user', 'Hi'));
      assert.equal((await reading(readCodexRollout, file)).head?.folder, '/home/ada/shop');
    });
  });

  describe('of the Copilot CLI', () => {
    const session = { sessionId: 'c1', startTime: '2025-10-08T21:10:16.398Z' };
    const written = (value: object) => folder.write('session_c1_1759957816398.json', JSON.stringify(value, null, 2));

    it('are read from the timeline', async () => {
      const file = written({
        ...session,
        timeline: [
          { type: 'info', id: 'i', timestamp: '2025-10-08T21:10:17.000Z', text: 'Logged in' },
          { type: 'user', id: 'u', timestamp: '2025-10-08T21:11:00.000Z', text: 'Which port?' },
          {
            type: 'tool_call_completed',
            id: 't',
            callId: 'call1',
            name: 'bash',
            timestamp: '2025-10-08T21:11:10.000Z',
            arguments: { command: 'ls' },
            result: { type: 'success', log: 'a.ts' },
          },
          { type: 'copilot', id: 'c', timestamp: '2025-10-08T21:12:00.000Z', text: 'Port 8093.' },
        ],
        chatMessages: [],
      });
      const { head, messages } = await reading(readCopilotTranscript, file);
      assert.deepEqual(
        messages.map((message) => [asText(message), message.tool, message.createdAt?.slice(11, 19)]),
        [
          ['user text: Which port?', undefined, '21:11:00'],
          ['assistant tool_use: {"command":"ls"}', 'bash', '21:11:10'],
          ['tool tool_result: a.ts', 'bash', '21:11:10'],
          ['assistant text: Port 8093.', undefined, '21:12:00'],
        ],
      );
      assert.deepEqual([head?.conversation, head?.startedAt], ['c1', '2025-10-08T21:10:16.398Z']);
      assert.equal(await formatOf(file), 'copilot-transcript');
    });

    it('are read from the messages to the model if there is no timeline', async () => {
      const calls = [{ id: 'call1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }];
      const file = written({
        ...session,
        chatMessages: [
          { role: 'user', content: '<current_datetime>2025-10-08</current_datetime>\n\nWhich port?' },
          { role: 'assistant', content: null, tool_calls: calls },
          { role: 'tool', tool_call_id: 'call1', content: 'a.ts' },
          { role: 'assistant', content: 'Port 8093.' },
        ],
      });
      const { messages } = await reading(readCopilotTranscript, file);
      assert.deepEqual(messages.map(asText), [
        'user text: Which port?',
        'assistant tool_use: {"command":"ls"}',
        'tool tool_result: a.ts',
        'assistant text: Port 8093.',
      ]);
      assert.equal(new Set(messages.map(({ key }) => key)).size, 4);
    });
  });
});
