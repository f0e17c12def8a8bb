/**
 * Writes and removes the files of a Markdown archive. A file that a person changed is kept under another name. The state
 * is stored before each batch of files, so that after an interruption the next run knows which files are ours. A file
 * that cannot be changed stops only its own session, and is tried again in the next run.
 */
import { bigMindErrorFrom } from '../shared/errors.ts';
import type { Hash } from '../shared/ports.ts';
import type { ArchivedFile, ArchiveState } from './archiveState.ts';

/**
 * The files of an archive. Paths are relative to its folder, with `/`, in the Unicode form NFC. A method rejects with
 * `not_allowed` if the file, such as a link or a read-only one, is the reason, and with another error otherwise.
 */
export interface ArchiveFolder {
  /** All files in the folders of the archive. */
  list(): Promise<ReadonlySet<string>>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Completely or not at all; creates the folder of the file. */
  write(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  saveState(state: ArchiveState): Promise<void>;
}

export interface ArchivePage {
  /** As in `ArchiveState.files`. */
  key: string;
  path: string;
  revision: string;
  /** Well-formed, because a file cannot hold anything else. */
  text: string;
}

/** One refresh of an archive. */
export class ArchiveRun {
  readonly #state: ArchiveState;
  readonly #folder: ArchiveFolder;
  readonly #hash: Hash;
  readonly #present: Set<string>;
  /** Where files are that a person changed. */
  readonly kept: string[] = [];
  /** A sentence for each file that could not be changed. */
  readonly failures: string[] = [];
  written = 0;
  removed = 0;

  constructor(state: ArchiveState, present: ReadonlySet<string>, parts: { folder: ArchiveFolder; hash: Hash }) {
    this.#state = state;
    this.#present = new Set(present);
    this.#folder = parts.folder;
    this.#hash = parts.hash;
  }

  /** Whether the file of this key is there, at this path and of this revision. */
  isCurrent(key: string, path: string, revision: string): boolean {
    const known = this.#state.files.get(key);
    return known?.revision === revision && known.path === path && this.#present.has(path);
  }

  /** Removes the files with these keys from folder and state. */
  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      if (!(await this.#isDone(this.#removeFile(key)))) continue;
      this.#state.files.delete(key);
      this.removed += 1;
    }
    if (keys.length > 0) await this.#folder.saveState(this.#state);
  }

  /** Writes pages, and removes the files that they had under another path. */
  async write(pages: readonly ArchivePage[]): Promise<void> {
    if (pages.length === 0) return;
    const free: ArchivePage[] = [];
    for (const page of pages) if (await this.#isDone(this.#removeUnlessAt(page))) free.push(page);
    for (const { key, path, text } of free) {
      const before = this.#state.files.get(key);
      const hashes = before?.path === path ? before.hashes : [];
      this.#state.files.set(key, { path, revision: '', hashes: [...new Set([...hashes, this.#hash(text)])] });
    }
    await this.#folder.saveState(this.#state);
    for (const page of free) await this.#isDone(this.#writePage(page));
    await this.#folder.saveState(this.#state);
  }

  /** False if the file could not be changed. */
  async #isDone(work: Promise<void>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (thrown) {
      const { code, message } = bigMindErrorFrom(thrown);
      if (code !== 'not_allowed') throw thrown;
      this.failures.push(message);
      return false;
    }
  }

  /** Its old file remains known as long as it is there. */
  async #removeUnlessAt({ key, path }: ArchivePage): Promise<void> {
    if (this.#state.files.get(key)?.path !== path) await this.#removeFile(key);
  }

  async #writePage({ key, path, revision, text }: ArchivePage): Promise<void> {
    const wanted = this.#hash(text);
    const found = await this.#hashAt(path);
    if (found !== wanted) {
      if (found !== undefined && this.#state.files.get(key)?.hashes.includes(found) !== true) await this.#keep(path);
      await this.#folder.write(path, text);
      this.#present.add(path);
      this.written += 1;
    }
    this.#state.files.set(key, { path, revision, hashes: [wanted] });
  }

  async #removeFile(key: string): Promise<void> {
    const file: ArchivedFile | undefined = this.#state.files.get(key);
    const found = file && (await this.#hashAt(file.path));
    if (file === undefined || found === undefined) return;
    if (file.hashes.includes(found)) await this.#folder.remove(file.path);
    else await this.#keep(file.path);
    this.#present.delete(file.path);
  }

  async #hashAt(path: string): Promise<string | undefined> {
    const text = this.#present.has(path) ? await this.#folder.read(path) : undefined;
    return text === undefined ? undefined : this.#hash(text);
  }

  /** Keeps a file that a person changed under the next free name `NAME.edited.md`. */
  async #keep(path: string): Promise<void> {
    const name = path.replace(/\.md$/u, '');
    let free = `${name}.edited.md`;
    for (let number = 2; this.#present.has(free); number += 1) free = `${name}.edited-${String(number)}.md`;
    await this.#folder.rename(path, free);
    this.#present.add(free);
    this.kept.push(free);
  }
}
