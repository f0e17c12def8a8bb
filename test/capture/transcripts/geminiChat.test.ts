import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readGeminiChat } from '../../../src/importers/gemini-cli/geminiChat.ts';
import {
  aChatStart,
  aGeminiMessage,
  allMessages,
  aToolCall,
  aTypedMessage,
  geminiConversation,
  geminiFile,
} from './geminiLines.ts';
import { asText, reading, TranscriptFolder } from './support.ts';

describe('a chat of Gemini CLI', () => {
  let folder: TranscriptFolder;
  beforeEach(() => {
    folder = new TranscriptFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const read = (...lines: Record<string, unknown>[]) => reading(readGeminiChat, folder.write(geminiFile, ...lines));
  const surroundings = aTypedMessage(0, '<session_context>\nThis is the Gemini CLI.\n</session_context>');
  const call = aToolCall('c1', 'write_file', { file_path: 'a.md', content: 'x' }, 'written');

  it("returns the head first, then each message once, even if it is written again with its tool's result", async () => {
    const { items, messages } = await read(
      aChatStart(),
      allMessages(surroundings),
      aTypedMessage(1, 'Write a file'),
      { $set: { lastUpdated: 'x' } },
      aGeminiMessage(2, 'I write.', { thoughts: [{ subject: 'Plan', description: 'Write it.' }] }),
      aGeminiMessage(2, 'I write.', {
        thoughts: [{ subject: 'Plan', description: 'Write it.' }],
        toolCalls: [{ ...call, status: 'executing', result: null }],
      }),
      aGeminiMessage(2, 'I write.', { toolCalls: [call] }),
      aTypedMessage(3, '', { content: [{ functionResponse: { id: 'c1' } }], displayContent: undefined }),
      aGeminiMessage(4, 'Done.'),
      { $set: { summary: 'A file' } },
    );
    const [first] = items;
    assert.deepEqual(first !== undefined && 'head' in first ? first.head : undefined, {
      conversation: geminiConversation,
      folder: undefined,
      startedAt: '2026-03-02T09:00:00.000Z',
      agent: { name: 'gemini-cli', version: null },
    });
    assert.deepEqual(
      messages.map((message) => [message.key, asText(message), message.tool]),
      [
        ['g1', 'user text: Write a file', undefined],
        ['g2#thought', 'assistant thought: Plan: Write it.', undefined],
        ['g2', 'assistant text: I write.', undefined],
        ['g2#c1', 'assistant tool_use: {"file_path":"a.md","content":"x"}', 'write_file'],
        ['g2#c1/result', 'tool tool_result: written', 'write_file'],
        ['g4', 'assistant text: Done.', undefined],
      ],
    );
    assert.deepEqual(messages[3]?.files, ['a.md']);
    assert.equal(items.flatMap((item) => ('head' in item ? [item.head.title] : [])).at(-1), 'A file');
  });

  it('reports the work in a call', async () => {
    const todos = [{ description: 'Write the test', status: 'pending' }];
    const { messages } = await read(
      aChatStart(),
      aTypedMessage(1, 'Write a test'),
      aGeminiMessage(2, 'I write.', { toolCalls: [aToolCall('c1', 'write_todos', { todos }, 'ok')] }),
    );
    assert.deepEqual(messages.find(({ type }) => type === 'tool_use')?.work, {
      todos: ['Write the test'],
      openTodos: ['Write the test'],
    });
  });

  it('belongs to the folder that Gemini records next to the chats of a project', async () => {
    mkdirSync(folder.path('shop/chats'), { recursive: true });
    writeFileSync(folder.path('shop/.project_root'), '/home/ada/shop');
    const file = folder.write(`shop/chats/${geminiFile}`, aChatStart(), aTypedMessage(1, 'Hi'));
    assert.equal((await reading(readGeminiChat, file)).head?.folder, '/home/ada/shop');
    writeFileSync(`${dirname(dirname(file))}/.project_root`, 'no absolute path');
    assert.equal((await reading(readGeminiChat, file)).head?.folder, undefined);
  });

  it('leaves out what hooks added and the contents of mentioned files', async () => {
    const recalled = '<hook_context>&lt;bigmind-context&gt;\nUse tabs\n&lt;/bigmind-context&gt;</hook_context>';
    const { messages } = await read(
      aChatStart(),
      aTypedMessage(1, `${recalled}\n\nFix the basket`, {
        content: [{ text: `${recalled}\n\nFix the basket` }, { text: recalled }],
      }),
      aTypedMessage(2, 'Read @a.md', { content: [{ text: 'Read @a.md' }, { text: '--- Content of a.md ---' }] }),
      { id: 'g3', type: 'info', content: 'A new version is there.' },
      { id: 'g4', type: 'user', content: 'What is <hook_context> for?' },
    );
    assert.deepEqual(messages.map(asText), [
      'user text: Fix the basket',
      'user text: Read @a.md',
      'user text: What is <hook_context> for?',
    ]);
  });

  it('repeats nothing when a resumed chat repeats all of it', async () => {
    const { messages } = await read(
      aChatStart(),
      aTypedMessage(1, 'Write a file'),
      aGeminiMessage(2, '', { toolCalls: [call] }),
      aGeminiMessage(4, 'Done.'),
      aChatStart({ startTime: '2026-03-03T09:00:00.000Z' }),
      { $set: { sessionId: geminiConversation } },
      allMessages(
        surroundings,
        aGeminiMessage(2, '', { content: [{ functionCall: { id: 'c1', name: 'write_file' } }] }),
        aTypedMessage(3, '', { id: 'g2_response', content: [{ functionResponse: { id: 'c1' } }] }),
        aGeminiMessage(4, '', { content: [{ text: 'Done.' }] }),
      ),
      aTypedMessage(5, 'Go on'),
    );
    assert.deepEqual(
      messages.map(({ key }) => key),
      ['g1', 'g2#c1', 'g2#c1/result', 'g4', 'g5'],
    );
  });

  it('includes messages that only a resumed chat restores', async () => {
    const { messages } = await read(
      aChatStart(),
      allMessages(surroundings, aTypedMessage(1, 'Why?'), aGeminiMessage(2, 'A peer dependency.')),
      aTypedMessage(3, 'Pin it.'),
      allMessages(
        surroundings,
        aTypedMessage(1, 'Why?'),
        aGeminiMessage(2, 'A peer dependency.'),
        aTypedMessage(3, 'Pin it.'),
      ),
    );
    assert.deepEqual(messages.map(asText), [
      'user text: Why?',
      'assistant text: A peer dependency.',
      'user text: Pin it.',
    ]);
  });

  it('starts another context with the summary of a compression', async () => {
    const summary = '<state_snapshot>\n <overall_goal>Fix the basket</overall_goal>\n</state_snapshot>';
    const compressed = allMessages(
      surroundings,
      aTypedMessage(2, `<scratchpad>\nHm.\n</scratchpad>\n${summary}`),
      aGeminiMessage(3, 'Got it. Thanks for the additional context!'),
      // Messages kept along with the summary get new ids.
      aTypedMessage(1, 'Fix the basket', { id: 'copy of g1' }),
    );
    const { messages } = await read(
      aChatStart(),
      aTypedMessage(1, 'Fix the basket'),
      compressed,
      aTypedMessage(4, 'Go on'),
      compressed,
      aTypedMessage(5, 'What is a <state_snapshot>? It ends in </state_snapshot>'),
    );
    assert.deepEqual(
      messages.map((message) => [message.key, asText(message), message.begins]),
      [
        ['g1', 'user text: Fix the basket', undefined],
        ['g2', `system text: ${summary}`, 'POST_COMPACTING'],
        ['g4', 'user text: Go on', undefined],
        ['g5', 'user text: What is a <state_snapshot>? It ends in </state_snapshot>', undefined],
      ],
    );
  });

  it('starts a branch when the user takes messages back', async () => {
    const { messages } = await read(
      aChatStart(),
      aTypedMessage(1, 'With a lock'),
      aGeminiMessage(2, 'Done'),
      { $rewindTo: 'g1' },
      aTypedMessage(3, 'With a queue'),
      aTypedMessage(4, 'Thanks'),
    );
    assert.deepEqual(
      messages.map(({ begins }) => begins),
      [undefined, undefined, 'SPLIT_POINT', undefined],
    );
  });

  it('leaves out the chat of a sub-agent', async () => {
    const { messages } = await read(aChatStart({ kind: 'subagent' }), aTypedMessage(1, 'Look for koalas'));
    assert.deepEqual(messages, []);
  });

  it('is read as a whole if an older version stored it in one value, and again when that has grown', async () => {
    const name = geminiFile.replace('.jsonl', '.json');
    const chat = aChatStart({ messages: [aTypedMessage(1, 'Write'), aGeminiMessage(2, '', { toolCalls: [call] })] });
    const file = folder.write(name, JSON.stringify(chat, null, 2));
    const first = await reading(readGeminiChat, file);
    assert.deepEqual(
      [first.head?.conversation, ...first.messages.map(({ key }) => key)],
      [geminiConversation, 'g1', 'g2#c1', 'g2#c1/result'],
    );
    assert.deepEqual((await reading(readGeminiChat, file, first.position)).items, []);
    const more = { ...chat, messages: [aTypedMessage(1, 'Write'), aTypedMessage(3, 'More')] };
    folder.write(name, JSON.stringify(more, null, 2));
    assert.deepEqual(
      (await reading(readGeminiChat, file, first.position)).messages.map(({ key }) => key),
      ['g1', 'g3'],
    );
    folder.write(name, JSON.stringify(chat, null, 2).slice(0, 400));
    assert.match((await reading(readGeminiChat, file)).unreadable[0]?.reason ?? '', /truncated/u);
  });
});
