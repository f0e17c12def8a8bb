/**
 * The doctor's findings on recording: whether it is on, which assistants record, when a hook ran last, and the last
 * error.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../memory/shared/findings.ts';
import type { ClientHost } from '../shared/clientHost.ts';
import { clientOf } from '../shared/clients.ts';
import type { CaptureRecord } from './captureRecord.ts';
import { isCaptureOffEverywhere, readCaptureRecord } from './captureRecord.ts';
import type { InstalledHooks } from './hookFindings.ts';
import { hookFindings, installedHooks } from './hookFindings.ts';
import { missingVscodeHooks } from './vscodeHooks.ts';

/** The values of VS Code's setting; absent outside VS Code. */
export interface CaptureChoice {
  enabled: boolean;
  everywhere: boolean | undefined;
}

/** Only the end of the log is read. */
const tailBytes = 4_096;

interface CaptureParts {
  /** BigMind's own folder. */
  home: string;
  /** The store being checked. */
  databaseFile: string;
  host: ClientHost;
  choice?: CaptureChoice;
}

/** Reads files and never throws. */
export function captureFindings({ home, databaseFile, host, choice }: CaptureParts): Finding[] {
  const hooks = installedHooks(home, host);
  return [
    whoFinding(home, hooks, choice),
    ...missingFindings(home, host, choice),
    ...hookFindings(hooks, databaseFile, host),
    ...trustFindings(hooks, host),
    ...runFindings(home),
  ];
}

/** Codex stores in its configuration which hooks the user trusts, and silently skips the others (seen in 0.169). */
function trustFindings(hooks: readonly InstalledHooks[], host: ClientHost): Finding[] {
  if (!hooks.some(({ target }) => target === 'codex')) return [];
  const trusted = textIn(clientOf('codex').file(host));
  // The first hook, and the one that later versions added.
  if (['session_start', 'pre_tool_use'].every((event) => trusted.includes(`hooks.json:${event}:`))) return [];
  const what = 'Codex does not list all hooks of BigMind as trusted, so it may not run them.';
  const remedy =
    'Start `codex` in a terminal, enter /hooks and trust them; `codex exec` does not ask. To import earlier chats, run `bigmind import codex`.';
  return [{ status: 'warning', what, remedy }];
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Codex has no configuration yet.
    return '';
  }
}

/** Recording is on in VS Code, but the hook file is missing or contains something else. */
function missingFindings(home: string, host: ClientHost, choice: CaptureChoice | undefined): Finding[] {
  const isWanted = choice?.enabled === true || choice?.everywhere === true;
  const missing = isWanted ? missingVscodeHooks(home, host) : [];
  if (missing.length === 0) return [];
  const state = missing.length === 1 ? 'is missing or contains' : 'are missing or contain';
  const what = `Recording is on in VS Code, but ${missing.join(' and ')} ${state} something else, so its chats are not recorded.`;
  return [{ status: 'warning', what, remedy: 'Run "Developer: Reload Window" in VS Code to write it again.' }];
}

/** Whether another assistant has BigMind's hooks, judged by the files alone. */
export function haveHooks(home: string, host: ClientHost): boolean {
  return installedHooks(home, host).length > 0;
}

const switching = '"BigMind: Turn Recording On or Off..." in VS Code';

/**
 * Each assistant records only by its hooks. Whether VS Code records in this window is known only if `choice` is
 * given.
 */
function whoFinding(home: string, installed: readonly InstalledHooks[], choice: CaptureChoice | undefined): Finding {
  const record = readCaptureRecord(home);
  const ready = installed.filter(({ missing }) => missing.length === 0);
  const isLimited = ({ target }: InstalledHooks): boolean => isCaptureOffEverywhere(record, target);
  const limited = ready.filter(isLimited).flatMap((hooks) => namesOf(hooks, choice));
  const unlimited = ready.filter((hooks) => !isLimited(hooks)).flatMap((hooks) => namesOf(hooks, choice));
  const details = [...record.off.map((folder) => `Off in ${folder}`), ...record.on.map((folder) => `On in ${folder}`)];
  const extra = details.length === 0 ? {} : { details };
  if (ready.length === 0) {
    const status = installed.length === 0 ? 'off' : 'warning';
    return { status, ...nobodySentence(record, installed.length), ...extra };
  }
  const who = limited.join(' and ');
  if (unlimited.length > 0) {
    const hasMore = limited.length > 0 && record.on.length > 0;
    const more = hasMore ? `, and by ${who} only in the folders where it is on` : '';
    const but = record.off.length === 0 ? '' : ', but not in the folders where it is off';
    return { status: 'ok', what: `Conversations are recorded by ${unlimited.join(' and ')}${more}${but}.`, ...extra };
  }
  if (record.on.length > 0) {
    return {
      status: 'ok',
      what: `Conversations are recorded by ${who}, only in the folders where it is on.`,
      ...extra,
    };
  }
  const what = `Conversations are not recorded: recording is turned off everywhere, also for ${who}.`;
  return { status: 'warning', what, remedy: `To turn it on, run ${switching}.`, ...extra };
}

function namesOf({ target, title }: InstalledHooks, choice: CaptureChoice | undefined): string[] {
  if (target !== 'copilot' || choice === undefined) return [`the hooks of ${title}`];
  const inVsCode = choice.enabled ? ['VS Code in this window'] : [];
  return [
    ...(choice.everywhere === true && !choice.enabled ? ['VS Code (not in this window)'] : inVsCode),
    'the Copilot CLI',
  ];
}

/** No hook can run, so nothing is recorded. */
function nobodySentence({ everywhere }: CaptureRecord, installed: number): Pick<Finding, 'what' | 'remedy'> {
  const remedy = `To record chats, run ${switching}, or \`bigmind install CLIENT\` for another assistant.`;
  if (everywhere === 'off') {
    return { what: 'Conversations are not recorded: recording is turned off everywhere.', remedy };
  }
  if (installed > 0) return { what: 'Conversations are not recorded: the installed hooks cannot run.' };
  return { what: 'Conversations are not recorded: no assistant has hooks.', remedy };
}

function runFindings(home: string): Finding[] {
  const ran = endOf(join(home, 'last-hook.txt'));
  if (ran === undefined) return [];
  const complaint = endOf(join(home, 'hooks.log'));
  const line = complaint?.text.trimEnd().split('\n').at(-1) ?? '';
  const last: Finding = { status: 'ok', what: `The last hook was ${ran.text.trim()}, at ${ran.at.toISOString()}.` };
  if (complaint === undefined || line === '') return [last];
  const isLatest = complaint.at >= ran.at;
  const failure: Finding = {
    status: isLatest ? 'warning' : 'ok',
    what: `The last error of a hook, at ${complaint.at.toISOString()}, is at the end of ${join(home, 'hooks.log')}.`,
    details: [line],
  };
  return [last, failure];
}

/** The end of a file, and when it was written; undefined if it does not exist. */
function endOf(file: string): { text: string; at: Date } | undefined {
  try {
    const handle = openSync(file, 'r');
    try {
      const { size, mtime } = fstatSync(handle);
      const bytes = Buffer.alloc(Math.min(size, tailBytes));
      readSync(handle, bytes, 0, bytes.length, size - bytes.length);
      return { text: bytes.toString(), at: mtime };
    } finally {
      closeSync(handle);
    }
  } catch {
    // No hook ever ran, or none had an error to report.
    return undefined;
  }
}
