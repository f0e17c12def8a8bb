/**
 * Starts BigMind's MCP server for a plugin: the one that VS Code or `bigmind install` keeps on this machine, so that
 * all clients run the same version, else the npm package of the plugin's version, which then stays for the hooks.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = process.env.BIGMIND_HOME?.replace(/^~(?=$|[\\/])/u, homedir()) ?? join(homedir(), '.mcp', 'bigmind');
const launcher = join(home, 'bigmind.cjs');
const { version } = JSON.parse(readFileSync(new URL('../plugin.json', import.meta.url), 'utf8'));
const isWindows = process.platform === 'win32';

const [command, args] = existsSync(launcher)
  ? [process.execPath, [launcher, 'mcp']]
  : ['npx', ['--yes', '--prefer-offline', `bigmind@${version}`, 'mcp', '--keep']];
// The Copilot CLI starts servers in the folder of the plugin, and passes the folder of the chat if it knows it.
const plugin = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
const [, , given = ''] = process.argv;
const isInPlugin = `${process.cwd()}${sep}`.startsWith(plugin.endsWith(sep) ? plugin : plugin + sep);
const cwd = existsSync(given) ? given : isInPlugin ? homedir() : process.cwd();

// On Windows, npx is a script, which only a shell can start. No argument comes from outside.
const server = spawn(command, args, {
  cwd,
  stdio: 'inherit',
  shell: isWindows && command === 'npx',
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
