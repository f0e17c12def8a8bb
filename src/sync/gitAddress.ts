/** Checks the address of a Git remote, and says where anybody could read it if it were public. */
import { BigMindError } from '../memory/shared/errors.ts';

/**
 * The address as given, without spaces around it. Throws `invalid_input` for one with a password, because it would be
 * stored, and for forms that Git could take for an option or a program.
 */
export function checkedGitAddress(given: string): string {
  const address = given.trim();
  if (address === '' || address.startsWith('-') || /\p{Cc}/u.test(address) || /^[a-z]+::/iu.test(address))
    throw refusal('This is not the address of a Git remote.', 'Use https://HOST/PATH, git@HOST:PATH, or a path.');
  if (/^https?:\/\//iu.test(address)) {
    const url = parsed(address);
    if (url.password !== '' || (url.username !== '' && url.username !== 'git'))
      throw refusal(
        'The address contains a password or a name.',
        'Leave it out, and let Git ask its credential helper, or use an SSH address.',
      );
    if (url.protocol !== 'https:' && !isLoopback(url.hostname))
      throw refusal('The address is not encrypted.', 'Use https instead of http.');
  }
  return address;
}

/** The address that a stranger could read without an account; undefined where there is none, as for a path. */
export function anonymousAddress(address: string): string | undefined {
  if (/^https?:\/\//iu.test(address)) return address;
  const [, host = '', path = ''] =
    /^ssh:\/\/(?:[^@/]+@)?([^/:]+)(?::\d+)?\/(.+)$/iu.exec(address) ??
    /^[^@/:]+@([^/:]+):(?!\/\/)(.+)$/u.exec(address) ??
    [];
  return knownHosts.includes(host.toLowerCase()) ? `https://${host}/${path.replace(/^\/+/u, '')}` : undefined;
}

/** They serve the same repository over HTTPS and SSH. */
const knownHosts = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'gitea.com', 'git.sr.ht'];

function parsed(address: string): URL {
  try {
    return new URL(address);
  } catch {
    // The message of the parser repeats the address.
    throw refusal('This is not the address of a Git remote.', 'Use https://HOST/PATH, git@HOST:PATH, or a path.');
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
}

function refusal(what: string, remedy: string): BigMindError {
  return new BigMindError('invalid_input', what, {
    remedy: `Nothing was changed. ${remedy}`,
    details: { field: '--git' },
  });
}
