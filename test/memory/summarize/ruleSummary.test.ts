import assert from 'node:assert/strict';
import { summaryByRule } from '../../../src/memory/summarize/ruleSummary.ts';
import { shownFiles, touchedFiles } from '../../../src/memory/summarize/words/touchedFiles.ts';
import { estimateTokens } from '../../../src/util/tokens.ts';
import { aChat, aMessage } from './chatBuilders.ts';
import { cpuMs } from '../../support/cpuTime.ts';

const outcomes: Record<string, string> = {
  'Added a retry to the uploader. Let me know if you need more.': 'Added a retry to the uploader.',
  "I've fixed the login redirect and added a test.\n\nWould you like me to commit it?":
    "I've fixed the login redirect and added a test.",
  'Let me check the build.\n\nAll 42 tests pass.': 'All 42 tests pass.',
  'Done: the parser reads comments now.': 'Done: the parser reads comments now.',
  'Ich habe den Fehler im Import behoben.': 'Ich habe den Fehler im Import behoben.',
  '已修复登录页面的错误。': '已修复登录页面的错误。',
};

const withoutOutcome = [
  'I can fix the redirect. Which branch is it on?',
  'Let me look at the parser first.',
  'You should have updated the parser.',
  'The tests still fail.',
  '```\nAdded a file\n```',
];

describe('The outcome of a session', () => {
  for (const [answer, outcome] of Object.entries(outcomes)) {
    it(`is the sentence that reports a result: ${outcome}`, () =>
      assert.equal(outcomeOf('Do the thing now', answer), outcome));
  }
  for (const answer of withoutOutcome) {
    it(`is null for: ${JSON.stringify(answer)}`, () => assert.equal(outcomeOf('Do the thing now', answer), null));
  }

  it('is null while a request waits or a tool runs', () => {
    assert.equal(outcomeOf('Fix the build', 'Fixed the build.', 'Fix the docs as well'), null);
    const messages = [...aChat('Fix the build', 'Fixed the build.'), aMessage('assistant', '{}', { type: 'tool_use' })];
    assert.equal(summaryByRule(messages, null).outcome, null);
  });

  it('is the result before the thanks', () => {
    assert.equal(
      outcomeOf('Fix the build', 'Fixed the build script.', 'thanks!', 'You are welcome!'),
      'Fixed the build script.',
    );
  });
});

describe('The topics of a session', () => {
  it('are the subjects of its requests, its tags, and what it touched', () => {
    const messages = aChat(
      'Cache the search results #perf',
      'ok',
      'Does the cache expire?',
      'yes',
      'Clear the cache on logout',
      'ok',
    );
    messages.push(
      aMessage('assistant', '{}', { type: 'tool_use', files: ['/w/src/billing/a.ts', '/w/src/billing/b.ts'] }),
    );
    const { topics } = summaryByRule(messages, null);
    assert.ok(topics.length <= 5);
    for (const topic of ['perf', 'cache', 'typescript'])
      assert.ok(topics.includes(topic), `${topic} in ${topics.join()}`);
    assert.ok(topics.every((topic) => topic === topic.toLowerCase()));
  });

  it('are words even in a script without spaces', () => {
    const { topics } = summaryByRule(
      aChat('修复登录页面的缓存', 'ok', '登录页面太慢', 'ok', '登录页面的测试', 'ok', '继续', 'ok'),
      null,
    );
    assert.ok(topics.includes('登录'), topics.join());
  });

  it('exclude redaction marks, ids, temporary folders and file paths', () => {
    const messages = aChat(
      'Push the ledger with [removed: GitHub token] from /tmp/bm-QsEVfh/workspace/ledger.csv',
      'ok',
      'Compare the ledger in bm-QsEVfh with commit 3f2a9c1d',
      'ok',
      'Mend the ledger in C:\\Users\\ada\\bm-nnd0qJ\\ledger.csv, [removed: GitHub token]',
      'ok',
    );
    const files = ['src/ledger/a.ts', '/tmp/bm-QsEVfh/workspace/b.ts', '~/other/c.ts', 'tmpa1b2c3d4/d.ts'];
    messages.push(aMessage('assistant', '{}', { type: 'tool_use', files }));
    const { topics } = summaryByRule(messages, null);
    assert.ok(
      topics.some((topic) => topic.includes('ledger')),
      topics.join(),
    );
    assert.doesNotMatch(topics.join(), /removed|github|token|bm-|tmp|workspace|users|ada|3f2a|other/u);
  });

  it('are empty without messages', () => assert.deepEqual(summaryByRule([], null).topics, []));
});

describe('The files of a session', () => {
  it('are listed once each, in the order they were touched, up to forty', () => {
    const files = ['b.ts', 'a.ts', 'b.ts', 'dir\\c.ts', 'dir/c.ts', ...Array.from({ length: 60 }, (_, at) => `f${at}`)];
    const found = touchedFiles([aMessage('assistant', '', { type: 'tool_use', files })]);
    assert.deepEqual(found.slice(0, 3), ['b.ts', 'a.ts', 'dir\\c.ts']);
    assert.equal(found.length, 40);
  });

  it('are shown without their common folders if the folder of the session is unknown', () => {
    assert.deepEqual(shownFiles(['/w/p/src/a.ts', '/w/p/test/b.ts']), ['src/a.ts', 'test/b.ts']);
    assert.deepEqual(shownFiles(['C:\\w\\p\\src\\a.ts']), ['p/src/a.ts']);
    assert.deepEqual(shownFiles(['/w/a.ts', '/w/b.ts']), ['a.ts', 'b.ts']);
    assert.deepEqual(shownFiles(['src/auth/a.ts', 'src/auth/b.ts']), ['src/auth/a.ts', 'src/auth/b.ts']);
    assert.deepEqual(shownFiles([]), []);
  });
});

