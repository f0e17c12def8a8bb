/** The chat history of aider, in the layout of aider 0.86. */
import assert from 'node:assert/strict';
import { mkdirSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { aiderFileName, openAiderHistory } from '../../../src/importers/aider/aiderHistory.ts';
import type { TranscriptItem } from '../../../src/memory/archive/transcript.ts';
import { TranscriptFolder } from './support.ts';

/** As aider appends chats: each line of the user and of the program ends with two spaces. */
const chat = (at: string, ...blocks: string[]): string => `\n# aider chat started at ${at}\n\n${blocks.join('')}`;
const user = (...lines: string[]): string => `\n${lines.map((line) => `#### ${line}  \n`).join('')}`;
const program = (...lines: string[]): string => lines.map((line) => `> ${line}  \n`).join('');
const answer = (text: string): string => `\n${text}\n\n`;

describe('the chat history of aider', () => {
  let folder: TranscriptFolder;
  beforeEach(() => {
    folder = new TranscriptFolder();
    mkdirSync(folder.path('shop'));
  });
  afterEach(() => {
    folder.remove();
  });

  const name = `shop/${aiderFileName}`;
  async function read(...texts: string[]): Promise<{ items: TranscriptItem[][]; turns: number[] }> {
    const history = await openAiderHistory(folder.write(name, ...texts));
    const list = history.list();
    const items: TranscriptItem[][] = [];
    for (const { head } of list) {
      const read: TranscriptItem[] = [];
      for await (const item of history.items(head.conversation)) read.push(item);
      items.push(read);
    }
    await history.close();
    return { items, turns: list.map(({ turns }) => turns) };
  }
  const textsOf = (items: readonly TranscriptItem[] | undefined): string[] =>
    (items ?? []).flatMap((item) =>
      'message' in item ? `${item.message.role} ${item.message.type}: ${item.message.content}` : [],
    );

  it('has a conversation for each chat with a message', async () => {
    const { items } = await read(
      chat('2026-05-01 14:22:33', program('Aider v0.86.2'), user('Where do the vectors go?'), answer('Into pgvector.')),
      chat('2026-05-02 08:00:00', program('Aider v0.86.2'), user('/exit')),
      chat('2026-05-03 08:00:00', user('Hello'), answer('Hi.')),
      chat('2026-05-03 08:00:00', user('Again'), answer('Hi.')),
    );
    const heads = items.map(([first]) => (first !== undefined && 'head' in first ? first.head : undefined));
    assert.deepEqual(
      heads.map((head) => head?.conversation),
      ['aider/shop/2026-05-01 14:22:33', 'aider/shop/2026-05-03 08:00:00', 'aider/shop/2026-05-03 08:00:00#2'],
    );
    assert.equal(heads[0]?.startedAt, new Date(2026, 4, 1, 14, 22, 33).toISOString());
    assert.deepEqual(textsOf(items[0]), ['user text: Where do the vectors go?', 'assistant text: Into pgvector.']);
  });

  it('keeps headings, quotes and code of an answer in the answer', async () => {
    const text = '#### First step\n\n> a quote\n\n```md\n#### heading\n> quoted\n```\n\nDone.';
    const { items } = await read(
      chat('2026-05-01 14:22:33', user('How?', 'In steps, please.'), answer(text), user('Thanks')),
    );
    assert.deepEqual(textsOf(items[0]), [
      'user text: How?\nIn steps, please.',
      `assistant text: ${text}`,
      'user text: Thanks',
    ]);
  });

  it('leaves out the output of the program, except edits and commits', async () => {
    const { items } = await read(
      chat(
        '2026-05-01 14:22:33',
        // A command line with a message of several lines, of which only the last ends like the program's lines.
        '> /usr/bin/aider --message You are strict.\n\n#### no request\n      1. Rule --yes-always  \n',
        program('Aider v0.86.2', 'Git repo: .git with 106 files'),
        user('/add app.py'),
        program('Added app.py to the chat'),
        user('Fix the bound'),
        answer('Fixed.'),
        program('Tokens: 1.2k sent', 'Applied edit to src/app.py', 'Commit a1b2c3d fix: the bound'),
        user('Run shell command? (Y)es/(N)o/(A)ll [Yes]: a'),
        user('<blank>'),
        user('/ask why?'),
        user('/etc/hosts is wrong'),
      ),
    );
    assert.deepEqual(textsOf(items[0]), [
      'user text: Fix the bound',
      'assistant text: Fixed.',
      'assistant tool_use: {"path":"src/app.py"}',
      'tool tool_result: Commit a1b2c3d fix: the bound',
      'user text: why?',
      'user text: /etc/hosts is wrong',
    ]);
    const files = items[0]?.flatMap((item) => ('message' in item ? (item.message.files ?? []) : []));
    assert.deepEqual(files, ['src/app.py']);
    const works = items[0]?.flatMap((item) => ('message' in item ? (item.message.work ?? []) : []));
    assert.deepEqual(works, [{ commits: ['fix: the bound'] }]);
  });

  it('has no message for empty lines of the program, and no conversation for commands alone', async () => {
    const empty = '>  \n';
    const { items } = await read(
      chat('2025-12-21 18:31:47', program('aider --model x'), user('/code'), program('Aider v1'), empty, empty),
      chat('2025-12-22 08:00:00', user('/exit'), empty, user('<blank>'), user(), program('^C again to exit')),
      chat('2025-12-23 08:00:00', user('One', '', 'Two'), empty, answer('Done.\n\n>\n> quoted'), empty, user('/exit')),
    );
    assert.deepEqual(items.map(textsOf), [['user text: One\n\nTwo', 'assistant text: Done.\n\n>\n> quoted']]);
    const marked = chat('2025-12-21 18:31:47', user('/code'), empty, program('^C'), user('/exit'));
    assert.deepEqual((await read(marked.replaceAll('\n', '\r\n'))).items, []);
    assert.deepEqual((await read(marked.replaceAll(/ +$/gmu, ''))).items, []);
  });

  it('leaves out output of several lines, of which only the last ends like the program writes', async () => {
    const { items } = await read(
      chat(
        '2026-05-01 14:22:33',
        user('Fix the bound'),
        program('Aider v0.86.2'),
        '> diff of the file:\n-a\n\n+b  \n',
        program('Commit a1b2c3d fix: the bound'),
        answer('> a quote\nFixed.'),
        user('/diff'),
        '> Diff since:\n+c  \n',
        answer('Nothing else.'),
      ),
    );
    assert.deepEqual(textsOf(items[0]), [
      'user text: Fix the bound',
      'tool tool_result: Commit a1b2c3d fix: the bound',
      'assistant text: > a quote\nFixed.',
      'assistant text: Nothing else.',
    ]);
  });

  it('is parsed without trailing spaces, and with Windows line ends', async () => {
    const text = chat('2026-05-01 14:22:33', program('Aider v1'), user('Hello'), answer('Hi.'), program('Tokens: 5'));
    const expected = ['user text: Hello', 'assistant text: Hi.'];
    assert.deepEqual(textsOf((await read(text.replaceAll(/ +$/gmu, ''))).items[0]), expected);
    assert.deepEqual(textsOf((await read(text.replaceAll('\n', '\r\n'))).items[0]), expected);
  });

  it('gives messages the same keys when the chat has grown, and reports more turns', async () => {
    const begun = chat('2026-05-01 14:22:33', user('Hello'), answer('Hi.'));
    const before = await read(begun);
    const after = await read(chat('2026-04-01 10:00:00', user('Older')), begun, user('And now?'), answer('Now this.'));
    const keys = (items: readonly TranscriptItem[] | undefined): string[] =>
      (items ?? []).flatMap((item) => ('message' in item ? item.message.key : []));
    assert.deepEqual(keys(after.items[1]).slice(0, 2), keys(before.items[0]));
    assert.equal(new Set(keys(after.items[1])).size, 4);
    assert.ok((after.turns[1] ?? 0) > (before.turns[0] ?? 0));
  });

  it('is empty for a file without a chat, and rejected for a missing or oversized file', async () => {
    assert.deepEqual((await read('# Notes\n\n#### A heading  \n')).items, []);
    await assert.rejects(openAiderHistory(`${dirname(folder.path(name))}/gone.md`), { code: 'ENOENT' });
    truncateSync(folder.path(name), 257 * 1024 * 1024);
    await assert.rejects(openAiderHistory(folder.path(name)), /is longer than 256 MB/u);
  });
});
