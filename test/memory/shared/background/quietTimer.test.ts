/** When background work runs in a process that lives. */
import assert from 'node:assert/strict';
import type { QuietJob } from '../../../../src/memory/shared/background/quietTimer.ts';
import { QuietTimer } from '../../../../src/memory/shared/background/quietTimer.ts';

/** Moves a clock by minutes, and runs the timer's work when it is due. */
class Bench {
  runs: number[] = [];
  notes: string[] = [];
  token = 0;
  tokens: Record<string, number> = {};
  ran: string[] = [];
  failure: Error | undefined;
  jobs = ['ada'];
  minute = 0;
  #work: (() => void) | undefined;

  timer(idleMinutes = 15, backstopMinutes = 45): QuietTimer {
    return new QuietTimer({
      jobs: () => this.jobs.map((id) => this.#job(id)),
      now: () => this.minute * 60_000,
      after: (milliseconds, work) => {
        assert.equal(milliseconds, 60_000);
        this.#work = work;
        return () => {
          this.#work = undefined;
        };
      },
      idleMinutes,
      backstopMinutes,
      note: (sentence) => this.notes.push(sentence),
      failure: 'Syntheses were not written',
    });
  }

  #job(id: string): QuietJob {
    return {
      id,
      changeToken: () => Promise.resolve(String(this.tokens[id] ?? this.token)),
      run: () => {
        this.runs.push(this.minute);
        this.ran.push(id);
        if (this.failure !== undefined) return Promise.reject(this.failure);
        return Promise.resolve();
      },
    };
  }

  /** `each` is called at the start of each minute. */
  async pass(minutes: number, each = (): void => undefined): Promise<void> {
    for (let n = 0; n < minutes; n += 1) {
      this.minute += 1;
      each();
      this.#work?.();
      // The look is a chain of promises that are all resolved.
      await new Promise(setImmediate);
    }
  }
}

describe('the timer of background work', () => {
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });

  it('runs once after a quiet time, and not again while nothing changes', async () => {
    bench.timer().wake();
    await bench.pass(14);
    assert.deepEqual(bench.runs, []);
    await bench.pass(100);
    assert.deepEqual(bench.runs, [15]);
  });

  it('waits until memories stop coming', async () => {
    bench.timer().wake();
    await bench.pass(10, () => (bench.token += 1));
    await bench.pass(30);
    assert.deepEqual(bench.runs, [25]);
  });

  it('runs in between if memories never stop coming', async () => {
    bench.timer().wake();
    await bench.pass(100, () => (bench.token += 1));
    assert.deepEqual(bench.runs, [45, 91]);
  });

  it('waits for each job separately, and for a new one from then on', async () => {
    bench.jobs = ['ada', 'bob'];
    bench.timer().wake();
    await bench.pass(30, () => (bench.tokens['bob'] = Math.min(bench.minute, 10)));
    assert.deepEqual(
      [bench.ran, bench.runs],
      [
        ['ada', 'bob'],
        [15, 25],
      ],
    );
    bench.jobs.push('cy');
    await bench.pass(30);
    assert.deepEqual(
      [bench.ran, bench.runs],
      [
        ['ada', 'bob', 'cy'],
        [15, 25, 45],
      ],
    );
  });

  it('runs for the others if it failed for one', async () => {
    bench.jobs = ['ada', 'bob'];
    bench.failure = new Error('the disk is full');
    bench.timer().wake();
    await bench.pass(20);
    assert.deepEqual([bench.ran, bench.notes.length], [['ada', 'bob'], 1]);
  });

  it('does nothing if it is turned off or closed', async () => {
    bench.timer(0).wake();
    await bench.pass(100);
    const timer = bench.timer();
    timer.wake();
    await timer.close();
    timer.wake();
    await bench.pass(100);
    assert.deepEqual(bench.runs, []);
  });

  it('says once why it failed, and tries again after the next change', async () => {
    bench.failure = new Error('the disk is full');
    bench.timer().wake();
    await bench.pass(20);
    bench.token += 1;
    await bench.pass(20);
    assert.deepEqual(bench.runs, [15, 36]);
    assert.deepEqual(bench.notes, ['Syntheses were not written: the disk is full']);
  });
});
