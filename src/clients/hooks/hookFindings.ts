/**
 * Checks whether the hooks in an assistant's file can run: the script that they name, and the runtime and the program
 * next to it must exist. An assistant silently skips a hook that cannot run, so only this check shows it. It also
 * reports hooks that write to another store.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from '../../memory/shared/findings.ts';
import { isSamePath } from '../files/samePath.ts';
import type { ClientHost } from '../shared/clientHost.ts';
import { variable } from '../shared/clientHost.ts';
import type { HookTarget } from '../shared/hookEntries.ts';
import { eventsOf, hookEvents, isHookCommand } from '../shared/hookEntries.ts';
import { launcherFile, recordedEnvironment, recordedProgram } from '../shared/launch.ts';
import { hookFile } from './connectHooks.ts';
import { hookOwners } from './hookOwners.ts';
import { opencodePlugin } from './opencodePlugin.ts';

export interface InstalledHooks {
  target: HookTarget;
  title: string;
  mend: string;
  /** The assistant's file that contains them. */
  file: string;
  /** Missing files that they need, without duplicates. */
  missing: string[];
  /** The BigMind folders that contain their scripts. */
  homes: string[];
  /** Events without a hook, as after an update that added one. */
  missingEvents: string[];
  /** It is a program of another version of BigMind. */
  isOldProgram?: boolean;
}

/** The hooks of every assistant whose file contains hooks of BigMind. Reads files and never throws. */
export function installedHooks(home: string, host: ClientHost): InstalledHooks[] {
  return hookOwners.flatMap(({ target, title, mend }) => {
    const file = hookFile(target, host);
    const commands = ourCommands(file, home, host);
    const scripts = [...new Set(commands.flatMap((command) => scriptIn(command) ?? []))];
    if (scripts.length === 0) return [];
    const missing = [...new Set(scripts.flatMap(missingFor))];
    const homes = [...new Set(scripts.map((script) => dirname(script)))];
    const missingEvents = eventsOf(target).filter(
      (event) => !commands.some((command) => command.includes(`" ${event}`)),
    );
    const isOldProgram = target === 'opencode' && !homes.some((one) => opencodePlugin(one, host) === textIn(file));
    return [{ target, title, mend, file, missing, homes, missingEvents, isOldProgram }];
  });
}

/** `databaseFile` is the store being checked. */
export function hookFindings(hooks: readonly InstalledHooks[], databaseFile: string, host: ClientHost): Finding[] {
  return hooks.flatMap((one) => [
    ...missingFindings(one),
    ...outdatedFindings(one),
    ...elsewhereFindings(one, databaseFile, host),
  ]);
}

function missingFindings({ title, mend, file, missing }: InstalledHooks): Finding[] {
  if (missing.length === 0) return [];
  return [
    {
      status: 'problem',
      what: `The hooks of ${title} cannot run, so nothing is recorded: files that ${file} refers to are missing.`,
      details: missing,
      remedy: `Run \`${mend}\` to write them again.`,
    },
  ];
}

function outdatedFindings({ title, mend, file, missing, missingEvents, isOldProgram }: InstalledHooks): Finding[] {
  if (missing.length > 0) return [];
  if (isOldProgram === true)
    return [
      { status: 'warning', what: `${file} is from another version.`, remedy: `Run \`${mend}\` to write it again.` },
    ];
  if (missingEvents.length === 0) return [];
  return [
    {
      status: 'warning',
      what: `The hooks of ${title} are from an earlier version: ${missingEvents.join(', ')} is missing.`,
      remedy: `Run \`${mend}\` to add it.`,
    },
  ];
}

/** A script uses its own folder as BigMind's folder, and the store that VS Code recorded there. */
function elsewhereFindings(
  { title, mend, homes, missing }: InstalledHooks,
  databaseFile: string,
  host: ClientHost,
): Finding[] {
  if (missing.length > 0) return [];
  return homes.flatMap((home): Finding[] => {
    const store = variable({ ...host, env: recordedEnvironment(home) }, 'BIGMIND_DB_PATH') ?? join(home, 'memory.db');
    if (isSamePath(store, databaseFile)) return [];
    const what = `The hooks of ${title} record to another database, ${store}, not to ${databaseFile}.`;
    const remedy = `To record to this one, run \`${mend}\`. To check the other one, set BIGMIND_DB_PATH to it.`;
    return [{ status: 'warning', what, remedy }];
  });
}

function missingFor(script: string): string[] {
  const home = dirname(script);
  const launcher = launcherFile(home);
  const program = recordedProgram(home);
  const needed = [script, launcher, join(home, 'runtime.json'), ...(program === undefined ? [] : [program])];
  return needed.filter((file) => !existsSync(file));
}

/** The text between the first quotes, without the escapes that a shell needs before four characters. */
function scriptIn(command: string): string | undefined {
  const quoted = /"((?:[^"\\]|\\.)*hook\.(?:sh|ps1))"/u.exec(command)?.[1];
  return quoted?.replace(/\\([\\"$`])/gu, '$1');
}

/** Searches the text without parsing the file, so that an invalid file is not an error of the doctor. */
function ourCommands(file: string, home: string, host: ClientHost): string[] {
  const quoted = textIn(file).match(/"(?:[^"\\]|\\.)*"/gu) ?? [];
  return quoted
    .filter((text) => hookEvents.some((event) => text.includes(event)))
    .flatMap((text) => textOf(text) ?? [])
    .filter((command) => isHookCommand(command, home, host));
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Most users have no such file.
    return '';
  }
}

function textOf(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // Not a JSON string.
    return undefined;
  }
}
