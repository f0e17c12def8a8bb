/**
 * An erasure that was begun, until the page was told of its end. VS Code throws a page away that is hidden, and with it the
 * answer: the next one finds here what was begun. Within one page the answer comes, whichever view is shown by then.
 */
import { isText, oneOf, shape, type Checked } from '../../../../src/protocol/shared/check.ts';
import type { ScopeErasureCard } from '../../../../src/protocol/governance/erasing.ts';
import type { Page } from '../../../client/page.ts';

const isBegun = shape({ kind: oneOf(['project', 'user']), id: isText, words: isText });
export type BegunErasure = Checked<typeof isBegun>;

export interface ErasureUnderWay {
  /** In milliseconds of the clock. */
  since: number;
  /** Settles when the page was told how it ended. */
  told: Promise<unknown>;
}

/** One client is one document. */
type Keeper = Pick<Page, 'kept' | 'keep'> & { readonly client: object };

const name = 'erasing';
const underWay = new WeakMap<object, ErasureUnderWay>();

/** `told` is the act, which tells its end. */
export function keepErasure(page: Keeper, { kind, id, words }: BegunErasure, told: Promise<unknown>): ErasureUnderWay {
  const forget = (): void => {
    underWay.delete(page.client);
    page.keep(name, null);
  };
  const begun = { since: Date.now(), told: told.finally(forget) };
  underWay.set(page.client, begun);
  page.keep(name, { kind, id, words });
  return begun;
}

/** What this page itself began, and will be told of. */
export function erasureUnderWay(page: Keeper): ErasureUnderWay | undefined {
  return underWay.get(page.client);
}

/** What a page began that is gone. */
export function erasureLeftBehind(page: Keeper): BegunErasure | undefined {
  const kept = page.kept(name);
  return !underWay.has(page.client) && isBegun(kept) ? kept : undefined;
}

/** Once somebody was told. */
export function forgetErasure(page: Keeper): void {
  page.keep(name, null);
}

/** Whether nothing of it is found any more, by what is answered to the question what would go; undefined where that says nothing. */
export function isGone(asked: Pick<ScopeErasureCard, 'goes'> | { code: string }): boolean | undefined {
  if ('goes' in asked) return asked.goes.length === 0;
  return asked.code === 'not_found' ? true : undefined;
}
