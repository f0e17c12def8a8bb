/** The file with which both harnesses of VS Code record: written once, kept up to date, and no foreign hooks lost. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { ClientHost } from '../../src/clients/shared/clientHost.ts';
import { planHooks } from '../../src/clients/hooks/connectHooks.ts';
import { haveVscodeHooks, removeVscodeHooks, setVscodeHooks } from '../../src/clients/hooks/vscodeHooks.ts';
import { aHost, namesBeside, now, put, read, refusal } from './support.ts';

describe('the hooks of VS Code', () => {
  let home: string;
  let bigmind: string;
  let host: ClientHost;
  let file: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'bm hooks ö-'));
    bigmind = join(home, '.mcp', 'bigmind');
    host = aHost({ home });
    file = join(home, '.copilot', 'hooks', 'bigmind.json');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const set = (): Promise<string[]> => setVscodeHooks(bigmind, host, now);

  it('are written once, with the content for the Copilot CLI', async () => {
    assert.deepEqual(await set(), [file]);
    assert.equal(read(file), String((await planHooks('copilot', bigmind, host)).after));
    assert.deepEqual(await set(), []);
    assert.equal(haveVscodeHooks(bigmind, host), true);
    assert.deepEqual(namesBeside(file), ['bigmind.json']);
  });

  it('replace those of an older BigMind', async () => {
    await set();
    const older = {
      version: 1,
      hooks: { Stop: [{ type: 'command', bash: `sh "${bigmind}/hook.sh" Stop || exit 0` }] },
    };
    put(file, JSON.stringify(older));
    assert.deepEqual(await set(), []);
    assert.match(read(file), /SessionStart/u);
  });

  it('are removed and then reported as missing', async () => {
    await set();
    await removeVscodeHooks(bigmind, host, now);
    assert.equal(existsSync(file), false);
    assert.equal(haveVscodeHooks(bigmind, host), false);
    await removeVscodeHooks(bigmind, host, now);
  });

  for (const [what, text] of [
    ['foreign hooks', '{"version":1,"hooks":{"Stop":[{"type":"command","bash":"say done"}]}}'],
    [
      'foreign hooks next to ours',
      '{"hooks":{"Stop":[{"bash":"sh \\"/x/bigmind/hook.sh\\" Stop"},{"bash":"say done"}]}}',
    ],
    ['invalid JSON', '{"version":1,'],
    ['no hooks', '[]'],
  ] as const) {
    it(`leave a file of the same name with ${what} unchanged and report it`, async () => {
      put(file, text);
      await assert.rejects(
        set(),
        refusal('not_allowed', /bigmind\.json contains something other than BigMind's hooks/u),
      );
      await removeVscodeHooks(bigmind, host, now);
      assert.equal(read(file), text);
      assert.equal(haveVscodeHooks(bigmind, host), false);
    });
  }

  it('are rejected with the file name if they cannot be written', async () => {
    mkdirSync(join(home, '.copilot'), { recursive: true });
    put(join(home, '.copilot', 'hooks'), 'a file');
    await assert.rejects(set(), refusal('not_allowed', /bigmind\.json cannot be read.*Nothing was changed/u));
  });

  it('are not written through a link or into a read-only folder', async function () {
    const elsewhere = put(join(home, 'elsewhere.json'), '{}');
    mkdirSync(join(home, '.copilot', 'hooks'), { recursive: true });
    symlinkSync(elsewhere, file);
    await assert.rejects(set(), refusal('not_allowed', /is a symbolic link/u));
    assert.equal(read(elsewhere), '{}');
    rmSync(file);
    if (userInfo().uid === 0) return; // Nothing is read-only for root.
    chmodSync(join(home, '.copilot', 'hooks'), 0o500);
    await assert.rejects(set(), refusal('not_allowed', /is not writable by you/u));
    chmodSync(join(home, '.copilot', 'hooks'), 0o700);
  });

  it('are also written for Local if COPILOT_HOME is elsewhere', async () => {
    const copilotHome = join(home, 'elsewhere');
    host = aHost({ home, env: { COPILOT_HOME: copilotHome } });
    assert.deepEqual(await set(), [file, join(copilotHome, 'hooks', 'bigmind.json')]);
    rmSync(file);
    assert.equal(haveVscodeHooks(bigmind, host), false);
    assert.deepEqual(await set(), [file]);
    await removeVscodeHooks(bigmind, host, now);
    assert.deepEqual([existsSync(file), existsSync(join(copilotHome, 'hooks', 'bigmind.json'))], [false, false]);
  });

  it('are written by several windows at once without an error', async () => {
    const module = pathToFileURL(resolve(import.meta.dirname, '../../src/clients/hooks/vscodeHooks.ts')).href;
    const host = `{ platform: 'linux', home: ${JSON.stringify(home)}, env: {}, namesIn: () => [] }`;
    const script = `import { setVscodeHooks } from ${JSON.stringify(module)};
      await setVscodeHooks(${JSON.stringify(bigmind)}, ${host}, new Date());`;
    const window = (): Promise<unknown> =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { timeout: 30_000 });
    await Promise.all([window(), window(), window()]);
    assert.equal(haveVscodeHooks(bigmind, aHost({ home })), true);
    assert.deepEqual(namesBeside(file), ['bigmind.json']);
  });
});

describe('uninstalling the extension', () => {
  it('removes the hooks that VS Code reads, even if COPILOT_HOME is elsewhere, and keeps the database', async () => {
    const home = mkdtempSync(join(tmpdir(), 'bm uninstall ö-'));
    const copilotHome = join(home, 'elsewhere');
    const memory = put(join(home, '.mcp', 'bigmind', 'memory.db'), 'kept');
    await setVscodeHooks(join(home, '.mcp', 'bigmind'), aHost({ home, env: { COPILOT_HOME: copilotHome } }), now);
    const files = [join(home, '.copilot'), copilotHome].map((folder) => join(folder, 'hooks', 'bigmind.json'));
    assert.deepEqual(
      files.map((file) => existsSync(file)),
      [true, true],
    );
    // VS Code puts its own argument before those of the manifest.
    const script = resolve(import.meta.dirname, '../../agent/uninstall.mjs');
    await promisify(execFile)(process.execPath, [script, '--type=extension-post-uninstall'], {
      env: { ...process.env, HOME: home, USERPROFILE: home, COPILOT_HOME: copilotHome, BIGMIND_HOME: '' },
      timeout: 30_000,
    });
    assert.deepEqual(
      files.map((file) => existsSync(file)),
      [false, false],
    );
    assert.equal(read(memory), 'kept');
    rmSync(home, { recursive: true });
  });
});
