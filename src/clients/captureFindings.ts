/** What a doctor says of recording: whether it is on, who does it, when a hook ran last, and what went wrong last. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../memory/doctor.ts';
import { readCaptureRecord } from './captureRecord.ts';
import type { CaptureRecord } from './captureRecord.ts';
import type { ClientHost } from './clientHost.ts';
import { hookFile } from './connectHooks.ts';
import { hookEvents, isHookCommand } from './hookEntries.ts';
import { haveVscodeHooks } from './vscodeHooks.ts';

/** What VS Code's setting says; absent outside VS Code. */
export interface CaptureChoice {
  enabled: boolean;
  everywhere: boolean | undefined;
}

/** More of the log than this is not looked at. */
const tailBytes = 4_096;

/** `home` is BigMind's own folder. Reads files and never throws. */
export function captureFindings(home: string, host: ClientHost, choice?: CaptureChoice): Finding[] {
  return [whoFinding(home, host, choice), ...missingFindings(home, host, choice), ...runFindings(home)];
}

/** VS Code was told to record, and lacks the file by which it would. */
function missingFindings(home: string, host: ClientHost, choice: CaptureChoice | undefined): Finding[] {
  const isWanted = choice?.enabled === true || choice?.everywhere === true;
  if (!isWanted || haveVscodeHooks(home, host)) return [];
  const what = `Recording is on in VS Code, but ${hookFile('copilot', host)} is missing or holds something else, so that its chats are not recorded.`;
  return [{ status: 'warning', what, remedy: 'Run "Developer: Reload Window" in VS Code, which writes it again.' }];
}

/** Whether another assistant has hooks of ours, by their files alone. */
export function haveHooks(home: string, host: ClientHost): boolean {
  return (['claude-code', 'copilot'] as const).some((target) => hasOurHooks(hookFile(target, host), home, host));
}

const switching = '"BigMind: Turn Recording On or Off..." in VS Code';

/** The hooks of others keep to the record alone; what VS Code does beside it is known only where its setting was told. */
function whoFinding(home: string, host: ClientHost, choice: CaptureChoice | undefined): Finding {
  const record = readCaptureRecord(home);
  const hooks = [
    ...(hasOurHooks(hookFile('claude-code', host), home, host) ? ['the hooks of Claude Code'] : []),
    ...(hasOurHooks(hookFile('copilot', host), home, host) ? ['the hooks of Copilot'] : []),
  ];
  const details = [...record.off.map((folder) => `Off in ${folder}`), ...record.on.map((folder) => `On in ${folder}`)];
  const extra = details.length === 0 ? {} : { details };
  const recorders = [...recorderIn(choice), ...hooks];
  if (recorders.length === 0) return { status: 'ok', ...nobodySentence(record, choice), ...extra };
  const who = recorders.join(' and ');
  if (record.everywhere === 'on') {
    const but = record.off.length === 0 ? '' : ', but not in the folders where it is off';
    return { status: 'ok', what: `Conversations are recorded by ${who}${but}.`, ...extra };
  }
  if (record.on.length > 0) {
    return {
      status: 'ok',
      what: `Conversations are recorded by ${who}, only in the folders where it is on.`,
      ...extra,
    };
  }
  const what = `Conversations are not recorded: recording is switched off everywhere, also for ${who}.`;
  return { status: 'warning', what, remedy: `Turn it on with ${switching}, or leave it so.`, ...extra };
}

function recorderIn(choice: CaptureChoice | undefined): string[] {
  if (choice?.enabled === true) return ['VS Code in this window'];
  return choice?.everywhere === true ? ['VS Code (not in this window)'] : [];
}

/** Nobody has hooks, and VS Code, as far as it told us, records nothing here. */
function nobodySentence(
  { everywhere, on }: CaptureRecord,
  choice: CaptureChoice | undefined,
): Pick<Finding, 'what' | 'remedy'> {
  const remedy = `To have chats remembered by themselves: ${switching}.`;
  if (on.length > 0 && (choice !== undefined || everywhere === 'off'))
    return { what: 'Conversations are recorded by VS Code, only in the folders where it is on.' };
  if (choice !== undefined) return { what: 'Conversations are not recorded.', remedy };
  if (everywhere === 'off')
    return { what: 'Conversations are not recorded: recording is switched off everywhere.', remedy };
  const what = 'Conversations are recorded by VS Code where it is turned on there; no other assistant has hooks.';
  return { what, remedy };
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
    what: `The last complaint of a hook, at ${complaint.at.toISOString()}, is the end of ${join(home, 'hooks.log')}.`,
    details: [line],
  };
  return [last, failure];
}

/** By the text alone: a file that cannot be understood is nothing that a doctor should stumble over. */
function hasOurHooks(file: string, home: string, host: ClientHost): boolean {
  try {
    const text = readFileSync(file, 'utf8');
    const commands = text.match(/"(?:[^"\\]|\\.)*"/gu) ?? [];
    return commands.some((quoted) => hookEvents.some((event) => quoted.includes(event)) && isOurs(quoted, home, host));
  } catch {
    // Most people have no such file.
    return false;
  }
}

function isOurs(quoted: string, home: string, host: ClientHost): boolean {
  try {
    return isHookCommand(JSON.parse(quoted), home, host);
  } catch {
    // No JSON text at all.
    return false;
  }
}

/** The end of a file, and when it was written; undefined when it is not there. */
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
    // No hook ever ran, or never had anything to say.
    return undefined;
  }
}
