/** The messages of opencode, in rows that opencode 1.18.33 wrote. */
import assert from 'node:assert/strict';
import { readOpencodeRecord } from '../../../src/importers/opencode/opencode.ts';
import type { TranscriptMessage } from '../../../src/memory/archive/transcript.ts';

const at = Date.parse('2026-03-02T09:00:00.000Z');
const read = (message: Record<string, unknown>, ...parts: Record<string, unknown>[]): TranscriptMessage[] =>
  readOpencodeRecord({
    id: 'msg_1',
    data: JSON.stringify({ time: { created: at }, ...message }),
    parts: parts.map((part, place) => ({ id: `prt_${String(place)}`, data: JSON.stringify(part) })),
  });
const createdAt = '2026-03-02T09:00:00.000Z';

describe('a message of opencode', () => {
  it('is what the user said, without what opencode added', () => {
    const messages = read(
      { role: 'user', agent: 'build' },
      { type: 'text', text: 'Look at @README.md now' },
      { type: 'text', synthetic: true, text: 'Called the Read tool with the following input: {}' },
      { type: 'text', ignored: true, text: 'A note of a plugin' },
      { type: 'file', mime: 'text/plain', filename: 'README.md', url: 'file:///home/ada/shop/README.md' },
    );
    assert.deepEqual(messages, [
      { key: 'prt_0', role: 'user', type: 'text', content: 'Look at @README.md now', createdAt },
    ]);
    assert.deepEqual(read({ role: 'user' }, { type: 'compaction', auto: false }), []);
  });

  it('loses the quotation marks that the command line puts around it, and no others', () => {
    const contentOf = (text: string): string | undefined => read({ role: 'user' }, { type: 'text', text })[0]?.content;
    assert.equal(contentOf('"Call it \\"shop\\" please"'), 'Call it "shop" please');
    assert.equal(contentOf('"shop" is what it is called, not "store"'), '"shop" is what it is called, not "store"');
  });

  it('includes the thoughts, the tool calls and the written files of an answer', () => {
    const messages = read(
      { role: 'assistant', mode: 'build' },
      { type: 'step-start', snapshot: 'ac29' },
      { type: 'reasoning', text: 'Where is it?' },
      {
        type: 'tool',
        tool: 'edit',
        callID: 'call_1',
        state: {
          status: 'completed',
          input: { filePath: '/home/ada/shop/a.md', oldString: 'a' },
          output: 'Edit applied.',
        },
      },
      {
        type: 'tool',
        tool: 'bash',
        callID: 'call_2',
        state: { status: 'error', input: { command: 'x' }, error: 'No x' },
      },
      { type: 'tool', tool: 'bash', callID: 'call_3', state: { status: 'running', input: { command: 'y' } } },
      { type: 'patch', hash: 'ac29', files: ['/home/ada/shop/a.md'] },
      { type: 'text', text: '' },
      { type: 'text', text: 'Done.' },
      { type: 'step-finish', reason: 'stop' },
    );
    assert.deepEqual(
      messages.map(({ key, role, type, content, tool, files }) => [key, role, type, content, tool, files]),
      [
        ['prt_1', 'assistant', 'thought', 'Where is it?', undefined, undefined],
        [
          'prt_2',
          'assistant',
          'tool_use',
          '{"filePath":"/home/ada/shop/a.md","oldString":"a"}',
          'edit',
          ['/home/ada/shop/a.md'],
        ],
        ['prt_2/result', 'tool', 'tool_result', 'Edit applied.', 'edit', undefined],
        ['prt_3', 'assistant', 'tool_use', '{"command":"x"}', 'bash', undefined],
        ['prt_3/result', 'tool', 'tool_result', 'No x', 'bash', undefined],
        ['prt_7', 'assistant', 'text', 'Done.', undefined, undefined],
      ],
    );
  });

  it('reports the work in calls that succeeded', () => {
    const call = (status: string, command: string): Record<string, unknown> => {
      return {
        type: 'tool',
        tool: 'bash',
        callID: command,
        state: { status, input: { command }, output: 'x', error: 'y' },
      };
    };
    const messages = read(
      { role: 'assistant' },
      call('error', 'git commit -m "Keep it"'),
      call('completed', 'git commit -m "Keep the basket"'),
    );
    assert.deepEqual(
      messages.flatMap(({ work }) => (work === undefined ? [] : [work])),
      [{ commits: ['Keep the basket'] }],
    );
  });

  it('starts another context if it is the summary of a compaction', () => {
    const [message] = read(
      { role: 'assistant', mode: 'compaction', summary: true },
      { type: 'text', text: 'So far …' },
    );
    assert.deepEqual([message?.role, message?.begins], ['system', 'POST_COMPACTING']);
  });

  it('yields nothing if its JSON is damaged', () => {
    assert.deepEqual(
      readOpencodeRecord({ id: 'm', data: '{"role":"us', parts: [{ id: 'p', data: '{"type":"text"' }] }),
      [],
    );
  });
});
