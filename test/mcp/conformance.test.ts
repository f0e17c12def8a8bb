/**
 * The official conformance suite for servers, over HTTP against `bigmind serve` and over standard input and output against
 * `bigmind mcp`. What is not about us stands with its reason in `conformance/scenarios.ts`; a scenario that the suite
 * gains, or one that begins to apply, fails here until somebody has looked at it.
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

  /** Its exit code and what it printed. It leaves its results in the home. */
  function conformance(args: string[]): Promise<{ code: number; out: string }> {
    return new Promise((done) => {
      const child = execFile(process.execPath, [suite, ...args], { cwd: home.path }, (_error, out, err) => {
        done({ code: child.exitCode ?? 1, out: `${out}${err}` });
      });
    });
  }

  it('has no scenario that nobody here has looked at, and none that it lost', async () => {
    const { out } = await conformance(['list', '--server']);
    const names = [...out.matchAll(/^ {2}- (\S+)/gmu)].map(([, name = '']) => name);
    assert.deepEqual(names.sort(), Object.keys(scenarios).sort());
  });

  it('passes over HTTP where it applies, and nowhere else', async () => {
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
    it(`passes over standard input and output: ${name}`, async () => {
      proxy = await stdioBridge(home);
      const { code, out } = await conformance(['server', '--url', proxy.url, '--scenario', name]);
      assert.equal(code, 0, out);
    });
  }
});
