/**
 * The link to the server of `bigmind serve`. While the page is visible, it polls every second for changes, so that the
 * page is notified as in VS Code. It uses the token that it got for the key in its address, and sends nothing without
 * one. The token is sent only to the server of this page: never in an address, and not in a cookie, which every other
 * server on this machine would receive too.
 */
import { readHostMessage, type HostMessage, type PageMessage } from '../../src/protocol/messages.ts';
import type { FailureCard } from '../../src/protocol/failure.ts';
import { routeFrom, type Route } from '../../src/protocol/route.ts';
import { isObject } from '../../src/protocol/shared/check.ts';
import { t } from '../l10n/t.ts';
import { hostSlow, timeoutFor, type HostLink } from './hostLink.ts';

const pauseMilliseconds = 1_000;
const pauseWhenRefusedMilliseconds = 30_000;
/** A server that does not respond for this long counts as gone. */
const timeoutMs = 60_000;
/** Only for this tab and this port. */
const tokenKey = 'bigmind-token';
const stateKey = 'bigmind-state';

type Answer = { is: 'answer'; value: unknown } | Unanswered;
interface Unanswered {
  is: 'unopened' | 'usedUp' | 'refused' | 'slow' | 'gone';
}

export function createHttpLink(): HostLink {
  let listener: (message: HostMessage) => void = () => undefined;
  let lastSeen: string | undefined;
  let firstLook: Promise<void> | undefined;
  const first = takeFragment();
  let linked = first.route;
  let opened = openWith(first.secret);
  const underWay = new Map<number, AbortController>();
  const ask = async (path: string, request: RequestInit = {}): Promise<Answer> => {
    const token = await opened;
    return typeof token === 'string' ? askWith(token, path, request) : token;
  };

  const request = async (id: number, body: PageMessage): Promise<void> => {
    const abort = new AbortController();
    underWay.set(id, abort);
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(timeoutFor(body, timeoutMs))]);
    // A change before the first look would never be reported, so nothing may be read before it.
    await firstLook;
    const answer = await ask('/api/page', { method: 'POST', body: JSON.stringify(body), signal });
    underWay.delete(id);
    if (!abort.signal.aborted) listener(messageFrom(id, answer));
  };
  const look = async (): Promise<void> => {
    const seen = JSON.stringify(await ask('/api/changes', { signal: AbortSignal.timeout(timeoutMs) }));
    const isFirst = lastSeen === undefined;
    if (seen === lastSeen) return;
    lastSeen = seen;
    if (!isFirst) listener({ type: 'changed' });
  };
  const watch = (): void => {
    // This token or key will be refused again; another one comes with another address.
    const isRefused = (['refused', 'usedUp'] as const).some((is) => lastSeen === JSON.stringify({ is }));
    window.setTimeout(() => void lookAgain(), isRefused ? pauseWhenRefusedMilliseconds : pauseMilliseconds);
  };
  const lookAgain = async (): Promise<void> => {
    if (!document.hidden) await look();
    watch();
  };
  // Going back and opening the address of a new server in the old tab only change the fragment: nothing is reloaded.
  window.addEventListener('hashchange', () => {
    const { route, secret } = takeFragment();
    if (route !== undefined) listener({ type: 'show', route });
    if (secret === undefined) return;
    opened = openWith(secret);
    listener({ type: 'changed' });
  });
  /**
   * The address names what is shown, so that the browser can go back to it, and a link or a bookmark opens it. Where an
   * address leads elsewhere, such as to a form, it is replaced: Back would lead there again and again.
   */
  let shown: string | undefined;
  const showInAddress = (route: Route): void => {
    const wanted = fragmentOf(route);
    if (location.hash !== wanted) {
      const address = location.pathname + wanted;
      if (location.hash === shown) history.pushState(null, '', address);
      else history.replaceState(null, '', address);
    }
    shown = wanted;
  };

  return {
    abilities: { host: 'browser', opensTexts: false, opensSources: false, whileWaiting: [] },
    send: (message) => {
      switch (message.type) {
        case 'ready':
          firstLook = look();
          return void firstLook.then(watch);
        case 'ask':
        case 'act':
          return void request(message.id, message);
        case 'cancel':
          return underWay.get(message.id)?.abort();
        case 'run':
        case 'openRoute':
        case 'openText':
        case 'openSource':
        case 'openFile':
          // A browser has no commands and no editor, so this host's overview contains no action.
          return;
      }
    },
    onMessage: (heard) => {
      listener = heard;
    },
    restore: () => {
      const state = stateFrom(kept(stateKey));
      const route = linked;
      linked = undefined;
      if (route === undefined) return state;
      return { views: {}, memory: null, ...(isObject(state) ? state : {}), route };
    },
    keep: (state) => {
      keep(stateKey, JSON.stringify(state));
      const route = isObject(state) ? routeFrom(state['route']) : undefined;
      if (route !== undefined) showInAddress(route);
    },
  };
}

