/** Where recording was switched off, as hooks that know no settings see it, and what a doctor says of it. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { captureFindings } from '../../src/clients/captureFindings.ts';
import { isCaptureOff, noteCaptureEverywhere, noteCaptureIn } from '../../src/clients/captureRecord.ts';
import { planHooks } from '../../src/clients/connectHooks.ts';
import { carryOut } from '../../src/clients/filePlan.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { aHost, namesBeside, now, put, read } from './support.ts';

describe('where recording is off', () => {
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

  it('is nowhere before somebody chose, and nothing is written for that', async () => {
    assert.equal(isOff('/work'), false);
    await noteCaptureIn(home.path, '/work', 'as everywhere');
    await noteCaptureEverywhere(home.path, 'on');
    assert.deepEqual(namesBeside(file), []);
  });

  it('is a folder with all below it, and none beside it', async () => {
    await noteCaptureIn(home.path, '/work/secret', 'off');
    assert.deepEqual(
      ['/work/secret', '/work/secret/', '/work/secret/a/b', '/work', '/work/secretary', '/work/a/../secret'].map(isOff),
      [true, true, true, false, false, true],
    );
    await noteCaptureIn(home.path, '/work/secret/', 'as everywhere');
    assert.equal(isOff('/work/secret'), false);
  });

  it('is a folder whatever link leads there', async function () {
    if (process.platform === 'win32') this.skip();
    const [real, link] = [join(home.path, 'real'), join(home.path, 'link')];
    mkdirSync(join(real, 'src'), { recursive: true });
    symlinkSync(real, link);
    await noteCaptureIn(home.path, link, 'off');
    assert.deepEqual([link, real, join(real, 'src')].map(isOff), [true, true, true]);
  });

  it('is decided by the innermost folder', async () => {
    await noteCaptureEverywhere(home.path, 'off');
    await noteCaptureIn(home.path, '/work', 'on');
    await noteCaptureIn(home.path, '/work/secret', 'off');
    assert.deepEqual(['/', '/work/a', '/work/secret/a'].map(isOff), [true, false, true]);
    await noteCaptureIn(home.path, '/work/secret', 'on');
    assert.equal(isOff('/work/secret/a'), false);
  });

  it('counts for a folder that nobody can tell as soon as it holds for any', async () => {
    assert.equal(isCaptureOff(home.path, undefined), false);
    await noteCaptureIn(home.path, '/work/secret', 'off');
    assert.equal(isCaptureOff(home.path, undefined), true);
  });

  it('is everywhere as long as the record cannot be understood, which the next choice mends', async () => {
    for (const text of ['', '{"off":', '[]', 'null', '{"off":"/work"}', '{"everywhere":1}', '{"off":["/work",7]}']) {
      put(file, text);
      assert.deepEqual([isOff('/work'), isCaptureOff(home.path, undefined)], [true, true], text);
    }
    await noteCaptureEverywhere(home.path, 'on');
    assert.equal(isOff('/work'), false);
    put(file, '\ufeff{"off":["/work"]}');
    assert.deepEqual(['/work', '/'].map(isOff), [true, false]);
    await noteCaptureEverywhere(home.path, 'off');
    assert.deepEqual(JSON.parse(read(file)), { everywhere: 'off', off: ['/work'], on: [] });
  });

  it('keeps every choice of those that are made at once', async () => {
    const folders = Array.from({ length: 10 }, (_, index) => `/work/${String(index)}`);
    await Promise.all(folders.map((folder) => noteCaptureIn(home.path, folder, 'off')));
    assert.deepEqual(folders.map(isOff), Array<boolean>(10).fill(true));
    assert.deepEqual(namesBeside(file), ['capture.json']);
  });

  it('is noted also where a program that is gone left its draft', async () => {
    utimesSync(put(`${file}.next`, ''), 0, 0);
    await noteCaptureIn(home.path, '/work', 'off');
    assert.equal(isOff('/work'), true);
  });

  it('is told by the doctor, with who records', async () => {
    const host = aHost({ home: home.path });
    const told = (enabled?: boolean): string =>
      captureFindings(home.path, host, enabled === undefined ? undefined : { enabled, everywhere: enabled })
        .map(({ what, details = [] }) => [what, ...details].join(' '))
        .join('\n');
    assert.equal(told(), 'Conversations are not recorded.');
    assert.equal(told(true), 'Conversations are recorded by VS Code in this window.');
    await carryOut(await planHooks('claude-code', home.path, host), now);
    await carryOut(await planHooks('copilot', home.path, host), now);
    await noteCaptureIn(home.path, '/work', 'off');
    assert.equal(told(), 'Conversations are recorded by the hooks of Claude Code, the hooks of Copilot. Off in /work');
    await noteCaptureEverywhere(home.path, 'off');
    assert.match(told(false), /It is switched off, but for the folders where it is on\./u);
  });

  it('is told by the doctor with the last hook, and with its complaint until one went well', () => {
    const ran = put(join(home.path, 'last-hook.txt'), 'Stop\n');
    const findings = (): string[] =>
      captureFindings(home.path, aHost({ home: home.path }))
        .slice(1)
        .map(({ status, what, details = [] }) => [status, what, ...details].join(' | '));
    utimesSync(ran, now, now);
    put(join(home.path, 'hooks.log'), '');
    assert.deepEqual(findings(), [`ok | The last hook was Stop, at ${now.toISOString()}.`]);
    const log = put(join(home.path, 'hooks.log'), `${'x'.repeat(9_000)}\nthe store is locked\n`);
    assert.match(findings()[1] ?? '', /^warning \| The last complaint .* \| the store is locked$/u);
    utimesSync(log, 0, 0);
    assert.match(findings()[1] ?? '', /^ok \| The last complaint of a hook, at 1970-/u);
  });
});
