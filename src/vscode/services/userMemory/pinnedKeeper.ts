/**
 * Keeps the user's pinned facts in the memories of other programs, on request: of this VS Code's chat
 * (`bigmind.userMemory.pinnedFacts`) and of Claude Code (`bigmind.userMemory.claudeCode`), so that also chats without
 * BigMind have them. While a setting is on, it watches the memory, which other programs change, too. Once it is off, or a
 * team's server has the memory, the facts are removed.
 */
import type * as vscode from 'vscode';
import type { PinnedChange } from '../../../clients/userMemory/pinnedFile.ts';
import type { PinnedPlace } from '../../../clients/userMemory/pinnedPlace.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import { counted } from '../../../util/text.ts';
import { describeThrown } from '../../platform/describeThrown.ts';
import type { Log } from '../../platform/log.ts';
import type { MemoryAccess } from '../../platform/memoryAccess.ts';
import { StoreWatch, type WatchPauses } from '../../platform/storeWatch.ts';

export interface KeptPlace extends PinnedPlace {
  /** Whether the facts are to be there; may throw while a setting is invalid. */
  isWanted: () => boolean;
  /** Several programs may write this file, with different folders of BigMind. */
  isShared: boolean;
  /** The setting that asks for it. */
  setting: string;
}

interface PinnedKeeperParts {
  access: Pick<MemoryAccess, 'use'>;
  /** BigMind's folder; may throw while a setting is invalid. */
  home: () => string;
  places: () => Promise<KeptPlace[]>;
  /** Whether the facts are to be in any place; may throw while a setting is invalid. */
  isWanted: () => boolean;
  now: () => number;
  /** Receives an error once, until there is another one, and the setting that it concerns, if it concerns one. */
  failed: (thrown: unknown, setting: string | undefined) => void;
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
    if (isWanted(this.#parts)) this.#watch.start();
    else this.#watch.stop();
    // A watch that runs already would wait for the next change of the memory.
    return this.update();
  }

  /** Brings the files up to date; updates run one at a time, each with the setting at that moment. */
  update(): Promise<void> {
    this.#last = this.#last.then(async () => {
      try {
        const failure = await this.#keep();
        if (failure === undefined) this.#said = undefined;
        else this.#report(failure.cause, failure.place.setting);
      } catch (thrown) {
        this.#report(thrown);
      }
    });
    return this.#last;
  }

  dispose(): void {
    this.#watch.stop();
  }

  /** The first failure, after all places have what they can have. */
  async #keep(): Promise<Failure | undefined> {
    const { access } = this.#parts;
    const home = this.#parts.home();
    const places = await this.#parts.places();
    // First, because they are not those of this memory, whether or not it opens.
    const failures = await eachOf(places, (place) => this.#removeUnwanted(home, place));
    const wanted = places.filter((place) => isWanted(place) && !failures.some((failure) => failure.place === place));
    if (wanted.length > 0) {
      const pinned = await access.use(async ({ memory, caller }) => ({
        user: caller.user.id,
        lines: await memory.pinnedFacts.lines(caller),
      }));
      failures.push(...(await eachOf(wanted, (place) => this.#put(home, place, pinned.user, pinned.lines?.text))));
    }
    return failures[0];
  }

  async #put(home: string, place: KeptPlace, user: string, text: string | undefined): Promise<void> {
    const { file, homeNote, isShared } = place;
    const { putPinned, refuseOfAnotherHome } = await import('../../../clients/userMemory/pinnedFile.ts');
    const { noteHome } = await import('../../../clients/userMemory/pinnedHome.ts');
    // A user who turned it off in the meantime expects that nothing is written.
    if (!isWanted(place)) return;
    if (isShared) await refuseOfAnotherHome({ home, file });
    // First, so that a window finds what a process that is killed in between has written.
    await noteHome(homeNote, { home, file });
    this.#note(file, await putPinned({ home, file }, user, text));
    await noteHome(homeNote, { home, file });
  }

  /** Removes the facts of another folder of BigMind, and all of them where they are not wanted. */
  async #removeUnwanted(home: string, place: KeptPlace): Promise<void> {
    const { file, homeNote } = place;
    const { log } = this.#parts;
    const { removePinned } = await import('../../../clients/userMemory/pinnedFile.ts');
    const { forgetHome, removeFormerPinned } = await import('../../../clients/userMemory/pinnedHome.ts');
    const former = await removeFormerPinned(homeNote, { home, file });
    if (former !== undefined) log.info(`Pinned facts of ${former} are no longer in ${file}.`);
    if (isWanted(place)) return;
    if (await removePinned(home, file)) log.info(`Pinned facts are no longer in ${file}.`);
    await forgetHome(homeNote);
  }

  #note(file: string, { change, moved }: PinnedChange): void {
    const { log } = this.#parts;
    if (change !== 'unchanged') log.info(`Pinned facts in ${file} were ${change}.`);
    if (moved > 0) log.info(`${counted(moved, 'line')} of others moved below the block.`);
  }

  async #token(): Promise<string> {
    const { access, now } = this.#parts;
    const token = await access.use(({ memory }) => memory.maintenance.changeToken());
    return `${token} ${String(Math.floor(now() / recheckMs))}`;
  }

  /** The same problem is reported once. A memory that does not open is reported by what the user does with it. */
  #report(thrown: unknown, setting?: string): void {
    const { failed, log } = this.#parts;
    const { code, message } = bigMindErrorFrom(thrown);
    log.debug(`Pinned facts were not updated: ${describeThrown(thrown)}`);
    if (message === this.#said) return;
    this.#said = message;
    if (code === 'not_allowed' || code === 'invalid_input') failed(thrown, setting);
  }
}

interface Failure {
  place: KeptPlace;
  cause: unknown;
}

/** An invalid setting is reported by what needs it. Until it is corrected, nothing is removed. */
function isWanted(place: Pick<KeptPlace, 'isWanted'>): boolean {
  try {
    return place.isWanted();
  } catch {
    return true;
  }
}

/** One at a time; a failure of one is not one of the next. */
async function eachOf(places: readonly KeptPlace[], work: (place: KeptPlace) => Promise<void>): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const place of places) await work(place).catch((cause: unknown) => failures.push({ place, cause }));
  return failures;
}
