/**
 * Every message between a host (VS Code today) and the profile page. Each side reads what it receives through `read…`,
 * which answers undefined for anything that does not fit; a refused message is logged and has no effect.
 */
import { isText, shape, type Check } from './check.ts';
import { isFailureCard, isProfileCard, isViewAction } from './profile.ts';
import type { FailureCard, ProfileCard, ViewAction } from './profile.ts';

/** From the host to the page. Each replaces what the page shows. */
export type HostMessage = { type: 'profile'; profile: ProfileCard } | { type: 'failure'; failure: FailureCard };

/** From the page to its host. */
export type PageMessage =
  /** The page can receive. Sent at each load, so that a page made anew is filled again. */
  | { type: 'ready' }
  /** The person asks for another try. */
  | { type: 'retry' }
  | { type: 'run'; action: ViewAction }
  | { type: 'openSession'; id: string };

const hostMessages: { [Type in HostMessage['type']]: Check<Extract<HostMessage, { type: Type }>> } = {
  profile: shape({ type: isLiterally('profile'), profile: isProfileCard }),
  failure: shape({ type: isLiterally('failure'), failure: isFailureCard }),
};

const pageMessages: { [Type in PageMessage['type']]: Check<Extract<PageMessage, { type: Type }>> } = {
  ready: shape({ type: isLiterally('ready') }),
  retry: shape({ type: isLiterally('retry') }),
  run: shape({ type: isLiterally('run'), action: isViewAction }),
  openSession: shape({ type: isLiterally('openSession'), id: isText }),
};

export function readHostMessage(value: unknown): HostMessage | undefined {
  return Object.values(hostMessages).some((check) => check(value)) ? (value as HostMessage) : undefined;
}

export function readPageMessage(value: unknown): PageMessage | undefined {
  return Object.values(pageMessages).some((check) => check(value)) ? (value as PageMessage) : undefined;
}

function isLiterally<T extends string>(word: T): Check<T> {
  return (value): value is T => value === word;
}
