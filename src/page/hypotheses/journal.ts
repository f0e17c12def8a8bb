/** The thought journal, and what a person does in it. */
import { takenBack } from '../../memory/facts/factUndo.ts';
import type { Hypothesis } from '../../memory/hypotheses/hypotheses.ts';
import type { Act, ActCard, ActOf } from '../../protocol/acts.ts';
import type { HypothesisCard, JournalCard } from '../../protocol/hypotheses/journal.ts';
import type { QuestionOf } from '../../protocol/questions.ts';
import { actCard } from '../shared/actCard.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function readJournal(
  { memory, caller }: PageReading,
  { status, offset, limit }: QuestionOf<'journal'>,
): Promise<JournalCard> {
  const filter = { scope: 'all' as const, offset, limit, ...(status !== null && { status }) };
  const { hypotheses, total } = await memory.hypotheses.list(caller, filter);
  return { hypotheses: hypotheses.map(hypothesisCard), total };
}

export async function addHypothesis({ memory, caller }: PageReading, act: ActOf<'addHypothesis'>): Promise<ActCard> {
  const { text: hypothesis, confidence } = act;
  const { status, hypothesis: noted, redacted } = await memory.hypotheses.add(caller, { hypothesis, confidence });
  if (status === 'duplicate') return actCard([], { redacted });
  const undo: Act = { type: 'resolveHypothesis', id: noted.id, status: 'abandoned', resolution: takenBack };
  return actCard([undo], { redacted });
}

export async function resolveHypothesis(
  { memory, caller }: PageReading,
  act: ActOf<'resolveHypothesis'>,
): Promise<ActCard> {
  const { id, status, resolution } = act;
  const { version } = await memory.hypotheses.resolve(caller, {
    hypothesisId: id,
    status,
    ...(resolution !== null && { resolution }),
  });
  return actCard([{ type: 'reopenHypothesis', id, version }]);
}

export async function reopenHypothesis(
  { memory, caller }: PageReading,
  act: ActOf<'reopenHypothesis'>,
): Promise<ActCard> {
  const { status, resolution } = await memory.hypotheses.get(caller, act.id);
  await memory.hypotheses.reopen(caller, { hypothesisId: act.id, version: act.version });
  // Only what was resolved can be opened again.
  return actCard(status === 'open' ? [] : [{ type: 'resolveHypothesis', id: act.id, status, resolution }]);
}

function hypothesisCard(hypothesis: Hypothesis): HypothesisCard {
  const { id, hypothesis: text, confidence, status, resolution, projectName, agentName } = hypothesis;
  const { sessionId, createdAt, resolvedAt, version } = hypothesis;
  return {
    ...{ id, text, confidence, status, resolution, sessionId, createdAt, resolvedAt, version },
    project: projectName,
    agent: agentName,
  };
}
