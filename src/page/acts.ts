/**
 * Does what a person asks for in the page, and says what would take it back. What is null in an act stays as it is; the
 * rules, the roles and the refusals are the domain's own.
 */
import { BigMindError } from '../memory/errors.ts';
import { limits, requireText } from '../memory/input.ts';
import type { ProfileInput } from '../memory/profile.ts';
import type { Act, ActCard, ActOf } from '../protocol/acts.ts';
import { actCard } from './actCard.ts';
import { mergeProposals, reviewEntry, takeReviewsBack } from './curation.ts';
import type { PageReading } from './pageReplies.ts';

/** Rejects with a `BigMindError`; then nothing was changed. */
export function performAct(act: Act, reading: PageReading): Promise<ActCard> {
  switch (act.type) {
    case 'updateProfile':
      return updateProfile(reading, act);
    case 'pin':
      return pin(reading, act.text);
    case 'unpin':
      return unpin(reading, act.text);
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
      return erase(reading, act);
    case 'rebuildIndex':
      return rebuildIndex(reading);
  }
}

async function updateProfile({ memory, caller }: PageReading, act: ActOf<'updateProfile'>): Promise<ActCard> {
  const { role, preferences, pinnedFacts } = act;
  const before = await memory.profiles.get(caller);
  const input: ProfileInput = {
    ...(role !== null && { role }),
    ...(preferences !== null && { preferences }),
    ...(pinnedFacts !== null && { pinnedFacts }),
  };
  const { redacted } = await memory.profiles.update(caller, input);
  const undo: Act = {
    type: 'updateProfile',
    role: role === null ? null : (before?.role ?? ''),
    preferences: preferences === null ? null : (before?.preferences ?? ''),
    pinnedFacts: pinnedFacts === null ? null : (before?.pinnedFacts ?? []),
  };
  return actCard([undo], { redacted });
}

async function pin({ memory, caller }: PageReading, text: string): Promise<ActCard> {
  const { status, line, redacted } = await memory.profiles.pin(caller, text);
  return actCard(status === 'changed' ? [{ type: 'unpin', text: line }] : [], { redacted });
}

async function unpin({ memory, caller }: PageReading, text: string): Promise<ActCard> {
  const { status, line } = await memory.profiles.unpin(caller, text);
  return actCard(status === 'changed' ? [{ type: 'pin', text: line }] : []);
}

async function storeFact({ memory, caller }: PageReading, { text, category }: ActOf<'storeFact'>): Promise<ActCard> {
  const { status, fact, redacted } = await memory.facts.store(caller, { category, fact: text });
  const made = { kind: 'fact' as const, id: String(fact.id) };
  if (status === 'duplicate') return actCard([], { redacted, made });
  return actCard([{ type: 'deprecateFact', id: fact.id, reason: takenBack }], { redacted, made });
}

async function editFact(reading: PageReading, act: ActOf<'editFact'>): Promise<ActCard> {
  const { memory, caller } = reading;
  const { id, version, text, category, confidence, tags, projectId } = act;
  const { isPinned } = await memory.catalogue.get(caller, { kind: 'fact', id: String(id) });
  if (isPinned && text !== null) requirePinnable(text);
  const { fact, before, redacted } = await memory.facts.edit(caller, {
    factId: id,
    version,
    ...(text !== null && { fact: text }),
    ...(category !== null && { category }),
    ...(confidence !== null && { confidence }),
    ...(tags !== null && { tags }),
    ...(projectId !== null && { projectId }),
  });
  if (isPinned) await memory.profiles.repin(caller, before.fact, fact.fact);
  const undo: Act = {
    type: 'editFact',
    id,
    version: fact.version,
    text: text === null ? null : before.fact,
    category: category === null ? null : before.category,
    confidence: confidence === null ? null : before.confidence,
    tags: tags === null ? null : before.tags,
    projectId: fact.projectId === before.projectId ? null : before.projectId,
  };
  return actCard([undo], { redacted });
}

async function supersedeFact({ memory, caller }: PageReading, act: ActOf<'supersedeFact'>): Promise<ActCard> {
  const { id, text, category, confidence } = act;
  const before = await memory.catalogue.get(caller, { kind: 'fact', id: String(id) });
  if (before.isPinned) requirePinnable(text);
  const { status, fact, redacted } = await memory.facts.supersede(caller, {
    factId: id,
    fact: text,
    ...(category !== null && { category }),
    ...(confidence !== null && { confidence }),
  });
  const made = { kind: 'fact' as const, id: String(fact.id) };
  // A fact that was there before stays when its predecessor comes back.
  const retire: Act[] = status === 'stored' ? [{ type: 'deprecateFact', id: fact.id, reason: takenBack }] : [];
  if (before.isPinned) await memory.profiles.repin(caller, before.text, fact.fact);
  const pinAgain: Act[] = before.isPinned ? [{ type: 'unpin', text: fact.fact }, pinOf(before)] : [];
  return actCard([...retire, { type: 'restoreFact', id }, ...pinAgain], { redacted, made });
}

