/** The completion for fish. */
import type { Completed } from './completed.ts';

/** One `complete` for each command, option and list of words. */
export function fishScript(commands: readonly Completed[]): string {
  return ['# fish completion for bigmind', ...commands.flatMap(linesOf)].join('\n');
}

function linesOf({ name, summary, words, options }: Completed): string[] {
  const seen = `-n '__fish_seen_subcommand_from ${name}'`;
  return [
    `complete -c bigmind -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...(words.length === 0
      ? []
      : [
          `complete -c bigmind -f -n '__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -eq 2' -a ${quoted(words.join(' '))}`,
        ]),
    ...options.map(({ name: option, takesValue, choices }) =>
      [
        `complete -c bigmind ${seen} -l ${option.slice(2)}`,
        ...(takesValue ? ['-r'] : []),
        ...(choices.length > 0 ? [`-f -a ${quoted(choices.join(' '))}`] : []),
      ].join(' '),
    ),
  ];
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/gu, '\\$&')}'`;
}
