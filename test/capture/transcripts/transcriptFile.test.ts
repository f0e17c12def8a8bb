/** What holds for every streamed transcript: reading can stop anywhere and continue, and memory use stays constant. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createWriteStream, statSync, truncateSync } from 'node:fs';
import { formatNamed } from '../../../src/importers/registry.ts';
import type { ReadTranscript, TranscriptMessage } from '../../../src/memory/archive/transcript.ts';
import type { TranscriptPosition } from '../../../src/memory/shared/transcriptPosition.ts';
import { anAnswer, aPrompt, aResponseItem, aRolloutLine, aSessionMeta, codexFile } from './codexLines.ts';
import { aChatStart, aGeminiMessage, allMessages, aToolCall, aTypedMessage, geminiFile } from './geminiLines.ts';
import { aClaudeLine, aCopilotStart, anEvent, claudeConversation, reading, TranscriptFolder } from './support.ts';

const claudeLines = [
  aClaudeLine('user', 0, 'Fix the basket'),
  aClaudeLine('assistant', 1, [
    { type: 'thinking', thinking: 'Where?' },
    { type: 'text', text: 'Here — ünïcode €' },
    { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a' } },
  ]),
  { type: 'file-history-snapshot' },
  aClaudeLine('user', 2, [{ type: 'tool_result', tool_use_id: 't1', content: 'a\nb' }], { parentUuid: 'u1' }),
  aClaudeLine('user', 3, 'Elsewhere', { parentUuid: 'u1' }),
  { type: 'custom-title', customTitle: 'Basket' },
  aClaudeLine('user', 4, 'We fixed it.', { isCompactSummary: true }),
];
const copilotLines = [
  aCopilotStart({ context: { cwd: '/shop' } }),
  anEvent('user.message', 1, { content: 'Write — ünïcode €' }),
  anEvent('assistant.message', 2, {
    content: 'I write.',
    reasoningText: 'Write.',
    toolRequests: [{ toolCallId: 't1', name: 'create_file', arguments: '{"filePath":"a"}' }],
  }),
  anEvent('tool.execution_start', 3, { toolCallId: 't1', toolName: 'create_file', arguments: { filePath: 'a' } }),
  anEvent('tool.execution_complete', 4, { toolCallId: 't1', success: true, result: { content: 'done' } }),
  anEvent('assistant.message', 5, { content: 'Done.', toolRequests: [] }),
];

const codexLines = [
  aSessionMeta(),
  aRolloutLine('event_msg', 1, { type: 'task_started' }),
  aPrompt(2, 'Fix the basket — ünïcode €'),
  aResponseItem(3, { type: 'function_call', id: 'f1', name: 'exec_command', arguments: '{"cmd":"ls"}', call_id: 'c1' }),
  aResponseItem(4, { type: 'function_call_output', id: 'o1', call_id: 'c1', output: 'a' }),
  aRolloutLine('compacted', 5, { message: 'We fixed it.' }),
  anAnswer(6, 'Done.'),
];
const geminiCall = aToolCall('c1', 'write_file', { file_path: 'a' }, 'done');
const geminiLines = [
  aChatStart(),
  aTypedMessage(1, 'Fix the basket — ünïcode €'),
  aGeminiMessage(2, 'I write.'),
  aGeminiMessage(2, 'I write.', { toolCalls: [geminiCall] }),
  allMessages(aGeminiMessage(2, 'I write.'), aTypedMessage(3, '<state_snapshot>We fixed it.</state_snapshot>')),
  { $rewindTo: 'g2' },
  aTypedMessage(4, 'Elsewhere'),
  aGeminiMessage(5, 'Done.'),
];

for (const [format, name, lines] of [
  ['codex', codexFile, codexLines],
  ['gemini-cli', geminiFile, geminiLines],
  ['claude-code', `${claudeConversation}.jsonl`, claudeLines],
  ['copilot-transcript', 'c1.jsonl', copilotLines],
] as const) {
  describe(`continuing to read a ${format} file`, () => {
    let folder: TranscriptFolder;
    beforeEach(() => {
      folder = new TranscriptFolder();
    });
    afterEach(() => {
      folder.remove();
    });
    const read = readerOf(format);
    const whole = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

    it('returns the same as one reading, wherever the file ended in between', async () => {
      const expected = await reading(read, folder.write('whole.jsonl', whole));
      for (let cut = 0; cut <= whole.length; cut += 7) {
        const file = folder.write(name, whole.subarray(0, cut));
        const first = await reading(read, file);
        folder.append(name, whole.subarray(cut));
        const second = await reading(read, file, first.position);
        assert.deepEqual([...first.messages, ...second.messages], expected.messages, `cut at ${String(cut)}`);
        assert.deepEqual([...first.unreadable, ...second.unreadable], []);
      }
    });

    it('loses nothing when reading stopped after any item', async () => {
      const file = folder.write(name, whole);
      const { items, messages } = await reading(read, file);
      for (const [place, { position }] of items.entries()) {
        const before = items.slice(0, place + 1).flatMap((item) => ('message' in item ? [item.message] : []));
        const later = await reading(read, file, position);
        const all = new Map<string, TranscriptMessage>();
        for (const message of [...before, ...later.messages]) all.set(message.key, message);
        assert.deepEqual([...all.values()], messages);
      }
    });

    it('returns the head before the first message, also from the middle', async () => {
      const file = folder.write(name, whole);
      const { head, items } = await reading(read, file);
      const middle = items.find((item) => 'message' in item)?.position;
      const later = await reading(read, file, middle);
      const [first] = later.items;
      assert.equal(first !== undefined && 'head' in first ? first.head.conversation : '', head?.conversation);
      assert.deepEqual(later.head, head);
    });

    it('returns nothing if nothing is new', async () => {
      const file = folder.write(name, whole);
      const { position } = await reading(read, file);
      assert.equal(position.offset, statSync(file).size);
      assert.deepEqual((await reading(read, file, position)).items, []);
    });

    it('starts again in a file that became shorter or was replaced', async () => {
      const file = folder.write(name, whole);
      const { position, messages } = await reading(read, file);
      truncateSync(file, whole.indexOf('\n', 700) + 1);
      const shorter = await reading(read, file, position);
      assert.deepEqual(shorter.messages, messages.slice(0, shorter.messages.length));
      assert.notEqual(shorter.messages.length, 0);
      folder.write(name, whole);
      assert.deepEqual((await reading(read, file, { ...position, lastKey: 'of another file' })).messages, messages);
    });

    it('reports once that a file is not text, and rejects a missing file', async () => {
      const file = folder.write(name, Buffer.from(whole.toString(), 'utf16le'));
      const { items, position } = await reading(read, file);
      assert.equal(items.length, 1);
      assert.deepEqual(position, { offset: 0, lastKey: null } satisfies TranscriptPosition);
      await assert.rejects(reading(read, folder.path('missing.jsonl')), { code: 'ENOENT' });
    });
  });
}

const long = 'A line of a log that a tool read and that says little. '.repeat(1_100);
/** Turns of a prompt, a tool call and its long result, by the number of their first line. */
const longTurns = {
  'claude-code': (at: number) => [
    aClaudeLine('user', at, 'Go on with the next file, please.'),
    aClaudeLine('assistant', at + 1, [{ type: 'tool_use', id: `t${String(at)}`, name: 'Read', input: { at } }]),
    aClaudeLine('user', at + 2, [{ type: 'tool_result', tool_use_id: `t${String(at)}`, content: long }]),
  ],
  codex: (at: number) => {
    const call = { call_id: `call_0000000000_${String(at)}` };
    return [
      aPrompt(at, 'Go on with the next file, please.'),
      aResponseItem(at + 1, { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"cat"}', ...call }),
      aResponseItem(at + 2, { type: 'function_call_output', output: long, ...call }),
    ];
  },
  'gemini-cli': (at: number) => [
    aTypedMessage(at, 'Go on with the next file, please.'),
    aGeminiMessage(at + 1, '', { toolCalls: [aToolCall('c', 'read_file', { at }, long)] }),
  ],
} as const;

for (const [format, name, megabytes] of [
  ['claude-code', `${claudeConversation}.jsonl`, 100],
  ['codex', codexFile, 40],
  ['gemini-cli', geminiFile, 40],
] as const) {
  const start = { 'claude-code': [], codex: [aSessionMeta()], 'gemini-cli': [aChatStart()] }[format];
  describe(`a ${format} file of ${String(megabytes)} MB`, () => {
    const folder = new TranscriptFolder();
    after(() => {
      folder.remove();
    });

    it('is read with constant memory', async () => {
      const file = folder.path(name);
      await writeLarge(file, megabytes * 1024 * 1024, start, longTurns[format]);
      let count = 0;
      let peak = 0;
      const before = process.memoryUsage().heapUsed;
      const kept: TranscriptMessage[] = [];
      for await (const item of readerOf(format)(file)) {
        // As in recording, some hundreds of messages are held until they are stored.
        if ('message' in item) kept.push(item.message);
        if (kept.length === 400) kept.length = 0;
        count += 1;
        if (count % 50 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed - before);
      }
      assert.ok(count > megabytes * 30, String(count));
      assert.ok(peak < 64 * 1024 * 1024, `${String(Math.round(peak / 1024 / 1024))} MB`);
    });
  });
}

async function writeLarge(
  file: string,
  length: number,
  start: readonly object[],
  turnOf: (at: number) => object[],
): Promise<void> {
  const stream = createWriteStream(file);
  for (const line of start) stream.write(`${JSON.stringify(line)}\n`);
  for (let at = 0, written = 0; written < length; at += 3) {
    const text = turnOf(at)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    written += text.length;
    if (!stream.write(text)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

function readerOf(format: string): ReadTranscript {
  const found = formatNamed(format);
  assert.ok(found.shape === 'conversation');
  return found.read;
}
