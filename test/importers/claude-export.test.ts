/** Conversations that Claude Code exported as the text of its screen. */
import assert from 'node:assert/strict';
import { claudeExport } from '../../src/importers/claude-export/kind.ts';
import { asText, reading } from '../capture/transcripts/support.ts';
import type { Reading } from '../capture/transcripts/support.ts';
import { recognizedBy } from './samples.ts';
import { KindFolder, findFile, findIn, findInProject, isRecognized, transcriptReaderOf } from './support.ts';

const padded = (line: string): string => line.padEnd(80);

const logo = ` ▐▛███▜▌   Claude Code v2.1.162
▝▜█████▛▘  Sonnet 4.6 · Claude Pro
  ▘▘ ▝▝    /home/ada/shop

 ▎ A new model is available! · /model to switch
 ▎ Run /model to select it.

`;

const current = `${logo}❯ /model opus
  ⎿  Set model to Opus

${padded('❯ Fix the login. The page in src/login.ts says')}
${padded('  > wrong password')}
${padded('')}
${padded('  - also for Ada')}

∴ Thinking…

  The page compares
  hashes.

● I look at the page first,
  then at its tests:

  - login.test.ts

  Read 2 files (ctrl+o to expand)

● Bash(git commit -m "Compare hash
      es")
  ⎿  [main abc] Compare hashes
      … +3 lines (ctrl+o to expand)

● Update(src/login.ts)  ⎿  Added 1 line
      10 +  return compare(a, b);

● shop-server - search (MCP)(query: "login")
  ⎿  3 results

● User answered Claude's questions:
  ⎿  · Which hash? → bcrypt

● Agent "Map the pages" finished · 2m 56s

✻ Sautéed for 8s

! npm test
  ⎿  5 passing

❯ thanks, Claude (really)

● Done (finally)
`;

const older = `╭────────────────────────────────────────────────────╮
│ ✻ Welcome to Claude Code!                          │
│                                                    │
│   /help for help, /status for your current setup   │
│                                                    │
│   cwd: /home/ada/shop                              │
╰────────────────────────────────────────────────────╯

> /login
  ⎿  Login successful

> add a page, please review
  it

✻ Thinking…

  A page.

⏺ I'll add it.

⏺ Write(src/page.html)
  ⎿  Error writing file

> !ls

⏺ Update Todos
  ⎿  ☐ Add a page
     ☐ Test it
`;

const read = transcriptReaderOf(claudeExport);

