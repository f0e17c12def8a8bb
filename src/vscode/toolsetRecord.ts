/**
 * Keeps `toolsets.json` in BigMind's folder to the setting `bigmind.toolsets`, because an MCP server that runs knows no
 * settings: it watches this file and offers other tools at once, to every client of the machine. Nothing is written
 * while nobody chose, and the file is removed only when a choice is taken back: somebody without VS Code may have made it.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readIfThere, writeWhole } from '../clients/replaceFile.ts';
import type { ToolsetName } from '../mcp/toolsetNames.ts';
import { BigMindError } from '../memory/errors.ts';
import { onDidChangeSettings, readSettings } from './settings.ts';

export interface ToolsetRecordParts {
  /** BigMind's folder; may throw while a setting means nothing. */
  home: () => string;
  /** Told when the file could not be kept to the setting. */
  failed: (thrown: unknown) => void;
}

export class ToolsetRecord implements vscode.Disposable {
  readonly #parts: ToolsetRecordParts;
  readonly #subscription: vscode.Disposable;
  #last: Promise<void> = Promise.resolve();

  constructor(parts: ToolsetRecordParts) {
    this.#parts = parts;
    this.#subscription = onDidChangeSettings(['toolsets'], () => void this.#then(keepTo));
  }

  /** Writes what was chosen while no window was open. */
  start(): Promise<void> {
    return this.#then((home, chosen) => (chosen === undefined ? Promise.resolve() : keepTo(home, chosen)));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** One after another, and each with the setting of its time, so that the last change is what stands there. */
  #then(work: (home: string, chosen: readonly ToolsetName[] | undefined) => Promise<void>): Promise<void> {
    const next = async (): Promise<void> => {
      try {
        await work(this.#parts.home(), readSettings().toolsets);
      } catch (thrown) {
        this.#parts.failed(thrown);
      }
    };
    this.#last = this.#last.then(next);
    return this.#last;
  }
}

async function keepTo(home: string, chosen: readonly ToolsetName[] | undefined): Promise<void> {
  const file = join(home, 'toolsets.json');
  try {
    if (chosen === undefined) await rm(file, { force: true });
    else await write(home, file, `${JSON.stringify({ toolsets: chosen })}\n`);
  } catch (cause) {
    throw new BigMindError('not_allowed', vscode.l10n.t('{0} cannot be written.', file), {
      remedy: vscode.l10n.t('The tools stay as they were. Check who may write there, and change the setting again.'),
      cause,
    });
  }
}

async function write(home: string, file: string, text: string): Promise<void> {
  if ((await readIfThere(file))?.toString() === text) return;
  await mkdir(home, { recursive: true, mode: 0o700 });
  await writeWhole(file, text);
}
