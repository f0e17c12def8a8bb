/**
 * What VS Code runs at its next start after BigMind was uninstalled: takes away the hooks that turning recording on wrote,
 * because nothing would be left for them to run, and the pinned facts in the memories of VS Code and Claude Code, because
 * nothing would update them. The memory stays. VS Code adds an argument of its own, hence this file.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const remove = (part, env) =>
  spawnSync(process.execPath, [cli, 'install', 'copilot', part, '--remove', '--yes'], { env, stdio: 'inherit' });
// VS Code's Local harness reads the folder in the home whatever COPILOT_HOME says (src/clients/hooks/vscodeHooks.ts).
for (const env of [process.env, { ...process.env, COPILOT_HOME: '' }]) remove('--hooks', env);
remove('--pinned', process.env);
