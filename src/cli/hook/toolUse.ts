/**
 * The program of the hook before a tool call, which runs as often as an assistant edits a file or runs a command. It loads
 * nothing but the chat's list of names. Only if the call touches one of them does it ask a server of this computer, or
 * else start the command line. BigMind's launcher runs it (`clients/runtimeFiles.ts`).
 */
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hookInputFrom } from '../../chat/turns/hookInput.ts';
import { hookTimeoutMs, maxHookMs, restUntil, timeLeft } from './hookTime.ts';
import { knownAmong } from '../../chat/turns/knownNames.ts';
import { replyOfServer } from './asking/askHookServer.ts';

/**
 * `folder` is BigMind's own, and may start with `~`. Launchers of earlier versions pass no variables. Never rejects: a
 * hook that fails must not stop the call.
 */
export async function runToolUseHook(folder: string, env: NodeJS.ProcessEnv | undefined): Promise<void> {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of process.stdin) pieces.push(Buffer.from(piece as Uint8Array));
    const text = Buffer.concat(pieces).toString();
    const input = hookInputFrom(text);
    if (input === undefined) return;
    const home = folder.trim().replace(/^~(?=$|[\\/])/u, homedir());
    if (knownAmong(input, home).size === 0) return;
    const cli = join(__dirname, 'cli.js');
    const hook = { home, cli, args: process.argv.slice(3), cwd: process.cwd(), input: () => Promise.resolve(text) };
    const limitMs = timeLeft(hookTimeoutMs, performance.now());
    const endMs = performance.now() + maxHookMs;
    const reply = env === undefined ? undefined : await replyOfServer({ ...hook, env, limitMs });
    if (reply !== undefined) {
      process.stdout.write(reply.out);
      process.stderr.write(reply.err);
      return;
    }
    spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
      input: text,
      stdio: ['pipe', 'inherit', 'inherit'],
      timeout: restUntil(endMs),
      windowsHide: true,
    });
  } catch {
    // The call goes on. What is wrong with the installation shows at the next prompt, whose hook loads everything.
  }
}
