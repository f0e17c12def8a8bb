/** The changes of files that can be undone: in memory, the last ones, for a day. They quote the files as they were. */
import { undoHours } from '../../memory/governance/changes.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { WrittenChange } from '../files/undoableFiles.ts';

export interface UndoableChange extends WrittenChange {
  /** Null for a file of all projects. */
  project: string | null;
}

const maxChanges = 50;
/** In characters, of all changes. */
const maxLength = 500_000;

export class WrittenChanges {
  readonly #now: () => Date;
  /** The oldest first. */
  readonly #kept = new Map<string, { change: UndoableChange; at: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Forgets older changes if there are too many. False if this one alone is too long. */
  add(id: string, change: UndoableChange): boolean {
    if (lengthOf(change) > maxLength) return false;
    this.#kept.set(id, { change, at: this.#now().getTime() });
    this.forgetOld();
    return true;
  }

  /** Throws `not_found` for a change that is no longer known. */
  get(id: string): UndoableChange {
    this.forgetOld();
    const kept = this.#kept.get(id);
    if (kept !== undefined) return kept.change;
    throw notKnown();
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }

  forgetAll(): void {
    this.#kept.clear();
  }

  forgetOld(): void {
    const oldest = this.#now().getTime() - undoHours * 3_600_000;
    let [count, length] = [0, 0];
    for (const [id, { change, at }] of [...this.#kept].toReversed()) {
      count += 1;
      length += lengthOf(change);
      if (count > maxChanges || length > maxLength || at < oldest) this.#kept.delete(id);
    }
  }
}

function lengthOf({ before, after }: UndoableChange): number {
  return before.length + after.length;
}

export function notKnown(): BigMindError {
  return new BigMindError('not_found', 'This change can no longer be undone.', {
    remedy: 'Nothing was written. Change the file in an editor, or restore it with Git.',
  });
}
