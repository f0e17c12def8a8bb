/**
 * The hooks by which VS Code records: one file of BigMind's own in `~/.copilot/hooks`, which the Local and the Copilot
 * harness of VS Code read, and the Copilot CLI as well. With COPILOT_HOME set, the Copilot harness and the CLI read the
 * folder of that name instead and Local does not, so that each of the two folders gets the file; every harness reads one.
 */
import { readFileSync } from 'node:fs';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { ClientHost } from '../shared/clientHost.ts';
import { hookFile, ourShare, planHooks, planHooksRemoval } from './connectHooks.ts';
import { carryOut } from '../files/filePlan.ts';
import type { FilePlan } from '../files/filePlan.ts';
import { readIfThere } from '../files/replaceFile.ts';

/** Another window may write the same file at the same time; what it wrote is then looked at again. */
const maxAttempts = 3;

/**
 * Writes the files that are missing or that an older BigMind wrote, and answers with the paths of those that were missing.
 * Rejects with `not_allowed` for a file that holds anything else, and for one that cannot be written.
 */
export async function setVscodeHooks(home: string, host: ClientHost, now: Date): Promise<string[]> {
  const created: string[] = [];
  for (const place of placesOf(host)) {
    const change = await carryOutAgain(() => planHooks('copilot', home, place), now);
    if (change === 'create') created.push(hookFile('copilot', place));
  }
  return created;
}

/** Removes the files that hold hooks of ours alone. Rejects with `not_allowed` for one that cannot be removed. */
export async function removeVscodeHooks(home: string, host: ClientHost, now: Date): Promise<void> {
  for (const place of placesOf(host)) {
    const before = await readIfThere(hookFile('copilot', place));
    if (before === undefined || ourShare(before, home, place) !== 'all') continue;
    await carryOutAgain(() => planHooksRemoval('copilot', home, place), now);
  }
}

/** Whether the file is there for every harness, by its content. Never throws. */
export function haveVscodeHooks(home: string, host: ClientHost): boolean {
  return missingVscodeHooks(home, host).length === 0;
}

/** The files that are not there, or that hold anything but hooks of ours. Never throws. */
export function missingVscodeHooks(home: string, host: ClientHost): string[] {
  const missing = placesOf(host).filter((place) => {
    try {
      return ourShare(readFileSync(hookFile('copilot', place)), home, place) !== 'all';
    } catch {
      // Not there, or not ours to read: then no harness reads it either.
      return true;
    }
  });
  return missing.map((place) => hookFile('copilot', place));
}

/** The machine as Local sees it, and where it differs as the Copilot harness does. */
function placesOf(host: ClientHost): ClientHost[] {
  const ofLocal = { ...host, env: { ...host.env, COPILOT_HOME: undefined } };
  return hookFile('copilot', ofLocal) === hookFile('copilot', host) ? [host] : [ofLocal, host];
}

async function carryOutAgain(plan: () => Promise<FilePlan>, now: Date): Promise<FilePlan['change']> {
  for (let attempt = 1; ; attempt += 1) {
    const planned = await plan();
    try {
      await carryOut(planned, now);
      return planned.change;
    } catch (thrown) {
      if (!(thrown instanceof BigMindError) || thrown.code !== 'conflict' || attempt === maxAttempts) throw thrown;
    }
  }
}
