/** Recovery through a real client over stdio: its tools if they are enabled, read-only, and the prompt in any case. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import { openChat, runProgram } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('recovery over stdio', () => {
  let home: TemporaryHome;
  const chats: Chat[] = [];
  before(async () => {
    home = temporaryHome();
    const file = join(home.path, 'talk.jsonl');
    const line = (content: string, seq: number): string =>
      JSON.stringify({
        session: 'talk',
        seq,
        content,
        role: seq % 2 === 0 ? 'user' : 'assistant',
        created_at: `2026-03-28T10:0${String(seq)}:00Z`,
      });
    writeFileSync(file, ['Why does the login loop?', 'A stale cookie.', 'Mend it.'].map(line).join('\n'));
    assert.equal((await runProgram(home, ['import', 'jsonl', file])).code, 0);
  });
  after(async () => {
    for (const chat of chats) await chat.close();
    home.remove();
  });

  async function chatWith(toolset: string): Promise<Chat> {
    const chat = await openChat(home, { env: { BIGMIND_TOOLSETS: toolset } });
    chats.push(chat);
    return chat;
  }

  async function recovered(chat: Chat): Promise<string> {
    const { messages } = await chat.client.getPrompt({ name: 'bigmind_recover' });
    const content = messages[0]?.content;
    return content?.type === 'text' ? content.text : '';
  }

  it('offers the six tools of the specification, all read-only', async () => {
    const { tools } = await (await chatWith('recovery')).client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolsets.recovery.map(({ name }) => name),
    );
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
  });

  it('runs the bootstrap sequence', async () => {
    const chat = await chatWith('recovery');
    const latest = await chat.call('get_latest_continuation');
    assert.match(String(latest.structured['content']), /Mend it\./u);
    const before = await chat.call('get_messages_before', {
      reference_id: latest.structured['message_id'],
      limit: 300,
    });
    assert.equal(before.structured['count'], 2);
    const eras = (await chat.call('get_era_summary')).structured['eras'] as { name: string }[];
    const era = await chat.call('get_era_summary', { era_name: eras[0]?.name });
    assert.equal(era.structured['count'], 3);
    assert.match((await chat.call('get_recent_work')).text, /Mend it\.[\s\S]*A stale cookie/u);
    const found = await chat.call('search_messages', { query: 'cookie' });
    assert.match(found.text, /^> A stale cookie\.$/mu);
    const wrong = await chat.call('get_context_heap', { heap_id: 'nope' });
    assert.ok(wrong.isError);
    assert.match(wrong.text, /no context heap "nope"/u);
  });

  it('returns the conversation by the prompt, which says how to enable disabled tools', async () => {
    const off = await recovered(await chatWith('core'));
    assert.match(off, /Mend it\.[\s\S]*A stale cookie\.[\s\S]*BIGMIND_TOOLSETS=core,recovery/u);
    const on = await recovered(await chatWith('core,recovery'));
    assert.match(on, /Mend it\./u);
    assert.doesNotMatch(on, /BIGMIND_TOOLSETS/u);
  });
});
