/**
 * What a program asked of its disk, read from an strace log. It lists each call that changed something below one
 * folder, in the order in which the kernel finished them, and the program's output to its client in between.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Paths are absolute. The `offset` 'next' is where the last call on the file ended, or its end when appending. */
export type DiskCall =
  | { call: 'open'; path: string; creates: boolean; empties: boolean; appends: boolean }
  | { call: 'write'; path: string; offset: number | 'next'; bytes: Buffer }
  | { call: 'resize'; path: string; size: number }
  | { call: 'reserve'; path: string; size: number }
  | { call: 'copy'; from: string; fromOffset: number | 'next'; path: string; offset: number | 'next'; length: number }
  /** Only calls that finished before a sync begins are certain to be on the disk when it ends. */
  | { call: 'syncBegins'; path: string; thread: string }
  | { call: 'syncEnds'; path: string; thread: string }
  | { call: 'rename' | 'link'; from: string; path: string }
  | { call: 'unlink' | 'mkdir'; path: string }
  /** `output` was written to standard output, `marked` by the driver of the workload to its marks. */
  | { call: 'output'; process: number; bytes: Buffer }
  | { call: 'marked'; bytes: Buffer };

/** For `strace -e trace=`. Shared memory is written without calls, and SQLite recreates it anyway. */
export const tracedCalls = [
  ...['openat', 'open', 'creat', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'copy_file_range', 'sendfile'],
  ...['ftruncate', 'truncate', 'fallocate', 'fsync', 'fdatasync', 'sync_file_range', 'msync'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat', 'rmdir', 'mkdir', 'mkdirat'],
].join(',');

export async function readCalls(log: string, root: string, marks: string): Promise<DiskCall[]> {
  const calls: DiskCall[] = [];
  const unfinished = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(log), crlfDelay: Infinity })) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/su.exec(line) ?? [];
    const begun = / <unfinished \.\.\.>$/u.exec(rest);
    if (begun !== null) {
      const text = rest.slice(0, begun.index);
      unfinished.set(thread, text);
      const sync = /^f(?:data)?sync\((.*)$/u.exec(text);
      if (sync !== null) calls.push({ call: 'syncBegins', path: pathOf(sync[1] ?? ''), thread });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>/u.exec(rest);
    const whole = resumed === null ? rest : `${unfinished.get(thread) ?? ''}${rest.slice(resumed[0].length)}`;
    calls.push(...callsFrom(whole, thread, marks, resumed !== null));
  }
  return calls.filter((one) => one.call === 'output' || one.call === 'marked' || isBelow(one, root));
}

function isBelow(call: Extract<DiskCall, { path: string }>, root: string): boolean {
  return call.path === root || call.path.startsWith(`${root}/`);
}

function callsFrom(line: string, thread: string, marks: string, wasSplit: boolean): DiskCall[] {
  const parts = /^(\w+)\((.*)\)\s+= (-?\d+)([^"]*)$/su.exec(line);
  if (parts === null) return [];
  const [, name = '', args = '', result = '', after = ''] = parts;
  const done = Number(result);
  if (done < 0) return [];
  const [path, other] = pathsIn(name, args);
  switch (name) {
    case 'open':
    case 'openat':
    case 'creat':
      return [
        {
          call: 'open',
          path: pathOf(after),
          creates: name === 'creat' || /\bO_CREAT\b/u.test(args),
          empties: name === 'creat' || (/\bO_TRUNC\b/u.test(args) && !/\bO_RDONLY\b/u.test(args)),
          appends: /\bO_APPEND\b/u.test(args),
        },
      ];
    case 'write':
    case 'writev': {
      const bytes = textIn(args).subarray(0, done);
      if (args.startsWith('1<')) return [{ call: 'output', process: Number(thread), bytes }];
      return path === marks ? [{ call: 'marked', bytes }] : [{ call: 'write', path, offset: 'next', bytes }];
    }
    case 'pwrite64':
    case 'pwritev':
    case 'pwritev2': {
      const numbers = args.slice(Math.max(args.lastIndexOf('"'), args.lastIndexOf(']')) + 1).match(/\d+/gu) ?? [];
      return [{ call: 'write', path, offset: Number(numbers[1]), bytes: textIn(args).subarray(0, done) }];
    }
    case 'copy_file_range':
    case 'sendfile':
      return [copyFrom(name, args, done)];
    case 'ftruncate':
    case 'truncate':
      return [{ call: 'resize', path, size: Number(/(\d+)$/u.exec(args)?.[1]) }];
    case 'fallocate': {
      const [, start, length] = /(\d+), (\d+)$/u.exec(args) ?? [];
      return [{ call: 'reserve', path, size: Number(start) + Number(length) }];
    }
    case 'fsync':
    case 'fdatasync': {
      const ends: DiskCall = { call: 'syncEnds', path, thread };
      return wasSplit ? [ends] : [{ call: 'syncBegins', path, thread }, ends];
    }
    case 'rename':
    case 'renameat':
    case 'renameat2':
    case 'link':
    case 'linkat':
      return [{ call: name.startsWith('rename') ? 'rename' : 'link', from: path, path: other }];
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return [{ call: 'unlink', path }];
    case 'mkdir':
    case 'mkdirat':
      return [{ call: 'mkdir', path }];
    case 'sync_file_range':
    case 'msync':
      // Neither promises that anything is durable.
      return [];
    default:
      throw new Error(`${name} is traced, but not read`);
  }
}

/** Each path in a call; a relative one is below the folder that precedes it. */
function pathsIn(name: string, args: string): [string, string] {
  if (/^(?:f|p?write|sync_file)/u.test(name)) return [pathOf(args), ''];
  const found: string[] = [];
  let folder = '';
  for (const [, decoded, text] of args.matchAll(/<((?:\\x[0-9a-f]{2})+)>|"((?:\\x[0-9a-f]{2})*)"/gu)) {
    if (decoded !== undefined) folder = textOf(decoded);
    if (text === undefined) continue;
    const path = textOf(text);
    found.push(path.startsWith('/') ? path : `${folder}/${path}`);
  }
  return [found[0] ?? '', found[1] ?? ''];
}

function copyFrom(name: string, args: string, length: number): DiskCall {
  const places = [...args.matchAll(/\d+<((?:\\x[0-9a-f]{2})+)>(\(deleted\))?(?:, (?:\[(\d+)\]|NULL))?/gu)];
  const [first, second] = places.map(([, path = '', , offset]) => ({
    path: textOf(path),
    offset: offset === undefined ? ('next' as const) : Number(offset),
  }));
  const none = { path: '', offset: 'next' as const };
  // sendfile names the target first.
  const [from, to] = name === 'sendfile' ? [second ?? none, first ?? none] : [first ?? none, second ?? none];
  return { call: 'copy', from: from.path, fromOffset: from.offset, path: to.path, offset: to.offset, length };
}

/** The path of a descriptor as strace decodes it; empty for a deleted file. */
function pathOf(text: string): string {
  const [, path = '', deleted] = /<((?:\\x[0-9a-f]{2})+)>(\(deleted\))?/u.exec(text) ?? [];
  return deleted === undefined ? textOf(path) : '';
}

function textIn(args: string): Buffer {
  const texts = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/gu)];
  if (texts.some(([, , cut]) => cut !== undefined)) throw new Error('strace cut off what was written');
  return Buffer.concat(texts.map(([, text = '']) => Buffer.from(text.replaceAll('\\x', ''), 'hex')));
}

function textOf(hex: string): string {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex').toString('utf8');
}
