/** Tools of the thought journal: hypotheses, their confidence, and how they were resolved. */
import * as z from 'zod';
import type { Hypothesis } from '../../../memory/hypotheses/hypotheses.ts';
import { hypothesisStatuses, resolvedStatuses } from '../../../memory/shared/vocabulary.ts';
import { unknownProjectIn } from '../../../memory/shared/identity.ts';
import { dataNotice, plainLine, quotedLine } from '../../../memory/trust/quoting.ts';
import type { Trust } from '../../../memory/trust/trust.ts';
import { labelsOf, labelText, trustOf } from '../../../memory/trust/trust.ts';
import { localDay, minuteOf } from '../../../util/time.ts';
import { confidence, howToSeeMore, project, sessionId } from '../../shared/fields.ts';
import { noticeOf, redactionNote } from '../../shared/redactionNote.ts';
import { defineTool } from '../../shared/tool.ts';

export const addHypothesis = defineTool({
  name: 'memory_add_hypothesis',
  title: 'Add hypothesis',
  description:
    'Record a hypothesis: "I believe X because Y". Call it when you work on an assumption, so that it can be confirmed or refuted later. For certain facts, use memory_store_fact.',
  readOnly: false,
  input: () => ({
    hypothesis: z.string().describe('"I believe X because Y".'),
    confidence: confidence().optional().describe('0 to 1, default 0.7.'),
    session_id: sessionId().optional(),
  }),
  run: async (input, { memory, caller }) => {
    const { status, hypothesis, redacted } = await memory.hypotheses.add(caller, {
      hypothesis: input.hypothesis,
      confidence: input.confidence,
      sessionId: input.session_id,
    });
    const noted = status === 'stored' ? 'Noted as' : 'Already open as';
    return {
      ...noticeOf(redactionNote(redacted)),
      text: `${noted} hypothesis #${String(hypothesis.id)}.`,
      structured: { id: hypothesis.id, status: hypothesis.status, stored: status },
      next: 'Resolve it with memory_resolve_hypothesis once you know.',
    };
  },
});

export const resolveHypothesis = defineTool({
  name: 'memory_resolve_hypothesis',
  title: 'Resolve hypothesis',
  description:
    'Resolve a hypothesis as confirmed, refuted or abandoned, with what actually happened. Call it as soon as you know. If a confirmed one will matter again, also call memory_store_fact.',
  readOnly: false,
  input: () => ({
    hypothesis_id: z.number().int().positive().describe('The number after #.'),
    status: z.enum(resolvedStatuses),
    resolution: z.string().optional().describe('What actually happened.'),
  }),
  run: async (input, { memory, caller }) => {
    const hypothesis = await memory.hypotheses.resolve(caller, {
      hypothesisId: input.hypothesis_id,
      status: input.status,
      resolution: input.resolution,
    });
    return {
      text: `Hypothesis #${String(hypothesis.id)} is ${hypothesis.status}.`,
      structured: { id: hypothesis.id, status: hypothesis.status },
    };
  },
});

export const listHypotheses = defineTool({
  name: 'memory_list_hypotheses',
  title: 'List hypotheses',
  description:
    'List hypotheses, open ones first. Call it to see what is unproved, or what was refuted before. To find facts, use memory_search.',
  readOnly: true,
  input: () => ({
    status: z.enum(hypothesisStatuses).optional().describe('Default: all.'),
    project: project().optional(),
    limit: z.number().int().min(1).max(100).optional().describe('Default 20.'),
  }),
  run: async (input, { memory, caller }) => {
    const scope = await memory.identities.scope(caller, input.project);
    const { hypotheses, total } = await memory.hypotheses.list(caller, {
      scope,
      limit: input.limit ?? 20,
      status: input.status,
    });
    const lines = hypotheses.map((one) => hypothesisLine(one, memory.clock.timeZone));
    const rest = total - hypotheses.length;
    if (lines.length === 0) {
      const next = unknownProjectIn(scope) ?? 'Omit status, or use project "all".';
      return { text: 'No hypothesis matches.', structured: { hypotheses: [], total }, next };
    }
    return {
      notice: dataNotice,
      text: lines.join('\n'),
      structured: { hypotheses: hypotheses.map(structuredHypothesis), total },
      ...(rest > 0 && {
        next: `${rest.toLocaleString('en')} more: ${howToSeeMore(input.limit, 'narrow by status or project')}.`,
      }),
    };
  },
});

function hypothesisLine(one: Hypothesis, timeZone: string): string {
  const resolved = one.resolvedAt === null ? '' : ` on ${localDay(one.resolvedAt, timeZone)}`;
  const outcome = one.resolution === null ? '' : ` → ${quotedLine(one.resolution)}`;
  return `- #${String(one.id)} **[${one.status}${resolved}]** ${quotedLine(one.hypothesis)} (confidence ${String(one.confidence)}, ${localDay(one.createdAt, timeZone)})${outcome}${labelText(trustOfHypothesis(one))}`;
}

function trustOfHypothesis({ origin, hypothesis, resolution }: Hypothesis): Trust {
  return trustOf({ origin, texts: [hypothesis, resolution] });
}

function structuredHypothesis(one: Hypothesis): Record<string, unknown> {
  const labels = labelsOf(trustOfHypothesis(one));
  return {
    id: one.id,
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    hypothesis: plainLine(one.hypothesis),
    confidence: one.confidence,
    status: one.status,
    ...(one.resolution !== null && { resolution: plainLine(one.resolution) }),
    created_at: minuteOf(one.createdAt),
    ...(one.resolvedAt !== null && { resolved_at: minuteOf(one.resolvedAt) }),
  };
}
