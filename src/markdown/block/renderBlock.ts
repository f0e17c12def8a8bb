/**
 * The memory of a project as Markdown for an instruction file (Mind Architecture, "Context Section"). The same files
 * give the same text on any day, so that a file in Git changes only when they do or when a reminder comes due.
 */
import { dataNotice } from '../../memory/trust/quoting.ts';
import { estimateTokens } from '../../util/tokens.ts';
import type { MindContent } from '../files/mindProject.ts';
import type { BlockPart } from './blockParts.ts';
import { blockParts } from './blockParts.ts';

export interface RenderedBlock {
  /** Without the markers and a last line end. */
  text: string;
  /** Entries that were left out, because they read like instructions to a model. */
  withheld: number;
}

/** Maximum tokens of the text. */
const maxTokens = 800;

/** `due` are the texts of the reminders that are due, the most urgent first. */
export function renderBlock(content: MindContent, due: readonly string[]): RenderedBlock {
  const { parts, withheld } = blockParts(content, due);
  const texts = withinBudget(parts).flatMap(({ heading, opening, lines }, index) => {
    if (index === 0) return [[heading, ...opening, dataNotice, ...lines].join('\n')];
    return lines.length === 0 ? [] : [[heading, ...opening, ...lines].join('\n')];
  });
  return { text: texts.join('\n\n'), withheld };
}

/** Takes the first line of each part, then the second of each, and so on, so that every part gets its newest lines. */
function withinBudget(parts: readonly BlockPart[]): BlockPart[] {
  const kept = parts.map((part) => ({ part, lines: [] as string[] }));
  const present = parts.filter(({ lines }, index) => lines.length > 0 || index === 0);
  let left = maxTokens - costOf([dataNotice, ...present.flatMap(({ heading, opening }) => [heading, ...opening])]);
  const longest = Math.max(...parts.map(({ lines }) => lines.length));
  for (let place = 0; place < longest; place += 1) {
    for (const { part, lines } of kept) {
      const line = part.lines[place];
      if (line === undefined || costOf([line]) > left) continue;
      left -= costOf([line]);
      lines.push(line);
    }
  }
  return kept.map(({ part, lines }) => ({ ...part, lines }));
}

function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
}