describe('The summary of a session', () => {
  it('lists requests, results, and what is worth remembering', () => {
    const messages = aChat(
      'Please fix the flaky login test',
      'Fixed the login test. The root cause was a stale cookie.',
      'I prefer short tests.',
      'Noted.',
    );
    messages.push(aMessage('assistant', '{}', { type: 'tool_use', files: ['/w/test/login.test.ts'] }));
    assert.equal(
      summaryByRule(messages, null).summary,
      [
        'Asked:\n- Fix the flaky login test',
        'Done:\n- Fixed the login test.',
        'Fixed:\n- The root cause was a stale cookie.',
        'Preferred:\n- I prefer short tests.',
        'Files:\n- w/test/login.test.ts',
      ].join('\n\n'),
    );
  });

  it('lists plans, commits and the branch', () => {
    const todos = [
      'Run the tests',
      ...Array.from({ length: 12 }, (_, at) => `Round the price of basket ${String(at)}`),
    ];
    const work = { commits: ['Round prices'], pullRequests: ['Round all prices'], plans: ['Rounding'], todos };
    const { summary } = summaryByRule(aChat('Round the prices of all baskets'), null, {
      ...work,
      branches: ['ada/round'],
    });
    const planned = ['Rounding', ...todos.slice(1, 8)].map((item) => `- ${item}`).join('\n');
    assert.equal(
      summary,
      [
        'Asked:\n- Round the prices of all baskets',
        `Planned:\n${planned}`,
        'Committed:\n- Round prices\n- Round all prices',
        'Branch:\n- ada/round',
      ].join('\n\n'),
    );
  });

  it('has at most 600 tokens, whatever the messages', () => {
    const long = Array.from(
      { length: 40 },
      (_, at) => `我们决定把模块${at}移到仓库${at}的目录${at}中${'并且保持原样'.repeat(20)}。`,
    );
    assert.ok(estimateTokens(summaryByRule(aChat(...long), null).summary) <= 600);
  });

  it('is the same for the same messages, and empty for none', () => {
    const messages = aChat('Fix the build', 'Fixed the build.', 'Always squash commits.', 'Noted.');
    assert.deepEqual(summaryByRule(messages, null), summaryByRule(messages, null));
    assert.deepEqual(summaryByRule([], null), {
      headline: '',
      topics: [],
      outcome: null,
      summary: '',
      files: [],
      kept: [],
      importance: 3,
    });
  });
});

describe('A long answer', () => {
  it('is read at its start and end, and truncated code still counts as code', () => {
    const filling = 'Some more words about nothing much.\n\n'.repeat(60);
    const code = `\`\`\`\n${'we decided to print a line\n'.repeat(200)}\`\`\``;
    const answer = `We decided to keep the cache.\n\n${filling}${code}\n\n${filling}\n\nThe root cause was a stale lock.`;
    const { kept } = summaryByRule(aChat('Why is it slow?', answer), null);
    assert.deepEqual(kept.map(({ content }) => content).toSorted(), [
      'The root cause was a stale lock.',
      'We decided to keep the cache.',
    ]);
  });
});

describe('The importance of a session', () => {
  it('rises with its results, up to eight', () => {
    const little = summaryByRule(aChat('Fix the build', 'ok', 'Fix the docs', 'ok'), null).importance;
    const more = summaryByRule(aChat('Fix the build', 'ok', 'We decided to drop Yarn.', 'ok'), null).importance;
    const all = Array.from({ length: 40 }, (_, at) => `We decided to move part${at} into room${at}. `);
    assert.equal(little, 4);
    assert.equal(more, 5);
    assert.ok(summaryByRule(aChat(...all), null).importance <= 8);
  });
});

const hostile: Record<string, string> = {
  'one endless word': 'a'.repeat(1_000_000),
  'opening tags': '<a '.repeat(330_000),
  'nested tags': '<a>'.repeat(330_000) + '</a>',
  'tags in code': '`<a>` '.repeat(160_000),
  'white space': `decided${' '.repeat(1_000_000)}to`,
  'line breaks': '\n \t'.repeat(330_000),
  'full stops': `We decided to go${'.'.repeat(1_000_000)}x`,
  'cues without an end': 'we tried we decided root cause of '.repeat(30_000),
  'cues on lines of their own': 'the problem is fixed by we use\n\n'.repeat(30_000),
  quotes: '"“`'.repeat(330_000),
  addresses: 'http://'.repeat(140_000),
  'signs of Chinese': '我们决定'.repeat(250_000),
  'German without its verb': 'wir haben uns so und so '.repeat(40_000),
};

/** Milliseconds: far more than an idle machine needs, and far less than a pattern that backtracks. */
const maxCpuMs = 4000;

describe('Summarizing hostile text', () => {
  for (const [name, text] of Object.entries(hostile)) {
    it(`is fast with a megabyte of ${name}`, () => {
      const start = cpuMs();
      summaryByRule([aMessage('user', text), aMessage('assistant', text)], text);
      assert.ok(cpuMs() - start < maxCpuMs, `${cpuMs() - start} ms`);
    });
  }
});

function outcomeOf(...turns: string[]): string | null {
  return summaryByRule(aChat(...turns), null).outcome;
}
