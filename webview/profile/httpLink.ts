/**
 * The line to the server of `bigmind serve`. It asks every other second, while somebody looks, whether anything changed,
 * and reads the profile again when it did, when the server went away, and when it came back. It asks with the token that
 * the address ended in, and nothing at all without one. That token is sent to the server of this page only: never in an
 * address, and in no cookie, which every other server on this machine would be sent, too.
 */
import { readHostMessage, type HostMessage, type PageMessage } from '../../src/protocol/messages.ts';
import type { FailureCard } from '../../src/protocol/profile.ts';
import type { HostLink } from './hostLink.ts';

const pauseMilliseconds = 2_000;
/** A server that neither answers nor refuses is taken for gone. */
const patienceMilliseconds = 20_000;
/** Of this tab and this port alone. */
const tokenKey = 'bigmind-token';

type Answer = { is: 'answer'; value: unknown } | { is: 'unopened' } | { is: 'refused' } | { is: 'gone' };

export function createHttpLink(): HostLink {
  let listener: (message: HostMessage) => void = () => undefined;
  let lastSeen: string | undefined;
  let readings = 0;
  let token = takeToken() ?? keptToken();
  const ask = async (path: string): Promise<Answer> =>
    token === undefined ? { is: 'unopened' } : askWith(token, path);

  const show = async (): Promise<void> => {
    readings += 1;
    const own = readings;
    const message = messageFrom(await ask('/api/profile'));
    // A later reading may have been faster, and knows better.
    if (own === readings) listener(message);
  };
  const look = async (): Promise<void> => {
    const seen = JSON.stringify(await ask('/api/changes'));
    if (seen === lastSeen) return;
    lastSeen = seen;
    await show();
  };
  const watch = async (): Promise<void> => {
    if (!document.hidden || lastSeen === undefined) await look();
    window.setTimeout(() => void watch(), pauseMilliseconds);
  };
  // The address of a new server, opened in the tab of the old one, changes no more than its end: nothing is loaded anew.
  window.addEventListener('hashchange', () => {
    token = takeToken() ?? token;
    void look();
  });

  return {
    abilities: { opensSessions: false, whileWaiting: [] },
    send: (message: PageMessage) => {
      switch (message.type) {
        case 'ready':
          return void watch();
        case 'retry':
          return void show();
        case 'run':
        case 'openSession':
          // Read-only: this host's cards name no action, and its sessions are no buttons.
          return;
      }
    },
    onMessage: (heard) => {
      listener = heard;
    },
    restore: () => undefined,
    keep: () => undefined,
  };
}

/** Takes the token out of the address, so that it does not stay on the screen, and keeps it for the next reload. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (!/^[\w-]+$/u.test(token)) return undefined;
  history.replaceState(null, '', location.pathname);
  try {
    sessionStorage.setItem(tokenKey, token);
  } catch {
    // A browser that keeps nothing for a page: a reload will ask for the address again.
  }
  return token;
}

function keptToken(): string | undefined {
  try {
    return sessionStorage.getItem(tokenKey) ?? undefined;
  } catch {
    return undefined; // As above.
  }
}

/** Never rejects. */
async function askWith(token: string, path: string): Promise<Answer> {
  try {
    const response = await fetch(path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    if (response.status === 401) return { is: 'refused' };
    return response.ok ? { is: 'answer', value: await response.json() } : { is: 'gone' };
  } catch {
    // Nobody listens there any more, or the answer broke off.
    return { is: 'gone' };
  }
}

function messageFrom(answer: Answer): HostMessage {
  switch (answer.is) {
    case 'answer':
      return readHostMessage(answer.value) ?? { type: 'failure', failure: misfit };
    case 'unopened':
      return { type: 'failure', failure: unopened };
    case 'refused':
      return { type: 'failure', failure: refused };
    case 'gone':
      return { type: 'failure', failure: gone };
  }
}

const gone: FailureCard = {
  message: 'BigMind does not answer any more: the program that served this page was ended.',
  remedy:
    'Run "bigmind serve" again in a terminal, and open the address that it prints. Nothing that was remembered is lost.',
  actions: [],
};

const unopened: FailureCard = {
  message: 'This page was opened without the token that opens your profile.',
  remedy:
    'Open the address that "bigmind serve" printed, or that your assistant gave you: it ends in that token. Each start of BigMind makes a new one.',
  actions: [],
};

const refused: FailureCard = {
  message: 'BigMind was started anew since this page was opened.',
  remedy: 'Open the address that "bigmind serve" printed last, or ask your assistant for it.',
  actions: [],
};

const misfit: FailureCard = {
  message: 'What BigMind answered does not fit this page.',
  remedy: 'Reload the page; it may be older than the program that serves it.',
  actions: [],
};
