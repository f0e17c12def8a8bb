/**
 * Runs the page's commands. A null field of a command leaves the stored value unchanged; rules, roles and refusals come
 * from the domain.
 */
import type { ChangingCaller } from '../memory/governance/changes.ts';
import { BigMindError } from '../memory/shared/errors.ts';
import type { CommandOf, CommandResult, PageCommand } from '../protocol/commands.ts';
import { wordsFrom } from '../util/text.ts';
import { completeDecision, discardDrafts, recordOutcome, saveDecision } from './decisions/decisions.ts';
import {
  deprecateFact,
  editFact,
  pin,
  refreshFact,
  restoreFact,
  storeFact,
  supersedeFact,
  unpin,
} from './facts/facts.ts';
import type { FileCommand } from './entries/memoryFiles.ts';
import { eraseMemory, eraseScope } from './governance/erasing.ts';
import { mergeEntities, splitEntity } from './graph/graph.ts';
import { addHypothesis, reopenHypothesis, resolveHypothesis } from './hypotheses/hypotheses.ts';
import { mergeProposals, reviewEntry } from './knowledge/curation.ts';
import { confirmLearned, dismissLearned } from './learn/learned.ts';
import { showOnCard } from './people/people.ts';
import { commandResult } from './shared/commandResult.ts';
import type { CommandEffects } from './shared/commandResult.ts';
import type { PageReading } from './shared/pageHost.ts';
import { settleConflict } from './sync/conflicts.ts';

/** All but those that change a file; see `files/files.ts`. */
type StoreCommand = Exclude<PageCommand, FileCommand>;

/**
 * Rejects with a `BigMindError`; then nothing was changed. All writes of a command form one change, which can be
 * undone.
 */
export async function runPageCommand(command: StoreCommand, reading: PageReading): Promise<CommandResult> {
  const { changes } = reading.memory;
  const caller = changes.begin(reading.caller);
  try {
    const effects = await run(command, { ...reading, caller });
    // The command is done, also if its id cannot be read.
    return commandResult(effects, await changes.undoableId(caller).catch(() => null));
  } catch (thrown) {
    await undoPart(reading, caller);
    throw thrown;
  }
}

/** Takes back what a command wrote before its last write failed, such as the fact of a pin. */
async function undoPart({ memory: { changes }, caller }: PageReading, changing: ChangingCaller): Promise<void> {
  try {
    const id = await changes.undoableId(changing);
    if (id !== null) await changes.undo(caller, [id]);
  } catch {
    // The store does not take the undo either; the first error says why.
  }
}

function run(command: StoreCommand, reading: PageReading): Promise<CommandEffects> {
  switch (command.type) {
    case 'undo':
      return undo(reading, command);
    case 'updateProfile':
      return updateProfile(reading, command);
    case 'showOnCard':
      return showOnCard(reading, command);
    case 'pin':
      return pin(reading, command.text);
    case 'unpin':
      return unpin(reading, command.text);
    case 'storeFact':
      return storeFact(reading, command);
    case 'editFact':
      return editFact(reading, command);
    case 'supersedeFact':
      return supersedeFact(reading, command);
    case 'saveDecision':
      return saveDecision(reading, command);
    case 'completeDecision':
      return completeDecision(reading, command);
    case 'recordOutcome':
      return recordOutcome(reading, command);
    case 'discardDrafts':
      return discardDrafts(reading, command);
    case 'deprecateFact':
      return deprecateFact(reading, command);
    case 'restoreFact':
      return restoreFact(reading, command);
    case 'confirmLearned':
      return confirmLearned(reading, command);
    case 'dismissLearned':
      return dismissLearned(reading, command);
    case 'refreshFact':
      return refreshFact(reading, command);
    case 'mute':
      return mute(reading, command);
    case 'mergeEntities':
      return mergeEntities(reading, command);
    case 'splitEntity':
      return splitEntity(reading, command);
    case 'renameSession':
      return renameSession(reading, command);
    case 'endSession':
      return endSession(reading, command);
    case 'review':
      return reviewEntry(reading, command);
    case 'mergeKnowledge':
      return mergeProposals(reading, command);
    case 'settleConflict':
      return settleConflict(reading, command);
    case 'addHypothesis':
      return addHypothesis(reading, command);
    case 'resolveHypothesis':
      return resolveHypothesis(reading, command);
    case 'reopenHypothesis':
      return reopenHypothesis(reading, command);
    case 'erase':
      return eraseMemory(reading, command);
    case 'eraseScope':
      return eraseScope(reading, command);
    case 'rebuildIndex':
      return rebuildIndex(reading);
  }
}

/** A change can be undone once; there is no redo. */
async function undo({ memory, caller }: PageReading, { changes }: CommandOf<'undo'>): Promise<CommandEffects> {
  const { changeId: _, ...undoing } = caller;
  await memory.changes.undo(undoing, changes);
  return {};
}

async function updateProfile(
  { memory, caller }: PageReading,
  { role, preferences, pinnedFacts }: CommandOf<'updateProfile'>,
): Promise<CommandEffects> {
  const { redacted } = await memory.profiles.update(caller, {
    ...(role !== null && { role }),
    ...(preferences !== null && { preferences }),
    ...(pinnedFacts !== null && { pinnedFacts }),
  });
  return { redacted };
}

async function mute({ memory, caller }: PageReading, { ref, muted }: CommandOf<'mute'>): Promise<CommandEffects> {
  await (muted ? memory.muted.mute(caller, ref) : memory.muted.unmute(caller, ref));
  return {};
}

async function renameSession(
  { memory, caller }: PageReading,
  { id, version, headline }: CommandOf<'renameSession'>,
): Promise<CommandEffects> {
  const { redacted } = await memory.sessions.rename(caller, { sessionId: id, headline, version });
  return { redacted };
}

async function endSession({ memory, caller }: PageReading, command: CommandOf<'endSession'>): Promise<CommandEffects> {
  const { session } = await memory.sessions.get(caller, command.id);
  if (session.endedAt !== null) {
    throw new BigMindError('conflict', 'The session was already ended elsewhere.', {
      remedy: 'Read its summary; you can still change its headline.',
    });
  }
  const topics = command.topics === null ? {} : { topics: wordsFrom(command.topics) };
  const { id: sessionId, version } = session;
  await memory.sessions.end(caller, { sessionId, version, oneLiner: command.headline, ...topics });
  return {};
}

async function rebuildIndex({ memory }: PageReading): Promise<CommandEffects> {
  await memory.maintenance.rebuildIndex();
  return {};
}
