/**
 * An erasure that was started, until the page has reported its result. VS Code discards a hidden page, and the reply
 * with it; the next page finds here what was started. Within one page the reply arrives, whichever view is shown then.
 */
import { isText, oneOf, shape, type Checked } from '../../../../src/protocol/shared/check.ts';
import type { ScopeErasureCard } from '../../../../src/protocol/governance/erasing.ts';
import type { Page } from '../../../client/page.ts';

const isBegun = shape({ kind: oneOf(['project', 'user']), id: isText, words: isText });
type BegunErasure = Checked<typeof isBegun>;

export interface PendingErasure {
  /** In milliseconds since the epoch. */
  since: number;
  /** Settles when the page has reported the result. */
  result: Promise<unknown>;
}

/** Each document has one client. */
type Keeper = Pick<Page, 'kept' | 'keep'> & { readonly client: object };

const name = 'erasing';
const underWay = new WeakMap<object, PendingErasure>();

/** `result` is the promise of the command, which reports the result. */
export function keepErasure(page: Keeper, { kind, id, words }: BegunErasure, result: Promise<unknown>): PendingErasure {
  const forget = (): void => {
    underWay.delete(page.client);
    page.keep(name, null);
  };
  const begun = { since: Date.now(), result: result.finally(forget) };
  underWay.set(page.client, begun);
  page.keep(name, { kind, id, words });
  return begun;
}

/** The erasure that this page itself started and will report. */
export function erasureUnderWay(page: Keeper): PendingErasure | undefined {
  return underWay.get(page.client);
}

/** The erasure that an earlier page started. */
export function erasureLeftBehind(page: Keeper): BegunErasure | undefined {
  const kept = page.kept(name);
  return !underWay.has(page.client) && isBegun(kept) ? kept : undefined;
}

/** For use once the result was reported. */
export function forgetErasure(page: Keeper): void {
  page.keep(name, null);
}

/** Whether nothing is left, according to the answer of a new preview; undefined if that is inconclusive. */
export function isGone(asked: Pick<ScopeErasureCard, 'goes'> | { code: string }): boolean | undefined {
  if ('goes' in asked) return asked.goes.length === 0;
  return asked.code === 'not_found' ? true : undefined;
}
