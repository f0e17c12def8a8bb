/**
 * The toolsets of `bigmind mcp`: those of BIGMIND_TOOLSETS, else those of `toolsets.json` in the home folder, which
 * the extension keeps in sync with its setting, else the default. A running server picks up changes of the file.
 */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentSettings } from '../../environment.ts';
import { defaultToolsets, toolsetsFrom } from '../../mcp/shared/toolsetNames.ts';
import type { ToolsetName } from '../../mcp/shared/toolsetNames.ts';

/** Polling interval in milliseconds. */
const pollMs = 1000;

export class ToolsetChoice {
  readonly #fixed: readonly ToolsetName[] | undefined;
  readonly #file: string;
  readonly #note: (text: string) => void;

  constructor(settings: Pick<EnvironmentSettings, 'home' | 'toolsets'>, note: (text: string) => void) {
    this.#fixed = settings.toolsets;
    this.#file = join(settings.home, 'toolsets.json');
    this.#note = note;
  }

  /** An invalid file is noted and ignored: a server with the default toolsets is better than none. */
  read(): readonly ToolsetName[] {
    if (this.#fixed !== undefined) return this.#fixed;
    const text = this.#text();
    if (text === undefined) return defaultToolsets;
    const names = namesFrom(text);
    const choice = names === undefined ? { unknown: 'not a list of names' } : toolsetsFrom(names);
    if ('toolsets' in choice) return choice.toolsets;
    this.#note(`${this.#file} names an unknown toolset (${choice.unknown}). The default is used.`);
    return defaultToolsets;
  }

  /** Watches nothing if the environment sets the toolsets. The watcher does not keep the process alive. */
  watch(changed: (names: readonly ToolsetName[]) => void): void {
    if (this.#fixed !== undefined) return;
    watchFile(this.#file, { interval: pollMs, persistent: false }, () => changed(this.read()));
  }

  close(): void {
    unwatchFile(this.#file);
  }

  #text(): string | undefined {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch {
      // Missing or not readable: the default applies.
      return undefined;
    }
  }
}

function namesFrom(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const toolsets = typeof value === 'object' && value !== null && 'toolsets' in value ? value.toolsets : undefined;
    if (!Array.isArray(toolsets)) return undefined;
    return toolsets.filter((name): name is string => typeof name === 'string');
  } catch {
    // Incomplete or not JSON; the caller reports it.
    return undefined;
  }
}
