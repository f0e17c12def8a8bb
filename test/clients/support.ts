/** A machine for the tests of the clients: a separate home on disk, or one that exists only as paths. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { ClientHost } from '../../src/clients/shared/clientHost.ts';
import type { McpLaunch } from '../../src/clients/shared/launch.ts';

/** A moment in UTC whose backups are named `…-20261122-093005`. */
export const now = new Date('2026-11-22T09:30:05.123Z');

export const aLaunch: McpLaunch = {
  command: '/opt/VS Code/code',
  args: ['/home/ada/.mcp/bigmind/bigmind.cjs', 'mcp'],
  env: { ELECTRON_RUN_AS_NODE: '1' },
};

export function aHost(fields: Partial<ClientHost> = {}): ClientHost {
  return { platform: 'linux', home: '/home/ada', env: {}, namesIn: () => [], ...fields };
}

/** Writes a file and its parent folders. */
export function put(file: string, content: string | Buffer): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

export function read(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The names in the folder of the file, to check that nothing was left behind. */
export function namesBeside(file: string): string[] {
  return readdirSync(dirname(file)).sort();
}

/** For `assert.throws` and `assert.rejects`: a `BigMindError` with the code, whose sentence matches the words. */
export function refusal(code: string, words: RegExp): (thrown: unknown) => boolean {
  return (thrown) => thrown instanceof BigMindError && thrown.code === code && words.test(thrown.sentence);
}
