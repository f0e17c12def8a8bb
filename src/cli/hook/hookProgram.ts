/**
 * The program of the other hooks, which run at the turns of a chat. It asks a server of this computer, and leaves the work
 * to the command line if none answers. BigMind's launcher runs it (`clients/runtimeFiles.ts`).
 */
import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { codeOf } from '../../util/fileTrouble.ts';
import { hookTimeoutMs, maxHookMs, restUntil, timeLeft } from './hookTime.ts';
import { replyOfServer } from './asking/askHookServer.ts';

/** In bytes; a longer event is cut off, which makes it none. */
const maxInputLength = 5_000_000;

/**
 * Resolves to whether the hook is done; otherwise nothing of standard input is read, and the command line has to run.
 * `home` is the folder of the launcher; a server of another one refuses. Never rejects.
 */
export async function runHook(home: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [cli, args] = [join(__dirname, 'cli.js'), process.argv.slice(3)];
  let read: string | undefined;
  const input = async (): Promise<string> => (read = await standardInput());
  const limitMs = timeLeft(hookTimeoutMs, performance.now());
  const endMs = performance.now() + maxHookMs;
  const reply = await replyOfServer({ home, cli, args, env, cwd: process.cwd(), input, limitMs });
  if (reply === undefined) {
    if (read === undefined) return false;
    // The server has ended in its work. What it has stored is not stored again.
    const { spawnSync } = await import('node:child_process');
    spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
      input: read,
      stdio: ['pipe', 'inherit', 'inherit'],
      timeout: restUntil(endMs),
      windowsHide: true,
    });
    return true;
  }
  write(1, reply.out);
  write(2, reply.err);
  process.exit(0);
}

/** Faster than `process.stdin`. Nothing for a terminal. */
async function standardInput(): Promise<string> {
  const found = fstatSync(0);
  if (found.isFile()) return readFileSync(0, 'utf8');
  if (!found.isFIFO() && !found.isSocket()) return '';
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of new Socket({ fd: 0, readable: true, writable: false })) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > maxInputLength) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** All of it, before the process ends, unless its reader stops early or takes too long. */
function write(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (thrown) {
      // A full pipe.
      if (codeOf(thrown) !== 'EAGAIN' || performance.now() > hookTimeoutMs) return;
    }
  }
}
