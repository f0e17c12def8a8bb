/** The link to VS Code, for its panel and its side bar. State is kept in VS Code's own page state. */
import { readHostMessage, type HostMessage, type PageMessage } from '../../src/protocol/messages.ts';
import type { HostLink } from './hostLink.ts';

interface VsCodeApi {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Defined by VS Code, which allows one call. */
declare const acquireVsCodeApi: (() => VsCodeApi) | undefined;

/** Undefined outside of VS Code. Call it only once, because VS Code hands out its API a single time. */
export function createVsCodeLink(): HostLink | undefined {
  if (typeof acquireVsCodeApi !== 'function') return undefined;
  const api = acquireVsCodeApi();
  return {
    abilities: { host: 'vscode', opensTexts: true, opensSources: true, whileWaiting: ['runDoctor', 'showLog'] },
    send: (message) => api.postMessage(message),
    onMessage: (listener) => window.addEventListener('message', (event) => receive(event, listener)),
    restore: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}

function receive(event: MessageEvent<unknown>, listener: (message: HostMessage) => void): void {
  const message = readHostMessage(event.data);
  if (message === undefined) reportError(new Error('A message that does not fit the protocol was refused.'));
  else listener(message);
}
