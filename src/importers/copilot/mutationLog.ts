/**
 * Replays the log of changes in which VS Code stores a chat session: `{kind: 0, v}` is the whole value, `{kind: 1, k,
 * v}` sets the value at a path, `{kind: 2, k, v?, i?}` truncates a list to length `i` and appends to it, `{kind: 3,
 * k}` removes the value at a path. A change that does not match the value is refused and has no effect.
 *
 * If the log lacks its whole value, such as after a crash, the requests that were added later are replayed. Their
 * numbers count the lost ones, too: how many those are shows in the first change to a later request.
 */
import { fieldsFrom, isFields, listFrom } from '../../capture/transcripts/fields.ts';

type Place = Record<string, unknown> | unknown[];
type Change = (holder: Place, step: string | number) => string | undefined;

/** Keys that would let a change modify shared prototypes. */
const shared = new Set<unknown>(['__proto__', 'constructor', 'prototype']);
const deepest = 64;
const misfit = 'is a change that does not match the earlier lines';

export class ReplayedLog {
  #value: unknown;
  #isStarted = false;
  /** Requests that are lost with the whole value; undefined until a change shows it. */
  #lost: number | undefined = 0;

  /** Undefined before the first whole value. */
  get value(): unknown {
    return this.#value;
  }

  /** Replays one line. Returns why it was refused, or undefined. */
  apply(line: unknown): string | undefined {
    if (!isFields(line)) return 'is not a JSON object';
    const { kind, k: path, v, i } = line;
    // A session that was saved as a whole, as in older versions.
    if (kind === undefined && Array.isArray(line['requests'])) return this.#start(line);
    switch (kind) {
      case 0:
        return this.#start(v);
      case 1:
        return this.#change(path, i, () => set(v));
      case 2:
        return this.#change(path, i, (kept) => pushed(v, kept));
      case 3:
        return this.#change(path, i, () => removed);
      default:
        return undefined;
    }
  }

  #start(value: unknown): string | undefined {
    this.#value = value;
    this.#isStarted = true;
    this.#lost = 0;
    return undefined;
  }

  /** The path and the length to keep without the lost requests; undefined for a change to one of those. */
  #withoutLost(path: unknown[], length: unknown): { steps: unknown[]; kept: unknown } | undefined {
    const [field, number, ...rest] = path;
    if (this.#lost === 0 || field !== 'requests') return { steps: path, kept: length };
    const added = listFrom(fieldsFrom(this.#value)['requests']).length;
    if (path.length === 1)
      return { steps: path, kept: this.#lost === undefined ? undefined : shortened(length, this.#lost) };
    if (typeof number !== 'number' || added === 0) return undefined;
    this.#lost ??= Math.max(0, number - added + 1);
    return number < this.#lost ? undefined : { steps: [field, number - this.#lost, ...rest], kept: length };
  }

  #change(path: unknown, length: unknown, changeTo: (kept: unknown) => Change): string | undefined {
    if (!Array.isArray(path) || path.length === 0 || path.length > deepest) return misfit;
    if (!this.#isStarted) {
      this.#start({});
      this.#lost = undefined;
      return this.#change(path, length, changeTo) ?? 'lacks the beginning of the chat; earlier requests are lost';
    }
    const found = this.#withoutLost(path, length);
    if (found === undefined) return 'is a change to a request that is lost';
    const { steps, kept } = found;
    const change = changeTo(kept);
    let holder = this.#value;
    for (const step of steps.slice(0, -1)) {
      if (!isPlace(holder) || !fits(holder, step)) return misfit;
      holder = valueAt(holder, step);
    }
    const last = steps.at(-1);
    return isPlace(holder) && fits(holder, last) ? change(holder, last) : misfit;
  }
}

const set =
  (value: unknown): Change =>
  (holder, step) => {
    put(holder, step, value);
    return undefined;
  };

const removed: Change = (holder, step) => {
  if (Array.isArray(holder)) put(holder, step, undefined);
  else Reflect.deleteProperty(holder, step);
  return undefined;
};

const pushed =
  (added: unknown = [], length?: unknown): Change =>
  (holder, step) => {
    const list = valueAt(holder, step) ?? [];
    if (!Array.isArray(list) || !Array.isArray(added)) return misfit;
    const kept = length ?? list.length;
    if (typeof kept !== 'number' || !Number.isInteger(kept) || kept < 0 || kept > list.length) return misfit;
    list.length = kept;
    // One by one, because the number of arguments of a call is limited.
    for (const one of added) list.push(one);
    put(holder, step, list);
    return undefined;
  };

function shortened(length: unknown, by: number): unknown {
  return typeof length === 'number' ? Math.max(0, length - by) : length;
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null;
}

/** A list accepts an existing index or the next one; an object accepts any key except the `shared` ones. */
function fits(holder: Place, step: unknown): step is string | number {
  if (!Array.isArray(holder)) return typeof step === 'string' && !shared.has(step);
  return typeof step === 'number' && Number.isInteger(step) && step >= 0 && step <= holder.length;
}

function valueAt(holder: Place, step: string | number): unknown {
  return Object.hasOwn(holder, step) ? Reflect.get(holder, step) : undefined;
}

function put(holder: Place, step: string | number, value: unknown): void {
  Reflect.set(holder, step, value);
}
