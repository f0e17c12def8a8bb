/**
 * Finds the suites that need no VS Code, and those of them that start processes. It reads this from the imports of each
 * suite and of its helpers, so there is no list and no naming rule to maintain. test/support/noProcesses.ts prevents
 * the other suites from starting a process.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './places.ts';

export interface UnitSuites {
  /** Paths from the root, with slashes. */
  fast: string[];
  withProcesses: string[];
}

/** Modules with which a suite starts processes or browsers. */
const starters = new Set([
  'node:child_process',
  'node:cluster',
  'esbuild',
  'playwright-core',
  '@modelcontextprotocol/sdk/client/stdio.js',
]);
/** Ignores the product's own sources: many can start a process, but hardly any test makes them do it. */
const helperFolders = ['test', 'bench', 'scripts'];

export function findUnitSuites(): UnitSuites {
  const suites = globSync('test/!(e2e|host|realClients)/**/*.test.ts', { cwd: root }).sort();
  const withProcesses = suites.filter((suite) => startsProcesses(join(root, suite)));
  const slashed = (path: string): string => path.replaceAll('\\', '/');
  return {
    fast: suites.filter((suite) => !withProcesses.includes(suite)).map(slashed),
    withProcesses: withProcesses.map(slashed),
  };
}

function startsProcesses(file: string, seen = new Set<string>()): boolean {
  // A string in a suite may look like an import of a file that does not exist.
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  return importsOf(file).some((target) => {
    if (starters.has(target)) return true;
    if (!target.startsWith('.') || !target.endsWith('.ts')) return false;
    const helper = resolve(dirname(file), target);
    const [folder = ''] = relative(root, helper).split(/[\\/]/u);
    return helperFolders.includes(folder) && startsProcesses(helper, seen);
  });
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const statements = source.matchAll(/^(?:import|export)\s(?!type\s)[^'"]*?\bfrom\s+'([^']+)'/gmu);
  const calls = source.matchAll(/\bimport\s*\(?\s*'([^']+)'/gu);
  return [...statements, ...calls].map(([, target = '']) => target);
}
