/** The address of a team's server: encrypted, or on this computer, because every request sends a token there. */
import { BigMindError } from '../memory/shared/errors.ts';

/**
 * Without a slash at the end, and without the path of MCP, which people copy too. Throws for any other address; the
 * error does not repeat it, because it may contain a password. `name` is the setting in the message.
 */
export function teamServerAddress(name: string, given: string): string {
  const address = URL.parse(given.trim());
  if (address === null || !/^https?:$/u.test(address.protocol)) {
    throw invalid(`${name} is not the address of a server.`, example);
  }
  if (address.username !== '' || address.password !== '' || address.search !== '' || address.hash !== '') {
    throw invalid(`${name} contains a user, a password, or something after "?" or "#".`, `${example} ${tokenApart}`);
  }
  if (address.protocol === 'http:' && !isLoopback(address.hostname)) {
    throw invalid(
      `${name} is a plain http address, where a token would travel unencrypted.`,
      'Use its https address. Plain http is for a server on this computer (localhost).',
    );
  }
  return `${address.origin}${address.pathname}`.replace(/\/+$/u, '').replace(/\/mcp$/u, '');
}

/** The host of an address, and its port if it is not the default one, for display. */
export function hostOf(address: string): string {
  return new URL(address).host;
}

const example = 'Use one that starts with https://, such as https://memory.example.com.';
const tokenApart = 'BigMind asks for the token separately.';

function invalid(what: string, remedy: string): BigMindError {
  return new BigMindError('invalid_input', what, { remedy });
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname);
}
