/** Input in several steps, with scripted answers in place of dialogs. */
import assert from 'node:assert/strict';
import { askInSteps, back } from '../../src/vscode/commands/shared/steps.ts';
import type { Position, Step } from '../../src/vscode/commands/shared/steps.ts';

interface Answers {
  title: string;
  reason: string;
}

type Scripted = string | typeof back | undefined;

/** Steps for `title` and `reason` that answer in this order, and what each of them was shown. */
function scripted(answers: Scripted[]): { steps: Step<Answers>[]; shown: [string, string, Position][] } {
  const shown: [string, string, Position][] = [];
  const step =
    (name: keyof Answers): Step<Answers> =>
    (known, position) => {
      shown.push([name, known[name], position]);
      const answer = answers.shift();
      return Promise.resolve(typeof answer === 'string' ? { [name]: answer } : answer);
    };
  return { steps: [step('title'), step('reason')], shown };
}

const start: Answers = { title: '', reason: 'a default' };

describe('input in several steps', () => {
  it('collects the answers, and gives each step its number', async () => {
    const { steps, shown } = scripted(['Use SQLite', 'One file.']);
    assert.deepEqual(await askInSteps(steps, start), { title: 'Use SQLite', reason: 'One file.' });
    assert.deepEqual(shown, [
      ['title', '', { step: 1, totalSteps: 2 }],
      ['reason', 'a default', { step: 2, totalSteps: 2 }],
    ]);
  });

  it('goes back to the step before with the answers so far', async () => {
    const { steps, shown } = scripted(['Use SQLite', back, 'Use PostgreSQL', 'Many writers.']);
    assert.deepEqual(await askInSteps(steps, start), { title: 'Use PostgreSQL', reason: 'Many writers.' });
    assert.deepEqual(
      shown.map(([name, value]) => [name, value]),
      [
        ['title', ''],
        ['reason', 'a default'],
        ['title', 'Use SQLite'],
        ['reason', 'a default'],
      ],
    );
  });

  it('stays at the first step if there is none before it', async () => {
    const { steps, shown } = scripted([back, 'Use SQLite', 'One file.']);
    assert.equal((await askInSteps(steps, start))?.title, 'Use SQLite');
    assert.deepEqual(
      shown.map(([name]) => name),
      ['title', 'title', 'reason'],
    );
  });

  it('ends without answers if any step is canceled', async () => {
    const canceled: Scripted[][] = [[undefined], ['Use SQLite', undefined], ['Use SQLite', back, undefined]];
    for (const answers of canceled) {
      const { steps, shown } = scripted([...answers]);
      assert.equal(await askInSteps(steps, start), undefined);
      assert.equal(shown.length, answers.length);
    }
  });

  it('shows nothing without steps', async () => {
    assert.deepEqual(await askInSteps([], start), start);
  });
});
