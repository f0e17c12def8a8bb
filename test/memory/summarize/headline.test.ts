import assert from 'node:assert/strict';
import { summaryByRule } from '../../../src/memory/summarize/ruleSummary.ts';
import type { SessionWork } from '../../../src/memory/summarize/words/work.ts';
import { noWork } from '../../../src/memory/summarize/words/work.ts';
import { aChat } from './chatBuilders.ts';

const headlines: Record<string, string> = {
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

const headlinesOfStories: Record<string, string> = {
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

const onBranch: Record<string, string> = {
  'Respond to the PR comments': 'retry-upload-on-429: Respond to the PR comments',
  'Can you look at the changes in this branch?': 'retry-upload-on-429: Look at the changes in this branch',
  'fix lint errors': 'retry-upload-on-429: fix lint errors',
  'Does this change also apply to downloads?': 'retry-upload-on-429: Does this change also apply to downloads?',
  'Schau dir bitte die Änderungen in diesem Branch an':
    'retry-upload-on-429: Schau dir bitte die Änderungen in diesem Branch an',
  'Behebe die fehlschlagenden Tests': 'retry-upload-on-429: Behebe die fehlschlagenden Tests',
  请审查这个分支的改动: 'retry-upload-on-429: 审查这个分支的改动',
  '/workflows:review': 'retry-upload-on-429: /workflows:review',
  'Retry uploads that answer 429 after a pause': 'Retry uploads that answer 429 after a pause',
  'Die Rechnungen schneller importieren': 'Die Rechnungen schneller importieren',
  修复登录页面的缓存: '修复登录页面的缓存',
};

const later: [string, string, string][] = [
  ['Do you have access to linear?', 'Move the baskets of guests into Redis', 'Move the baskets of guests into Redis'],
  ['Hast du Zugriff auf Jira?', 'Die Preise im Warenkorb aufrunden', 'Die Preise im Warenkorb aufrunden'],
  ['/workflows:review', 'Explain the rounding of basket prices', 'Explain the rounding of basket prices'],
  ['Fix the failing tests', 'The rounding of basket prices is off', 'The rounding of basket prices is off'],
  ['Review my essay', 'Add a paragraph about tomatoes', 'Review my essay'],
];

const withOutput: Record<string, string> = {
  'I just got this:\n❯ git rebase main\nLink this commit? [Y/n]\n\nThe hook should not ask during a rebase.':
    'The hook should not ask during a rebase',
  'ada@shop:~/web$ npm run deploy\ndeploying the shop\n\nThe deploy script forgets the images.':
    'The deploy script forgets the images',
  '❯ npm test\nthe basket suite hangs on Windows': 'The basket suite hangs on Windows',
  'B) round the prices in the basket': 'round the prices in the basket',
  'Low Severity\n\nThe basket total is rounded twice.': 'The basket total is rounded twice',
};

describe('The headline of a session', () => {
  for (const [request, headline] of Object.entries(headlines)) {
    it(`is derived from a request: ${headline}`, () => assert.equal(headlineOf([request]), headline));
  }

  for (const [request, headline] of Object.entries(headlinesOfStories)) {
    it(`is the request in or after a story: ${headline}`, () => assert.equal(headlineOf([request]), headline));
  }

  for (const [request, headline] of Object.entries(withMachineNames)) {
    it(`contains no machine-generated names: ${headline}`, () => assert.equal(headlineOf([request]), headline));
  }

  it('contains no redaction marks of a title', () => {
    assert.equal(headlineOf(['Fix it'], 'Rotate [removed: API key] on the server'), 'Rotate on the server');
  });

  it('is the title from the client if it is meaningful', () => {
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
    'Generate a name for the chat',
    '<task-notification> <task-id>b7',
    'You **MUST** consider the user input before proce…',
  ]) {
    it(`is never an uninformative title: ${title}`, () => {
      assert.equal(headlineOf(['Fix the login test'], title), 'Fix the login test');
    });
  }

  for (const vague of ['hello', 'continue', 'yes', 'ok thanks!', '```\nconst a = 1;\n```', '好的']) {
    it(`is derived from a later request if the first is vague: ${JSON.stringify(vague)}`, () => {
      assert.equal(headlineOf([vague, 'Hello!', 'Split the parser into modules']), 'Split the parser into modules');
    });
  }

  for (const machine of [
    '<task-notification>\n<task-id>b7</task-id>\n</task-notification>\nRead the output file to retrieve the result: /tmp/b7.output',
    'Stop hook feedback:\nRun the tests of the basket',
    'Please write a brief title for the following request:\n\nMove the basket',
    '[Image #1]',
  ]) {
    it(`is never what a program wrote: ${JSON.stringify(machine.slice(0, 40))}`, () => {
      assert.equal(headlineOf([machine]), '');
      assert.equal(headlineOf([machine, 'Ok.', 'Split the parser into modules']), 'Split the parser into modules');
    });
  }

  it('is the request below an image', () => {
    assert.equal(headlineOf(['[Image #1] Fix the blank checkout page']), 'Fix the blank checkout page');
  });

  it('is the reported result if no request is in words', () => {
    assert.equal(headlineOf(['```\nboom\n```', 'Fixed the login redirect.']), 'Fixed the login redirect.');
  });

  it('has at most 120 characters and ends with a whole word', () => {
    const headline = headlineOf([`Move ${'several interesting modules '.repeat(30)}elsewhere`]);
    assert.ok(headline.length <= 120);
    assert.match(headline, /\w…$/u);
  });

  it('is empty if there is nothing to summarize', () => assert.equal(headlineOf([]), ''));

  it('is the first informative commit subject, else a pull request title, else a plan title', () => {
    const work = { commits: ['wip', 'Merge branch main', 'fix: tests', 'Keep the basket at logout', 'Round prices'] };
    const [pullRequests, plans] = [['Baskets that last'], ['A basket for guests']];
    const of = (some: Partial<SessionWork>): string => headlineOf(['Implement the following plan'], null, some);
    assert.equal(of({ ...work, pullRequests, plans }), 'Keep the basket at logout');
    assert.equal(of({ commits: ['initial commit'], pullRequests, plans }), 'Baskets that last');
    assert.equal(of({ commits: ['fix: address review comments'], plans }), 'A basket for guests');
    assert.equal(of({ commits: ['将购物车保留到下次登录'] }), '将购物车保留到下次登录');
  });

  it('prefers a commit of the work to one of docs, style or tests', () => {
    const commits = ['docs: explain how baskets last', 'style: gofmt the basket package', 'feat(basket): last a week'];
    assert.equal(headlineOf(['Go on'], null, { commits }), 'feat(basket): last a week');
    assert.equal(headlineOf(['Go on'], null, { commits: commits.slice(0, 1) }), 'docs: explain how baskets last');
  });

  it('prefers a given title to any commit', () => {
    assert.equal(headlineOf(['Do it'], 'Basket weekend', { commits: ['Keep the basket at logout'] }), 'Basket weekend');
  });

  for (const [request, headline] of Object.entries(onBranch)) {
    it(`starts with the branch only if the request is generic: ${headline}`, () => {
      const branches = ['ada/retry-upload-on-429', 'ada/next'];
      assert.equal(headlineOf([request], null, { branches }), headline);
    });
  }

  it('includes the change type of a branch, not its owner, and names no branch twice', () => {
    const of = (branch: string, request = 'Fix the failing tests'): string =>
      headlineOf([request], null, { branches: [branch] });
    assert.equal(of('fix/upload-retry'), 'fix/upload-retry: Fix the failing tests');
    assert.equal(of('claude/fix/upload-retry'), 'fix/upload-retry: Fix the failing tests');
    assert.equal(of('ada/shop-12', 'Work on SHOP-12'), 'Work on SHOP-12');
    assert.equal(of('ada/shop-12-baskets', 'Linear SHOP-12'), 'shop-12-baskets: Linear SHOP-12');
  });

  it('names the branch if the session continues an earlier conversation', () => {
    const branches = ['ada/upload-retry'];
    assert.equal(
      headlineOf(['yes', 'Ok.', 'Send the reader the ticket number as well'], null, { branches }),
      'upload-retry: Send the reader the ticket number as well',
    );
  });

  for (const [first, then, headline] of later) {
    it(`is derived from a later request only if the first is uninformative: ${JSON.stringify(first)}`, () => {
      assert.equal(headlineOf([first, 'Ok.', then]), headline);
    });
  }

  for (const [request, headline] of Object.entries(withOutput)) {
    it(`is neither a command nor its output: ${headline}`, () => assert.equal(headlineOf([request]), headline));
  }
});

function headlineOf(turns: string[], title: string | null = null, work: Partial<SessionWork> = {}): string {
  return summaryByRule(aChat(...turns), title, { ...noWork, ...work }).headline;
}
