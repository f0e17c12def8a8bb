/** The commands that succeeded before and answer a question, in a search by words alone. */
import type { RecallStore } from '../../memory/recall/recall.ts';
import type { MemoryFilter } from '../../memory/shared/memoryRef.ts';
import { commandsFor, wantedIn } from './howTo.ts';
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