function fragmentOf({ view, item }: Route): string {
  return `#${new URLSearchParams({ view, ...(item !== null && { item }) }).toString()}`;
}

/** What a link opens: `#view=knowledge&item=learned/`. Undefined for an address without a view. */
function routeIn(given: URLSearchParams): Route | undefined {
  return routeFrom({ view: given.get('view'), item: given.get('item') });
}

function stateFrom(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined; // Not ours, so there is nothing to restore.
  }
}

type Secret = { key: string } | { token: string };

/**
 * Reads what a link says, and takes the secret out of the address: it must not stay on the screen. A token was entered
 * manually.
 */
function takeFragment(): { route: Route | undefined; secret: Secret | undefined } {
  const given = new URLSearchParams(location.hash.slice(1));
  const [key, token] = [given.get('key'), given.get('token')];
  const secret = /^[\w-]+$/u.test(key ?? token ?? '') ? (key === null ? { token: token ?? '' } : { key }) : undefined;
  const route = routeIn(given);
  const shown = route === undefined ? '' : fragmentOf(route);
  if (secret !== undefined) history.replaceState(null, '', location.pathname + shown);
  return { route, secret };
}

/** The token, which is kept for the next reload of this tab, or why there is none. Never rejects. */
async function openWith(secret: Secret | undefined): Promise<string | Unanswered> {
  const before = kept(tokenKey);
  if (secret === undefined) return before ?? { is: 'unopened' };
  const token = 'token' in secret ? secret.token : await tokenFor(secret.key);
  if (typeof token === 'string') keep(tokenKey, token);
  // The user went back, or opened the same address in this tab again; the kept token is still valid.
  else if (token.is === 'usedUp' && before !== undefined) return before;
  return token;
}

async function tokenFor(key: string): Promise<string | Unanswered> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await askWith(key, '/api/entry', { method: 'POST', signal });
  if (answer.is === 'refused') return { is: 'usedUp' };
  if (answer.is !== 'answer') return answer;
  const { value } = answer;
  const token = typeof value === 'object' && value !== null && 'token' in value ? value.token : undefined;
  return typeof token === 'string' ? token : { is: 'gone' };
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // This browser stores nothing for a page: after a reload, it needs an address again.
  }
}

function kept(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined; // As above.
  }
}

/** Never rejects. */
async function askWith(token: string, path: string, request: RequestInit): Promise<Answer> {
  try {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(path, { ...request, headers });
    if (response.status === 401) return { is: 'refused' };
    // Any other refusal, such as of a message that is too long, contains no valid answer.
    return { is: 'answer', value: response.ok ? await response.json() : undefined };
  } catch (thrown) {
    const isTimeout = thrown instanceof DOMException && thrown.name === 'TimeoutError';
    // Otherwise the server is gone, or the response was interrupted.
    return { is: isTimeout ? 'slow' : 'gone' };
  }
}

function messageFrom(id: number, answer: Answer): HostMessage {
  const failed = (failure: FailureCard): HostMessage => ({ type: 'failure', id, failure });
  switch (answer.is) {
    case 'answer':
      return readHostMessage(answer.value) ?? failed(misfit());
    case 'unopened':
      return failed(unopened());
    case 'usedUp':
      return failed(usedUp());
    case 'refused':
      return failed(refused());
    case 'slow':
      return failed(hostSlow());
    case 'gone':
      return failed(gone());
  }
}

const gone = (): FailureCard => ({
  code: 'host_gone',
  message: t('BigMind no longer responds, because the program that served this page ended.'),
  remedy: t('Run "bigmind serve" again in a terminal, and open the address that it prints. No memories are lost.'),
  actions: [],
});

const unopened = (): FailureCard => ({
  code: 'host_unopened',
  message: t('The address of this page has no key.'),
  remedy: t(
    'Open the address that "bigmind serve" printed or that your assistant gave you. It ends with a key that works once, within two minutes.',
  ),
  actions: [],
});

const usedUp = (): FailureCard => ({
  code: 'host_unopened',
  message: t('This address was already used, or it is older than two minutes.'),
  remedy: t(
    'Ask your assistant for a new address. Or add "#token=" and the token that "bigmind serve" printed to the address of this page.',
  ),
  actions: [],
});

const refused = (): FailureCard => ({
  code: 'host_refused',
  message: t('BigMind was restarted after this page was opened.'),
  remedy: t('Open the latest address that "bigmind serve" printed, or ask your assistant for a new one.'),
  actions: [],
});

const misfit = (): FailureCard => ({
  code: 'host_misfit',
  message: t('This page cannot read the response from BigMind.'),
  remedy: t('Reload the page. It may be older than the program that serves it.'),
  actions: [],
});
