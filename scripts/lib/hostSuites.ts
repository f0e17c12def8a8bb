/**
 * Bundles the suites that run inside VS Code into one CommonJS file. A small separate extension, the carrier, contains
 * that file, so that BigMind itself can be the installed VSIX and not the source tree.
 */
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './places.ts';
import { ScriptError } from './programs.ts';

export interface HostSuites {
  /** An extension folder that contributes nothing. */
  carrier: string;
  /** The module whose `run()` VS Code calls. */
  entry: string;
}

const carrierManifest = {
  name: 'bigmind-host-tests',
  publisher: 'bigmind-tests',
  version: '0.0.0',
  type: 'commonjs',
  engines: { vscode: '*' },
};

/** Only the suites whose file name contains `part`. */
export async function bundleHostSuites(part = ''): Promise<HostSuites> {
  const suites = globSync(`test/host/*${part}*.test.ts`, { cwd: root }).sort();
  if (suites.length === 0) throw new ScriptError('There are no suites for the extension host in test/host.');
  const carrier = join(root, 'out', 'host-tests');
  const entry = join(carrier, 'index.js');
  mkdirSync(carrier, { recursive: true });
  writeFileSync(join(carrier, 'package.json'), JSON.stringify(carrierManifest, undefined, 2));
  await build({
    stdin: { contents: entrySource(suites), resolveDir: root, loader: 'ts' },
    outfile: entry,
    platform: 'node',
    target: 'node20',
    external: ['vscode', 'mocha'],
    bundle: true,
    format: 'cjs',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return { carrier, entry };
}

/** Requires the suites inside a function, because `describe` exists only after mocha is set up. */
function entrySource(suites: readonly string[]): string {
  const loads = suites.map((suite) => `require('./${suite.replaceAll('\\', '/')}');`);
  return `import { createRun } from './test/host/index.ts';\nexport const run = createRun(() => { ${loads.join(' ')} });`;
}
