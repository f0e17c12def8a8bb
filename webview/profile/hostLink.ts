/**
 * The page's line to the host that shows it: VS Code where it hands out its API, else the server that the page came from.
 * Messages are checked on arrival, whoever sends them.
 */
import { readHostMessage, type HostMessage, type PageMessage } from '../../src/protocol/messages.ts';
import { isProfileCard, type ProfileCard, type ViewAction } from '../../src/protocol/profile.ts';
import { createHttpLink } from './httpLink.ts';

interface VsCodeApi {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** VS Code defines it, and allows one call. */
declare const acquireVsCodeApi: (() => VsCodeApi) | undefined;

export interface HostLink {
  /** What this host does beyond the actions that a card names. */
  readonly abilities: HostAbilities;
  send(message: PageMessage): void;
  onMessage(listener: (message: HostMessage) => void): void;
  /** The profile that was shown last, when there was one. */
  restore(): ProfileCard | undefined;
  keep(profile: ProfileCard): void;
}

export interface HostAbilities {
  /** Whether `openSession` shows anything. */
  readonly opensSessions: boolean;
  /** Offered while no card has come yet that would name its own. */
  readonly whileWaiting: readonly ViewAction[];
}

/** May be called once: VS Code hands its API out a single time. */
export function createHostLink(): HostLink {
  return typeof acquireVsCodeApi === 'function' ? createVsCodeLink(acquireVsCodeApi()) : createHttpLink();
}

/** The last profile is kept in VS Code's own page state, so that a page that it threw away while hidden comes back filled. */
function createVsCodeLink(api: VsCodeApi): HostLink {
  return {
    abilities: { opensSessions: true, whileWaiting: ['runDoctor', 'showLog'] },
    send: (message) => api.postMessage(message),
    onMessage: (listener) =>
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        const message = readHostMessage(event.data);
        if (message === undefined) reportError(new Error('A message that does not fit the protocol was refused.'));
        else listener(message);
      }),
    restore: () => {
      const state = api.getState();
      return isProfileCard(state) ? state : undefined;
    },
    keep: (profile) => api.setState(profile),
  };
}
