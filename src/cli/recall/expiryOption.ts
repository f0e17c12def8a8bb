/** The options that give a memory an expiry. */
import { refused } from '../../memory/shared/input.ts';
import type { CommandInput } from '../shared/command.ts';
import { textOption, wrongUsage } from '../shared/command.ts';

export const expiryOptions = { 'expires-in': { type: 'string' }, 'expires-at': { type: 'string' } } as const;

const hoursIn: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168 };

/** The given option; the domain checks that the time is in the future. Throws for both options and unreadable hours. */
export function expiryFrom(input: CommandInput): { expiresAt?: string; expiresInHours?: number } {
  const [expiresIn, expiresAt] = [textOption(input, 'expires-in'), textOption(input, 'expires-at')];
  if (expiresIn !== undefined && expiresAt !== undefined) {
    throw wrongUsage('--expires-in and --expires-at are both given.', 'Give one of them. Nothing was stored.');
  }
  return {
    ...(expiresIn !== undefined && { expiresInHours: hoursFrom(expiresIn) }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** `36h`, `14d`, `2w`, or hours as a number. */
function hoursFrom(text: string): number {
  const { count, unit } = /^\s*(?<count>\d+(?:\.\d+)?)\s*(?<unit>[hdw]?)\s*$/iu.exec(text)?.groups ?? {};
  if (count !== undefined) return Number(count) * (hoursIn[unit?.toLowerCase() ?? ''] ?? 1);
  const valid = 'Use hours, days or weeks, such as 36h, 14d or 2w. Nothing was stored.';
  throw refused('expires_in', `is "${text.slice(0, 60)}"`, valid);
}
