/** Where recording is off, as hooks that know no settings see it. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  isCaptureOff,
  limitVscodeToFolders,
  noteCaptureEverywhere,
  noteCaptureIn,
  unlimitVscode,
} from '../../src/clients/hooks/captureRecord.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { namesBeside, put, read } from './support.ts';

describe('the record of where recording is off', () => {
  let home: TemporaryHome;
  let file: string;
  beforeEach(() => {
    home = temporaryHome();
    file = join(home.path, 'capture.json');
  });
  afterEach(() => {
    home.remove();
  });

  const isOff = (folder: string): boolean => isCaptureOff(home.path, folder);

  it('is not written for default choices, which turn recording off nowhere', async () => {
    assert.equal(isOff('/projects'), false);
    await noteCaptureIn(home.path, '/projects', 'as everywhere');
    await noteCaptureEverywhere(home.path, 'on');
    assert.deepEqual(namesBeside(file), []);
  });

  it('covers a folder with everything below it, and no folder next to it', async () => {
    await noteCaptureIn(home.path, '/projects/secret', 'off');
    assert.deepEqual(
      [
        '/projects/secret',
        '/projects/secret/',
        '/projects/secret/a/b',
        '/projects',
        '/projects/secretary',
        '/projects/a/../secret',
      ].map(isOff),
      [true, true, true, false, false, true],
    );
    await noteCaptureIn(home.path, '/projects/secret/', 'as everywhere');
    assert.equal(isOff('/projects/secret'), false);
  });

  it('covers a folder through any link to it', async function () {
    if (process.platform === 'win32') this.skip();
    const [real, link] = [join(home.path, 'real'), join(home.path, 'link')];
    mkdirSync(join(real, 'src'), { recursive: true });
    symlinkSync(real, link);
    await noteCaptureIn(home.path, link, 'off');
    assert.deepEqual([link, real, join(real, 'src')].map(isOff), [true, true, true]);
  });

  it('limits VS Code and the Copilot CLI to chosen folders, but not other assistants', async () => {
    await limitVscodeToFolders(home.path);
    await noteCaptureIn(home.path, '/projects', 'on');
    const clients = ['vscode', 'copilot', undefined, 'claude-code', 'codex', 'gemini-cli'] as const;
    const offIn = (folder: string | undefined): boolean[] =>
      clients.map((client) => isCaptureOff(home.path, folder, client));
    assert.deepEqual(offIn('/projects/a'), [false, false, false, false, false, false]);
    assert.deepEqual(offIn('/elsewhere'), [true, true, true, false, false, false]);
    assert.deepEqual(offIn(undefined), [true, true, true, false, false, false]);
    await noteCaptureIn(home.path, '/projects', 'off');
    assert.deepEqual(offIn('/projects'), [true, true, true, true, true, true]);
    assert.deepEqual(offIn('/elsewhere'), [true, true, true, false, false, false]);
  });

  it('ends the limit of VS Code when a user chooses for every folder or removes the limit', async () => {
    await limitVscodeToFolders(home.path);
    await noteCaptureEverywhere(home.path, 'on');
    assert.equal(isCaptureOff(home.path, '/elsewhere', 'vscode'), false);
    await limitVscodeToFolders(home.path);
    await unlimitVscode(home.path);
    assert.equal(isCaptureOff(home.path, '/elsewhere', 'vscode'), false);
    await limitVscodeToFolders(home.path);
    await noteCaptureEverywhere(home.path, 'off');
    assert.equal(isCaptureOff(home.path, '/elsewhere', 'claude-code'), true);
  });

  it('follows the choice for the innermost folder', async () => {
    await noteCaptureEverywhere(home.path, 'off');
    await noteCaptureIn(home.path, '/projects', 'on');
    await noteCaptureIn(home.path, '/projects/secret', 'off');
    assert.deepEqual(['/', '/projects/a', '/projects/secret/a'].map(isOff), [true, false, true]);
    await noteCaptureIn(home.path, '/projects/secret', 'on');
    assert.equal(isOff('/projects/secret/a'), false);
  });

  it('turns recording off for an unknown folder as soon as it is off in any folder', async () => {
    assert.equal(isCaptureOff(home.path, undefined), false);
    await noteCaptureIn(home.path, '/projects/secret', 'off');
    assert.equal(isCaptureOff(home.path, undefined), true);
  });

  it('turns recording off everywhere while it is invalid, until the next choice repairs it', async () => {
    for (const text of [
      '',
      '{"off":',
      '[]',
      'null',
      '{"off":"/projects"}',
      '{"everywhere":1}',
      '{"off":["/projects",7]}',
    ]) {
      put(file, text);
      assert.deepEqual([isOff('/projects'), isCaptureOff(home.path, undefined)], [true, true], text);
    }
    await noteCaptureEverywhere(home.path, 'on');
    assert.equal(isOff('/projects'), false);
    put(file, '\ufeff{"off":["/projects"]}');
    assert.deepEqual(['/projects', '/'].map(isOff), [true, false]);
    await noteCaptureEverywhere(home.path, 'off');
    assert.deepEqual(JSON.parse(read(file)), { everywhere: 'off', off: ['/projects'], on: [] });
  });

  it('loses no choice when several are made at once', async () => {
    const folders = Array.from({ length: 10 }, (_, index) => `/projects/${String(index)}`);
    await Promise.all(folders.map((folder) => noteCaptureIn(home.path, folder, 'off')));
    assert.deepEqual(folders.map(isOff), Array<boolean>(10).fill(true));
    assert.deepEqual(namesBeside(file), ['capture.json']);
  });

  it('is written even if a terminated program left its draft', async () => {
    put(`${file}.next`, '');
    await noteCaptureIn(home.path, '/projects', 'off');
    assert.equal(isOff('/projects'), true);
  });
});
