/** Pins what every conversation begins with. */
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function pin({ memory, caller }: PageReading, text: string): Promise<CommandEffects> {
  const { line, redacted } = await memory.profiles.pin(caller, text);
  await memory.facts.vouch(caller, line);
  return { redacted };
}

export async function unpin({ memory, caller }: PageReading, text: string): Promise<CommandEffects> {
  await memory.profiles.unpin(caller, text);
  return {};
}
