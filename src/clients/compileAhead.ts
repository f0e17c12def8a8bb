/**
 * Starts the server once, so that Node keeps its compiled code and the first chat finds it fast: Codex gives an MCP
 * server one second and then leaves its tools out.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { compiledFolder, launchableRuntime, launcherFile } from './shared/launch.ts';

/** A start takes about a second; one that hangs must not outlive this. */
const startTimeoutMs = 10_000;

/**
 * Resolves once the server of `home` was started without input and has ended, which opens no store. Does nothing if the
 * compiled code exists or there is no launcher. `env` is this process's environment. Never rejects: without compiled
 * code, the server still starts.
 */
export async function compileAhead(home: string, env: NodeJS.ProcessEnv): Promise<void> {
  const runtime = launchableRuntime(home);
  if (runtime === undefined || existsSync(compiledFolder(home))) return;
  const { execPath, electronRunAsNode } = runtime;
  // With it, Node would keep the code in another folder.
  const { NODE_COMPILE_CACHE: _other, ...inherited } = env;
  await new Promise<void>((resolve) => {
    try {
      spawn(execPath, [launcherFile(home), 'mcp'], {
        env: { ...inherited, BIGMIND_HOME: home, ...(electronRunAsNode && { ELECTRON_RUN_AS_NODE: '1' }) },
        stdio: 'ignore',
        timeout: startTimeoutMs,
        windowsHide: true,
      })
        .once('error', () => resolve())
        .once('close', () => resolve());
    } catch {
      // The system refuses to start it at all.
      resolve();
    }
  });
}
