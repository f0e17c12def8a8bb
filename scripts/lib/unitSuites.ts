/**
 * Finds the suites that need no VS Code, and those of them that start processes. It reads this from the imports of each
 * suite and of its helpers; only the slow ones are listed. test/support/noProcesses.ts prevents the other suites from starting a process.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './places.ts';

export interface UnitSuites {
  /** Paths from the root, with slashes. */
  fast: string[];
  /** Without processes, but slow. */
  slow: string[];
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
/** Suites in `test/` that take about three seconds or more, or that compare the engines of files. */
export const slowSuites = [
  'architecture/importKinds',
  'architecture/package',
  'capture/importing/editedNotes',
  'capture/importing/importSources',
  'capture/transcripts/transcriptFile',
  'cli/hookServer',
  'http/agents/agentAccess',
  'http/agents/agentLimits',
  'http/agents/storeAway',
  'http/agents/strangers',
  'mcp/fuzz',
  'mcp/protocol',
  'mcp/recovery',
  'memory/access',
  'memory/clock',
  'memory/learn/turns',
  'page/fuzz',
  'redteam/projectsOfOthers',
  'search/bothEngines',
  'search/searchOrder',
  'store/adverseConditions',
  'store/backups',
  'store/copies',
  'store/images',
  'store/interruptedRepair',
  'store/migrations',
  'store/repair',
  'sync/interleavings',
  'sync/learned',
  'sync/scanSteps',
  'sync/troubles',
  'sync/twoMachines',
  'vscode/syncMemory',
].map((name) => `test/${name}.test.ts`);

/** Ignores the product's own sources: many can start a process, but hardly any test makes them do it. */
const helperFolders = ['test', 'bench', 'scripts'];

export function findUnitSuites(): UnitSuites {
  const suites = globSync('test/!(e2e|host|realClients)/**/*.test.ts', { cwd: root }).sort();
  const withProcesses = suites.filter((suite) => startsProcesses(join(root, suite)));
  const slashed = (path: string): string => path.replaceAll('\\', '/');
  const inProcess = suites.filter((suite) => !withProcesses.includes(suite)).map(slashed);
  return {
    fast: inProcess.filter((suite) => !slowSuites.includes(suite)),
    slow: inProcess.filter((suite) => slowSuites.includes(suite)),
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
