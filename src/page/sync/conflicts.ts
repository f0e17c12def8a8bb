/** The inbox of a sync: both versions of what two computers changed, and the decision between them. */
import type { Caller } from '../../memory/shared/identity.ts';
import { actorOf } from '../../memory/shared/audit.ts';
import type { NamedConflict } from '../../memory/sync/conflicts.ts';
import { differencesIn, titleOf } from '../../memory/sync/differences.ts';
import type { CommandOf } from '../../protocol/commands.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { ConflictCard, ConflictsCard } from '../../protocol/sync/conflicts.ts';
import { oneLine, shorten } from '../../util/text.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

/** In characters. */
const maxTitleLength = 200;

/** Empty where there is no sync, so that a page can always ask. */
export async function readConflicts(
  { memory, caller }: PageReading,
  { offset, limit }: QueryOf<'conflicts'>,
): Promise<ConflictsCard> {
  const total = await memory.syncConflicts.count();
  if (total === 0) return { conflicts: [], total };
  const found = await memory.syncConflicts.list({ offset, limit });
  return { conflicts: found.map((one) => conflictCard(one, caller)), total };
}

export async function settleConflict(
  { memory, caller }: PageReading,
  { id, choice, seen }: CommandOf<'settleConflict'>,
): Promise<CommandEffects> {
  await memory.syncConflicts.settle({ id, choice, seen, by: actorOf(caller) });
  return {};
}

function conflictCard(conflict: NamedConflict, caller: Caller): ConflictCard {
  const { id, table, content, current, createdAt, currentHash } = conflict;
  return {
    ...{ id, table, foundAt: createdAt, seen: currentHash },
    title: shorten(oneLine(titleOf(conflict)), maxTitleLength),
    current: {
      ...{ machine: conflict.currentMachineName, isHere: conflict.isCurrentFromHere },
      ...{ isThere: current !== null, changedAt: changeOf(current) },
    },
    other: {
      ...{ machine: conflict.machineName, isHere: conflict.isFromHere, changedAt: changeOf(content) },
    },
    differences: differencesIn(conflict).map((one) => ({
      column: one.column,
      current: textOf(one.column, one.current, caller),
      other: textOf(one.column, one.lost, caller),
    })),
  };
}

function changeOf(row: NamedConflict['current']): string | null {
  const at = row?.['updated_at'];
  return typeof at === 'string' ? at : null;
}

/** In records, columns such as `approved_by` name the only person. */
function textOf(column: string, value: string | number | null, { user }: Caller): string | null {
  if (value === null) return null;
  if (column.endsWith('ed_by') && value === 'me') return user.displayName ?? user.username;
  return typeof value === 'string' ? (linesIn(value) ?? value) : String(value);
}

/** Undefined for a text that is no list. */
function linesIn(text: string): string | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) && items.every((item) => typeof item === 'string') ? items.join('\n') : undefined;
  } catch {
    return undefined;
  }
}
