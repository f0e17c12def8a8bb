/**
 * Does what a person asks for in the page, and says what would take it back. What is null in an act stays as it is; the
 * rules, the roles and the refusals are the domain's own.
 */
import type { ProfileInput } from '../memory/profile/profile.ts';
import { BigMindError } from '../memory/shared/errors.ts';
import type { CommandOf, CommandResult, PageCommand } from '../protocol/commands.ts';
import { deprecateFact, editFact, restoreFact, storeFact, supersedeFact, takeFactsBack } from './facts/facts.ts';
import { pin, putPinsBack, unpin } from './facts/pins.ts';
import { eraseMemory, eraseScope } from './governance/erasing.ts';
import { addHypothesis, reopenHypothesis, resolveHypothesis } from './hypotheses/journal.ts';
import { mergeProposals, reviewEntry, takeReviewsBack } from './knowledge/curation.ts';
import { commandResult } from './shared/commandResult.ts';
import type { PageReading } from './shared/pageHost.ts';

/** Rejects with a `BigMindError`; then nothing was changed. */
export function runPageCommand(act: PageCommand, reading: PageReading): Promise<CommandResult> {
  switch (act.type) {
    case 'updateProfile':
      return updateProfile(reading, act);
    case 'putProfileBack':
      return putProfileBack(reading, act);
    case 'pin':
      return pin(reading, act.text);
    case 'unpin':
      return unpin(reading, act.text);
    case 'putPinsBack':
      return putPinsBack(reading, act);
    case 'storeFact':
      return storeFact(reading, act);
    case 'editFact':
      return editFact(reading, act);
    case 'supersedeFact':
      return supersedeFact(reading, act);
    case 'deprecateFact':
      return deprecateFact(reading, act);
    case 'restoreFact':
      return restoreFact(reading, act);
    case 'takeFactsBack':
      return takeFactsBack(reading, act);
    case 'mute':
      return mute(reading, act);
    case 'renameSession':
      return renameSession(reading, act);
    case 'endSession':
      return endSession(reading, act);
    case 'review':
      return reviewEntry(reading, act);
    case 'mergeKnowledge':
      return mergeProposals(reading, act);
    case 'undoReviews':
      return takeReviewsBack(reading, act);
    case 'addHypothesis':
      return addHypothesis(reading, act);
    case 'resolveHypothesis':
      return resolveHypothesis(reading, act);
    case 'reopenHypothesis':
      return reopenHypothesis(reading, act);
    case 'erase':
      return eraseMemory(reading, act);
    case 'eraseScope':
      return eraseScope(reading, act);
    case 'rebuildIndex':
      return rebuildIndex(reading);
  }
}

async function updateProfile({ memory, caller }: PageReading, act: CommandOf<'updateProfile'>): Promise<CommandResult> {
  const { role, preferences, pinnedFacts } = act;
  const before = await memory.profiles.get(caller);
  const { redacted } = await memory.profiles.update(caller, profileInput(act));
  const undo: PageCommand = {
    type: 'putProfileBack',
    role: role === null ? null : (before?.role ?? ''),
    preferences: preferences === null ? null : (before?.preferences ?? ''),
    pinnedFacts: pinnedFacts === null ? null : (before?.pinnedFacts ?? []),
    origins: before?.origins ?? { role: null, preferences: null, pinnedFacts: null },
  };
  return commandResult([undo], { redacted });
}

async function putProfileBack(
  { memory, caller }: PageReading,
  act: CommandOf<'putProfileBack'>,
): Promise<CommandResult> {
  await memory.profiles.update(caller, profileInput(act), act.origins);
  return commandResult([]);
}

function profileInput({ role, preferences, pinnedFacts }: Omit<CommandOf<'updateProfile'>, 'type'>): ProfileInput {
  return {
    ...(role !== null && { role }),
    ...(preferences !== null && { preferences }),
    ...(pinnedFacts !== null && { pinnedFacts }),
  };
}

async function mute({ memory, caller }: PageReading, { ref, muted }: CommandOf<'mute'>): Promise<CommandResult> {
  const isChanged = await memory.muted.set(caller, ref, muted);
  return commandResult(isChanged ? [{ type: 'mute', ref, muted: !muted }] : []);
}

async function renameSession({ memory, caller }: PageReading, act: CommandOf<'renameSession'>): Promise<CommandResult> {
  const { id, version, headline } = act;
  const { session: before } = await memory.sessions.get(caller, id);
  const { session, redacted } = await memory.sessions.rename(caller, { sessionId: id, headline, version });
  // A session that had no headline cannot be given none.
  const undo: PageCommand = {
    type: 'renameSession',
    id: session.id,
    version: session.version,
    headline: before.oneLiner,
  };
  return commandResult(before.oneLiner === '' ? [] : [undo], { redacted });
}

async function endSession({ memory, caller }: PageReading, act: CommandOf<'endSession'>): Promise<CommandResult> {
  const { session } = await memory.sessions.get(caller, act.id);
  if (session.endedAt !== null) {
    throw new BigMindError('conflict', 'The session was ended elsewhere in the meantime.', {
      remedy: 'Read what was told of it; its headline can still be changed.',
    });
  }
  await memory.sessions.end(caller, { sessionId: session.id, version: session.version, oneLiner: act.headline });
  return commandResult([]);
}

async function rebuildIndex({ memory }: PageReading): Promise<CommandResult> {
  await memory.maintenance.rebuildIndex();
  return commandResult([]);
}
