/** What a root that runs in Node knows of its machine. Light enough to be asked while the extension starts. */
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { HostFacts } from './environment.ts';

export function nodeHostFacts(): HostFacts {
  return { homeFolder: homedir(), osUser: osUser(), join, isAbsolute };
}

function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers run under user ids without a name.
    return 'user';
  }
}
