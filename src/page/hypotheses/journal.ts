/** The thought journal, and what a person does in it. */
import { takenBack } from '../../memory/facts/factUndo.ts';
import type { Hypothesis } from '../../memory/hypotheses/hypotheses.ts';
import type { CommandOf, CommandResult, PageCommand } from '../../protocol/commands.ts';
import type { HypothesisCard, JournalCard } from '../../protocol/hypotheses/journal.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import { commandResult } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function readJournal(
  { memory, caller }: PageReading,
  { status, offset, limit }: QueryOf<'journal'>,
): Promise<JournalCard> {
  const filter = { scope: 'all' as const, offset, limit, ...(status !== null && { status }) };
  const { hypotheses, total } = await memory.hypotheses.list(caller, filter);
  return { hypotheses: hypotheses.map(hypothesisCard), total };
}

export async function addHypothesis(
  { memory, caller }: PageReading,
  act: CommandOf<'addHypothesis'>,
): Promise<CommandResult> {
  const { text: hypothesis, confidence } = act;
  const { status, hypothesis: noted, redacted } = await memory.hypotheses.add(caller, { hypothesis, confidence });
  if (status === 'duplicate') return commandResult([], { redacted });
  const undo: PageCommand = { type: 'resolveHypothesis', id: noted.id, status: 'abandoned', resolution: takenBack };
  return commandResult([undo], { redacted });
}

export async function resolveHypothesis(
  { memory, caller }: PageReading,
  act: CommandOf<'resolveHypothesis'>,
): Promise<CommandResult> {
  const { id, status, resolution } = act;
  const { version } = await memory.hypotheses.resolve(caller, {
    hypothesisId: id,
    status,
    ...(resolution !== null && { resolution }),
  });
  return commandResult([{ type: 'reopenHypothesis', id, version }]);
}

export async function reopenHypothesis(
  { memory, caller }: PageReading,
  act: CommandOf<'reopenHypothesis'>,
): Promise<CommandResult> {
  const { status, resolution } = await memory.hypotheses.get(caller, act.id);
  await memory.hypotheses.reopen(caller, { hypothesisId: act.id, version: act.version });
  // Only what was resolved can be opened again.
  return commandResult(status === 'open' ? [] : [{ type: 'resolveHypothesis', id: act.id, status, resolution }]);
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
