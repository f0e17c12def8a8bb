/**
 * The chosen model servers, and the rules for their addresses and keys. The rules are here and not in the callers,
 * because they protect the key on every path: it is sent encrypted or not at all, and no error shows it.
 */
import { BigMindError } from '../../../memory/shared/errors.ts';

export const embeddingChoices = ['off', 'ollama', 'openai'] as const;
type EmbeddingChoice = (typeof embeddingChoices)[number];

/** Where a model is served. */
export interface ModelServerSettings {
  /** As the user entered it, or the default. */
  url: string;
  /** Empty only for reranking, where most servers have one model and need no name. */
  model: string;
  /** Sent as a bearer token; undefined for servers without a key. */
  key: string | undefined;
}

export interface EmbeddingSettings extends ModelServerSettings {
  provider: Exclude<EmbeddingChoice, 'off'>;
}

/** Undefined means turned off. */
export interface ProviderSettings {
  embeddings: EmbeddingSettings | undefined;
  rerank: ModelServerSettings | undefined;
}

export const defaultServers: Readonly<Record<EmbeddingSettings['provider'], { url: string; model: string }>> = {
  ollama: { url: 'http://localhost:11434', model: 'nomic-embed-text' },
  openai: { url: 'https://api.openai.com/v1', model: 'text-embedding-3-small' },
};

/**
 * An address without trailing slashes. Throws for an invalid address, and for plain HTTP to another machine if a key
 * would be sent there. `name` is the setting in the message.
 */
export function serverAddress(name: string, given: string, key: string | undefined): string {
  const address = URL.canParse(given) ? new URL(given) : undefined;
  if (address === undefined || !/^https?:$/u.test(address.protocol)) {
    throw new BigMindError('invalid_input', `${name} is not the address of a server.`, {
      remedy: 'Use one that starts with http:// or https://, such as http://localhost:11434.',
    });
  }
  // Labels would show these parts, and servers would log them. The message omits the address for the same reason.
  if (address.username !== '' || address.password !== '' || address.search !== '' || address.hash !== '') {
    throw new BigMindError('invalid_input', `${name} contains a user, a password, or something after "?" or "#".`, {
      remedy: 'Use the address alone, and set the key separately.',
    });
  }
  if (key !== undefined && address.protocol === 'http:' && !isLoopback(address.hostname)) {
    throw new BigMindError('invalid_input', `${name} is ${address.origin}, where a key would travel unencrypted.`, {
      remedy: 'Use an https address, remove the key, or connect to a server on this computer (localhost).',
    });
  }
  return `${address.origin}${address.pathname}`.replace(/\/+$/u, '');
}

/** Throws for a key that cannot be sent in a header, without showing it. `name` is the setting in the message. */
export function bearerKey(name: string, given: string): string {
  const key = given.trim();
  if (/^[\x21-\x7e]{1,4096}$/u.test(key)) return key;
  throw new BigMindError(
    'invalid_input',
    `${name} is not a key: it is empty, too long, or contains special characters.`,
    {
      remedy: 'Copy the key again from where you got it, without spaces or line breaks in it.',
    },
  );
}

/** Host names as `URL` returns them: lower case, IPv4 in four parts, IPv6 in brackets. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname);
}
