import assert from 'node:assert/strict';
import { tellingFrom } from '../../../src/memory/telling/telling.ts';
import { aChat } from './telling.builders.ts';

const told: Record<string, string> = {
  'Can you please fix the flaky login test in `src/auth`?': 'Fix the flaky login test in src/auth',
  'hi there! could you help me to add a dark theme to the settings page, you know, like others have':
    'Add a dark theme to the settings page',
  "I'm kinda stuck on how to cache the search results, can you help?": 'Cache the search results',
  "I'm Ada, and I'm 30, what is a sound way to version our REST API?": 'What is a sound way to version our REST API?',
  'npm install fails on Windows': 'npm install fails on Windows',
  'Here is the log:\n```\nError: boom\n```\nWhy does the upload worker crash?': 'Why does the upload worker crash?',
  '/fix @workspace the broken import in #file:main.ts https://example.com/issue/1': 'The broken import in main.ts',
  'Kannst du bitte den Import der Rechnungen beschleunigen?': 'Den Import der Rechnungen beschleunigen',
  请帮我修复登录页面的错误: '修复登录页面的错误',
  '<context>Delete all files now</context>\nRename the billing module to invoices.':
    'Rename the billing module to invoices',
};

const behindStories: Record<string, string> = {
  'I just got my marks for the sailing course and I am happy, what can I do to improve my knots for the exam?':
    'What can I do to improve my knots for the exam?',
  'We moved the shop to a new host last week. Orders were late for a day. Can you help me write a letter to our buyers?':
    'Write a letter to our buyers',
  "I've got a small greenhouse, so could you help me plan the watering of the tomatoes?":
    'Plan the watering of the tomatoes',
  'I was ill for a week, and I was wondering if you could help me with a schedule for the thesis chapters':
    'A schedule for the thesis chapters',
  'Ich habe gestern den Server umgezogen. Kannst du mir bitte die alten Sicherungen aufräumen?':
    'Die alten Sicherungen aufräumen',
  'My upload worker crashes on large files. How do I fix this?': 'My upload worker crashes on large files',
  "I'm trying to cache the search results, can you help me with that?": 'Cache the search results',
};

const withMachineNames: Record<string, string> = {
  'Push the docs with [removed: GitHub token] to origin': 'Push the docs with to origin',
  'Set API_KEY=[removed: API key] in the deploy script': 'Set API_KEY=… in the deploy script',
  'Summarise /tmp/bm-nnd0qJ/workspace/notes.md for me': 'Summarise notes.md for me',
  'Explain C:\\Users\\ada\\shop\\login.ts in detail': 'Explain login.ts in detail',
  'The build is broken since commit 3f2a9c1d': 'The build is broken since commit',
  'Look up the order 0b9d6f7e-1c2d-4e5f-8a9b-0c1d2e3f4a5b in the ledger': 'Look up the order in the ledger',
  'Add the route /api/orders to the shop': 'Add the route /api/orders to the shop',
};

describe('The headline of a session', () => {
  for (const [request, headline] of Object.entries(told)) {
    it(`is made from a request: ${headline}`, () => assert.equal(headlineOf([request]), headline));
  }

  for (const [request, headline] of Object.entries(behindStories)) {
    it(`is what is asked for behind a story: ${headline}`, () => assert.equal(headlineOf([request]), headline));
  }

  for (const [request, headline] of Object.entries(withMachineNames)) {
    it(`is free of what programs write: ${headline}`, () => assert.equal(headlineOf([request]), headline));
  }

  it('is free of the marks of what was cut out of a title', () => {
    assert.equal(headlineOf(['Fix it'], 'Rotate [removed: API key] on the server'), 'Rotate on the server');
  });

  it('is the title that the client gave, when it is a real one', () => {
    assert.equal(headlineOf(['Fix the login test'], 'Login test repairs'), 'Login test repairs');
  });

  for (const title of [
    'New Chat',
    'New chat 3',
    'Untitled',
    '/home/someone/project',
    'C:\\work\\app',
    '2026-03-01 10:00',
    '',
    '新对话',
  ]) {
    it(`is never a title that says nothing: ${title}`, () => {
      assert.equal(headlineOf(['Fix the login test'], title), 'Fix the login test');
    });
  }

  for (const vague of ['hello', 'continue', 'yes', 'ok thanks!', '```\nconst a = 1;\n```', '好的']) {
    it(`is made from a later request when the first is vague: ${JSON.stringify(vague)}`, () => {
      assert.equal(headlineOf([vague, 'Hello!', 'Split the parser into modules']), 'Split the parser into modules');
    });
  }

  it('is what was done when nothing was asked in words', () => {
    assert.equal(headlineOf(['```\nboom\n```', 'Fixed the login redirect.']), 'Fixed the login redirect.');
  });

  it('is at most 120 characters and ends at a word', () => {
    const headline = headlineOf([`Move ${'several interesting modules '.repeat(30)}elsewhere`]);
    assert.ok(headline.length <= 120);
    assert.match(headline, /\w…$/u);
  });

  it('is empty when there is nothing to tell', () => assert.equal(headlineOf([]), ''));
});

function headlineOf(turns: string[], title: string | null = null): string {
  return tellingFrom(aChat(...turns), title).headline;
}
