/**
 * The page's line to the host that shows it. Messages are checked on arrival; the last profile is kept in the host's
 * own page state, so that a page that VS Code threw away while hidden comes back filled.
 */
import { readHostMessage, type HostMessage, type PageMessage } from '../../src/protocol/messages.ts';
import { isProfileCard, type ProfileCard } from '../../src/protocol/profile.ts';

interface VsCodeApi {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface HostLink {
  send(message: PageMessage): void;
  onMessage(listener: (message: HostMessage) => void): void;
  /** The profile that was shown last, when there was one. */
  restore(): ProfileCard | undefined;
  keep(profile: ProfileCard): void;
}

/** May be called once: VS Code hands its API out a single time. */
export function createHostLink(): HostLink {
  const api = acquireVsCodeApi();
  return {
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
