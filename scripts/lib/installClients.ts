/**
 * Installs the coding agents of test/realClients from npm, in the versions of its table: once per machine into the
 * cache, in one folder for each client and version. Checks that each one starts.
 */
import { join } from 'node:path';
import type { RealClient } from '../../test/realClients/clients.ts';
import { installOnce, npmInstall } from './cachedInstall.ts';
import { cache } from './places.ts';
import { run, ScriptError } from './programs.ts';

const platform = `${process.platform}-${process.arch}`;
const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** Installs missing clients one after the other, because npm alone uses every core. */
export async function ensureClients(wanted: readonly RealClient[]): Promise<void> {
  if (!supported.includes(platform)) {
    const names = wanted.map(({ title }) => title).join(', ');
    throw new ScriptError(
      `Not run on ${platform}: the suites with ${names}. They run on Linux and macOS, x64 or arm64.`,
    );
  }
  for (const client of wanted) await installOnce(folderNameOf(client), (partial) => install(client, partial));
}

/** The program of an installed client. */
export function programOf(client: RealClient): string {
  return programIn(join(cache, folderNameOf(client)), client);
}

async function install(client: RealClient, partial: string): Promise<void> {
  const spec = `${client.npmPackage}@${client.version}`;
  console.log(`Installing ${spec}, once per machine.`);
  await npmInstall(partial, spec, {});
  let output = '';
  const onOutput = (text: string): void => {
    output += text;
  };
  const exitCode = await run(programIn(partial, client), ['--version'], { onOutput, timeoutMinutes: 1 });
  if (exitCode === 0 && output.includes(client.version)) return;
  throw new ScriptError(`${spec} was installed but does not run: "--version" ended with ${exitCode}.\n${output}`);
}

function folderNameOf({ name, version }: RealClient): string {
  return `client-${name}-${version}-${platform}`;
}

function programIn(folder: string, { program }: RealClient): string {
  return join(folder, 'node_modules', '.bin', program);
}
