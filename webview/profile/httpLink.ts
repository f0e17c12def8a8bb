/**
 * The line to the server of `bigmind serve`. It asks every other second, while somebody looks, whether anything changed,
 * and reads the profile again when it did, when the server went away, and when it came back.
 */
import { readHostMessage, type HostMessage, type PageMessage } from '../../src/protocol/messages.ts';
import type { FailureCard } from '../../src/protocol/profile.ts';
import type { HostLink } from './hostLink.ts';

const pauseMilliseconds = 2_000;
/** A server that neither answers nor refuses is taken for gone. */
const patienceMilliseconds = 20_000;

type Answer = { is: 'answer'; value: unknown } | { is: 'refused' } | { is: 'gone' };

export function createHttpLink(): HostLink {
  let listener: (message: HostMessage) => void = () => undefined;
  let lastSeen: string | undefined;
  let readings = 0;

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

/** Never rejects. */
async function ask(path: string): Promise<Answer> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(patienceMilliseconds) });
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
    case 'refused':
      return { type: 'failure', failure: refused };
    case 'gone':
      return { type: 'failure', failure: gone };
  }
}

const gone: FailureCard = {
  message: 'BigMind does not answer any more. It was ended, or this machine was.',
  remedy:
    'Run "bigmind serve" again in a terminal, and open the address that it prints. Nothing that was remembered is lost.',
  actions: [],
};

const refused: FailureCard = {
  message: 'BigMind was started anew since this page was opened.',
  remedy: 'Open the address that "bigmind serve" printed last.',
  actions: [],
};

const misfit: FailureCard = {
  message: 'What BigMind answered does not fit this page.',
  remedy: 'Reload the page; it may be older than the program that serves it.',
  actions: [],
};
