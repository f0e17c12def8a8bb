/**
 * A Node whose SQLite is missing or unsound hands over to the runtime that the VS Code extension noted in
 * `runtime.json`, and passes its answer on. Without such a note the caller goes on with what it has.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const marker = 'BIGMIND_HANDED_OVER';

/** The process that would rather not do it itself. */
interface Self {
  execPath: string;
  programFile: string;
  env: NodeJS.ProcessEnv;
}

interface Runtime {
  execPath: string;
  electronRunAsNode: boolean;
}

/** The exit code of the other runtime, or undefined when there is none to hand over to. */
export function handOver(home: string, self: Self, args: string[]): number | undefined {
  const { env } = self;
  const runtime = env[marker] === undefined ? notedRuntime(join(home, 'runtime.json')) : undefined;
  if (runtime === undefined || runtime.execPath === self.execPath) return undefined;
  const asNode = runtime.electronRunAsNode ? { ELECTRON_RUN_AS_NODE: '1' } : {};
  const { status, error } = spawnSync(runtime.execPath, [self.programFile, ...args], {
    stdio: 'inherit',
    env: { ...env, ...asNode, [marker]: '1' },
    windowsHide: true,
  });
  return error === undefined ? (status ?? 1) : undefined;
}

function notedRuntime(file: string): Runtime | undefined {
  try {
    const noted = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof Runtime, unknown>>;
    const { execPath, electronRunAsNode } = noted;
    if (typeof execPath !== 'string' || !existsSync(execPath)) return undefined;
    return { execPath, electronRunAsNode: electronRunAsNode === true };
  } catch {
    // No note, or one that is damaged: the extension writes it anew at its next start.
    return undefined;
  }
}
