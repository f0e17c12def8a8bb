/** What the recovery tools accept as a message, and what they suggest if they find none. */
import assert from 'node:assert/strict';
import type { ToolAnswer } from '../../src/mcp/shared/tool.ts';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import type { TranscriptItem } from '../../src/memory/archive/transcript.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';

describe('the input of the recovery tools', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller();
  });
  afterEach(() => test.close());

  const call = (name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> => {
    const tool = toolsets.recovery.find((one) => one.name === name);
    assert.ok(tool, name);
    const { memory, search } = test;
    return tool.call(args, { memory, search, caller: ada, available: [], toolHost: {} as never });
  };

  async function record(...contents: string[]): Promise<void> {
    const position = { offset: 0, lastKey: null };
    const messages = contents.map((content, place): TranscriptItem => {
      const createdAt = new Date(Date.parse('2026-03-28T10:00:00.000Z') + place * 60_000).toISOString();
      return { position, message: { key: String(place), role: 'user', type: 'text', createdAt, content } };
    });
    await test.memory.recording.record([{ position, head: { conversation: 'talk' } }, ...messages], {
      format: 'claude-code',
      origin: 'import',
      path: null,
      callerOf: () => Promise.resolve(ada),
    });
  }

  it('may be a message number as shown, with # or as a number', async () => {
    await record('First.', 'Second.', 'Third.');
    const number = Number(/#(\d+)/u.exec((await call('get_recent_work', { limit: 1 })).text)?.[1]);
    const byText = await call('get_messages_before', { reference_id: `#${String(number)}` });
    assert.equal(byText.structured?.['count'], 2);
    assert.deepEqual(await call('get_messages_before', { reference_id: number }), byText);
  });

  it('is suggested only for a tool that accepts it', async () => {
    for (const name of ['get_recent_work', 'get_messages_before'])
      assert.match((await call(name)).text, /recorded here\. Use project "all" to search every project\./u);
    const before = await call('get_messages_before', { reference_timestamp: '2026-03-28' });
    assert.match(before.text, /before that\. .*a later reference_timestamp/u);
  });

  it('is rejected without mentioning storing, because these tools never store', async () => {
    await assert.rejects(call('get_recent_work', { max_tokens: 10 }), (error: { sentence?: string }) =>
      /max_tokens.*call get_recent_work again\.$/u.test(error.sentence ?? ''),
    );
  });
});
