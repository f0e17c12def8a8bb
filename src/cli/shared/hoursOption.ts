/** Reads an option that takes a duration. */
import { refused } from '../../memory/shared/input.ts';
import type { CommandInput } from './command.ts';
import { textOption } from './command.ts';

const hoursIn: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168 };

/** The hours in `36h`, `14d`, `2w`, or a number of hours; undefined if the option is not given. Throws for other text. */
export function hoursOption(input: CommandInput, name: string): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const { count, unit } = /^\s*(?<count>\d+(?:\.\d+)?)\s*(?<unit>[hdw]?)\s*$/iu.exec(text)?.groups ?? {};
  if (count !== undefined) return Number(count) * (hoursIn[unit?.toLowerCase() ?? ''] ?? 1);
  const valid = 'Use hours, days or weeks, such as 36h, 14d or 2w. Nothing was stored.';
  throw refused(name.replaceAll('-', '_'), `is "${text.slice(0, 60)}"`, valid);
}
