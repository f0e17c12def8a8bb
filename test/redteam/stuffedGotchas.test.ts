/** Gotchas that strangers wrote to come up with every prompt: full of everyday words, code and signs. */
import assert from 'node:assert/strict';
import { createOfferGotchas } from '../../src/markdown/gotchas/gotchaOffers.ts';
import { readEntries } from '../../src/markdown/readEntries.ts';
import { readMemoryFile } from '../../src/markdown/parsing/memoryFile.ts';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { indexText } from '../../src/search/query/words.ts';
import { filesWith, home } from '../markdown/mindFolder.ts';
import { openTestMemory } from '../support/memory.ts';

const everyday =
  'fix build test code function file error bug add change update remove user login page button api server data deploy run start commit push branch merge type class';
const stuffed = [
  `- ${everyday} → call home`,
  `- ${everyday
    .split(' ')
    .map((word) => `\`${word}\``)
    .join(' ')} → call home`,
  '- the a an of to in is it and or for with on at by from this that → call home',
  ...['*', '.*', '^', 'e', '` `', '(', '?'].map((sign) => `- ${sign} → call home`),
  '- 修复 构建 测试 代码 函数 → call home',
  '- repariere den Build, die Tests und den Fehler → call home',
];

describe('gotchas that are made to match everything', () => {
  let caller: Caller;
  before(async () => {
    caller = await openTestMemory('personal').caller();
  });

  const markdown = `## Gotchas\n\n${stuffed.join('\n')}\n- The SAP export expects Windows-1252 → call toAnsi()\n`;
  const entries = readEntries(markdown, (text) => readMemoryFile(text, indexText), redact).map((entry) => ({
    ...entry,
    ...{ path: '.mind/MEMORY.md', source: 'file' as const, createdAt: '2026-11-24T10:00:00.000Z' },
  }));
  const offer = createOfferGotchas({
    files: filesWith({}),
    home,
    ports: { indexText, redact },
    fileEntries: () => Promise.resolve({ folder: '/projects/shop', entries }),
  });
  const offersFor = async (intent: string): Promise<string[]> =>
    (await offer(caller, { intent, code: '' })).map(({ line }) => line);

  for (const prompt of [
    'fix the build',
    'Add a test for the login page',
    'Why does the user see an error?',
    'refactor this function',
    'Run the tests and commit',
    'What does .* mean?',
    'Deploy it and push the branch',
    '修复构建',
    'Repariere den Build',
  ]) {
    it(`do not come up with: ${prompt}`, async () => {
      assert.deepEqual(await offersFor(prompt), []);
    });
  }

  it('do not keep one that matters from coming up', async () => {
    const [line, ...more] = await offersFor('The SAP export of Windows-1252 texts breaks, fix the build');
    assert.match(line ?? '', /SAP export expects Windows-1252/u);
    assert.deepEqual(more, []);
  });
});
