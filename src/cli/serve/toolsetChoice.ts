/**
 * Which toolsets `bigmind mcp` offers: those of BIGMIND_TOOLSETS, else those of `toolsets.json` in the home folder, which
 * the extension keeps to its setting, else the default. A change of the file reaches a server that runs.
 */
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentSettings } from '../../environment.ts';
import { defaultToolsets, toolsetsFrom } from '../../mcp/shared/toolsetNames.ts';
import type { ToolsetName } from '../../mcp/shared/toolsetNames.ts';

/** Milliseconds between two looks at the file. */
const pause = 1000;

export class ToolsetChoice {
  readonly #fixed: readonly ToolsetName[] | undefined;
  readonly #file: string;
  readonly #note: (text: string) => void;

  constructor(settings: Pick<EnvironmentSettings, 'home' | 'toolsets'>, note: (text: string) => void) {
    this.#fixed = settings.toolsets;
    this.#file = join(settings.home, 'toolsets.json');
    this.#note = note;
  }

  /** A file that means nothing is noted and passed over: a server with the default is better than none. */
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

  /** Nothing to watch where the environment decides. The process may end while this watches. */
  watch(changed: (names: readonly ToolsetName[]) => void): void {
    if (this.#fixed !== undefined) return;
    watchFile(this.#file, { interval: pause, persistent: false }, () => changed(this.read()));
  }

  close(): void {
    unwatchFile(this.#file);
  }

  #text(): string | undefined {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch {
      // Not there, or not readable: nobody chose.
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
    // Half written or not JSON; said by the caller.
    return undefined;
  }
}
