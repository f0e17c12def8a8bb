/** Asks a VS Code window for its panel through a file, and leaves nothing behind. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { askForPanel, clearStaleRequests, windowRequestFile } from '../../src/clients/windowRequest.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('a request to a window', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => home.remove());
  const fileOf = (window: string): string => windowRequestFile(home.path, window);

  it('succeeds when the window removes the file', async () => {
    const response = askForPanel(home.path, 'a');
    while (!existsSync(fileOf('a'))) await new Promise((done) => setTimeout(done, 10));
    assert.deepEqual(JSON.parse(readFileSync(fileOf('a'), 'utf8')), { open: 'panel' });
    rmSync(fileOf('a'));
    assert.equal(await response, true);
  });

  it('is withdrawn when no window responds in time', async () => {
    assert.equal(await askForPanel(home.path, 'a', 200), false);
    assert.deepEqual(readdirSync(dirname(fileOf('a'))), []);
  });

  it('is deleted when it is stale, and others are kept', async () => {
    const now = 1_800_000_000_000;
    await clearStaleRequests(home.path, now);
    mkdirSync(dirname(fileOf('a')));
    const putAged = (file: string, age: number): void => {
      writeFileSync(file, '{}');
      utimesSync(file, now / 1000 - age, now / 1000 - age);
    };
    putAged(fileOf('old'), 61);
    putAged(fileOf('new'), 2);
    putAged(`${fileOf('half-written')}.4711.tmp`, 61);
    putAged(join(dirname(fileOf('a')), 'notepad.exe'), 61);
    await clearStaleRequests(home.path, now);
    assert.deepEqual(readdirSync(dirname(fileOf('a'))).sort(), ['new.json', 'notepad.exe']);
  });
});
