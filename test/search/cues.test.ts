import assert from 'node:assert/strict';
import { asksForSessions, cuesOf, endsAsking, timeAsked } from '../../src/search/query/cues.ts';
import type { Cues } from '../../src/search/query/cues.ts';
import { cpuMs } from '../support/cpuTime.ts';

const noCues: Cues = { firstPerson: false, time: false, number: false, reason: false, name: false, asking: 0 };

describe('cues of a text', () => {
  const shown: [text: string, cues: Partial<Cues>][] = [
    ['no cue at all', {}],
    ["I've moved house", { firstPerson: true }],
    ['it was I’m sure', { firstPerson: true }],
    ['inside the image', {}],
    ['it broke yesterday', { time: true }],
    ['released in 2021', { time: true, number: true }],
    ['it takes 3 steps', { number: true }],
    ['because it locks', { reason: true }],
    ['he said Paris', { name: true }],
    ['he said “Paris”', { name: true }],
    ['What now?', { asking: 1 }],
    ['怎么办？', { asking: 1 }],
  ];
  for (const [text, cues] of shown) {
    it(`are ${JSON.stringify(cues)} in "${text}"`, () => {
      assert.deepEqual(cuesOf(text), { ...noCues, ...cues });
    });
  }

  it('include the share of the text that asks', () => {
    assert.equal(cuesOf('1234. 1234?').asking, 0.5 + 0.5 / 11);
    assert.equal(cuesOf('').asking, 0);
    assert.equal(cuesOf('???').asking, 0);
  });

  it('are found fast in long texts that are hard to match', () => {
    const start = cpuMs();
    for (const text of ['?', '? ', 'a? ', 'Aa ', ', "', "I'", '.\n'].map((part) => part.repeat(100_000))) {
      cuesOf(text);
      endsAsking(`${text}x`);
    }
    assert.ok(cpuMs() - start < 2000);
  });
});

describe('a text', () => {
  for (const text of ['Why?', 'Why? ', '"Why?"', '(Why?)', '为什么？', 'It is so. Why?']) {
    it(`ends with a question in ${JSON.stringify(text)}`, () => {
      assert.ok(endsAsking(text));
    });
  }
  for (const text of ['So.', 'Why? Because.', '', 'a ? b']) {
    it(`does not end with a question in ${JSON.stringify(text)}`, () => {
      assert.ok(!endsAsking(text));
    });
  }
});

describe('the time that a question asks for', () => {
  const cases: ['now' | 'history' | undefined, string[]][] = [
    [
      'now',
      [
        ...['when do we deploy', 'Which day do deploys go out?', 'how do we deploy now', 'deploy day currently'],
        ...['What runs before a commit?', 'what is esbuild used to build', 'what happens when a deploy fails'],
        ...['How do we validate an order?', 'How do I squash the initial commit?', 'what is in the history table'],
        ...['What is the port of the order service now?', 'Wie ist der aktuelle Verlauf?'],
        ...['wann deployen wir', 'An welchem Tag deployen wir?', 'was gilt für Commits', 'Was ist der Port?'],
        ...['我们什么时候部署', '现在哪天部署', '提交之前要做什么'],
      ],
    ],
    [
      'history',
      [
        ...['which day did we deploy before', 'What was the port originally?', 'what did we use to use before pnpm'],
        ...['How did the deploy day change?', 'how have deploys changed', 'Which port did we use two months ago?'],
        ...['wie war es früher', 'was war der Port früher', 'Wann haben wir früher deployt?'],
        ...['以前哪天部署', '之前用什么数据库', '部署的历史是什么'],
      ],
    ],
    [
      undefined,
      [
        ...[
          'deploy day',
          'Tell me about deploys',
          'What did we decide about the database?',
          'when did we move to pnpm',
        ],
        ...['Port der Datenbank', 'was war der Port', '数据库', ''],
      ],
    ],
  ];
  for (const [time, questions] of cases)
    for (const question of questions)
      it(`is ${time ?? 'neither now nor history'} in "${question}"`, () => {
        assert.equal(timeAsked(question), time);
      });

  it('is found fast, even in long and odd questions', () => {
    const start = cpuMs();
    for (const part of ['is ', 'is used ', 'was ', 'before ', '之前', '  ', 'used to ']) timeAsked(part.repeat(3_000));
    assert.ok(cpuMs() - start < 2000);
  });
});

describe('a request for sessions', () => {
  const requests = [
    ...['In which session did we fix the login?', 'which chat was about the invoices', 'show the last session'],
    ...['in welcher Sitzung ging es um den Import', '哪次对话讨论了部署', 'what happened to src/login/form.ts'],
    ...['why was upload.go split?', 'continue the previous conversation'],
  ];
  const others = [
    ...[
      'The chat bubble is too wide',
      'wo ist der Chat implementiert?',
      '聊天窗口的颜色',
      'how long is a session token valid',
    ],
    ...['which node.js version do we use', 'is vue.js allowed', 'version 1.25.5', 'Next.js and Node.js'],
    `in which session\n${'a pasted line of a log about a chat\n'.repeat(20)}`,
  ];
  for (const question of requests) it(`is detected in "${question}"`, () => assert.ok(asksForSessions(question)));
  for (const question of others)
    it(`is not detected in "${question.slice(0, 40)}"`, () => assert.ok(!asksForSessions(question)));
});
