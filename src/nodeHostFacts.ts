/** What a root that runs in Node knows of its machine. Light enough to be asked while the extension starts. */
import { readdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { ClientHost } from './clients/shared/clientHost.ts';
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

/** The machine as those see it who look for other clients and their files. */
export function nodeClientHost(): ClientHost {
  return { platform: process.platform, home: homedir(), env: process.env, namesIn };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that is not there, or not ours to read, has no names for us.
    return [];
  }
}
