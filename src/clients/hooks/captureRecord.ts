/**
 * `capture.json` in BigMind's folder: where recording is switched off. Every hook checks it first. The innermost
 * named folder decides, so recording can be off everywhere and on in one project, or the other way round. A missing
 * file means that nothing was switched off; an invalid one may have switched it off, and counts as off.
 */
import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder } from '../files/makeFolder.ts';
import { codeOf } from '../../util/fileTrouble.ts';
import type { HookClient } from './hookClients.ts';

export interface CaptureRecord {
  /** The default for folders that are not listed. */
  everywhere: 'on' | 'off';
  /** Folders in which recording is off, including all folders below them. */
  off: readonly string[];
  /** Folders in which recording is on, whatever the default. */
  on: readonly string[];
  /**
   * VS Code and the Copilot CLI, which share one hook file, record only in the folders of `on`: the user turned
   * recording on for a workspace, but never everywhere. A choice for everything replaces this value.
   */
  vscode?: 'off';
}

const nothingNoted: CaptureRecord = { everywhere: 'on', off: [], on: [] };
const notUnderstood: CaptureRecord = { everywhere: 'off', off: [], on: [] };

/** A user's choice for one folder, or its removal. */
export type FolderChoice = 'off' | 'on' | 'as everywhere';

/**
 * Whether recording is off in `folder`; if the folder is unknown, whether it is off anywhere. An unknown `client` is
 * treated like one that shares VS Code's hook file, so that nothing is recorded without a choice.
 */
export function isCaptureOff(home: string, folder: string | undefined, client?: HookClient): boolean {
  const record = readCaptureRecord(home);
  const isOffElsewhere = isCaptureOffEverywhere(record, client);
  if (folder === undefined) return isOffElsewhere || record.off.length > 0;
  const choice = choiceIn(record, folder);
  return choice === undefined ? isOffElsewhere : choice === 'off';
}

/** Whether the client records only in folders that are on. For an unknown `client`, see `isCaptureOff`. */
export function isCaptureOffEverywhere({ everywhere, vscode }: CaptureRecord, client?: HookClient): boolean {
  const sharesHookFile = client === undefined || client === 'vscode' || client === 'copilot';
  return everywhere === 'off' || (sharesHookFile && vscode === 'off');
}

/** The choice for the folder or the innermost one around it; undefined if the default applies. */
export function choiceFor(home: string, folder: string): 'on' | 'off' | undefined {
  return choiceIn(readCaptureRecord(home), folder);
}

export function readCaptureRecord(home: string): CaptureRecord {
  try {
    const text = readFileSync(fileIn(home), 'utf8').replace(/^\ufeff/u, '');
    return recordFrom(JSON.parse(text));
  } catch (thrown) {
    // Damaged or not readable: it may have switched recording off. The next choice overwrites it.
    return codeOf(thrown) === 'ENOENT' ? nothingNoted : notUnderstood;
  }
}

function choiceIn(record: CaptureRecord, folder: string): 'on' | 'off' | undefined {
  const place = realOf(folder);
  const off = deepest(record.off.map(realOf), place);
  const on = deepest(record.on.map(realOf), place);
  if (off < 0 && on < 0) return undefined;
  return off >= on ? 'off' : 'on';
}

/** Rejects with the file system's error. */
export function noteCaptureEverywhere(home: string, everywhere: CaptureRecord['everywhere']): Promise<void> {
  return change(home, ({ off, on }) => ({ everywhere, off, on }));
}

/** Limits the hooks of VS Code and the Copilot CLI to folders that are on. Rejects with the file system's error. */
export function limitVscodeToFolders(home: string): Promise<void> {
  return change(home, (record) => ({ ...record, vscode: 'off' }));
}

/** Reverts `limitVscodeToFolders`. Rejects with the file system's error. */
export function unlimitVscode(home: string): Promise<void> {
  return change(home, ({ everywhere, off, on }) => ({ everywhere, off, on }));
}

/** Rejects with the file system's error. */
export function noteCaptureIn(home: string, folder: string, choice: FolderChoice): Promise<void> {
  const without = (folders: readonly string[]): string[] => folders.filter((other) => depthOf(other, folder) !== 0);
  return change(home, (record) => ({
    ...record,
    off: [...without(record.off), ...(choice === 'off' ? [folder] : [])],
    on: [...without(record.on), ...(choice === 'on' ? [folder] : [])],
  }));
}

/** A draft that exists for this many checks, 10 ms apart, was left behind by a process that ended. */
const looksAtDraft = 100;

/**
 * The draft is a lock: two windows may change the record at once, and neither may lose the other's "off". Its owner
 * reads the record, writes the draft and renames it to the record.
 */
async function change(home: string, changed: (record: CaptureRecord) => CaptureRecord): Promise<void> {
  await makeFolder(home, 0o700);
  const draft = `${fileIn(home)}.next`;
  await createExclusively(draft);
  try {
    const text = textOf(changed(readCaptureRecord(home)));
    // Nothing is written if nothing changes.
    if (text === (textIn(home) ?? textOf(nothingNoted))) {
      rmSync(draft);
      return;
    }
    writeFileSync(draft, text, { flush: true });
    renameSync(draft, fileIn(home));
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
}

async function createExclusively(draft: string): Promise<void> {
  for (let look = 1; ; look += 1) {
    try {
      writeFileSync(draft, '', { flag: 'wx', mode: 0o600 });
      return;
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') throw thrown;
    }
    if (look % looksAtDraft === 0) rmSync(draft, { force: true });
    else await pause(10);
  }
}

function textOf(record: CaptureRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

function textIn(home: string): string | undefined {
  try {
    return readFileSync(fileIn(home), 'utf8');
  } catch {
    // Missing or not readable: it is overwritten.
    return undefined;
  }
}

function fileIn(home: string): string {
  return join(home, 'capture.json');
}

function recordFrom(value: unknown): CaptureRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return notUnderstood;
  const { everywhere = 'on', off = [], on = [], vscode }: Record<string, unknown> = { ...value };
  if ((everywhere !== 'on' && everywhere !== 'off') || !areTexts(off) || !areTexts(on)) return notUnderstood;
  if (vscode !== undefined && vscode !== 'off') return notUnderstood;
  return { everywhere, off, on, ...(vscode === 'off' && { vscode }) };
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** The real path of a folder, because assistants may name it by different links. */
function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // Missing or not accessible: only its name is known.
    return folder;
  }
}

/** The length of the innermost of the folders that contain `folder`; -1 if none does. */
function deepest(folders: readonly string[], folder: string): number {
  const around = folders.filter((other) => depthOf(other, folder) !== undefined).map((other) => resolve(other).length);
  return Math.max(-1, ...around);
}

/** How many levels `inner` is below `outer`; undefined if it is not inside. */
function depthOf(outer: string, inner: string): number | undefined {
  const way = relative(resolve(outer), resolve(inner));
  if (way === '') return 0;
  const parts = way.split(sep);
  // On Windows, the relative path to another drive is absolute.
  return parts[0] === '..' || resolve(way) === way ? undefined : parts.length;
}
