/** Page commands that change facts and pins. A pin follows the fact with the same text. */
import type { ChangeOfFacts } from '../../memory/facts/factOutcome.ts';
import { limits, requireText } from '../../memory/shared/input.ts';
import type { CommandOf, CommandResult } from '../../protocol/commands.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function storeFact(
  { memory, caller }: PageReading,
  { text, category }: CommandOf<'storeFact'>,
): Promise<CommandEffects> {
  const outcome = await memory.facts.store(caller, { category, fact: text });
  return { redacted: outcome.redacted, made: madeFact(outcome.fact.id), contradicts: lostConfidenceIn(outcome) };
}

export async function editFact(
  { memory, caller }: PageReading,
  command: CommandOf<'editFact'>,
): Promise<CommandEffects> {
  const { id, version, text, category, factType, confidence, tags, expires } = command;
  const { isPinned } = await memory.catalogue.get(caller, { kind: 'fact', id: String(id) });
  if (isPinned && text !== null) requirePinnable(text);
  const outcome = await memory.facts.edit(caller, {
    factId: id,
    version,
    ...(text !== null && { fact: text }),
    ...(category !== null && { category }),
    ...(confidence !== null && { confidence }),
    ...(factType !== null && { type: factType }),
    ...(tags !== null && { tags }),
    ...expiryOf(expires),
  });
  const { fact, before, redacted } = outcome;
  if (isPinned) await memory.profiles.repin(caller, before.fact, fact.fact);
  return { redacted, contradicts: lostConfidenceIn(outcome) };
}

export async function supersedeFact(
  { memory, caller }: PageReading,
  command: CommandOf<'supersedeFact'>,
): Promise<CommandEffects> {
  const { id, text, category, confidence } = command;
  const { isPinned } = await memory.catalogue.get(caller, { kind: 'fact', id: String(id) });
  if (isPinned) requirePinnable(text);
  const outcome = await memory.facts.supersede(caller, {
    factId: id,
    fact: text,
    ...(category !== null && { category }),
    ...(confidence !== null && { confidence }),
  });
  const { fact, redacted, replaced } = outcome;
  if (isPinned) await memory.profiles.repin(caller, replaced.fact, fact.fact);
  return { redacted, made: madeFact(fact.id), contradicts: lostConfidenceIn(outcome) };
}

/** A deprecated fact is also unpinned. */
export async function deprecateFact(
  { memory, caller }: PageReading,
  { id, reason }: CommandOf<'deprecateFact'>,
): Promise<CommandEffects> {
  const { isPinned, status } = await memory.catalogue.get(caller, { kind: 'fact', id: String(id) });
  const { fact } = await memory.facts.deprecate(caller, { factId: id, reason });
  // If another window deprecated it first, that window's undo restores the pin.
  if (isPinned && status !== 'deprecated') await memory.profiles.unpin(caller, fact);
  return {};
}

export async function restoreFact(
  { memory, caller }: PageReading,
  { id }: CommandOf<'restoreFact'>,
): Promise<CommandEffects> {
  await memory.facts.restore(caller, id);
  return {};
}

export async function refreshFact(
  { memory, caller }: PageReading,
  { id }: CommandOf<'refreshFact'>,
): Promise<CommandEffects> {
  await memory.fading.refresh(caller, id);
  return {};
}

export async function pin({ memory, caller }: PageReading, text: string): Promise<CommandEffects> {
  const { line, redacted } = await memory.profiles.pin(caller, text);
  await memory.facts.vouch(caller, line);
  return { redacted };
}

export async function unpin({ memory, caller }: PageReading, text: string): Promise<CommandEffects> {
  await memory.profiles.unpin(caller, text);
  return {};
}

function expiryOf(expires: string | null): { expires: 'never' } | { expiresAt: string } | object {
  if (expires === null) return {};
  return expires === 'never' ? { expires } : { expiresAt: expires };
}

export function madeFact(id: number): NonNullable<CommandResult['made']> {
  return { kind: 'fact', id: String(id) };
}

export function lostConfidenceIn({ lostConfidence }: ChangeOfFacts): CommandResult['contradicts'] {
  return lostConfidence.map(({ id, fact }) => ({ id: String(id), text: fact }));
}

/** The new text of a pinned fact must also fit the limit of pinned facts. */
export function requirePinnable(text: string): void {
  requireText('A pinned fact', text, limits.shortText, 'Shorten it, or unpin it first. Nothing was changed.');
}
