/** What a composition root in Node knows about its machine. It is cheap enough to read during activation. */
import { readdirSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { ClientHost } from './clients/shared/clientHost.ts';
import type { HostFacts } from './environment.ts';

export function nodeHostFacts(): HostFacts {
  return { homeFolder: homedir(), osUser: osUser(), hostName: hostname().split('.')[0] ?? '', join, isAbsolute };
}

function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers may run under user ids without a name.
    return 'user';
  }
}

/** The machine, for code that looks for other clients and their files. */
export function nodeClientHost(): ClientHost {
  return { platform: process.platform, home: homedir(), env: process.env, namesIn };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A missing or unreadable folder counts as empty.
    return [];
  }
}
