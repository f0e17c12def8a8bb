/**
 * How this BigMind was installed, by the path of its program. What a package runner downloaded into its cache, npm may
 * delete at any time, so that path is never written into another program's file (docs/decisions/0053).
 */
import type { LaunchingProcess, McpLaunch } from './launch.ts';
import { launchableRuntime, launcherLaunch, launchOf, variablesFrom } from './launch.ts';

/** `kept` is a copy in BigMind's own folder, `clone` everything that comes from no package. */
type InstallKind = 'extension' | 'npx' | 'npm' | 'kept' | 'clone';

/** The folder of copies, in BigMind's own folder. */
export const keptFolderName = 'kept-program';

/** The caches of `npx`, `pnpm dlx`, `yarn dlx` and `bunx`. */
const runnerCache = /[\\/](?:_npx|dlx(?:-[^\\/]*)?|bunx-[^\\/]*)[\\/]/u;

/** `programFile` is the path of `cli.js`, with links resolved. */
export function installKindOf(programFile: string): InstallKind {
  if (new RegExp(`[\\\\/]${keptFolderName}[\\\\/]`, 'u').test(programFile)) return 'kept';
  if (runnerCache.test(programFile)) return 'npx';
  if (/[\\/]node_modules[\\/]bigmind[\\/]dist[\\/]/u.test(programFile)) return 'npm';
  if (/[\\/]extensions[\\/][^\\/]*bigmind[^\\/]*[\\/]dist[\\/]/iu.test(programFile)) return 'extension';
  return 'clone';
}

/** What an npx command line depends on. */
interface Published {
  version: string;
  platform: NodeJS.Platform;
}

/** The launch that other clients get, based on the files in BigMind's folder `home`. */
export function launchFor(home: string, self: LaunchingProcess, published: Published): McpLaunch {
  if (launchableRuntime(home) !== undefined) return launcherLaunch(home, self);
  return installKindOf(self.programFile) === 'npx' ? npxLaunch(published, self.env) : launchOf(self);
}

/**
 * The launch that the text of a skill names: the launcher only where the path of the program ends with its version. It
 * does not depend on which clients were connected before.
 */
export function skillLaunchFor(home: string, self: LaunchingProcess, published: Published): McpLaunch {
  if (endsWithVersion(self.programFile)) return launcherLaunch(home, self);
  return installKindOf(self.programFile) === 'npx' ? npxLaunch(published, self.env) : launchOf(self);
}

/** Whether an update puts the program into another folder. */
export function endsWithVersion(programFile: string): boolean {
  return ['extension', 'kept'].includes(installKindOf(programFile));
}

/**
 * The launch through npx. With the exact version, every start runs the program that the user tried. With
 * `--prefer-offline`, npm asks its registry only if that version is not in its cache. On Windows, npx is a script that
 * only a shell can start.
 */
function npxLaunch({ version, platform }: Published, env: LaunchingProcess['env']): McpLaunch {
  const args = ['-y', '--prefer-offline', `bigmind@${version}`, 'mcp'];
  const variables = variablesFrom(env);
  if (platform === 'win32') return { command: 'cmd', args: ['/c', 'npx', ...args], env: variables };
  return { command: 'npx', args, env: variables };
}
