/**
 * The machine on which clients are searched, as values: paths follow the rules of its platform, so that any platform
 * can be checked from any other.
 */
import { posix, win32 } from 'node:path';

export interface ClientHost {
  platform: NodeJS.Platform;
  /** The user's home folder. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The names in a folder; empty if it does not exist. */
  namesIn: (folder: string) => readonly string[];
}

export function joined(host: ClientHost, ...parts: string[]): string {
  return (host.platform === 'win32' ? win32 : posix).join(...parts);
}

/** The value of a variable; undefined if unset or empty. A leading `~` is replaced by the home folder. */
export function variable(host: ClientHost, name: string): string | undefined {
  const value = host.env[name]?.trim() ?? '';
  return value === '' ? undefined : value.replace(/^~(?=$|[\\/])/u, () => host.home);
}
