/** Debian packages that a step needs: installs them if this process may do that, else names them in the error. */
import { existsSync } from 'node:fs';
import { run, ScriptError } from './programs.ts';

export async function ensureDebianPackages(packages: readonly string[], purpose: string): Promise<void> {
  const missing = await findMissing(packages);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    throw new ScriptError(`${purpose} needs Debian packages: run \`sudo apt-get install ${missing.join(' ')}\`.`);
  }
  console.log(`Installing ${missing.join(' ')} with apt-get …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const installed =
    (await run('apt-get', ['update', '-q'], { env })) === 0 &&
    (await run('apt-get', ['install', '-qy', '--no-install-recommends', ...missing], { env })) === 0;
  if (!installed) throw new ScriptError(`apt-get could not install ${missing.join(' ')}: see its message above.`);
}

export function isDebian(): boolean {
  return existsSync('/etc/debian_version');
}

async function findMissing(packages: readonly string[]): Promise<string[]> {
  let status = '';
  await run('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\\n', ...packages], {
    onOutput: (text) => (status += text),
  });
  return packages.filter((name) => !status.includes(`${name} installed\n`));
}
