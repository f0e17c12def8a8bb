/** Changes facts as a person asks for it in the page, and the pins that say the same; each can be taken back to the letter. */
import type { ChangeOfFacts } from '../../memory/facts/factOutcome.ts';
import type { FactUndo } from '../../memory/facts/factUndo.ts';
import { limits, requireText } from '../../memory/shared/input.ts';
import type { CommandOf, CommandResult, PageCommand } from '../../protocol/commands.ts';
import { commandResult } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';
import { changePins } from './pins.ts';

export async function storeFact(
  { memory, caller }: PageReading,
  { text, category }: CommandOf<'storeFact'>,
): Promise<CommandResult> {
  const outcome = await memory.facts.store(caller, { category, fact: text });
  const { status, fact, redacted, undo } = outcome;
  const came = { redacted, made: { kind: 'fact' as const, id: String(fact.id) }, contradicts: lessSureIn(outcome) };
  return commandResult(status === 'duplicate' ? [] : [backTo(undo)], came);
}

export async function editFact(reading: PageReading, act: CommandOf<'editFact'>): Promise<CommandResult> {
  const { memory, caller } = reading;
  const { id, version, text, category, confidence, tags } = act;
  const { isPinned } = await memory.catalogue.get(caller, { kind: 'fact', id: String(id) });
  if (isPinned && text !== null) requirePinnable(text);
  const outcome = await memory.facts.edit(caller, {
    factId: id,
    version,
    ...(text !== null && { fact: text }),
    ...(category !== null && { category }),
    ...(confidence !== null && { confidence }),
    ...(tags !== null && { tags }),
  });
  const { fact, before, redacted, undo } = outcome;
  const pins = isPinned ? await repin(reading, before.fact, fact.fact) : [];
  return commandResult([backTo(undo), ...pins], { redacted, contradicts: lessSureIn(outcome) });
}

export async function supersedeFact(reading: PageReading, act: CommandOf<'supersedeFact'>): Promise<CommandResult> {
  const { memory, caller } = reading;
  const { id, text, category, confidence } = act;
  const before = await memory.catalogue.get(caller, { kind: 'fact', id: String(id) });
  if (before.isPinned) requirePinnable(text);
  const outcome = await memory.facts.supersede(caller, {
    factId: id,
    fact: text,
    ...(category !== null && { category }),
    ...(confidence !== null && { confidence }),
  });
  const { fact, redacted, replaced, undo } = outcome;
  const made = { kind: 'fact' as const, id: String(fact.id) };
  const pins = before.isPinned ? await repin(reading, replaced.fact, fact.fact) : [];
  return commandResult([backTo(undo), ...pins], { redacted, made, contradicts: lessSureIn(outcome) });
}

/** What no longer holds is not told to every conversation any more, either. */
export async function deprecateFact(reading: PageReading, act: CommandOf<'deprecateFact'>): Promise<CommandResult> {
  const { memory, caller } = reading;
  const { isPinned } = await memory.catalogue.get(caller, { kind: 'fact', id: String(act.id) });
  const { fact, undo } = await memory.facts.deprecate(caller, { factId: act.id, reason: act.reason });
  // Somebody else was faster; it is theirs to take back.
  if (undo === undefined) return commandResult([]);
  const pins = isPinned ? await changePins(reading, (profiles) => profiles.unpin(caller, fact.fact)) : [];
  return commandResult([backTo(undo), ...pins]);
}

export async function restoreFact(
  { memory, caller }: PageReading,
  { id }: CommandOf<'restoreFact'>,
): Promise<CommandResult> {
  const { undo } = await memory.facts.restore(caller, id);
  return commandResult(undo === undefined ? [] : [backTo(undo)]);
}

export async function takeFactsBack(
  { memory, caller }: PageReading,
  undo: CommandOf<'takeFactsBack'>,
): Promise<CommandResult> {
  await memory.facts.takeBack(caller, undo);
  return commandResult([]);
}

function backTo(undo: FactUndo): PageCommand {
  return { type: 'takeFactsBack', ...undo };
}

function lessSureIn({ lessSure }: ChangeOfFacts): CommandResult['contradicts'] {
  return lessSure.map(({ id, fact }) => ({ id: String(id), text: fact }));
}

function repin(reading: PageReading, said: string, says: string): Promise<PageCommand[]> {
  return changePins(reading, (profiles, caller) => profiles.repin(caller, said, says));
}

/** What a pinned fact is to say must fit among the pinned ones, too. */
function requirePinnable(text: string): void {
  requireText('A pinned fact', text, limits.shortText, 'Shorten it, or unpin it first. Nothing was changed.');
}
