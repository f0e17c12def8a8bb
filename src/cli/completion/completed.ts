/** What a shell completes, made from the table of commands. */
import type { Command } from '../shared/command.ts';
import { optionsOf, wordsOf } from '../help/optionSyntax.ts';

export interface Completed {
  name: string;
  summary: string;
  /** What the first argument can be; empty if it is free text or a file. */
  words: readonly string[];
  options: readonly CompletedOption[];
}

export interface CompletedOption {
  /** With its dashes. */
  name: string;
  takesValue: boolean;
  /** Its values, if only certain words are valid. */
  choices: readonly string[];
}

/** With `help`, which takes the name of a command and is no row of the table. */
export function completedFrom(commands: readonly Command[]): Completed[] {
  const rows = commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    words: wordsOf(command),
    options: optionsOf(command).map(({ name, value, choices }) => ({ name, takesValue: value !== undefined, choices })),
  }));
  const help = {
    name: 'help',
    summary: 'Show the help of a command.',
    words: rows.map(({ name }) => name),
    options: [],
  };
  return [...rows, help];
}

/** The options of all commands that have a list of values, as `COMMAND --OPTION`. */
export function choicesOf(commands: readonly Completed[]): [place: string, choices: readonly string[]][] {
  return commands.flatMap(({ name, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map((option): [string, readonly string[]] => [`${name} ${option.name}`, option.choices]),
  );
}