describe('conversations that Claude Code exported', () => {
  let folder: KindFolder;
  beforeEach(() => {
    folder = new KindFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const readText = (text: string | Buffer, name = '2026-03-02-login.txt'): Promise<Reading> =>
    reading(read, folder.put(name, text));

  it('have words of the user, thoughts, answers and tools, without what the screen shows around them', async () => {
    const { messages, head, unreadable } = await readText(current);
    assert.deepEqual(unreadable, []);
    assert.deepEqual(messages.map(asText), [
      'user text: Fix the login. The page in src/login.ts says\n> wrong password\n\n- also for Ada',
      'assistant thought: The page compares\nhashes.',
      'assistant text: I look at the page first,\nthen at its tests:\n\n- login.test.ts',
      'assistant tool_use: git commit -m "Compare hashes"',
      'tool tool_result: [main abc] Compare hashes',
      'assistant tool_use: src/login.ts',
      'tool tool_result: Added 1 line\n 10 +  return compare(a, b);',
      'assistant tool_use: query: "login"',
      'tool tool_result: 3 results',
      "assistant tool_use: User answered Claude's questions:",
      'tool tool_result: · Which hash? → bcrypt',
      'user text: thanks, Claude (really)',
      'assistant text: Done (finally)',
    ]);
    assert.deepEqual(head, {
      conversation: 'claude-export/2026-03-02-login',
      folder: '/home/ada/shop',
      agent: { name: 'claude-code', version: '2.1.162' },
    });
    assert.equal(new Set(messages.map(({ key }) => key)).size, messages.length);
  });

  it('name the tools, the files they write and the commits', async () => {
    const { messages } = await readText(current);
    assert.deepEqual(
      messages.filter(({ type }) => type === 'tool_use').map(({ tool, files, work }) => [tool, files, work]),
      [
        ['Bash', undefined, { commits: ['Compare hashes'] }],
        ['Update', ['src/login.ts'], undefined],
        ['shop-server - search (MCP)', undefined, undefined],
        ["User answered Claude's questions:", undefined, undefined],
      ],
    );
  });

  it('of older versions have other marks', async () => {
    const { messages, head } = await readText(older, 'conversation.txt');
    assert.deepEqual(messages.map(asText), [
      'user text: add a page, please review\nit',
      'assistant thought: A page.',
      "assistant text: I'll add it.",
      'assistant tool_use: src/page.html',
      'tool tool_result: Error writing file',
      'user text: !ls',
      'assistant tool_use: Update Todos',
      'tool tool_result: ☐ Add a page\n☐ Test it',
    ]);
    assert.equal(head?.folder, '/home/ada/shop');
  });

  it('have as many turns as lines with a mark of the user or an answer', async () => {
    const marks = current.split('\n').filter((line) => /^❯ (?!\/)/u.test(line));
    const answers = current.split('\n').filter((line) => /^● (?![A-Z]\w+\(|shop|User|Agent)/u.test(line));
    const { messages } = await readText(current);
    const texts = messages.filter(({ type }) => type === 'text').map(({ role }) => role);
    assert.equal(texts.filter((role) => role === 'user').length, marks.length);
    assert.equal(texts.filter((role) => role === 'assistant').length, answers.length);
  });

  it('have the folder and version of the banner in a box', async () => {
    const box = `╭─── Claude Code v2.1.219 ──────╮
│                    │ Tips     │
│   Welcome back!    │ Run /init│
│  /home/ada/shop    │ notes    │
╰───────────────────────────────╯

❯ hello

● Hi.
`;
    const { messages, head } = await readText(box);
    assert.deepEqual(messages.map(asText), ['user text: hello', 'assistant text: Hi.']);
    assert.deepEqual([head?.folder, head?.agent?.version], ['/home/ada/shop', '2.1.219']);
    const home = await readText(box.replace('/home/ada/shop', '~/shop        '));
    assert.equal(home.head?.folder, undefined);
  });

  it('go on below a banner in the middle', async () => {
    const { messages } = await readText(`${current}\n${logo}❯ next\n\n● Hi.\n`);
    assert.deepEqual(messages.slice(-2).map(asText), ['user text: next', 'assistant text: Hi.']);
    assert.equal(messages.at(-3)?.content, 'Done (finally)');
  });

  it('are the same with other line feeds and a byte order mark', async () => {
    const first = await readText(current);
    const second = await readText(`\ufeff${current.replaceAll('\n', '\r\n')}`);
    assert.deepEqual([second.head, second.messages], [first.head, first.messages]);
    assert.deepEqual((await reading(read, folder.join('2026-03-02-login.txt'), second.position)).items, []);
  });

  it('that are damaged give the reason', async () => {
    const reasonOf = async (text: string | Buffer): Promise<string | undefined> =>
      (await readText(text)).unreadable[0]?.reason;
    assert.equal(await reasonOf(logo), 'contains no message; the file may be truncated');
    assert.equal(await reasonOf('> hello\n\n● Hi.\n'), 'is not a conversation that Claude Code exported');
    assert.equal(await reasonOf(''), 'is not a conversation that Claude Code exported');
    assert.equal(await reasonOf(Buffer.from([0, 1, 255])), 'is not a conversation that Claude Code exported');
    const { messages } = await readText(current.slice(0, current.indexOf('● Bash(git') + 20));
    assert.deepEqual(
      messages.map(({ type }) => type),
      ['text', 'thought', 'text', 'text'],
    );
  });

  it('are found in a project by name, and in a folder by content', async () => {
    folder.put('shop/conversation.txt', older);
    folder.put('shop/2026-03-02-login.txt', current);
    folder.put('shop/2026-03-02-notes.txt', '> a quotation');
    folder.put('shop/login.txt', current);
    const names = ['shop/2026-03-02-login.txt', 'shop/conversation.txt'];
    const found = await findInProject(claudeExport, folder.join('shop'));
    assert.deepEqual(folder.shown(found), [['shop', names]]);
    assert.deepEqual(folder.shown(await findIn(claudeExport, folder.join('shop'))), [
      ['shop', [...names, 'shop/login.txt']],
    ]);
    assert.equal((await findFile(claudeExport, folder.join('shop/login.txt')))?.folder, folder.join('shop'));
  });

  it('are recognized by their banner', () => {
    assert.deepEqual(recognizedBy(claudeExport), ['claude-export']);
    assert.equal(isRecognized(claudeExport, older.replaceAll('\n', '\r\n'), 'a.txt'), true);
    assert.equal(
      isRecognized(claudeExport, `# How to start\n\n1. Install it\n2. Run it:\n\n\`\`\`\n${logo}\`\`\`\n`, 'README.md'),
      false,
    );
  });
});
