import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { readCopilotTranscript } from '../../../src/importers/copilot/copilotTranscript.ts';
import { aCopilotStart, anEvent, asText, reading, TranscriptFolder } from './support.ts';

describe('a Copilot transcript', () => {
  let folder: TranscriptFolder;
  beforeEach(() => {
    folder = new TranscriptFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const given = JSON.stringify({ filePath: '/shop/notes.md', content: '# Notes' });
  /** A turn as Copilot Chat writes it: each tool call is a text in the answer and an object in an event. */
  const aTurn = [
    aCopilotStart(),
    anEvent('user.message', 1, { content: 'Write the notes', attachments: [] }),
    anEvent('assistant.turn_start', 2, { turnId: '0' }),
    anEvent('assistant.message', 3, {
      messageId: 'm1',
      content: '',
      toolRequests: [{ toolCallId: 't1', name: 'create_file', arguments: given, type: 'function' }],
      reasoningText: 'A file is wanted.',
    }),
    anEvent('tool.execution_start', 4, {
      toolCallId: 't1',
      toolName: 'create_file',
      arguments: { filePath: '/shop/notes.md', content: '# Notes' },
    }),
    anEvent('tool.execution_complete', 5, { toolCallId: 't1', success: true }),
    anEvent('assistant.turn_end', 6, { turnId: '0' }),
    anEvent('assistant.message', 7, { messageId: 'm2', content: 'Done.', toolRequests: [] }),
  ];

  it('returns the head first, then each message once with its own key', async () => {
    const { items, messages } = await reading(readCopilotTranscript, folder.write('c1.jsonl', ...aTurn));
    const [first] = items;
    assert.deepEqual(first !== undefined && 'head' in first ? first.head : undefined, {
      conversation: 'c1',
      startedAt: '2026-03-02T09:00:00.000Z',
      agent: { name: 'copilot-agent', version: '0.67.0' },
    });
    assert.deepEqual(messages, [
      { key: 'e1', role: 'user', type: 'text', content: 'Write the notes', createdAt: '2026-03-02T09:01:00.000Z' },
      {
        key: 'e3#thought',
        role: 'assistant',
        type: 'thought',
        content: 'A file is wanted.',
        createdAt: '2026-03-02T09:03:00.000Z',
      },
      {
        key: 'e3#1',
        role: 'assistant',
        type: 'tool_use',
        content: given,
        createdAt: '2026-03-02T09:03:00.000Z',
        tool: 'create_file',
        files: ['/shop/notes.md'],
      },
      { key: 'e7', role: 'assistant', type: 'text', content: 'Done.', createdAt: '2026-03-02T09:07:00.000Z' },
    ]);
  });

  it('reports the branch of a session, and the branch that it changes to', async () => {
    const file = folder.write(
      'c1.jsonl',
      aCopilotStart({ context: { cwd: '/shop', branch: 'main' } }),
      anEvent('user.message', 1, { content: 'Fix the basket' }),
      anEvent('session.context_changed', 2, { cwd: '/shop', branch: 'ada/basket' }),
      anEvent('assistant.message', 3, {
        content: '',
        toolRequests: [{ toolCallId: 't1', name: 'bash', arguments: { command: 'git commit -m "Keep the basket"' } }],
      }),
    );
    const { items, messages } = await reading(readCopilotTranscript, file);
    const branches = items.flatMap((item) => ('head' in item ? [item.head.branch] : []));
    assert.deepEqual(branches, ['main', 'ada/basket']);
    assert.deepEqual(messages.at(-1)?.work, { commits: ['Keep the basket'] });
  });

  it('includes a tool that has only started, one that the user requested, and the results of tools', async () => {
    const file = folder.write(
      'c1.jsonl',
      aCopilotStart(),
      anEvent('tool.user_requested', 1, { toolCallId: 't1', toolName: 'bash', arguments: { command: 'ls' } }),
      anEvent('tool.execution_start', 2, { toolCallId: 't1', toolName: 'bash', arguments: { command: 'ls' } }),
      anEvent('tool.execution_complete', 3, { toolCallId: 't1', success: true, result: { content: 'a.ts' } }),
      anEvent('tool.execution_start', 4, { toolCallId: 't2', toolName: 'view', arguments: { path: 'b' } }),
      anEvent('tool.execution_complete', 5, { toolCallId: 't2', success: false, error: { message: 'no such file' } }),
    );
    const { messages } = await reading(readCopilotTranscript, file);
    assert.deepEqual(
      messages.map((message) => [asText(message), message.tool]),
      [
        ['user tool_use: {"command":"ls"}', 'bash'],
        ['tool tool_result: a.ts', 'bash'],
        ['assistant tool_use: {"path":"b"}', 'view'],
        ['tool tool_result: no such file', 'view'],
      ],
    );
  });

  it('distinguishes calls with the same id in different turns', async () => {
    const call = (at: number, path: string) => [
      anEvent('assistant.message', at, {
        content: '',
        toolRequests: [{ toolCallId: 't', name: 'view', arguments: { path } }],
      }),
      anEvent('tool.execution_start', at + 1, { toolCallId: 't', toolName: 'view', arguments: { path } }),
      anEvent('tool.execution_complete', at + 2, { toolCallId: 't', success: true, result: { content: path } }),
    ];
    const file = folder.write('c1.jsonl', aCopilotStart(), ...call(1, 'a'), ...call(4, 'b'));
    const { messages } = await reading(readCopilotTranscript, file);
    assert.equal(new Set(messages.map(({ key }) => key)).size, 4);
    assert.equal(messages.length, 4);
  });

  it('starts another context with the summary of a compaction, but not of a failed one', async () => {
    const file = folder.write(
      'c1.jsonl',
      aCopilotStart(),
      anEvent('session.compaction_start', 1, {}),
      anEvent('session.compaction_complete', 2, { success: false, error: 'busy', summaryContent: 'none' }),
      anEvent('session.compaction_complete', 3, { success: true }),
      anEvent('session.compaction_complete', 4, { success: true, summaryContent: 'We chose pgvector.' }),
    );
    const { messages } = await reading(readCopilotTranscript, file);
    assert.deepEqual(messages.map(asText), ['system text: We chose pgvector.']);
    assert.equal(messages[0]?.begins, 'POST_COMPACTING');
  });

  it('leaves out what sub-agents, skills and the loop itself said', async () => {
    const file = folder.write(
      'c1.jsonl',
      aCopilotStart(),
      anEvent('assistant.message', 1, { content: 'from below' }, { agentId: 'a1' }),
      anEvent('tool.execution_start', 2, { toolCallId: 't', toolName: 'view', parentToolCallId: 'p' }),
      anEvent('user.message', 3, { content: 'a skill', source: 'skill-pdf' }),
      anEvent('user.message', 4, { content: 'go on', isAutopilotContinuation: true }),
      anEvent('user.message', 5, { content: 'mine', source: 'User' }),
    );
    assert.deepEqual((await reading(readCopilotTranscript, file)).messages.map(asText), ['user text: mine']);
  });

  it('reports a thought once, even if it also has a separate event', async () => {
    const file = folder.write(
      'c1.jsonl',
      aCopilotStart(),
      anEvent('assistant.reasoning', 1, { reasoningId: 'r', content: 'Hm.' }),
      anEvent('assistant.message', 2, { content: 'Yes.', reasoningText: 'Hm.' }),
    );
    const { messages } = await reading(readCopilotTranscript, file);
    assert.deepEqual(messages.map(asText), ['assistant thought: Hm.', 'assistant text: Yes.']);
  });

  it('reads the folder and the title from later events, and ignores a later start of another session', async () => {
    const file = folder.write(
      'c1.jsonl',
      aCopilotStart(),
      anEvent('session.resume', 1, { context: { cwd: '/shop' } }),
      anEvent('session.context_changed', 2, { cwd: '/elsewhere' }),
      anEvent('session.start', 3, { sessionId: 'another', startTime: '2020-01-01T00:00:00Z' }),
      anEvent('session.title_changed', 4, { title: 'Notes' }),
      anEvent('user.message', 5, { content: '{"type":"session.start","data":{"sessionId":"a third"}}' }),
    );
    const { head, messages } = await reading(readCopilotTranscript, file);
    assert.deepEqual([head?.conversation, head?.folder, head?.title], ['c1', '/shop', 'Notes']);
    assert.equal(head?.startedAt, '2026-03-02T09:00:00.000Z');
    assert.equal(messages.length, 1);
  });

  it('is named after its folder if its start is lost and the file is called events', async () => {
    mkdirSync(folder.path('c7'));
    const file = folder.write('c7/events.jsonl', anEvent('user.message', 1, { content: 'Hi' }));
    assert.equal((await reading(readCopilotTranscript, file)).head?.conversation, 'c7');
  });

  it('skips unknown events and fields of other types silently', async () => {
    const file = folder.write(
      'c1.jsonl',
      aCopilotStart({ sessionId: 7, producer: null, startTime: 'some day', context: 'none' }),
      { type: 'user.message' },
      { type: 'user.message', data: 'text', id: 4 },
      { type: 'assistant.message', data: { content: {}, toolRequests: 'none' } },
      { type: 'assistant.message', data: { toolRequests: [null, 3, { name: 5 }, { name: 'x', arguments: 9 }] } },
      { type: 'tool.execution_complete', data: { result: { content: [null, { type: 'image' }] } } },
      { type: 'something.new', data: {} },
      { type: 3 },
      {},
    );
    const { messages, unreadable } = await reading(readCopilotTranscript, file);
    assert.deepEqual(messages.map(asText), [
      'assistant tool_use: {}',
      'tool tool_result: [something other than text]\n[image]',
    ]);
    assert.deepEqual(unreadable, []);
  });

  it('identifies a message without an id by its position, the same on every read', async () => {
    const file = folder.write('c1.jsonl', aCopilotStart(), { type: 'user.message', data: { content: 'Hi' } });
    const first = await reading(readCopilotTranscript, file);
    assert.match(first.messages[0]?.key ?? '', /^@\d+$/u);
    assert.deepEqual((await reading(readCopilotTranscript, file)).messages, first.messages);
  });
});
