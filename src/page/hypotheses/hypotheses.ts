/** The query and the commands of hypotheses. */
import type { Hypothesis } from '../../memory/hypotheses/hypotheses.ts';
import type { CommandOf } from '../../protocol/commands.ts';
import type { HypothesisCard } from '../../protocol/hypotheses/hypotheses.ts';
import type { QueryOf } from '../../protocol/queries.ts';
import type { CommandEffects } from '../shared/commandResult.ts';
import type { PageReading } from '../shared/pageHost.ts';

export async function showHypothesis(
  { memory, caller }: PageReading,
  { id }: QueryOf<'hypothesis'>,
): Promise<HypothesisCard> {
  return hypothesisCard(await memory.hypotheses.get(caller, id));
}

export async function addHypothesis(
  { memory, caller }: PageReading,
  { text, confidence }: CommandOf<'addHypothesis'>,
): Promise<CommandEffects> {
  const { redacted } = await memory.hypotheses.add(caller, { hypothesis: text, confidence });
  return { redacted };
}

export async function resolveHypothesis(
  { memory, caller }: PageReading,
  { id, status, resolution }: CommandOf<'resolveHypothesis'>,
): Promise<CommandEffects> {
  const input = { hypothesisId: id, status, ...(resolution !== null && { resolution }) };
  await memory.hypotheses.resolve(caller, input);
  return {};
}

export async function reopenHypothesis(
  { memory, caller }: PageReading,
  { id, version }: CommandOf<'reopenHypothesis'>,
): Promise<CommandEffects> {
  await memory.hypotheses.reopen(caller, { hypothesisId: id, version });
  return {};
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
