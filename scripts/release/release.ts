/** What a release is called in every channel. The texts come from the extension's manifest, so each has one source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/places.ts';
import { ScriptError } from '../lib/programs.ts';

export interface Release {
  version: string;
  /** The title of the gallery. */
  title: string;
  description: string;
  license: string;
  keywords: readonly string[];
  /** The address of the repository on the web, such as `https://github.com/OWNER/bigmind`. */
  repository: string;
}

/** The MCP registry allows 100 characters. */
export const summary = 'A memory that coding assistants share: decisions, lessons and agreements, on your own machine.';

/**
 * The release of the clone's version. `repository` is an address on the web, or GitHub's `OWNER/NAME`. Throws a
 * `ScriptError` if it is neither.
 */
export function releaseOf(repository: string): Release {
  const address = /^[\w.-]+\/[\w.-]+$/u.test(repository) ? `https://github.com/${repository}` : repository;
  if (!/^https:\/\/[^/]+\/[^/]+\/[^/]+$/u.test(address)) {
    throw new ScriptError(`"${repository}" is no repository. Use OWNER/NAME, or https://HOST/OWNER/NAME.`);
  }
  const { version, license, keywords } = readJson('package.json') as unknown as Release;
  const { displayName, description } = readJson('package.nls.json') as Record<'displayName' | 'description', string>;
  return { version, license, keywords, repository: address, title: displayName, description };
}

/** The owner and the name of a repository on GitHub, which own the name in the MCP registry. Throws for another host. */
export function gitHubNames({ repository }: Release): { owner: string; name: string } {
  const [, owner, name] = /^https:\/\/github\.com\/([^/]+)\/([^/]+)$/u.exec(repository) ?? [];
  if (owner !== undefined && name !== undefined) return { owner, name };
  throw new ScriptError(`The MCP registry needs a repository on GitHub, not ${repository}.`);
}

/** A file of the clone, by its path in it. */
export function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>;
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
