/** The options and first words of a command, as its row in the table says them. Help and completion read nothing else. */
import type { Command } from '../shared/command.ts';

export interface OptionSyntax {
  /** With its dashes. */
  name: string;
  /** With its dash, if it has one. */
  short?: string;
  /** The value as in the usage, such as `N` or `text|json`; undefined for a switch. */
  value?: string | undefined;
  /** The values, if only certain words are valid. */
  choices: readonly string[];
}

/** In the order of the table, with `--json` and `--help`, which every command has. */
export function optionsOf({ options, usage }: Command): OptionSyntax[] {
  const own = Object.entries(options).map(([name, { type, short }]): OptionSyntax => {
    const value = type === 'string' ? valueIn(usage, name) : undefined;
    return {
      name: `--${name}`,
      ...(short !== undefined && { short: `-${short}` }),
      value,
      choices: choicesIn(value ?? ''),
    };
  });
  return [...own, { name: '--json', choices: [] }, { name: '--help', short: '-h', choices: [] }];
}

/** What the first argument can be: `words` of the command, or the lower-case words at the start of its usage. */
export function wordsOf({ usage, words }: Command): readonly string[] {
  if (words !== undefined) return words;
  const starts = usage.split(' | ').map((alternative) => /^[^\s[]*/u.exec(alternative.trim())?.[0] ?? '');
  return [...new Set(starts.flatMap((start) => start.split('|')).filter(isWord))];
}

/** The text after the option in the usage; a decision's alternatives are in quotes. */
function valueIn(usage: string, name: string): string {
  return new RegExp(`--${name} ("[^"]*"|(?:[^\\s()\\[\\]]|\\[[^\\]]*\\])+)`, 'u').exec(usage)?.[1] ?? 'VALUE';
}

function choicesIn(value: string): string[] {
  const parts = value.replace(/\[.*$/u, '').split('|');
  return parts.length > 1 ? parts.filter(isWord) : [];
}

function isWord(text: string): boolean {
  return /^[a-z][\w-]*$/u.test(text);
}
