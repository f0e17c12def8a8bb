/**
 * Gotchas, and prompts with those of them that a colleague would mention. Prompts that share words with a gotcha, but
 * are no work that it endangers, expect none.
 */
import { gotchasOfEntries, noDetection } from '../../../src/markdown/gotchas/gotcha.ts';
import type { Gotcha } from '../../../src/markdown/gotchas/gotcha.ts';
import { readMemoryFile } from '../../../src/markdown/parsing/memoryFile.ts';
import { indexText } from '../../../src/search/query/words.ts';

/** What follows the prompt names the expected gotchas by the beginning of their title. */
export type LabelledPrompt = readonly [prompt: string, ...expected: string[]];

export interface PromptSet {
  gotchas: readonly Gotcha[];
  prompts: readonly LabelledPrompt[];
}

/** A gotcha of all projects. */
export function globalGotcha(
  title: string,
  { description = '', workaround = '', context = [], intent = [], code = [], stack = [] }: GlobalParts,
): Gotcha {
  const detection = { ...noDetection, context, intent, code };
  return { title, description, workaround, detection, stackTags: stack, severity: 'warning', place: null };
}

interface GlobalParts {
  description?: string;
  workaround?: string;
  context?: string[];
  intent?: string[];
  code?: string[];
  stack?: string[];
}

/** The gotchas of a project, a line each. */
export function projectGotchas(...lines: string[]): Gotcha[] {
  const { entries } = readMemoryFile(`## Gotchas\n${lines.map((line) => `- ${line}\n`).join('')}`, indexText);
  return gotchasOfEntries(entries.map((entry) => ({ ...entry, place: '.mind/MEMORY.md:1' })));
}
