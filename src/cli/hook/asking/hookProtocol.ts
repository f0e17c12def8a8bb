/**
 * What a hook and a server of this computer say to each other: lines of JSON over a socket that only the user can reach. The
 * hook says which program and settings it has, and the server answers `ready` if they are its own. Only then does the hook
 * send the event, and the server works. So an event has one owner at any time: before `ready` it is the hook, after the
 * event it is the server, until its connection ends.
 */
import { lstatSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '../../../util/fingerprint.ts';
import { isRecord } from '../../../util/parsedValues.ts';

/** Identifies the hook. */
interface Hello {
  /** Of `programIdentity`. */
  program: string;
  /** The variables of BigMind. */
  env: Readonly<Record<string, string>>;
}

/** One event. */
export interface HookCall {
  event: string;
  client: string | undefined;
  /** What the assistant wrote to standard input. */
  input: string;
  /** The working folder of the hook. */
  cwd: string;
  /** All variables of the hook. */
  env: Readonly<Record<string, string>>;
  /** Milliseconds since the hook started. */
  startedMs: number;
}

/** What the hook writes to standard output and to standard error. */
export interface HookReply {
  out: string;
  err: string;
}

export const ready = 'ready';
/** In characters; longer lines end the connection. An event has up to 5,000,000, and JSON escapes some. */
export const maxLineLength = 16_000_000;

/** The folder of the sockets; `home` is BigMind's own. */
export function socketFolder(home: string): string {
  return join(home, 'run');
}

/** Ends the names of this machine's sockets. In a home folder on a share, those of other machines seem dead. */
export function machineMark(): string {
  return fingerprint(hostname()).slice(0, 6);
}

/** Whether nobody but the user can put something there. Windows keeps the folders of users apart. Throws if it is missing. */
export function isPrivate(folder: string): boolean {
  const found = lstatSync(folder);
  const uid = process.getuid?.();
  return found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0));
}

/**
 * Equal for two processes that run the same file of the same installation, for the same home folder on the same machine.
 * `file` is `cli.js`. The time of its last change tells an update in place. Throws if the file is gone.
 */
export function programIdentity(file: string): string {
  const { ino, size, ctimeMs } = statSync(file);
  return [file, ino, size, ctimeMs, homedir(), hostname()].join('\n');
}

export type NextLine = () => Promise<string | undefined>;

/** Each call resolves to the next line; to undefined once the connection has ended. */
export function linesOf(socket: Socket): NextLine {
  const lines: string[] = [];
  let rest = '';
  let isOver = false;
  let waiting: (() => void) | undefined;
  const wake = (): void => waiting?.();
  socket.setEncoding('utf8').on('data', (part: string) => {
    const [first = '', ...others] = part.split('\n');
    rest += first;
    for (const other of others) {
      lines.push(rest);
      rest = other;
    }
    if (rest.length > maxLineLength) socket.destroy();
    wake();
  });
  // Its end follows.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isOver = true;
    wake();
  });
  return async () => {
    while (lines.length === 0 && !isOver) await new Promise<void>((resolve) => (waiting = resolve));
    return lines.shift();
  };
}

/** The other side may have ended meanwhile. */
export function sendLine(socket: Socket, value: unknown): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(value)}\n`);
}

/** Undefined if it is none. */
export function helloFrom(line: string | undefined): Hello | undefined {
  const { program, env } = fieldsOf(line);
  return typeof program === 'string' && areTexts(env) ? { program, env } : undefined;
}

/** Undefined if it is none. */
export function hookCallFrom(line: string | undefined): HookCall | undefined {
  const { event, client, input, cwd, env, startedMs } = fieldsOf(line);
  if (typeof event !== 'string' || typeof input !== 'string' || typeof cwd !== 'string') return undefined;
  if (typeof startedMs !== 'number' || !(startedMs >= 0) || !areTexts(env)) return undefined;
  return { event, client: typeof client === 'string' ? client : undefined, input, cwd, env, startedMs };
}

/** Undefined if it is none. */
export function hookReplyFrom(line: string | undefined): HookReply | undefined {
  const { out, err } = fieldsOf(line);
  return typeof out === 'string' && typeof err === 'string' ? { out, err } : undefined;
}

/** Of a JSON object; none for anything else. */
export function fieldsOf(line: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line ?? '');
    return isRecord(value) ? value : {};
  } catch {
    // The caller refuses what lacks its fields.
    return {};
  }
}

function areTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}
