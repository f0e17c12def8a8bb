/**
 * The npm package, packed and installed without a network into a folder like npm's cache, with a space and a non-ASCII
 * letter in its path. It runs under each Node of this machine: the one of the tests, and those on the PATH.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packagedFiles, packNpmPackage } from '../../scripts/lib/npmPackage.ts';
import { root } from '../../scripts/lib/places.ts';
import { run } from '../../scripts/lib/programs.ts';
import { commands } from '../../src/cli/commands.ts';
import { answerOfHook, openChat, runProgram } from '../support/program.ts';
import type { Finished, NodeProgram } from '../support/program.ts';
import { serve } from '../support/serving.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const maxBytes = 3 * 1024 * 1024;
const isWindows = process.platform === 'win32';

/** One Node of each version from 20 on. */
const nodes = new Map(
  [process.execPath, ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'))]
    .filter((node) => node === process.execPath || (!isWindows && existsSync(node)))
    .map((node): [string, string] => [execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(), node])
    .filter(([version]) => Number(version.slice(1).split('.')[0]) >= 20)
    .toReversed(),
);

describe('the npm package', function () {
  let place: TemporaryHome;
  let archive: string;
  let installed: string;
  before(async () => {
    place = temporaryHome();
    archive = await packNpmPackage(place.path);
    const folder = join(place.path, '_npx', '1a2b');
    mkdirSync(folder, { recursive: true });
    // Paths are relative, because the shell that starts npm on Windows splits them at their spaces.
    const flags = ['--offline', '--no-audit', '--no-fund', '--cache', join('..', '..', 'npm-cache'), '--prefix', '.'];
    const onOutput = (): void => undefined;
    const source = join('..', '..', archive.slice(place.path.length + 1));
    assert.equal(await run('npm', ['install', ...flags, source], { cwd: folder, onOutput }), 0);
    installed = join(folder, 'node_modules', 'bigmind');
  });
  after(() => {
    place.remove();
  });

  it('contains only the files of the command, is smaller than 3 MB, and is the same when it is packed again', async () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(installed, path)).isFile())
      .map((path) => path.replaceAll('\\', '/'));
    assert.deepEqual(files.toSorted(), packagedFiles);
    assert.ok(!files.some((path) => /extension|\.map$/u.test(path)));
    assert.ok(statSync(archive).size < maxBytes, `${String(statSync(archive).size)} bytes`);
    const again = join(place.path, 'again');
    const digests = [archive, await packNpmPackage(again)].map((file) =>
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    );
    assert.equal(digests[0], digests[1]);
  });

  it('has the version of the extension, no dependency and no script', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
    const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
    for (const field of ['name', 'version', 'license', 'keywords']) assert.deepEqual(manifest[field], ours[field]);
    const foreign = ['dependencies', 'devDependencies', 'scripts', 'contributes', 'main', 'private', 'publisher'];
    assert.deepEqual(
      foreign.filter((field) => field in manifest),
      [],
    );
    assert.deepEqual(manifest['engines'], { node: '>=20' });
    assert.doesNotMatch(String(manifest['description']), /%/u);
  });

  it('adds the command bigmind', function () {
    if (isWindows) return this.skip();
    const command = join(installed, '..', '.bin', 'bigmind');
    const { stdout } = spawnSync(command, ['--version', '--json'], { encoding: 'utf8', env: place.env });
    assert.equal((JSON.parse(stdout) as { install: string }).install, 'npx');
  });

  it('prints the help of each command', async () => {
    const program = { node: process.execPath, file: join(installed, 'dist', 'cli.js') };
    const { out } = await runProgram(place, ['help'], { program });
    for (const { name } of commands) assert.match(out, new RegExp(`^ +${name}\\b`, 'mu'));
    const one = await runProgram(place, ['help', 'save'], { program });
    assert.match(one.out, /^NAME\n {4}bigmind save - /u);
  });

  for (const [version, node] of nodes) {
    describe(`under Node ${version}`, () => {
      let home: TemporaryHome;
      let program: NodeProgram;
      beforeEach(() => {
        home = temporaryHome();
        program = { node, file: join(installed, 'dist', 'cli.js') };
      });
      afterEach(() => {
        home.remove();
      });
      const runHere = (...args: string[]): Promise<Finished> => runProgram(home, args, { program });

      it('saves, finds and lists a fact', async () => {
        const saved = await runHere('save', 'We deploy on Thursdays', '--type', 'convention', '--entities', 'relay');
        assert.equal(saved.code, 0, saved.err);
        assert.match((await runHere('search', 'when do we deploy')).out, /Thursdays/u);
        assert.match((await runHere('list', '--tags', 'relay')).out, /convention .*Thursdays/u);
      });

      it('answers an MCP client over stdio', async () => {
        const chat = await openChat(home, { program });
        const { tools } = await chat.client.listTools();
        assert.ok(tools.some(({ name }) => name === 'memory_search'));
        const stored = await chat.call('memory_store_fact', { fact: 'We deploy on Thursdays', category: 'decision' });
        assert.equal(stored.isError, false, stored.text);
        await chat.close();
      });

      it('serves the page', async () => {
        const { port, token, close } = await serve(home, program);
        const page = await fetch(`http://localhost:${String(port)}/?token=${token}`);
        assert.equal(page.status, 200);
        const html = await page.text();
        assert.match(html, /page\.js/u);
        await close();
      });

      it('gives a chat its context by a hook', async () => {
        await runHere('save', 'I prefer tabs', '--category', 'preference');
        // On a busy machine, a hook that takes too long adds nothing, so that the chat goes on.
        let answer = '';
        for (let number = 1; answer === ''; number += 1) {
          const event = { session_id: `s${String(number)}`, source: 'startup' };
          answer = await answerOfHook(home, 'SessionStart', event, program);
        }
        assert.match(answer, /I prefer tabs/u);
      });
    });
  }

  describe('when npx runs it', () => {
    const atHome = (): Record<string, string> => ({ HOME: place.path, USERPROFILE: place.path });
    const install = (client: string): Promise<Finished> => {
      const program = { node: process.execPath, file: join(installed, 'dist', 'cli.js') };
      return runProgram(place, ['install', client, '--yes'], { program, env: atHome() });
    };

    it('connects a client that waits through npx, and one that does not through a copy that outlives the cache', async () => {
      assert.equal((await install('cursor')).code, 0);
      const cursor = readFileSync(join(place.path, '.cursor', 'mcp.json'), 'utf8');
      assert.match(cursor, /"bigmind@\d/u);
      assert.doesNotMatch(cursor, /_npx/u);
      assert.equal((await install('codex')).code, 0);
      const codex = readFileSync(join(place.path, '.codex', 'config.toml'), 'utf8');
      assert.doesNotMatch(codex, /_npx|npx/u);
      rmSync(join(place.path, '_npx'), { recursive: true });
      const program = { node: process.execPath, file: join(place.path, 'bigmind.cjs') };
      const chat = await openChat(place, { program });
      assert.ok((await chat.client.listTools()).tools.length > 0);
      await chat.close();
      const about = await runProgram(place, ['--version', '--json'], { program });
      assert.equal((JSON.parse(about.out) as { install: string }).install, 'kept');
    });
  });
});
