/**
 * The database as one file behind `workspace.fs`, for the browser, where no process can open it in place. A file is
 * replaced by a complete new one: a draft is written first, and a draft without a file means that a replacement was
 * broken off after the draft was complete. A small file beside it names the version, because the times that browsers
 * give to files are not to be trusted between windows.
 */
import * as vscode from 'vscode';
import { BigMindError } from '../../memory/shared/errors.ts';

/** Has the shape of the store's `DatabaseImage`, which says what each method promises; only roots know both. */
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
      // Another window may have replaced the file between the two readings.
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
    // Last, because readers take no lock: under the new name they must never keep the bytes that were there before.
    await vscode.workspace.fs.writeFile(this.#file('.version'), new TextEncoder().encode(token));
    return token;
  }

  /** Whatever is stored without a name of its version came about before the first replacement was complete. */
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

  /** In turn within this window, and with the browser's own locks between windows. */
  lock<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => this.#lockAcrossWindows(work));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #lockAcrossWindows<T>(work: () => Promise<T>): Promise<T> {
    // A host without Web Locks has one window for each store. A host in Node has the name `navigator` and no value.
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
