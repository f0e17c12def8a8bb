/** Which commands count as succeeded, by the recorded calls and their answers, and which are left out. */
import assert from 'node:assert/strict';
import type { RecordedCall } from '../../../src/memory/recall/recall.ts';
import { ranCommandsFrom } from '../../../src/search/howTo/ranCommands.ts';

type Step = { run: string; at?: string } | { answer: string };

/** Calls one after the other, with a message between them, as a session has them. */
function session(steps: readonly Step[], name = 'a', project: string | null = 'harbour'): RecordedCall[] {
  return steps.map((step, place) => ({
    sessionId: name,
    seq: 3 * place + ('answer' in step ? -1 : 0),
    isAnswer: 'answer' in step,
    content: 'answer' in step ? step.answer : JSON.stringify({ command: step.run }),
    projectName: project,
    createdAt: ('at' in step ? step.at : undefined) ?? '2026-03-01T10:00:00.000Z',
  }));
}

function ran(...steps: Step[]): string[] {
  return ranCommandsFrom(session(steps)).map(({ command, succeeded, failed }) => {
    return `${command} ${String(succeeded)}/${String(failed)}`;
  });
}

const once = (run: string, answer = 'ok'): string[] => ran({ run }, { answer });

describe('the commands that were run', () => {
  it('are counted by how they ended', () => {
    const all = ran(
      ...[{ run: 'npm test' }, { answer: '12 passing' }, { run: 'npm test' }, { answer: 'Exit code 1\n2 failing' }],
      ...[{ run: 'npm test' }, { answer: '12 passing, 0 failing' }],
    );
    assert.deepEqual(all, ['npm test 2/1']);
  });

  for (const [client, answer] of [
    ['Claude Code', 'Exit code 2\nmake: *** [all] Error 2'],
    ['Codex', 'Exit code: 1\nWall time: 2 seconds\nOutput:\nboom'],
    ['Codex, as JSON', '{"output":"boom","metadata":{"exit_code":1,"duration_seconds":0.2}}'],
    ['Gemini CLI', 'Command: make\nStdout: (empty)\nExit Code: 2'],
    ['Copilot CLI', 'boom\n<exited with exit code 1>'],
    ['Go, behind a pipe', 'ok  \tpkg/a\n--- FAIL: TestB (0.00s)\nFAIL'],
    ['npm, behind a pipe', 'npm ERR! missing script: all'],
    ['a shell', 'bash: line 1: task: command not found'],
  ] as const)
    it(`have failed if ${client} says so`, () => {
      assert.deepEqual(ran({ run: 'task all' }, { answer: 'done' }, { run: 'task all' }, { answer }), ['task all 1/1']);
    });

  it('are not counted if the user refused them, or they still run', () => {
    for (const answer of [
      "The user doesn't want to proceed with this tool use.",
      'Command running in background with ID: b1',
      'Command timed out after 2m 0s',
    ])
      assert.deepEqual(once('npm run serve', answer), [], answer);
  });

  it('succeeded without output if their session goes on and has answers', () => {
    assert.deepEqual(ran({ run: 'tsc --noEmit' }, { run: 'npm test' }, { answer: '3 passing' }), [
      'tsc --noEmit 1/0',
      'npm test 1/0',
    ]);
    assert.deepEqual(ran({ run: 'tsc --noEmit' }, { run: 'tsc --noEmit' }), []);
    assert.deepEqual(ran({ run: 'npm test' }, { answer: 'ok' }, { run: 'tsc --noEmit' }), ['npm test 1/0']);
  });

  it('get their answers in order if several were called at once', () => {
    const [one, other, ...answers] = session([
      { run: 'npm run lint' },
      { run: 'npm test' },
      { answer: 'clean' },
      { answer: 'Exit code 1' },
    ]);
    assert.ok(one !== undefined && other !== undefined);
    const calls = [one, { ...other, seq: one.seq + 1 }, ...answers];
    assert.deepEqual(
      ranCommandsFrom(calls).map(({ command }) => command),
      ['npm run lint'],
    );
    // One answer is missing, so it is unknown whose.
    assert.deepEqual(ranCommandsFrom(calls.slice(0, 3)), []);
  });

  it('are those of a script for which success is certain', () => {
    assert.deepEqual(once('cd src && npm run fmt && npm test 2>&1 | tail -20'), ['npm run fmt 1/0', 'npm test 1/0']);
    assert.deepEqual(once('CI=1 timeout 60 npm test'), ['npm test 1/0']);
    assert.deepEqual(once('npm run fmt; npm test'), ['npm test 1/0']);
    assert.deepEqual(once('npm test || npm run fix'), ['npm run fix 1/0']);
    for (const hidden of ['npm test | head -5', 'npm test | grep fail', 'npm test || true', 'npm test; echo done'])
      assert.deepEqual(once(hidden), [], hidden);
    const failing = ran(
      { run: 'npm test' },
      { answer: 'ok' },
      { run: 'npm run fmt && npm test' },
      { answer: 'Exit code 1' },
    );
    assert.deepEqual(failing, ['npm test 1/0']);
  });

  it('leave out everyday commands, and those of one machine or one moment', () => {
    for (const noise of [
      ...['ls -la', 'cat a.txt', 'cd src', 'git status', 'git commit -m fix', 'git push', 'gh pr view', 'which node'],
      ...['npm --version', 'go help', 'python3 -c "print(1)"', 'node -e 1', 'go build -o /tmp/x .', '~/bin/tool all'],
      ...[
        'C:\\tools\\run.exe all',
        '../other/run.sh all',
        'npm test -- -g "one case"',
        'deploy $TARGET',
        'echo $(date)',
      ],
      ...[
        'cat <<EOF\nnpm test\nEOF',
        'for f in a b; do npm test; done',
        'curl https://example.com',
        'tool https://a.b',
      ],
      ...['run 3f2a9c1b4d5e6f70', 'go build ./cmd/tool', 'ssh host uptime'],
    ])
      assert.deepEqual(once(noise), [], noise);
  });

  it('keep one with a path of the project once it has succeeded twice', () => {
    const twice = [{ run: 'go build ./cmd/tool' }, { answer: 'ok' }, { run: 'go build ./cmd/tool' }, { answer: 'ok' }];
    assert.deepEqual(ran(...twice), ['go build ./cmd/tool 2/0']);
    assert.deepEqual(once('python3 manage.py migrate'), ['python3 manage.py migrate 1/0']);
    assert.deepEqual(once('git submodule update --init'), ['git submodule update --init 1/0']);
  });

  it('never contain a secret', () => {
    for (const secret of [
      ...['deploy --token=abc', 'deploy --password hunter2', 'deploy --api-key=k', 'login -u ada --auth=x'],
      ...['deploy [REDACTED]', 'psql postgres://ada:pw@db/x', 'npm publish --otp=1 --_authToken=npm_abc'],
      ...['deploy ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'deploy --key 0123456789abcdef'],
    ])
      assert.deepEqual(once(secret), [], secret);
  });

  it('read the arguments of every client, and none that were cut', () => {
    const callOf = (content: string): string[] =>
      ranCommandsFrom([
        { ...session([{ run: '' }])[0], content } as RecordedCall,
        ...session([{ run: '' }, { answer: 'ok' }]).slice(1),
      ]).map(({ command }) => command);
    assert.deepEqual(callOf('{"command":["bash","-lc","npm test"]}'), ['npm test']);
    assert.deepEqual(callOf('{"cmd":"npm test"}'), ['npm test']);
    assert.deepEqual(callOf('npm test'), ['npm test']);
    assert.deepEqual(callOf('{"command":"npm test && npm … [9 characters left out] … run'), []);
  });

  it('are counted for each project, with when they last succeeded and failed', () => {
    const [early, late] = ['2026-03-01T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];
    const calls = [
      ...session([{ run: 'npm test', at: late }, { answer: 'ok' }], 'a'),
      ...session([{ run: 'npm test', at: early }, { answer: 'Exit code 1' }], 'b'),
      ...session([{ run: 'npm test', at: early }, { answer: 'ok' }], 'c', 'quay'),
    ];
    const found = ranCommandsFrom(calls).map((one) => [one.project, one.succeeded, one.lastSucceeded, one.lastFailed]);
    assert.deepEqual(found, [
      ['harbour', 1, late, early],
      ['quay', 1, early, null],
    ]);
  });
});
