/** Sessions that opencode exported as Markdown. */
import assert from 'node:assert/strict';
import { opencodeExport } from '../../src/importers/opencode-export/kind.ts';
import { asText, reading } from '../capture/transcripts/support.ts';
import type { Reading } from '../capture/transcripts/support.ts';
import { recognizedBy } from './samples.ts';
import { KindFolder, findFile, findIn, findInProject, isRecognized, transcriptReaderOf } from './support.ts';

const exported = `# Login of the shop

**Session ID:** ses_0479aedb7ffe9OLFrqEjxN2OiM
**Created:** 31/07/2026, 20:37:39
**Updated:** 31/07/2026, 22:08:32

---

## User

fix the login

---

## Assistant (Build · big-pickle · 2.2s)

_Thinking:_

Which login?

I look at the page.

## User

is a heading in it.

**Tool: read**

**Input:**
\`\`\`json
{
  "filePath": "README.md"
}
\`\`\`

**Output:**
\`\`\`
# Shop

---

## User

as in an exported session

---
\`\`\`

---

## Assistant

---

## Assistant (Build · big-pickle)

**Tool: edit**

**Input:**
\`\`\`json
{
  "filePath": "/home/ada/shop/login.ts"
}
\`\`\`

**Error:**
\`\`\`
Not found:
\`\`\`sh
npm start
\`\`\`
\`\`\`

**Tool: bash**

Done.

---

## User

<system-reminder>Plan mode</system-reminder>

---

## User

thanks

---

`;

const read = transcriptReaderOf(opencodeExport);

describe('sessions that opencode exported', () => {
  let folder: KindFolder;
  beforeEach(() => {
    folder = new KindFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const readText = (text: string | Buffer, name = 'session-ses_0479.md'): Promise<Reading> =>
    reading(read, folder.put(name, text));

  it('have words of the user, thoughts, answers and tools', async () => {
    const { messages, head, unreadable } = await readText(exported);
    assert.deepEqual(unreadable, []);
    assert.deepEqual(messages.map(asText), [
      'user text: fix the login',
      'assistant thought: Which login?',
      'assistant text: I look at the page.\n\n## User\n\nis a heading in it.',
      'assistant tool_use: {"filePath":"README.md"}',
      'tool tool_result: # Shop\n\n---\n\n## User\n\nas in an exported session\n\n---',
      'assistant tool_use: {"filePath":"/home/ada/shop/login.ts"}',
      'tool tool_result: Not found:\n```sh\nnpm start\n```',
      'assistant tool_use: {}',
      'assistant text: Done.',
      'user text: thanks',
    ]);
    assert.deepEqual(
      messages.flatMap(({ tool, files = [] }) => (tool === 'edit' ? files : [])),
      ['/home/ada/shop/login.ts'],
    );
    assert.equal(new Set(messages.map(({ key }) => key)).size, messages.length);
    assert.deepEqual(head, {
      conversation: 'ses_0479aedb7ffe9OLFrqEjxN2OiM',
      title: 'Login of the shop',
      startedAt: '2026-07-31T13:37:39.400Z',
      agent: { name: 'opencode', version: null },
    });
  });

  it('have as many turns as headings below rules outside of outputs', async () => {
    const outside = exported.replaceAll(
      /\*\*(?:Output|Error):\*\*\n```\n[\s\S]*?\n```\n\n---\n\n(?=## Assistant)/gu,
      '---\n\n',
    );
    const users = [...outside.matchAll(/\n---\n\n## User\n\n(?!<system)/gu)];
    const answers = [...outside.matchAll(/\n---\n\n## Assistant[^\n]*\n\n(?!---)/gu)];
    const { messages } = await readText(exported);
    assert.equal(messages.filter((message) => message.role === 'user').length, users.length);
    const answered = messages.filter((message) => message.role === 'assistant').map(({ key }) => key.split('/')[0]);
    assert.equal(new Set(answered).size, answers.length);
  });

  it('begin at the time in their id, in the year as it is written in any language', async () => {
    const begins = async (id: string, created: string): Promise<string | undefined> => {
      const text = exported.replace(/ses_\w+/u, id).replace('31/07/2026, 20:37:39', created);
      return (await readText(text)).head?.startedAt;
    };
    assert.equal(
      (await begins('ses_3f838dcaeffeM5ZRmIBHrHcEYT', '1/29/2026, 10:23:37 AM'))?.slice(0, 10),
      '2026-01-29',
    );
    assert.equal((await begins('ses_2a70abc96ffeieBZFFDkYrIu1j', '04.04.2026, 17:46:01'))?.slice(0, 10), '2026-04-04');
    assert.equal(await begins('ses_2a70abc96ffeieBZFFDkYrIu1j', '04.04.2025, 17:46:01'), undefined);
    assert.equal(await begins('ses_short', '04.04.2026, 17:46:01'), undefined);
    assert.equal(await begins('ses_2a70abc96ffeieBZFFDkYrIu1j', 'yesterday'), undefined);
  });

  it('without a name of their own have no title', async () => {
    const { head } = await readText(exported.replace('Login of the shop', 'New session - 2026-07-31T13:37:39.400Z'));
    assert.equal(head?.title, undefined);
  });

  it('are the same with other line feeds and a byte order mark', async () => {
    const first = await readText(exported);
    const second = await readText(`\ufeff${exported.replaceAll('\n', '\r\n')}`);
    assert.deepEqual([second.head, second.messages], [first.head, first.messages]);
    assert.deepEqual((await reading(read, folder.join('session-ses_0479.md'), second.position)).items, []);
  });

  it('that are damaged give the reason', async () => {
    const reasonOf = async (text: string | Buffer): Promise<string | undefined> =>
      (await readText(text)).unreadable[0]?.reason;
    assert.equal(
      await reasonOf(exported.slice(0, exported.indexOf('## User'))),
      'contains no message; the file may be truncated',
    );
    assert.equal(await reasonOf('# Session\n\n## User\n\nhello\n'), 'is not a session that opencode exported');
    assert.equal(await reasonOf(Buffer.from([0xff, 0xfe, 0])), 'is not a session that opencode exported');
    assert.equal(await reasonOf(''), 'is not a session that opencode exported');
    const { messages } = await readText(exported.slice(0, exported.indexOf('"filePath"')));
    assert.deepEqual(
      messages.map(({ type }) => type),
      ['text', 'thought', 'text', 'tool_use', 'text'],
    );
  });

  it('are found in a project by name, and in a folder by content', async () => {
    folder.put('shop/session-ses_0479.md', exported);
    folder.put('shop/session-ses_notes.md', '# Notes');
    folder.put('shop/login.md', exported);
    const found = await findInProject(opencodeExport, folder.join('shop'));
    assert.deepEqual(folder.shown(found), [['shop', ['shop/session-ses_0479.md']]]);
    assert.deepEqual(folder.shown(await findIn(opencodeExport, folder.join('shop'))), [
      ['shop', ['shop/login.md', 'shop/session-ses_0479.md']],
    ]);
    assert.equal((await findFile(opencodeExport, folder.join('shop/login.md')))?.folder, folder.join('shop'));
  });

  it('are recognized by their first lines', () => {
    assert.deepEqual(recognizedBy(opencodeExport), ['opencode-export']);
    assert.equal(isRecognized(opencodeExport, exported.replaceAll('\n', '\r\n'), 'a.md'), true);
  });
});
