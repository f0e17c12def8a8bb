/** Chats that Cursor exported as Markdown. */
import assert from 'node:assert/strict';
import { cursor } from '../../src/importers/cursor/kind.ts';
import { asText, reading } from '../capture/transcripts/support.ts';
import type { Reading } from '../capture/transcripts/support.ts';
import { recognizedBy } from './samples.ts';
import { KindFolder, findFile, findIn, findInProject, isRecognized, transcriptReaderOf } from './support.ts';

const exported = `# Login of the shop
_Exported on 28/9/2026 at 17:49:33 VET from Cursor (3.13.25)_

---

**User**

Explain @src/login.ts

- and its tests

---

**Cursor**

I look at the file.

**User**

is a table here:

---

Below the rule it goes on.

\`\`\`markdown
---

**User**

a quotation

---

**Cursor**

another one
\`\`\`

---

**User**

<user_query>
Thanks
</user_query>

---

**Cursor**

\`\`\`ts
an unclosed block

---

**User**

Next

---

**Cursor**

`;

const read = transcriptReaderOf(cursor);

describe('chats that Cursor exported', () => {
  let folder: KindFolder;
  beforeEach(() => {
    folder = new KindFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const readText = (text: string | Buffer, name = 'cursor_login.md'): Promise<Reading> =>
    reading(read, folder.put(name, text));

  it('are turns below rules; other rules and marks are text', async () => {
    const { messages, head, unreadable } = await readText(exported);
    assert.deepEqual(unreadable, []);
    assert.deepEqual(messages.map(asText), [
      'user text: Explain @src/login.ts\n\n- and its tests',
      `assistant text: ${exported.slice(exported.indexOf('I look'), exported.indexOf('\n\n---\n\n**User**\n\n<user_query>'))}`,
      'user text: Thanks',
      'assistant text: ```ts\nan unclosed block',
      'user text: Next',
    ]);
    assert.deepEqual(
      [head?.title, head?.agent, head?.startedAt],
      ['Login of the shop', { name: 'cursor', version: '3.13.25' }, undefined],
    );
  });

  it('have as many turns as marks outside of closed blocks', async () => {
    const outside = exported.replace(/```markdown[\s\S]*?\n```\n/u, '');
    const marks = [...outside.matchAll(/\n---\n\n\*\*(User|Cursor)\*\*\n\n(?=\S)/gu)].map(([, role]) => role);
    const { messages } = await readText(exported);
    assert.deepEqual(
      messages.map(({ role }) => role),
      marks.map((role) => (role === 'User' ? 'user' : 'assistant')),
    );
  });

  it('are the same chat in another file, with other line feeds, a byte order mark, and more turns', async () => {
    const first = await readText(exported);
    const second = await readText(`\ufeff${exported.replaceAll('\n', '\r\n')}`, 'copy.md');
    assert.deepEqual([second.head, second.messages], [first.head, first.messages]);
    const third = await readText(`${exported}Last answer.\n`);
    assert.deepEqual(third.messages.slice(0, -1), first.messages);
    assert.equal(third.head?.conversation, first.head?.conversation);
    const other = await readText(exported.replace('Explain', 'Show'));
    assert.notEqual(other.head?.conversation, first.head?.conversation);
    assert.deepEqual((await reading(read, folder.join('copy.md'), second.position)).items, []);
  });

  it('that are damaged give the reason', async () => {
    const reasonOf = async (text: string | Buffer): Promise<string | undefined> =>
      (await readText(text)).unreadable[0]?.reason;
    assert.equal(await reasonOf(exported.slice(0, 95)), 'contains no message; the file may be truncated');
    assert.equal(await reasonOf('# Login\n\n---\n\n**User**\n\nhello\n'), 'is not a chat that Cursor exported');
    assert.equal(await reasonOf(Buffer.from([1, 0, 255])), 'is not a chat that Cursor exported');
    assert.equal(await reasonOf(''), 'is not a chat that Cursor exported');
    const { messages } = await readText(exported.slice(0, exported.indexOf('Below the rule')));
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant'],
    );
  });

  it('are found in a project by name, and in a folder by content', async () => {
    folder.put('shop/cursor_login.md', exported);
    folder.put('shop/cursor_notes.md', '# Notes');
    folder.put('shop/chats/Login.MD', exported);
    folder.put('shop/chats/README.md', '# Chats');
    folder.put('shop/other.md', exported);
    const found = await findInProject(cursor, folder.join('shop'));
    assert.deepEqual(folder.shown(found), [['shop', ['shop/cursor_login.md']]]);
    assert.deepEqual([found[0]?.folder, found[0]?.conversations], [folder.join('shop'), 1]);
    assert.deepEqual(folder.shown(await findIn(cursor, folder.join('shop'))), [
      ['shop', ['shop/cursor_login.md', 'shop/other.md']],
    ]);
    assert.deepEqual(folder.shown(await findIn(cursor, folder.join('shop/chats'))), [
      ['chats', ['shop/chats/Login.MD']],
    ]);
    assert.equal((await findFile(cursor, folder.join('shop/other.md')))?.kind, 'cursor');
    assert.equal(await findFile(cursor, folder.join('shop/missing.md')), undefined);
  });

  it('are recognized by their first lines', () => {
    assert.deepEqual(recognizedBy(cursor), ['cursor']);
    assert.equal(
      isRecognized(cursor, '# Login\r\n_Exported on 1/7/2026 at 00:17:50 EST from Cursor (2.3.23)_\r\n', 'a.md'),
      true,
    );
    assert.equal(isRecognized(cursor, '# Login\n\n_Exported on Monday_\n\n---\n\n**User**\n', 'a.md'), false);
  });
});
