/**
 * Starts BigMind's MCP server for a plugin: the one that VS Code or `bigmind install` keeps on this machine, so that
 * all clients run the same version, else the npm package of the plugin's version, which then stays for the hooks.
 * Nothing of the folder of the chat is run: npx runs in the home folder, because it would prefer a package, and use the
 * registry, of the folder that it runs in.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const { version } = JSON.parse(readFileSync(new URL('../plugin.json', import.meta.url), 'utf8'));
const set = (process.env.BIGMIND_HOME ?? '').trim().replace(/^~(?=$|[\\/])/u, homedir());
const home = isAbsolute(set) ? set : join(homedir(), '.mcp', 'bigmind');
const launcher = join(home, 'bigmind.cjs');
const isWindows = process.platform === 'win32';

// The Copilot CLI starts servers in the folder of the plugin, and passes the folder of the chat if it knows it.
const plugin = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
const [, , given = ''] = process.argv;
const isInPlugin = `${process.cwd()}${sep}`.startsWith(plugin.endsWith(sep) ? plugin : plugin + sep);
const folder = isAbsolute(given) && existsSync(given) ? given : isInPlugin ? homedir() : process.cwd();

const server = canLaunch()
  ? spawn(process.execPath, [launcher, 'mcp'], { cwd: folder, stdio: 'inherit', windowsHide: true })
  : spawn('npx', ['--yes', '--prefer-offline', `bigmind@${version}`, 'mcp', '--keep'], {
      cwd: homedir(),
      env: { ...process.env, BIGMIND_CHAT_FOLDER: folder },
      stdio: 'inherit',
      // There, npx is a script, which only a shell can start. No argument comes from outside.
      shell: isWindows,
      windowsHide: true,
    });
server.on('error', ({ message }) => {
  console.error(`BigMind did not start: ${message}. Install Node 20 or newer, or the BigMind extension for VS Code.`);
  process.exitCode = 1;
});
server.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 0 : 1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));

/** Whether the program that the launcher starts is there. A copy that an earlier plugin left is replaced by this one. */
function canLaunch() {
  try {
    const { cli } = JSON.parse(readFileSync(join(home, 'runtime.json'), 'utf8'));
    const kept = /[\\/]kept-program[\\/](\d+)\.(\d+)\.(\d+)/u.exec(cli);
    return existsSync(launcher) && existsSync(cli) && (kept === null || !isOlder(kept.slice(1), version.split('.')));
  } catch {
    return false;
  }
}

function isOlder(one, other) {
  const at = one.findIndex((part, index) => Number(part) !== Number.parseInt(other[index], 10));
  return at >= 0 && Number(one[at]) < Number.parseInt(other[at], 10);
}
