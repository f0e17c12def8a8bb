/** Erases for good what the user selected on the page: one memory, a project, or all their data. */
import { finishErasure } from '../../memory/governance/scopeErasure.ts';
import { plainLine, visible } from '../../memory/trust/quoting.ts';
import type { CommandOf } from '../../protocol/commands.ts';
import type { ErasableCard, ScopeErasureCard, ScopeRefCard } from '../../protocol/governance/erasing.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function listErasable({ memory, caller }: PageReading): Promise<ErasableCard> {
  const { projects, everything } = await memory.scopeErasure.list(caller);
  const listed = projects.map((one) => ({ ...one, words: { key: visible(one.key), name: visible(one.name) } }));
  return { projects: listed, everything, username: caller.user.username };
}

export async function previewScopeErasure(
  { memory, caller }: PageReading,
  scope: ScopeRefCard,
): Promise<ScopeErasureCard> {
  const preview = await memory.scopeErasure.preview(caller, scope);
  const { cleaned, removed, left } = await memory.erasureCleanup.findCopies();
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
 * After the first transaction no one finds the data. The reply waits until all rows are deleted and copies are cleaned,
 * because that keeps the store open: the host closes it as soon as it no longer knows the user.
 */
export async function eraseScope(
  { memory, caller }: PageReading,
  { scope, expected }: CommandOf<'eraseScope'>,
): Promise<CommandEffects> {
  await memory.scopeErasure.erase(caller, scope, expected);
  const { log, copies, later } = await finishErasure(memory.erasureCleanup);
  return { copies: { left: copies.left.map(visible), later, log } };
}

/** Runs in the background, because cleaning backups takes time. The next process finishes the rest. */
function goThroughCopies({ erasureCleanup }: PageReading['memory']): void {
  void finishErasure(erasureCleanup).catch(() => undefined);
}
