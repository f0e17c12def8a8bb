/**
 * The database as one file accessed through `workspace.fs`, for the browser, where no process can open it in place. The
 * file is always replaced as a whole: a draft is written first, so a draft without a file means that a replacement
 * stopped after the draft was complete. A small file next to it contains the version, because the file times of
 * browsers cannot be trusted between windows.
 */
import * as vscode from 'vscode';
import { BigMindError } from '../../memory/shared/errors.ts';

/** Implements the store's `DatabaseImage`, which documents each method; only composition roots know both. */
export class WorkspaceImage {
  readonly location: string;
  readonly #folder: vscode.Uri;
  readonly #newId: () => string;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: vscode.Uri, newId: () => string) {
    this.#folder = folder;
    this.#newId = newId;
    this.location = this.#file('').toString(true);
  }

  async read(): Promise<{ bytes: Uint8Array; token: string } | undefined> {
    for (;;) {
      const token = await this.token();
      if (token === undefined) return undefined;
      const bytes = (await readIfThere(this.#file(''))) ?? (await readIfThere(this.#file('.new')));
      // Another window may have replaced the file between the two reads.
      if (bytes !== undefined && (await this.token()) === token) return { bytes, token };
    }
  }

  async replace(bytes: Uint8Array, expected: string | undefined): Promise<string> {
    if ((await this.token()) !== expected) {
      throw new BigMindError('store_locked', vscode.l10n.t('Another window wrote to the memory at the same time.'), {
        remedy: vscode.l10n.t('Nothing was changed. Try again.'),
      });
    }
    const token = this.#newId();
    await vscode.workspace.fs.createDirectory(this.#folder);
    await vscode.workspace.fs.writeFile(this.#file('.new'), bytes);
    await vscode.workspace.fs.rename(this.#file('.new'), this.#file(''), { overwrite: true });
    // Last, because readers take no lock: they must never pair the new version with the old bytes.
    await vscode.workspace.fs.writeFile(this.#file('.version'), new TextEncoder().encode(token));
    return token;
  }

  /** `unnamed` if there is no version file: the image was stored before the first replacement was complete. */
  async token(): Promise<string | undefined> {
    const version = await readIfThere(this.#file('.version'));
    if (version !== undefined) return new TextDecoder().decode(version);
    const isThere = (await exists(this.#file(''))) || (await exists(this.#file('.new')));
    return isThere ? 'unnamed' : undefined;
  }

  async backUp(bytes: Uint8Array, suffix: string): Promise<void> {
    const copy = this.#file(`${suffix}.bak`);
    if (!(await exists(copy))) await vscode.workspace.fs.writeFile(copy, bytes);
  }

  /** Serializes work within this window, and between windows through the Web Locks of the browser. */
  lock<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => this.#lockAcrossWindows(work));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #lockAcrossWindows<T>(work: () => Promise<T>): Promise<T> {
    // A host without Web Locks has one window per store. In Node hosts, `navigator` exists but is undefined.
    if (typeof navigator === 'undefined' || !('locks' in navigator)) return work();
    return navigator.locks.request(this.location, () => work());
  }

  #file(suffix: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `memory.db${suffix}`);
  }
}

async function readIfThere(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof vscode.FileSystemError && thrown.code === 'FileNotFound';
}
