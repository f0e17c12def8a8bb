/**
 * Keeps the user's pinned facts in the user memory of this VS Code, on request (`bigmind.userMemory.pinnedFacts`), so
 * that also chats without BigMind have them. While the setting is on, it watches the memory, which other programs
 * change, too. Once it is off, or a team's server has the memory, the facts are removed.
 */
import type * as vscode from 'vscode';
import type { PinnedChange } from '../../../clients/userMemory/pinnedFile.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { counted } from '../../../util/text.ts';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { Log } from '../../platform/log.ts';
import type { MemoryAccess } from '../../platform/memoryAccess.ts';
import { StoreWatch, type WatchPauses } from '../../platform/storeWatch.ts';

interface PinnedKeeperParts {
  access: Pick<MemoryAccess, 'use'>;
  /** BigMind's folder; may throw while a setting is invalid. */
  home: () => string;
  /** The file in the user memory. */
  file: string;
  /** The file that says which of BigMind's folders knows what was written there, and what. */
  homeNote: string;
  /** Whether the facts are to be there; may throw while a setting is invalid. */
  isWanted: () => boolean;
  now: () => number;
  /** Receives an error once, until there is another one. */
  failed: (thrown: unknown) => void;
  log: Pick<Log, 'info' | 'debug'>;
  pauses?: WatchPauses;
}

/** In milliseconds. */
const defaultPauses: WatchPauses = { whenWell: 5_000, whenBroken: 60_000 };
/** A fact expires, and a file is changed, without a change of the memory. */
const recheckMs = 60_000;

export class PinnedKeeper implements vscode.Disposable {
  readonly #parts: PinnedKeeperParts;
  readonly #watch: StoreWatch;
  #last: Promise<void> = Promise.resolve();
  #said: string | undefined;

  constructor(parts: PinnedKeeperParts) {
    this.#parts = parts;
    this.#watch = new StoreWatch(
      () => this.#token(),
      () => void this.update(),
      parts.pauses ?? defaultPauses,
    );
  }

  /** Also after a change of the setting. */
  start(): Promise<void> {
    if (!this.#isWanted()) {
      this.#watch.stop();
      return this.update();
    }
    this.#watch.start();
    return this.#last;
  }

  /** Brings the file up to date; updates run one at a time, each with the setting at that moment. */
  update(): Promise<void> {
    this.#last = this.#last.then(async () => {
      try {
        await this.#keep();
        this.#said = undefined;
      } catch (thrown) {
        this.#report(thrown);
      }
    });
    return this.#last;
  }

  dispose(): void {
    this.#watch.stop();
  }

  async #keep(): Promise<void> {
    const { access, file, homeNote, log } = this.#parts;
    const home = this.#parts.home();
    const [{ putPinned, removePinned }, { forgetHome, noteHome, removeFormerPinned }] = await Promise.all([
      import('../../../clients/userMemory/pinnedFile.ts'),
      import('../../../clients/userMemory/pinnedHome.ts'),
    ]);
    // First, because they are not those of this memory, whether or not it opens.
    const former = await removeFormerPinned(homeNote, { home, file });
    if (former !== undefined) log.info(`Pinned facts of ${former} are no longer in ${file}.`);
    if (!this.#isWanted()) {
      for (const removed of await removePinned(home, file)) log.info(`Pinned facts are no longer in ${removed}.`);
      await forgetHome(homeNote);
      return;
    }
    const pinned = await access.use(async ({ memory, caller }) => ({
      user: caller.user.id,
      lines: await memory.pinnedFacts.lines(caller),
    }));
    // A user who turned it off in the meantime expects that nothing is written.
    if (!this.#isWanted()) return;
    this.#note(await putPinned({ home, file }, pinned.user, pinned.lines?.text));
    await noteHome(homeNote, { home, file });
  }

  #note({ change, moved }: PinnedChange): void {
    const { file, log } = this.#parts;
    if (change !== 'unchanged') log.info(`Pinned facts in ${file} were ${change}.`);
    if (moved > 0) log.info(`${counted(moved, 'line')} of others moved below the block.`);
  }

  async #token(): Promise<string> {
    const { access, now } = this.#parts;
    const token = await access.use(({ memory }) => memory.maintenance.changeToken());
    return `${token} ${String(Math.floor(now() / recheckMs))}`;
  }

  #isWanted(): boolean {
    try {
      return this.#parts.isWanted();
    } catch {
      // An invalid setting is reported by what needs it. Until it is corrected, nothing is removed.
      return true;
    }
  }

  /** The same problem is reported once. A memory that does not open is reported by what the user does with it. */
  #report(thrown: unknown): void {
    const { failed, log } = this.#parts;
    const { code, message } = bigMindErrorFrom(thrown);
    log.debug(`Pinned facts were not updated: ${describeThrown(thrown)}`);
    if (message === this.#said) return;
    this.#said = message;
    if (code === 'not_allowed' || code === 'invalid_input') failed(thrown);
  }
}
