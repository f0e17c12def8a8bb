/**
 * A disk as a power loss could have left it, built from the calls of a program. There are two models:
 *
 * - `strict` promises no more than POSIX, as ALICE describes it ("All File Systems Are Not Created Equal", OSDI 2014).
 *   A file's content is durable once the file was synced, a name once its folder was. Of everything later, any part may
 *   be there, even without what came before it. A rename is atomic, and durable once its target folder was synced.
 * - `ordered` is ext4 in its default mode. Names are written to one journal, so the first part of their changes is
 *   there, at least up to the last sync of anything. Contents are as in `strict`, so a new name may show an old or
 *   empty file.
 *
 * Each piece of an unsynced write, of 4 KB or 512 bytes, is there or not, independently of the others. A file's length
 * may be the old one, or ahead of its content, filled with zeros. The assumptions of SQLite's "Atomic Commit" hold: a
 * sync is not a lie, and a write damages no byte next to it (powersafe overwrite). Torn sectors, bit rot and lying
 * disks are beyond its promise.
 */
import type { DiskCall } from './syscalls.ts';

export type Model = 'strict' | 'ordered';

interface File {
  kind: 'file';
  /** What is certainly on the disk. */
  kept: Buffer;
  /** Changes since then, in order. */
  later: ({ seq: number } & Change)[];
  live: Buffer;
  next: number;
  appends: boolean;
}

type Change = { change: 'write'; offset: number; bytes: Buffer } | { change: 'resize'; size: number };

interface Folder {
  kind: 'folder';
  kept: Map<string, File | Folder>;
  live: Map<string, File | Folder>;
}

/** One change of names; it is durable once the folder of its first name was synced. */
interface Naming {
  seq: number;
  changes: { folder: Folder; name: string; node: File | Folder | undefined }[];
  unsynced: Set<Folder>;
}

/** Which syncs a disk only pretends to do, to show that the torture notices. */
export type Lie = 'none' | 'files' | 'folders';

export class RecordedDisk {
  readonly #root: string;
  readonly #lie: Lie;
  readonly #top: Folder = folder();
  readonly #begun = new Map<string, number>();
  #namings: Naming[] = [];
  #seq = 0;
  #lastSync = 0;

  /** `before` are the initial files, by their paths below the root. */
  constructor(root: string, before: ReadonlyMap<string, Buffer | 'folder'>, lie: Lie = 'none') {
    this.#root = root;
    this.#lie = lie;
    for (const [path, content] of before) {
      const node = content === 'folder' ? folder() : file(content);
      this.#name([[`${root}/${path}`, node]]);
    }
    this.#settleNames(() => true);
  }

