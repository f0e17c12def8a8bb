/** The files of project memories in memory. */
import type { MindFiles } from '../../src/markdown/files/mindFiles.ts';

/** Texts and times by absolute path. A file without a time was written now. */
export class MindFilesInMemory implements MindFiles {
  readonly texts: Map<string, string>;
  readonly times = new Map<string, Date>();
  readonly writes: string[] = [];
  /** Stands for an editor that saves at that moment. */
  beforeWrite: ((file: string) => void) | undefined;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(texts: Record<string, string> = {}) {
    this.texts = new Map(Object.entries(texts));
  }

  read(file: string): Promise<Uint8Array | undefined> {
    const text = this.texts.get(file);
    return Promise.resolve(text === undefined ? undefined : Buffer.from(text));
  }

  modified(file: string): Promise<Date | undefined> {
    return Promise.resolve(this.times.get(file));
  }

  version(file: string): Promise<string | undefined> {
    const text = this.texts.get(file);
    return Promise.resolve(text === undefined ? undefined : `${String(this.times.get(file)?.getTime())} ${text}`);
  }

  exclusively<T>(file: string, work: (isHeld: () => boolean) => Promise<T>): Promise<T> {
    const done = (this.#last.get(file) ?? Promise.resolve()).then(() => work(() => true));
    this.#last.set(
      file,
      done.catch(() => undefined),
    );
    return done;
  }

  realPath(path: string): Promise<string> {
    return Promise.resolve(path);
  }

  async write(
    file: string,
    text: string,
    _within: string,
    isCurrent?: () => Promise<boolean>,
    modified?: Date,
  ): Promise<boolean> {
    this.beforeWrite?.(file);
    if (isCurrent !== undefined && !(await isCurrent())) return false;
    this.texts.set(file, text);
    this.writes.push(file);
    if (modified === undefined) this.times.delete(file);
    else this.times.set(file, modified);
    return true;
  }

  async remove(file: string, _within: string, isCurrent: () => Promise<boolean>): Promise<boolean> {
    this.beforeWrite?.(file);
    if (!(await isCurrent())) return false;
    this.texts.delete(file);
    this.times.delete(file);
    return true;
  }
}
