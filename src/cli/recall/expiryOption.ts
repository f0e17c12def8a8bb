/** The options that give a memory an expiry. */
import type { CommandInput } from '../shared/command.ts';
import { textOption, wrongUsage } from '../shared/command.ts';
import { hoursOption } from '../shared/hoursOption.ts';

export const expiryOptions = { 'expires-in': { type: 'string' }, 'expires-at': { type: 'string' } } as const;

/** The given option; the domain checks that the time is in the future. Throws for both options and unreadable hours. */
export function expiryFrom(input: CommandInput): {
  expiresAt?: string | undefined;
  expiresInHours?: number | undefined;
} {
  const expiresAt = textOption(input, 'expires-at');
  if (textOption(input, 'expires-in') !== undefined && expiresAt !== undefined) {
    throw wrongUsage('--expires-in and --expires-at are both given.', 'Give one of them. Nothing was stored.');
  }
  const expiresInHours = hoursOption(input, 'expires-in');
  return {
    expiresInHours,
    expiresAt,
  };
}