/** What no longer holds is not told to every conversation any more, either. */
async function deprecateFact({ memory, caller }: PageReading, act: ActOf<'deprecateFact'>): Promise<ActCard> {
  const before = await memory.catalogue.get(caller, { kind: 'fact', id: String(act.id) });
  await memory.facts.deprecate(caller, { factId: act.id, reason: act.reason });
  // Somebody else was faster; it is theirs to take back.
  if (before.status === 'deprecated') return actCard([]);
  if (before.isPinned) await memory.profiles.unpin(caller, before.text);
  return actCard([{ type: 'restoreFact', id: act.id }, ...(before.isPinned ? [pinOf(before)] : [])]);
}

/** What a pinned fact is to say must fit among the pinned ones, too. */
function requirePinnable(text: string): void {
  requireText('A pinned fact', text, limits.shortText, 'Shorten it, or unpin it first. Nothing was changed.');
}

function pinOf({ text }: { text: string }): Act {
  return { type: 'pin', text };
}

async function restoreFact(reading: PageReading, { id }: ActOf<'restoreFact'>): Promise<ActCard> {
  const { memory, caller } = reading;
  const before = await memory.catalogue.get(caller, { kind: 'fact', id: String(id) });
  await memory.facts.restore(caller, id);
  const { deprecationReason: reason } = before;
  return actCard(reason === null ? [] : [{ type: 'deprecateFact', id, reason }]);
}

async function renameSession({ memory, caller }: PageReading, act: ActOf<'renameSession'>): Promise<ActCard> {
  const { id, version, headline } = act;
  const { session: before } = await memory.sessions.get(caller, id);
  const { session, redacted } = await memory.sessions.rename(caller, { sessionId: id, headline, version });
  // A session that had no headline cannot be given none.
  const undo: Act = { type: 'renameSession', id: session.id, version: session.version, headline: before.oneLiner };
  return actCard(before.oneLiner === '' ? [] : [undo], { redacted });
}

async function endSession({ memory, caller }: PageReading, act: ActOf<'endSession'>): Promise<ActCard> {
  const { session } = await memory.sessions.get(caller, act.id);
  if (session.endedAt !== null) {
    throw new BigMindError('conflict', 'The session was ended elsewhere in the meantime.', {
      remedy: 'Read what was told of it; its headline can still be changed.',
    });
  }
  await memory.sessions.end(caller, { sessionId: session.id, version: session.version, oneLiner: act.headline });
  return actCard([]);
}

async function addHypothesis({ memory, caller }: PageReading, act: ActOf<'addHypothesis'>): Promise<ActCard> {
  const { text: hypothesis, confidence } = act;
  const { status, hypothesis: noted, redacted } = await memory.hypotheses.add(caller, { hypothesis, confidence });
  if (status === 'duplicate') return actCard([], { redacted });
  const undo: Act = { type: 'resolveHypothesis', id: noted.id, status: 'abandoned', resolution: takenBack };
  return actCard([undo], { redacted });
}

async function resolveHypothesis({ memory, caller }: PageReading, act: ActOf<'resolveHypothesis'>): Promise<ActCard> {
  const { id, status, resolution } = act;
  const { version } = await memory.hypotheses.resolve(caller, {
    hypothesisId: id,
    status,
    ...(resolution !== null && { resolution }),
  });
  return actCard([{ type: 'reopenHypothesis', id, version }]);
}

async function reopenHypothesis({ memory, caller }: PageReading, act: ActOf<'reopenHypothesis'>): Promise<ActCard> {
  const { status, resolution } = await memory.hypotheses.get(caller, act.id);
  await memory.hypotheses.reopen(caller, { hypothesisId: act.id, version: act.version });
  // Only what was resolved can be opened again.
  return actCard(status === 'open' ? [] : [{ type: 'resolveHypothesis', id: act.id, status, resolution }]);
}

async function erase({ memory, caller }: PageReading, { ref, expected }: ActOf<'erase'>): Promise<ActCard> {
  await memory.erasure.erase(caller, ref, expected);
  return actCard([]);
}

async function rebuildIndex({ memory }: PageReading): Promise<ActCard> {
  await memory.maintenance.rebuildIndex();
  return actCard([]);
}

/** Why a fact is deprecated that was made by an act which was undone. */
const takenBack = 'Taken back by the person who had made it.';
