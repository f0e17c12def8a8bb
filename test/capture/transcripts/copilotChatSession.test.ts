import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { readCopilotChatSession } from '../../../src/importers/copilot/copilotChatSession.ts';
import { aRequest, aRound, aSession, aTool, initially, pushing, removing, setting } from './chatSessions.ts';
import { asText, reading, TranscriptFolder } from './support.ts';
import { cpuMs } from '../../support/cpuTime.ts';

describe('a chat session of VS Code', () => {
  let folder: TranscriptFolder;
  beforeEach(() => {
    folder = new TranscriptFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const read = (file: string) => reading(readCopilotChatSession, file);
  const textsOf = async (...requests: Record<string, unknown>[]): Promise<string[]> =>
    (await read(folder.write('c1.jsonl', initially(aSession({ requests }))))).messages.map(asText);

  it('is replayed from its log of changes', async () => {
    const file = folder.write(
      'c1.jsonl',
      initially(aSession({ requests: [aRequest(0, 'Where do the vectors go?', { response: [] })] })),
      setting(['customTitle'], 'Vectors'),
      pushing(['requests', 0, 'response'], [{ value: 'Into Qdr' }]),
      pushing(['requests', 0, 'response'], [{ value: 'Into pgvector.' }], 0),
      pushing(['requests'], [aRequest(1, 'And the index?')]),
      removing(['inputState']),
    );
    const { head, messages, unreadable } = await read(file);
    assert.deepEqual(head, {
      conversation: 'c1',
      folder: '/home/ada/web shop',
      title: 'Vectors',
      startedAt: '2026-03-02T09:00:00.000Z',
      agent: { name: 'GitHub Copilot', version: '0.67.0' },
    });
    assert.deepEqual(
      messages.map(({ key, createdAt }) => [key, createdAt]),
      [
        ['r0', '2026-03-02T09:00:00.000Z'],
        ['r0/answer', '2026-03-02T09:00:30.000Z'],
        ['r1', '2026-03-02T09:01:00.000Z'],
        ['r1/answer', '2026-03-02T09:01:30.000Z'],
      ],
    );
    assert.equal(messages[1]?.content, 'Into pgvector.');
    assert.deepEqual(unreadable, []);
  });

  it('is also read in its older form', async () => {
    const request = {
      message: { parts: [{ text: 'Old ' }, { text: 'question' }] },
      response: [{ value: 'Old answer' }],
    };
    const file = folder.write('old.json', JSON.stringify({ version: 3, requests: [request] }));
    const { head, messages } = await read(file);
    assert.equal(head?.conversation, 'old');
    assert.deepEqual(messages.map(asText), ['user text: Old question', 'assistant text: Old answer']);
    assert.deepEqual(
      messages.map(({ key }) => key),
      ['@0', '@0/answer'],
    );
  });

  it('returns nothing until the file grows, and then everything with the same keys', async () => {
    const file = folder.write('c1.jsonl', initially(aSession({ requests: [aRequest(0, 'One')] })));
    const first = await read(file);
    assert.equal(first.position.offset, statSync(file).size);
    assert.deepEqual((await reading(readCopilotChatSession, file, first.position)).items, []);
    folder.append('c1.jsonl', pushing(['requests'], [aRequest(1, 'Two')]));
    const second = await reading(readCopilotChatSession, file, first.position);
    assert.deepEqual(
      second.messages.map(({ key }) => key),
      ['r0', 'r0/answer', 'r1', 'r1/answer'],
    );
    const stopped = second.items.at(-2)?.position;
    assert.equal((await reading(readCopilotChatSession, file, stopped)).messages.length, 4);
  });

  it('leaves an unfinished answer for later, unless another request follows it', async () => {
    const pending = { modelState: { value: 0 }, result: undefined };
    assert.deepEqual(await textsOf(aRequest(0, 'One', pending), aRequest(1, 'Two', pending)), [
      'user text: One',
      'assistant text: Answer 0.',
      'user text: Two',
    ]);
    assert.equal((await textsOf(aRequest(0, 'Stopped', { modelState: { value: 2 } }))).length, 2);
  });

  it('reports tool calls with the arguments and results that Copilot recorded separately', async () => {
    const rounds = [
      aRound('a', 1, ['t1', 'create_file', { filePath: '/shop/notes.md', content: 'x' }]),
      aRound('b', 2, ['t2', 'read_file', { filePath: '/shop/a.ts' }]),
    ];
    const tree = { node: { children: [{ text: 'one' }, { text: 'two', lineBreakBefore: true }] } };
    const request = aRequest(0, 'Write', {
      response: [
        { kind: 'thinking', value: 'A file ' },
        { kind: 'thinking', value: ['is wanted.'] },
        { value: 'I write ' },
        { kind: 'inlineReference', inlineReference: { scheme: 'file', path: '/shop/notes.md' } },
        aTool('t1'),
        { kind: 'textEditGroup', uri: { scheme: 'vscode-remote', path: '/shop/notes.md' }, edits: [] },
        aTool('t2'),
        aTool('sub', { subAgentInvocationId: 'agent' }),
        { value: 'Done.' },
      ],
      result: {
        metadata: { toolCallRounds: rounds, toolCallResults: { 't2__vscode-1': { content: [{ value: tree }] } } },
      },
    });
    const { messages } = await read(folder.write('c1.jsonl', initially(aSession({ requests: [request] }))));
    assert.deepEqual(messages.slice(1).map(asText), [
      'assistant thought: A file is wanted.',
      'assistant tool_use: {"filePath":"/shop/notes.md","content":"x"}',
      'assistant tool_use: {"filePath":"/shop/a.ts"}',
      'tool tool_result: one\ntwo',
      'assistant text: I write `notes.md`\n\nDone.',
    ]);
    assert.deepEqual(
      messages.map(({ key, tool, files }) => [key, tool, files]),
      [
        ['r0', undefined, undefined],
        ['r0/thought/0', undefined, undefined],
        ['r0/tool/0', 'create_file', ['/shop/notes.md']],
        ['r0/tool/1', 'read_file', undefined],
        ['r0/tool/1/result', 'read_file', undefined],
        ['r0/answer', undefined, undefined],
      ],
    );
  });

  it('reports tool calls and edits that only VS Code recorded', async () => {
    const request = aRequest(0, 'Go', {
      response: [
        aTool('t1', {
          toolId: 'mcp_x_find',
          toolSpecificData: { kind: 'input', rawInput: { q: 'a' } },
          resultDetails: {
            input: '{}',
            output: [
              { isText: true, value: 'found' },
              { isText: false, value: 'AAAA' },
            ],
          },
        }),
        aTool('t2', { toolId: 'run', toolSpecificData: { kind: 'terminal', commandLine: { original: 'npm test' } } }),
        aTool('t3', { pastTenseMessage: { value: 'Read a.ts' } }),
        { value: 'See:\n\n```ts\n\n```\nThat is it.' },
      ],
      editedFileEvents: [{ uri: { scheme: 'file', path: '/c:/shop/a.ts' }, eventKind: 1 }],
    });
    const { messages } = await read(folder.write('c1.jsonl', initially(aSession({ requests: [request] }))));
    assert.deepEqual(messages.slice(1).map(asText), [
      'assistant tool_use: {"q":"a"}',
      'tool tool_result: found',
      'assistant tool_use: {"command":"npm test"}',
      'assistant tool_use: Read a.ts',
      'assistant tool_use: {"files":["c:\\\\shop\\\\a.ts"]}',
      'assistant text: See:\n\nThat is it.',
    ]);
    assert.deepEqual(messages.at(-2)?.files, ['c:\\shop\\a.ts']);
  });

  it('reports the work in calls and in a list that only VS Code recorded', async () => {
    const list = { kind: 'todoList', todoList: [{ id: '1', title: 'Write the test', status: 'completed' }] };
    const commandLine = { original: 'git commit -m "Keep the basket"' };
    const request = aRequest(0, 'Go', {
      response: [
        aTool('t1', { toolId: 'todos', invocationMessage: 'Listed', toolSpecificData: list }),
        aTool('t2', { toolId: 'run', toolSpecificData: { kind: 'terminal', commandLine } }),
      ],
    });
    const { messages } = await read(folder.write('c1.jsonl', initially(aSession({ requests: [request] }))));
    assert.deepEqual(
      messages.slice(1).map(({ work }) => work),
      [{ todos: ['Write the test'] }, { commits: ['Keep the basket'] }],
    );
  });

  it('starts another context at the summary of a compaction, without the hint to the model', async () => {
    const hint = '\nIf you need specific details from before compaction (such as …), use the read_file tool: "/x"';
    const rounds = [
      aRound('a', 1, ['t1', 'read_file', { path: 'a' }]),
      aRound('b', 2, ['t2', 'read_file', { path: 'b' }]),
    ];
    const summaries = ['earlier', 'a', 'a'].map((id) => ({ toolCallRoundId: id, text: `Summary up to ${id}.${hint}` }));
    const requests = [
      aRequest(0, '/compact', { result: { metadata: { summary: { toolCallRoundId: 'z', text: 'By hand.' } } } }),
      aRequest(1, 'Go on', {
        response: [aTool('t1'), aTool('t2')],
        result: { metadata: { toolCallRounds: rounds, summaries: [...summaries, { toolCallRoundId: 'b', text: '' }] } },
      }),
    ];
    const { messages } = await read(folder.write('c1.jsonl', initially(aSession({ requests }))));
    assert.deepEqual(
      messages.map(({ key, content, begins }) => [key, content, begins]),
      [
        ['r0', '/compact', undefined],
        ['r0/summary/0', 'By hand.', 'POST_COMPACTING'],
        ['r0/answer', 'Answer 0.', undefined],
        ['r1', 'Go on', undefined],
        ['r1/summary/0', 'Summary up to earlier.', 'POST_COMPACTING'],
        ['r1/tool/0', '{"path":"a"}', undefined],
        ['r1/summary/1', 'Summary up to a.', 'POST_COMPACTING'],
        ['r1/tool/1', '{"path":"b"}', undefined],
      ],
    );
  });

  it("leaves out what hooks added to a prompt, and marks a prompt that no user wrote as the system's", async () => {
    const rendered = { metadata: { renderedUserMessage: [{ text: 'Additional instructions from hooks: X' }] } };
    assert.deepEqual(await textsOf(aRequest(0, 'Ask', { result: rendered, isSystemInitiated: true })), [
      'system text: Ask',
      'assistant text: Answer 0.',
    ]);
  });

  it('keeps the requests that were added after a lost beginning, with their answers', async () => {
    const later = { ...aRequest(3, 'Three'), response: [], result: undefined, modelState: { value: 0 } };
    const file = folder.write(
      'c1.jsonl',
      setting(['requests', 1, 'followups'], ['lost']),
      pushing(['requests'], [aRequest(2, 'Two')]),
      pushing(['requests'], [later]),
      pushing(['requests', 5, 'response'], [{ value: 'Answer 3.' }]),
      setting(['requests', 5, 'modelState'], { value: 1 }),
      setting(['requests', 2, 'followups'], ['lost']),
      pushing(['requests'], [aRequest(4, 'Four')], 6),
    );
    const { messages, unreadable } = await read(file);
    assert.deepEqual(messages.map(asText), [
      'user text: Two',
      'assistant text: Answer 2.',
      'user text: Three',
      'assistant text: Answer 3.',
      'user text: Four',
      'assistant text: Answer 4.',
    ]);
    assert.deepEqual(
      unreadable.map(({ lineNumber }) => lineNumber),
      [1, 6],
    );
  });

  it('rejects changes that do not fit, and protects the prototypes of all objects', async () => {
    const file = folder.write(
      'c1.jsonl',
      setting(['customTitle'], 'too early'),
      initially(aSession({ requests: [aRequest(0, 'One')] })),
      setting(['__proto__', 'polluted'], true),
      setting(['constructor', 'prototype', 'polluted'], true),
      setting(['requests', 7], aRequest(7, 'Far')),
      setting(['requests', 'length'], 4_000_000_000),
      setting(['nowhere', 'deep'], 1),
      pushing(['requests'], [], 9),
      pushing(['sessionId'], ['x']),
      { kind: 2, k: ['requests'], v: { length: 3 } },
      { kind: 9, k: 'later versions' },
      setting([], 1),
      '{"kind":1,"k":["customTi\n',
      'null\n',
      '{"half',
    );
    const { messages, unreadable, head } = await read(file);
    assert.deepEqual(messages.map(asText), ['user text: One', 'assistant text: Answer 0.']);
    assert.equal(head?.title, undefined);
    assert.deepEqual(
      unreadable.map(({ lineNumber }) => lineNumber),
      [1, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14],
    );
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('reports a file that is not a chat session, and returns none of it', async () => {
    for (const [name, content] of [
      ['cut.json', '{"requests": [{"mess'],
      ['list.json', '[]'],
      ['binary.jsonl', Buffer.from([0, 1, 2, 3, 0])],
    ] as const) {
      const { messages, unreadable } = await read(folder.write(name, content));
      assert.deepEqual([messages.length, unreadable.length], [0, 1], name);
    }
    assert.deepEqual(
      (await read(folder.write('odd.jsonl', initially({ requests: 'none', sessionId: 7 })))).messages,
      [],
    );
    await assert.rejects(read(folder.path('gone.jsonl')), { code: 'ENOENT' });
  });

  it('skips parts of any other kind or shape', async () => {
    const response = [
      null,
      7,
      'bare',
      { kind: 'warning', content: { value: 'Slow' } },
      { kind: 'inlineReference' },
      { value: {} },
    ];
    assert.deepEqual(await textsOf(aRequest(0, '', { response, timestamp: 'never', modelState: { value: 3 } })), [
      'assistant text: bare',
    ]);
  });

  it('is not slowed down by a fence followed by white space', async () => {
    const began = cpuMs();
    await textsOf(aRequest(0, 'Ask', { response: [{ value: `\`\`\`${' '.repeat(100_000)}x` }] }));
    assert.ok(cpuMs() - began < 5_000);
  });
});
