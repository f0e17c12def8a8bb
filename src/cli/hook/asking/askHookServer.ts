/**
 * The side of a hook: asks the servers of this computer, which have loaded the program already, and takes the first one
 * that accepts. It is part of the small programs of hooks, so it imports little. Without an answer, the hook does the work.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../../../util/fileTrouble.ts';
import {
  fieldsOf,
  hookReplyFrom,
  isPrivate,
  linesOf,
  machineMark,
  maxLineLength,
  programIdentity,
  ready,
  sendLine,
  socketFolder,
  type HookCall,
  type HookReply,
  type NextLine,
} from './hookProtocol.ts';

interface AskingHook {
  /** BigMind's own folder, on a disk that answers. */
  home: string;
  /** The file of the command line. */
  cli: string;
  /** Its arguments after `hook`. */
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Reads what the assistant sends; called only once a server has accepted. */
  input: () => Promise<string>;
  /** Milliseconds from now until the hook has to end. */
  limitMs: number;
  /** Milliseconds until a server has to accept; 100 by default. One that is busy for longer gets nothing. */
  acceptMs?: number;
}

/** The newest ones; more of them would only cost time. */
const maxAsked = 4;

/**
 * Undefined if no server accepts, or if it ended before it answered: then the hook does the work, of which the server has
 * stored nothing or what does no harm twice. A server that has accepted and takes too long goes on with it. Never rejects.
 */
export async function replyOfServer(hook: AskingHook): Promise<HookReply | undefined> {
  const { args, cwd } = hook;
  const [event, client, ...more] = args;
  if (event === undefined || more.length > 0 || args.some((arg) => arg.startsWith('-'))) return undefined;
  const env = textsIn(hook.env);
  const over = pause(hook.limitMs, undefined, { ref: false }).then(() => tookTooLong(event));
  const accepted = await acceptedOf(hook, env);
  if (accepted === undefined) return undefined;
  try {
    const { socket, next } = accepted;
    const answered = async (): Promise<HookReply | undefined> => {
      const input = await hook.input();
      const call: HookCall = { event, client, input, cwd, env, startedMs: performance.now() };
      if (JSON.stringify(call).length > maxLineLength) return undefined;
      sendLine(socket, call);
      return hookReplyFrom(await next());
    };
    return await Promise.race([answered(), over]);
  } catch {
    // Standard input cannot be read; then the command line says so.
    return undefined;
  } finally {
    accepted.socket.destroy();
  }
}

interface Accepted {
  socket: Socket;
  next: NextLine;
}

/** Undefined if none accepts in time. Never rejects. */
async function acceptedOf(hook: AskingHook, env: Record<string, string>): Promise<Accepted | undefined> {
  const sockets: Socket[] = [];
  const limit = new AbortController();
  const over = pause(hook.acceptMs ?? 100, undefined, { signal: limit.signal });
  // All of them refused, or there is none.
  const accepted = await Promise.race([firstOf(hook, env, sockets), over]).catch(() => undefined);
  limit.abort();
  for (const socket of sockets) if (socket !== accepted?.socket) socket.destroy();
  return accepted;
}

/** Rejects if all refuse, and if the folder is missing or foreign. */
async function firstOf({ home, cli }: AskingHook, env: Record<string, string>, sockets: Socket[]): Promise<Accepted> {
  const folder = socketFolder(home);
  // Asynchronous calls would start more threads, and the disk has just answered.
  const endings = ['.sock', '.json'].map((kind) => `-${machineMark()}${kind}`);
  const isOurs = (name: string): boolean => endings.some((ending) => name.endsWith(ending));
  const places = isPrivate(folder) ? readdirSync(folder).filter(isOurs) : [];
  const ours = Object.entries(env).filter(([name]) => name.startsWith('BIGMIND_'));
  const hello = { program: programIdentity(cli), env: Object.fromEntries(ours) };
  const newest = places.sort().reverse().slice(0, maxAsked);
  return Promise.any(newest.map((name) => greeted(join(folder, name), hello, sockets)));
}

/** Rejects if the server does not accept. The file of one that is gone is removed. */
async function greeted(file: string, hello: unknown, sockets: Socket[]): Promise<Accepted> {
  const { address, key } = file.endsWith('.json') ? keyedPlace(file) : { address: file, key: undefined };
  const socket = connect(address);
  sockets.push(socket);
  const next = linesOf(socket);
  socket.on('error', (error) => {
    if (['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')) remove(file);
  });
  if (key !== undefined) await prove(socket, next, key);
  sendLine(socket, hello);
  if (fieldsOf(await next())[ready] !== true) throw new Error('The server refused.');
  return { socket, next };
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // For example a folder that is read-only, or a file that another program has open. It only costs the next hook time.
  }
}

/** Any program can take the name of a named pipe whose server is gone, so a server proves that it knows the key. */
async function prove(socket: Socket, next: NextLine, key: string): Promise<void> {
  const { createHmac, randomBytes } = await import('node:crypto');
  const challenge = randomBytes(32).toString('hex');
  sendLine(socket, { challenge });
  const proof = createHmac('sha256', key).update(challenge).digest('hex');
  if (fieldsOf(await next())['proof'] !== proof) throw new Error('Another program listens here.');
}

/** Throws if it is none. */
function keyedPlace(file: string): { address: string; key: string } {
  const { address, key } = fieldsOf(readFileSync(file, 'utf8'));
  if (typeof address !== 'string' || typeof key !== 'string' || key === '') throw new Error('This is no server.');
  return { address, key };
}

function textsIn(env: AskingHook['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function tookTooLong(event: string): HookReply {
  return { out: '', err: `hook ${event}: the server took too long; the rest is done at the next event.\n` };
}
