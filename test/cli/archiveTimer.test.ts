/** The archive of the settings, kept up to date by a process that lives. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { createArchiveTimer, refreshConfigured } from '../../src/cli/portability/markdown/archiveTimer.ts';
import { settingsFromEnvironment } from '../../src/environment.ts';
import { openTestMemory } from '../support/memory.ts';
import type { TestMemory } from '../support/memory.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

type Surroundings = Parameters<typeof refreshConfigured>[0];

describe('the archive of the settings', () => {
  let test: TestMemory;
  let home: TemporaryHome;
  let folder: string;
  let notes: string[];
  beforeEach(() => {
    test = openTestMemory();
    home = temporaryHome();
    folder = join(home.path, 'archive');
    notes = [];
  });
  afterEach(async () => {
    await test.close();
    home.remove();
  });

  const surroundings = (archive = folder): Surroundings => ({
    memory: test.memory,
    settings: {
      ...settingsFromEnvironment(
        { BIGMIND_HOME: join(home.path, 'store'), BIGMIND_ARCHIVE_FOLDER: archive },
        { homeFolder: home.path, osUser: 'ada', hostName: 'desk', join, isAbsolute: () => true },
      ),
    },
    caller: () => test.caller({ conversationId: null }),
    note: (text) => notes.push(text),
  });

  /** A timer, and what lets a minute pass. */
  const aTimer = (): { timer: ReturnType<typeof createArchiveTimer>; pass: () => Promise<void> } => {
    let minute = 0;
    const waiting: (() => void)[] = [];
    const parts = {
      changeToken: () => test.memory.maintenance.changeToken(),
      now: () => minute * 60_000,
      after: (_milliseconds: number, later: () => void) => {
        waiting.push(later);
        return () => undefined;
      },
      note: (text: string) => notes.push(text),
    };
    /** Resolves when the work of this minute is done, and the timer waits for the next one. */
    const pass = async (): Promise<void> => {
      minute += 1;
      waiting.shift()?.();
      while (waiting.length === 0) await new Promise(setImmediate);
    };
    return { timer: createArchiveTimer(parts, surroundings), pass };
  };

  it('is written some minutes after something new was stored', async () => {
    const { timer, pass } = aTimer();
    timer.wake();
    for (let minute = 1; minute < 5; minute += 1) await pass();
    assert.equal(existsSync(folder), false);
    await pass();
    assert.equal(existsSync(join(folder, 'index.md')), true);
    await timer.close();
    assert.deepEqual(notes, []);
  });

  it('is left alone while another process writes it, and the user hears nothing', async () => {
    mkdirSync(join(folder, '.bigmind-archive.lock'), { recursive: true });
    const { timer, pass } = aTimer();
    timer.wake();
    for (let minute = 1; minute <= 5; minute += 1) await pass();
    await timer.close();
    assert.deepEqual([readdirSync(folder), notes], [['.bigmind-archive.lock'], []]);
  });

  it('is not up to date while another process writes it, and the caller learns that', async () => {
    const lock = join(folder, '.bigmind-archive.lock');
    mkdirSync(lock, { recursive: true });
    await assert.rejects(refreshConfigured(surroundings()), { code: 'conflict' });
    rmdirSync(lock);
    await refreshConfigured(surroundings());
    assert.equal(existsSync(join(folder, 'index.md')), true);
  });

  it('is not written without a folder', async () => {
    await refreshConfigured(surroundings(''));
    assert.deepEqual(readdirSync(home.path), []);
  });
});
