/**
 * The hooks by which VS Code records: BigMind's own file in `~/.copilot/hooks`, which the Local and the Copilot
 * harness of VS Code and the Copilot CLI read. With COPILOT_HOME set, the Copilot harness and the CLI read that
 * folder instead, but Local does not. So both folders get the file; every harness reads one.
 */
import { readFileSync } from 'node:fs';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { ClientHost } from '../shared/clientHost.ts';
import { hookFile, ourShare, planHooks, planHooksRemoval } from './connectHooks.ts';
import { carryOut } from '../files/filePlan.ts';
import type { FilePlan } from '../files/filePlan.ts';
import { readIfThere } from '../files/replaceFile.ts';

/** Another window may write the same file at the same time; then the plan is made again. */
const maxAttempts = 3;

/**
 * Writes the files that are missing or from an older BigMind, and returns the paths of those that were missing.
 * Rejects with `not_allowed` for a file that contains anything else, and for one that cannot be written.
 */
export async function setVscodeHooks(home: string, host: ClientHost, now: Date): Promise<string[]> {
  const created: string[] = [];
  for (const place of placesOf(host)) {
    const change = await carryOutAgain(() => planHooks('copilot', home, place), now);
    if (change === 'create') created.push(hookFile('copilot', place));
  }
  return created;
}

/** Removes the files that contain only BigMind's hooks. Rejects with `not_allowed` for one that cannot be removed. */
export async function removeVscodeHooks(home: string, host: ClientHost, now: Date): Promise<void> {
  for (const place of placesOf(host)) {
    const before = await readIfThere(hookFile('copilot', place));
    if (before === undefined || ourShare(before, home, place) !== 'all') continue;
    await carryOutAgain(() => planHooksRemoval('copilot', home, place), now);
  }
}

/** Whether every harness has its file, judged by the content. Never throws. */
export function haveVscodeHooks(home: string, host: ClientHost): boolean {
  return missingVscodeHooks(home, host).length === 0;
}

/** The files that are missing, or that contain anything but BigMind's hooks. Never throws. */
export function missingVscodeHooks(home: string, host: ClientHost): string[] {
  const missing = placesOf(host).filter((place) => {
    try {
      return ourShare(readFileSync(hookFile('copilot', place)), home, place) !== 'all';
    } catch {
      // Missing or not readable: then no harness can read it either.
      return true;
    }
  });
  return missing.map((place) => hookFile('copilot', place));
}

/** The host as Local sees it, and as the Copilot harness does if that differs. */
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
