/** The commands that succeeded before: those that answer a question, in a search by words alone, and the usual ones. */
import type { RecallStore } from '../../memory/recall/recall.ts';
import type { MemoryFilter } from '../../memory/shared/memoryRef.ts';
import { commandsFor, commonTasks, wantedIn } from './howTo.ts';
import type { RanCommand } from './ranCommands.ts';
import { ranCommandsFrom, shellTools } from './ranCommands.ts';

const maxCommands = 3;
/** A command that was not run in so many sessions is out of date. */
const maxSessions = 300;
/** With any other filter, the search is for memories of a certain kind or time. */
const plainFilters: ReadonlySet<string> = new Set(['userId', 'scope', 'worktree']);

export async function findCommands(recall: RecallStore, question: string, filter: MemoryFilter): Promise<RanCommand[]> {
  const wanted = Object.keys(filter).every((name) => plainFilters.has(name)) ? wantedIn(question) : [];
  if (wanted.length === 0) return [];
  const calls = await recall.read((reader) => reader.toolCalls(filter, { tools: shellTools, maxSessions }));
  return commandsFor(wanted, ranCommandsFrom(calls), maxCommands);
}

/**
 * The command of each usual task, such as the tests or the build, that succeeded most often in the last 50 sessions; at
 * most `max`, those that succeeded most often first. One that succeeded only once, or failed since, is left out.
 */
export async function findCommonCommands(
  recall: RecallStore,
  filter: MemoryFilter,
  max: number,
): Promise<RanCommand[]> {
  const calls = await recall.read((reader) => reader.toolCalls(filter, { tools: shellTools, maxSessions: 50 }));
  const common = ranCommandsFrom(calls)
    .filter(({ succeeded, lastSucceeded, lastFailed }) => succeeded > 1 && (lastFailed ?? '') < lastSucceeded)
    .toSorted((one, other) => other.succeeded - one.succeeded);
  const best = commonTasks.flatMap((task) => commandsFor([task], common, 1));
  return [...new Set(best)].toSorted((one, other) => other.succeeded - one.succeeded).slice(0, max);
}
