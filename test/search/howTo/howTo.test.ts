/** Which questions ask for a command, and which command answers. */
import assert from 'node:assert/strict';
import { commandsFor, wantedIn } from '../../../src/search/howTo/howTo.ts';
import type { RanCommand } from '../../../src/search/howTo/ranCommands.ts';

const counts: Record<string, number> = {
  ...{ 'mise run test': 326, 'mise run lint': 291, 'mise run fmt': 114, 'mise run test:integration': 40 },
  ...{ 'go build ./...': 28, 'mise run test:ci': 19, 'mise run test:integration -- -run TestResume': 9 },
  ...{ 'go test -v -tags=integration ./cli/... -run TestConcurrent -count=1': 5, 'go mod tidy': 2 },
  ...{ 'npm ci': 2, 'docker compose up': 3, 'npm run typecheck': 4, 'fly deploy': 1, 'python3 manage.py migrate': 2 },
};
const commands = Object.entries(counts).map(([command, succeeded]): RanCommand => {
  return { command, succeeded, project: null, failed: 0, lastSucceeded: '2026-03-03T10:00:00.000Z', lastFailed: null };
});

function answersTo(question: string): string[] {
  return commandsFor(wantedIn(question), commands, 3).map(({ command }) => command);
}

describe('a question how to run something', () => {
  for (const [question, best] of [
    ['how do I run the integration tests', 'mise run test:integration'],
    ['How are the integration tests run?', 'mise run test:integration'],
    ['run integration tests', 'mise run test:integration'],
    ['how do I run the tests?', 'mise run test'],
    ['How can we lint the code?', 'mise run lint'],
    ['what is the command for linting', 'mise run lint'],
    ['how to format the code', 'mise run fmt'],
    ['How do we build the binary?', 'go build ./...'],
    ['how do I run all tests like CI does', 'mise run test:ci'],
    ['how do I tidy the dependencies', 'go mod tidy'],
    ['how do I install the dependencies', 'npm ci'],
    ['how should I start the app', 'docker compose up'],
    ['how do I check the types', 'npm run typecheck'],
    ['how do we deploy?', 'fly deploy'],
    ['which command migrates the database', 'python3 manage.py migrate'],
    ['Wie führe ich die Integrationstests aus?', 'mise run test:integration'],
    ['Wie baue ich das Projekt?', 'go build ./...'],
    ['Mit welchem Befehl wird formatiert?', 'mise run fmt'],
    ['如何运行集成测试？', 'mise run test:integration'],
    ['怎么格式化代码', 'mise run fmt'],
  ] as const)
    it(`gets the command: ${question}`, () => {
      assert.equal(answersTo(question)[0], best);
    });

  it('gets no variants of a better command, and none with much else in it', () => {
    assert.deepEqual(answersTo('how do I run the integration tests'), ['mise run test:integration']);
    assert.deepEqual(answersTo('how do I run the tests'), [
      'mise run test',
      'mise run test:integration',
      'mise run test:ci',
    ]);
  });

  it('gets a command for each of several tasks', () => {
    assert.deepEqual(answersTo('which command runs the linter and the formatter').toSorted(), [
      'mise run fmt',
      'mise run lint',
    ]);
  });

  it('gets nothing if the commands do something else', () => {
    for (const question of ['how do we deploy the Android app to the Play Store?', 'how do I run the mutation fuzzer'])
      assert.deepEqual(answersTo(question), [], question);
  });
});

describe('another question', () => {
  for (const question of [
    'how do the Gemini CLI hooks work?',
    'how does rewind restore files?',
    'why did the integration tests fail on Friday?',
    'what did we decide about the linter?',
    'how many tests are there',
    'the latest test results',
    'how do we rotate the TLS certificates?',
    'who wrote the build script',
    'Warum schlagen die Tests fehl?',
    '为什么测试失败',
  ])
    it(`asks for no command: ${question}`, () => {
      assert.deepEqual(wantedIn(question), []);
    });
});