  apply(call: DiskCall): void {
    this.#seq += 1;
    switch (call.call) {
      case 'open': {
        this.#open(call);
        return;
      }
      case 'write': {
        this.#write(call.path, call.offset, call.bytes);
        return;
      }
      case 'copy': {
        const source = this.#fileAt(call.from);
        if (source === undefined) return;
        const start = call.fromOffset === 'next' ? source.next : call.fromOffset;
        if (call.fromOffset === 'next') source.next += call.length;
        this.#write(call.path, call.offset, Buffer.from(source.live.subarray(start, start + call.length)));
        return;
      }
      case 'resize': {
        this.#change(call.path, { change: 'resize', size: call.size });
        return;
      }
      case 'reserve': {
        const size = this.#fileAt(call.path)?.live.length ?? 0;
        if (call.size > size) this.#change(call.path, { change: 'resize', size: call.size });
        return;
      }
      case 'syncBegins':
        this.#begun.set(call.thread, this.#seq);
        return;
      case 'syncEnds': {
        this.#sync(call.path, this.#begun.get(call.thread) ?? 0);
        return;
      }
      case 'rename': {
        const node = this.#nodeAt(call.from);
        if (node === undefined) return;
        this.#name([
          [call.path, node],
          [call.from, undefined],
        ]);
        return;
      }
      case 'link': {
        const node = this.#nodeAt(call.from);
        if (node !== undefined) this.#name([[call.path, node]]);
        return;
      }
      case 'unlink': {
        this.#name([[call.path, undefined]]);
        return;
      }
      case 'mkdir': {
        this.#name([[call.path, folder()]]);
        return;
      }
      case 'output':
      case 'marked':
        return;
    }
  }

  /** Paths below the root with their contents. Files of shared memory are random or missing. */
  afterPowerLoss(model: Model, chance: () => number): Map<string, Buffer | 'folder'> {
    const held = oneOf([0, 0.1, 0.5, 0.9, 1], chance);
    const pieceBytes = oneOf([4_096, 4_096, 4_096, 512], chance);
    const names = new Map<Folder, Map<string, File | Folder>>();
    const namesOf = (one: Folder): Map<string, File | Folder> => {
      const found = names.get(one) ?? new Map(one.kept);
      names.set(one, found);
      return found;
    };
    const lastName = this.#lastSync + Math.floor(chance() * (this.#seq - this.#lastSync + 1));
    for (const { seq, changes, unsynced } of this.#namings) {
      const isKept = unsynced.size === 0 || (model === 'ordered' ? seq <= lastName : chance() < held);
      if (!isKept) continue;
      for (const { folder: where, name, node } of changes) {
        if (node === undefined) namesOf(where).delete(name);
        else namesOf(where).set(name, node);
      }
    }
    const found = new Map<string, Buffer | 'folder'>();
    const contents = new Map<File, Buffer>();
    const visit = (one: Folder, path: string): void => {
      for (const [name, node] of namesOf(one)) {
        const at = path === '' ? name : `${path}/${name}`;
        if (node.kind === 'folder') {
          if (found.has(at)) continue;
          found.set(at, 'folder');
          visit(node, at);
        } else if (!name.endsWith('-shm')) {
          const content = contents.get(node) ?? contentAfter(node, { held, pieceBytes, chance });
          contents.set(node, content);
          found.set(at, content);
        } else if (chance() < 0.5) {
          found.set(at, Buffer.from(Array.from({ length: 4_096 }, () => Math.floor(chance() * 256))));
        }
      }
    };
    visit(this.#top, '');
    return found;
  }

  #open({ path, creates, empties, appends }: Extract<DiskCall, { call: 'open' }>): void {
    if (creates && this.#nodeAt(path) === undefined) this.#name([[path, file(Buffer.alloc(0))]]);
    const opened = this.#fileAt(path);
    if (opened === undefined) return;
    opened.next = 0;
    opened.appends = appends;
    if (empties && opened.live.length > 0) this.#change(path, { change: 'resize', size: 0 });
  }

  #write(path: string, offset: number | 'next', bytes: Buffer): void {
    const written = this.#fileAt(path);
    if (written === undefined) return;
    const start = offset !== 'next' ? offset : written.appends ? written.live.length : written.next;
    if (offset === 'next') written.next = start + bytes.length;
    this.#change(path, { change: 'write', offset: start, bytes });
  }

  #change(path: string, change: Change): void {
    const changed = this.#fileAt(path);
    if (changed === undefined) return;
    changed.live = changedBy(changed.live, change);
    changed.later.push({ seq: this.#seq, ...change });
  }

  #sync(path: string, begun: number): void {
    const node = path === this.#root ? this.#top : this.#nodeAt(path);
    if (node === undefined || this.#lie === (node.kind === 'file' ? 'files' : 'folders')) return;
    this.#lastSync = Math.max(this.#lastSync, begun);
    if (node.kind === 'file') {
      for (const change of node.later.filter(({ seq }) => seq <= begun)) node.kept = changedBy(node.kept, change);
      node.later = node.later.filter(({ seq }) => seq > begun);
      return;
    }
    for (const naming of this.#namings) if (naming.seq <= begun) naming.unsynced.delete(node);
    this.#settleNames(({ unsynced }) => unsynced.size === 0);
  }

  /** Settles the oldest first, because names must keep their order. */
  #settleNames(isDurable: (naming: Naming) => boolean): void {
    const open = this.#namings.findIndex((naming) => !isDurable(naming));
    const settled = this.#namings.splice(0, open === -1 ? this.#namings.length : open);
    for (const { changes } of settled) {
      for (const { folder: where, name, node } of changes) {
        if (node === undefined) where.kept.delete(name);
        else where.kept.set(name, node);
      }
    }
  }

  #name(names: [path: string, node: File | Folder | undefined][]): void {
    const changes = names.flatMap(([path, node]) => {
      const slash = path.lastIndexOf('/');
      const where = this.#nodeAt(path.slice(0, slash));
      return where?.kind === 'folder' ? [{ folder: where, name: path.slice(slash + 1), node }] : [];
    });
    for (const { folder: where, name, node } of changes) {
      if (node === undefined) where.live.delete(name);
      else where.live.set(name, node);
    }
    this.#namings.push({
      seq: this.#seq,
      changes,
      unsynced: new Set(changes.slice(0, 1).map((change) => change.folder)),
    });
  }

  #fileAt(path: string): File | undefined {
    const node = this.#nodeAt(path);
    return node?.kind === 'file' ? node : undefined;
  }

  #nodeAt(path: string): File | Folder | undefined {
    if (path === this.#root) return this.#top;
    if (!path.startsWith(`${this.#root}/`)) return undefined;
    let node: File | Folder | undefined = this.#top;
    for (const name of path.slice(this.#root.length + 1).split('/')) {
      node = node.kind === 'folder' ? node.live.get(name) : undefined;
      if (node === undefined) return undefined;
    }
    return node;
  }
}

function contentAfter(
  { kept, later }: File,
  { held, pieceBytes, chance }: { held: number; pieceBytes: number; chance: () => number },
): Buffer {
  let content = kept;
  let maxLength = kept.length;
  for (const change of later) {
    if (change.change === 'resize') {
      maxLength = change.size;
      if (chance() < held) content = changedBy(content, change);
      continue;
    }
    maxLength = Math.max(maxLength, change.offset + change.bytes.length);
    const end = change.offset + change.bytes.length;
    for (let start = change.offset; start < end;) {
      const pieceEnd = Math.min(end, (Math.floor(start / pieceBytes) + 1) * pieceBytes);
      const bytes = change.bytes.subarray(start - change.offset, pieceEnd - change.offset);
      if (chance() < held) content = changedBy(content, { change: 'write', offset: start, bytes });
      start = pieceEnd;
    }
  }
  const behind = content.length > kept.length ? kept.length : content.length;
  const length = oneOf([content.length, content.length, behind, Math.max(content.length, maxLength)], chance);
  return length === content.length ? content : changedBy(content, { change: 'resize', size: length });
}

function changedBy(content: Buffer, change: Change): Buffer {
  const size = change.change === 'resize' ? change.size : Math.max(content.length, change.offset + change.bytes.length);
  const changed = Buffer.alloc(size);
  content.copy(changed, 0, 0, Math.min(size, content.length));
  if (change.change === 'write') change.bytes.copy(changed, change.offset);
  return changed;
}

function file(content: Buffer): File {
  return { kind: 'file', kept: content, later: [], live: content, next: 0, appends: false };
}

function folder(): Folder {
  return { kind: 'folder', kept: new Map(), live: new Map() };
}

function oneOf<T>(choices: readonly [T, ...T[]], chance: () => number): T {
  return choices[Math.floor(chance() * choices.length)] ?? choices[0];
}
