/** Erases for good what a person selected on the page: one memory, a project, or all their data. */
import { finishErasure } from '../../memory/governance/scopeErasure.ts';
import { plainLine, visible } from '../../memory/trust/quoting.ts';
import type { CommandOf } from '../../protocol/commands.ts';
import type { ErasableCard, ScopeErasureCard, ScopeRefCard } from '../../protocol/governance/erasing.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function listErasable({ memory, caller }: PageReading): Promise<ErasableCard> {
  const { projects, everything } = await memory.scopeErasure.list(caller);
  const told = projects.map((one) => ({ ...one, words: { key: visible(one.key), name: visible(one.name) } }));
  return { projects: told, everything, username: caller.user.username };
}

export async function eraseWhatOfScope(
  { memory, caller }: PageReading,
  scope: ScopeRefCard,
): Promise<ScopeErasureCard> {
  const preview = await memory.scopeErasure.preview(caller, scope);
  const { cleaned, removed, left } = await memory.erasureRest.findCopies();
  const copies = { cleaned: cleaned.length, removed: removed.map(visible), left: left.map(visible) };
  const headlines = preview.headlines.map(({ what, texts }) => ({ what, texts: texts.map(plainLine) }));
  return { ...preview, headlines, words: visible(preview.id), copies };
}

export async function eraseMemory(
  { memory, caller }: PageReading,
  { ref, expected }: CommandOf<'erase'>,
): Promise<CommandEffects> {
  await memory.erasure.erase(caller, ref, expected);
  goThroughCopies(memory);
  return {};
}

/**
 * Nobody finds anything of it after the first transaction; the answer comes when all rows are gone and copies were gone
 * through, so that the store stays open until then: its host lets go of it as soon as nobody knows the person any more.
 */
export async function eraseScope(
  { memory, caller }: PageReading,
  { scope, expected }: CommandOf<'eraseScope'>,
): Promise<CommandEffects> {
  await memory.scopeErasure.erase(caller, scope, expected);
  const { log, copies, later } = await finishErasure(memory.erasureRest);
  return { copies: { left: copies.left.map(visible), later, log } };
}

/** Backups take their time, and nobody at the page waits for them; what is not done now, the next process does. */
function goThroughCopies({ erasureRest }: PageReading['memory']): void {
  void finishErasure(erasureRest).catch(() => undefined);
}
