/**
 * The machine that clients are looked for on, as values: paths are made by the rules of its platform, so that every
 * platform can be looked at from any.
 */
import { posix, win32 } from 'node:path';

/** The machine that clients are looked for on. */
export interface ClientHost {
  platform: NodeJS.Platform;
  /** The person's home folder. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The names in a folder; none when it is not there. */
  namesIn: (folder: string) => readonly string[];
}

export function joined(host: ClientHost, ...parts: string[]): string {
  return (host.platform === 'win32' ? win32 : posix).join(...parts);
}

/** A variable's value; a person who set it to nothing has not set it. A leading `~` is the home folder. */
export function variable(host: ClientHost, name: string): string | undefined {
  const value = host.env[name]?.trim() ?? '';
  return value === '' ? undefined : value.replace(/^~(?=$|[\\/])/u, () => host.home);
}
