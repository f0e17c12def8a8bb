/** Recognizes that the arguments of `bigmind` ask for help, or name no command. */
import { editsBetween } from '../../memory/governance/similarProjects.ts';
import { asksForHelp } from '../shared/asksForHelp.ts';
import type { Command, ExitCode } from '../shared/command.ts';
import { manualText, overviewText } from './manual.ts';

interface HelpAnswer {
  code: ExitCode;
  /** For standard output, or for standard error if the command is unknown. */
  text: string;
  isError: boolean;
}

/** Undefined if the arguments run a command. */
export function helpFor(
  args: readonly string[],
  commands: readonly Command[],
  version: string,
): HelpAnswer | undefined {
  const [name, ...rest] = args;
  const asked = name === 'help' ? rest[0] : undefined;
  if (asked !== undefined && !asked.startsWith('-')) return helpWith(asked, commands);
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    return { code: name === undefined ? 2 : 0, text: overviewText(commands, version), isError: false };
  }
  const isKnown = commands.some((command) => command.name === name);
  return isKnown && !asksForHelp(rest) ? undefined : helpWith(name, commands);
}

function helpWith(name: string, commands: readonly Command[]): HelpAnswer {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return { code: 0, text: manualText(command), isError: false };
  const [similar] = commands
    .map((known) => ({ name: known.name, edits: editsBetween(known.name, name) }))
    .filter(({ edits }) => edits <= 2)
    .toSorted((one, other) => one.edits - other.edits);
  const guess = similar === undefined ? '' : ` Did you mean "${similar.name}"?`;
  const text = `bigmind: unknown command "${name}".${guess} Run "bigmind help" for the list.`;
  return { code: 2, text, isError: true };
}
