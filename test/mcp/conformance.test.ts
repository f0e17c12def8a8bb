/**
 * The official conformance suite for servers, over HTTP against `bigmind serve` and over stdio against `bigmind mcp`.
 * `conformance/scenarios.ts` lists the scenarios that do not apply, with reasons. A new scenario, or one that starts to
 * apply, fails here until someone has reviewed it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { serve, type Serving } from '../support/serving.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';
import { stdioBridge, tokenProxy, type Proxy } from './conformance/proxies.ts';
import { scenarios } from './conformance/scenarios.ts';

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

describe('the official conformance suite', () => {
  let home: TemporaryHome;
  let proxy: Proxy | undefined;
  let serving: Serving | undefined;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(async () => {
    await proxy?.close();
    await serving?.close();
    proxy = serving = undefined;
    home.remove();
  });

  /** The exit code of the suite and its output. The suite leaves its results in the home folder. */
  function conformance(args: string[]): Promise<{ code: number; out: string }> {
    return new Promise((done) => {
      const child = execFile(process.execPath, [suite, ...args], { cwd: home.path }, (_error, out, err) => {
        done({ code: child.exitCode ?? 1, out: `${out}${err}` });
      });
    });
  }

  it('has exactly the scenarios that are listed here', async () => {
    const { out } = await conformance(['list', '--server']);
    const names = [...out.matchAll(/^ {2}- (\S+)/gmu)].map(([, name = '']) => name);
    assert.deepEqual(names.sort(), Object.keys(scenarios).sort());
  });

  it('passes over HTTP for the scenarios that apply, and only for those', async () => {
    serving = await serve(home);
    proxy = await tokenProxy(serving.port, serving.token);
    const others = Object.entries(scenarios).filter(([, applies]) => typeof applies === 'object');
    const baseline = join(home.path, 'not-ours.yml');
    writeFileSync(baseline, ['server:', ...others.map(([name]) => `  - ${name}`), ''].join('\n'));
    const args = ['server', '--url', proxy.url, '--suite', 'all', '--expected-failures', baseline];
    const { code, out } = await conformance(args);
    assert.equal(code, 0, out);
  });

  for (const [name] of Object.entries(scenarios).filter(([, applies]) => applies === 'everywhere')) {
    it(`passes over stdio: ${name}`, async () => {
      proxy = await stdioBridge(home);
      const { code, out } = await conformance(['server', '--url', proxy.url, '--scenario', name]);
      assert.equal(code, 0, out);
    });
  }
});
