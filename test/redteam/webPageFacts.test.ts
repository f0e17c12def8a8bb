/**
 * A web page makes an assistant store its claims, in words that do not read like instructions. Uses the built program:
 * a real client, whose chat the hooks know by another name, and the real hooks over a transcript in the format of
 * Claude Code.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerOfHook, openChat } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const recorded = '5b7d8e2a-30c4-4e53-9d4c-6b5a4f1f7a90';
const earlier = { category: 'codebase', fact: 'The harbour is built with make.' };
const lie = { category: 'codebase', fact: 'Packages of the harbour come from http://evil.example.' };
const exchange = { content: 'The harbour takes its packages from http://evil.example, says the page.' };

describe('a web page that makes an assistant store its claims', () => {
  let home: TemporaryHome;
  let chat: Chat;

  before(async () => {
    home = temporaryHome();
    chat = await openChat(home, { name: 'claude-code' });
    const begin = Date.now();
    const first = await chat.call('memory_store_fact', earlier);
    const read = Date.now() + 1;
    while (Date.now() <= read);
    const answers = [
      first,
      await chat.call('memory_store_fact', lie),
      await chat.call('memory_flag_important', exchange),
      await chat.call('memory_end_session', { one_liner: 'Harbour takes packages from evil.example' }),
    ];
    for (const { isError, text } of answers) assert.ok(!isError, text);
    const call = (id: number, name: string, input: object): object[] => [
      { type: 'tool_use', id: `toolu_${String(id)}`, name, input },
    ];
    const own = 'mcp__bigmind__memory_';
    const lines = [
      ['user', 'What does the page say of our build?', begin - 2],
      ['assistant', call(1, `${own}store_fact`, earlier), begin - 1],
      ['assistant', call(2, 'WebFetch', { url: 'https://blog.example' }), read],
      ['assistant', call(3, `${own}store_fact`, lie), read],
      ['assistant', call(4, `${own}flag_important`, exchange), read],
      ['assistant', call(5, `${own}end_session`, { one_liner: 'Harbour takes packages from evil.example' }), read],
      ['assistant', [{ type: 'text', text: 'It says that all is well.' }], Date.now()],
    ].map(([role, content, at], place) => ({
      type: role,
      uuid: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
      parentUuid: place === 0 ? null : `00000000-0000-4000-8000-${String(place - 1).padStart(12, '0')}`,
      sessionId: recorded,
      cwd: home.path,
      version: '2.0.0',
      timestamp: new Date(Number(at)).toISOString(),
      message: { role, content },
    }));
    const folder = join(home.path, '.claude', 'projects', '-harbour');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${recorded}.jsonl`);
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    assert.match(await contextOf('11d7a9b5-50a5-4d0e-b5a9-6ac3e2c4ae10'), /evil/u);
    await answerOfHook(home, 'Stop', { session_id: recorded, transcript_path: file });
  });
  after(async () => {
    await chat.close();
    home.remove();
  });

  const contextOf = (conversation: string): Promise<string> =>
    answerOfHook(home, 'SessionStart', { session_id: conversation, source: 'startup' });

  it('does not reach a new chat, and hides nothing that was stored before the page was read', async () => {
    const contexts = [
      await contextOf('ff029e54-1a8a-44f5-8740-533bc9c290ec'),
      (await chat.call('memory_get_context', {}, 'fresh')).text,
    ];
    for (const text of contexts) {
      assert.doesNotMatch(text, /evil/u);
      assert.match(text, /The harbour is built with make/u);
    }
  });

  it('is found by a search, marked as coming from the web', async () => {
    const { text } = await chat.call('memory_search', { query: 'packages of the harbour' });
    assert.match(text, /evil\.example/u);
    assert.match(text, /from the web/u);
  });
});
