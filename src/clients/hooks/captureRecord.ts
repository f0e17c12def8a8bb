/**
 * `capture.json` in BigMind's folder: where recording was switched off. VS Code asks its own setting before it runs a
 * hook; every hook looks here. The innermost folder that is named decides, so that recording can be off everywhere and on
 * in one project, or the other way round. Where there is no record nobody switched anything off; one that cannot be
 * understood may have said so, and counts as off.
 */
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HookClient } from './hookClients.ts';

export interface CaptureRecord {
  /** Recording is off wherever no folder says otherwise. */
  everywhere: 'on' | 'off';
  /** Folders in which it is off, and all below them. */
  off: readonly string[];
  /** Folders in which it is on all the same. */
  on: readonly string[];
  /**
   * VS Code and the Copilot CLI, which share one hook file, record in the folders of `on` only: a person turned recording
   * on for a workspace, and never everywhere. A choice for everything takes its place.
   */
  vscode?: 'off';
}

const nothingNoted: CaptureRecord = { everywhere: 'on', off: [], on: [] };
const notUnderstood: CaptureRecord = { everywhere: 'off', off: [], on: [] };

/** What a person chose for one folder, or took back. */
export type FolderChoice = 'off' | 'on' | 'as everywhere';

/**
 * Whether what is said in `folder` must not be recorded; where nobody can tell the folder, whether that is so anywhere.
 * A `client` that is not known is treated as one that shares the hook file of VS Code, so that nothing is recorded that
 * nobody chose.
 */
export function isCaptureOff(home: string, folder: string | undefined, client?: HookClient): boolean {
  const record = readCaptureRecord(home);
  const isOffElsewhere = isCaptureOffEverywhere(record, client);
  if (folder === undefined) return isOffElsewhere || record.off.length > 0;
  const choice = choiceIn(record, folder);
  return choice === undefined ? isOffElsewhere : choice === 'off';
}

/** Whether the client records nowhere but in folders that are on. An unknown `client` as in `isCaptureOff`. */
export function isCaptureOffEverywhere({ everywhere, vscode }: CaptureRecord, client?: HookClient): boolean {
  const sharesHookFile = client === undefined || client === 'vscode' || client === 'copilot';
  return everywhere === 'off' || (sharesHookFile && vscode === 'off');
}

/** What was chosen for the folder or the innermost one around it; undefined where it is as everywhere. */
export function choiceFor(home: string, folder: string): 'on' | 'off' | undefined {
  return choiceIn(readCaptureRecord(home), folder);
}

export function readCaptureRecord(home: string): CaptureRecord {
  try {
    const text = readFileSync(fileIn(home), 'utf8').replace(/^\ufeff/u, '');
    return recordFrom(JSON.parse(text));
  } catch (thrown) {
    // Damaged, or not ours to read: somebody may have said no in it, and the next choice writes it anew.
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

/** Takes back what `limitVscodeToFolders` noted. Rejects with the file system's error. */
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

/** A draft that is there for so many looks, 10 ms apart, was left behind by a program that is gone. */
const looksAtDraft = 100;

/**
 * Two windows may choose at once, and neither must lose the other's "off": whoever makes the draft is alone until it took
 * the place of the record, and reads the record only then.
 */
async function change(home: string, changed: (record: CaptureRecord) => CaptureRecord): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const draft = `${fileIn(home)}.next`;
  await makeAlone(draft);
  try {
    const text = textOf(changed(readCaptureRecord(home)));
    // Nothing is written while there is nothing to say.
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

async function makeAlone(draft: string): Promise<void> {
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
    // None yet, or none that can be read: it is written anew.
    return undefined;
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
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

/** Where a folder lies, whatever links lead there: one assistant names it by a link, another one does not. */
function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // It is gone, or not ours to look at: then its name is all there is.
    return folder;
  }
}

/** The length of the innermost of the folders that `folder` lies in; -1 when it lies in none. */
function deepest(folders: readonly string[], folder: string): number {
  const around = folders.filter((other) => depthOf(other, folder) !== undefined).map((other) => resolve(other).length);
  return Math.max(-1, ...around);
}

/** How many folders `inner` lies below `outer`; undefined when it does not. */
function depthOf(outer: string, inner: string): number | undefined {
  const way = relative(resolve(outer), resolve(inner));
  if (way === '') return 0;
  const parts = way.split(sep);
  // On Windows the way to another drive is a full path.
  return parts[0] === '..' || resolve(way) === way ? undefined : parts.length;
}
