/** `bigmind serve` as a process, on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram } from './program.ts';
import type { TemporaryHome } from './temporaryHome.ts';

export interface Serving {
  port: number;
  token: string;
  /** Ends the process, and resolves when it has exited. */
  close: () => Promise<void>;
}

export async function serve(home: TemporaryHome, { node, file } = builtProgram): Promise<Serving> {
  const child = spawn(node, [file, 'serve', '--json'], {
    cwd: home.path,
    env: { ...home.env, BIGMIND_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const { address, token } = JSON.parse(line) as { address: string; token: string };
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { port: Number(new URL(address).port), token, close };
}
