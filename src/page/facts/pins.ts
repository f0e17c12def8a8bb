/** Pins what every conversation begins with; taken back, a line stands again where it stood. */
import type { PinOutcome } from '../../memory/profile/profile.ts';
import type { Caller } from '../../memory/shared/identity.ts';
import type { CommandOf, CommandResult, PageCommand } from '../../protocol/commands.ts';
import { commandResult } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function pin({ memory, caller }: PageReading, text: string): Promise<CommandResult> {
  const { status, line, redacted } = await memory.profiles.pin(caller, text);
  await memory.facts.vouch(caller, line);
  return commandResult(status === 'changed' ? [{ type: 'unpin', text: line }] : [], { redacted });
}

export async function unpin(reading: PageReading, text: string): Promise<CommandResult> {
  return commandResult(await changePins(reading, (profiles, caller) => profiles.unpin(caller, text)));
}

export async function putPinsBack(
  { memory, caller }: PageReading,
  act: CommandOf<'putPinsBack'>,
): Promise<CommandResult> {
  await memory.profiles.rearrange(caller, act);
  return commandResult([]);
}

/** Answers with what takes the change of the list back; nothing where it did not change. */
export async function changePins(
  { memory, caller }: PageReading,
  change: (profiles: PageReading['memory']['profiles'], caller: Caller) => Promise<PinOutcome>,
): Promise<PageCommand[]> {
  const before = (await memory.profiles.get(caller))?.pinnedFacts ?? [];
  const { status, profile } = await change(memory.profiles, caller);
  if (status === 'unchanged') return [];
  const after = profile.pinnedFacts;
  const insert = before.flatMap((text, place) => (after.includes(text) ? [] : [{ text, place }]));
  return [{ type: 'putPinsBack', remove: after.filter((text) => !before.includes(text)), insert }];
}
