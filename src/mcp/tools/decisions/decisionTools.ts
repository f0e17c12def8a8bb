/** Tools of decisions: save one, record how it turned out, and ask who decided what and whether it held. */
import * as z from 'zod';
import { verdicts } from '../../../memory/shared/vocabulary.ts';
import { minuteOf } from '../../../util/time.ts';
import { entities, factRef, sourceRef, tags, visibility, words } from '../../shared/fields.ts';
import { noticeOf, redactionNote } from '../../shared/redactionNote.ts';
import { defineTool } from '../../shared/tool.ts';

/** `A; B` in one text, or an array; commas may be part of an alternative. */
const alternatives = () =>
  z
    .union([z.array(z.string()), z.string()])
    .transform((value) =>
      (typeof value === 'string' ? value.split(/\s*(?:;|\n)\s*/u) : value).filter((one) => one.trim() !== ''),
    );

export const saveDecision = defineTool({
  name: 'save_decision',
  title: 'Save decision',
  description:
    'Save a decision with who made it, why, and what was rejected: what git cannot tell. Call it when the user decides between options; ask for what you do not know. Refused, before anything is stored, if title, decided_by, project or rationale is missing. For a single lasting statement use memory_store_fact.',
  readOnly: false,
  input: () => ({
    title: z.string().optional().describe('Required. What was decided, one sentence.'),
    decided_by: z.string().optional().describe('Required. The person or group who decided.'),
    project: z.string().optional().describe('Required. Project name.'),
    rationale: z.string().optional().describe('Required. Why.'),
    assisted_by: words().optional().describe('Agents that helped. Default: this agent.'),
    alternatives: alternatives().optional().describe('What was rejected: "option: reason".'),
    confidence: z.union([z.number(), z.string()]).optional().describe('high, medium, low, or 0 to 1.'),
    entities: entities().optional(),
    tags: tags().optional(),
    source_ref: sourceRef().optional(),
    visibility: visibility().optional(),
    supersedes: factRef().optional().describe('The decision that this replaces: its number or UUID.'),
    informed_by: z
      .union([z.array(factRef()), words()])
      .optional()
      .describe('Facts and decisions that it rests on: numbers or UUIDs.'),
  }),
  run: async (input, { memory, caller }) => {
    const { status, fact, replaced, redacted } = await memory.decisions.save(caller, {
      // Required, so that a decision never lands in the project of an agent by mistake.
      project: input.project ?? '',
      title: input.title,
      decidedBy: input.decided_by,
      rationale: input.rationale,
      ...(input.assisted_by && { assistedBy: input.assisted_by }),
      ...(input.alternatives && { alternatives: input.alternatives }),
      confidence: input.confidence,
      ...((input.tags ?? input.entities) && { tags: [...(input.tags ?? []), ...(input.entities ?? [])] }),
      sourceRef: input.source_ref,
      visibility: input.visibility,
      supersedes: input.supersedes,
      ...(input.informed_by && { informedBy: input.informed_by }),
    });
    const saved = status === 'duplicate' ? 'Already known' : 'Saved';
    const instead = replaced === null ? '' : `, in place of #${String(replaced.id)}`;
    return {
      ...noticeOf(redactionNote(redacted)),
      text: `${saved} as decision #${String(fact.id)}${instead}.`,
      structured: {
        id: fact.id,
        uid: fact.uid,
        status,
        project: fact.projectName,
        supersedes: replaced?.uid ?? null,
      },
      next: 'When it shows whether it was right, call save_retrospective.',
    };
  },
});

export const saveRetrospective = defineTool({
  name: 'save_retrospective',
  title: 'Record outcome',
  description:
    'Record how a decision turned out, with a rating from 1 to 10 and what was learned. Call it when a decision proved right or wrong; several over time are kept. The verdict reversed retires the decision. Not for the decision itself: use save_decision.',
  readOnly: false,
  input: () => ({
    id: factRef().describe('The decision: its number or UUID.'),
    rating: z.union([z.number(), z.string()]).describe('1 to 10, or high, medium, low.'),
    notes: z.string().describe('What happened, and what was learned.'),
    verdict: z.enum(verdicts).optional().describe('Default: held from 7, else mixed.'),
    date: z.string().optional().describe('When it was judged: a day, or ISO 8601. Default: now.'),
    source_ref: sourceRef().optional(),
  }),
  run: async (input, { memory, caller }) => {
    const { outcome, fact, isRetired, redacted } = await memory.decisions.addOutcome(caller, {
      decision: input.id,
      rating: input.rating,
      notes: input.notes,
      verdict: input.verdict,
      observedAt: input.date,
      sourceRef: input.source_ref,
    });
    const isLate = outcome.verdict === 'reversed' && !isRetired && !fact.deprecated;
    const stays = isLate ? ' A later outcome says otherwise, so the decision stays in force.' : '';
    const retired = isRetired ? ' The decision is retired.' : stays;
    return {
      ...noticeOf(redactionNote(redacted)),
      text: `Decision #${String(fact.id)}: ${outcome.verdict}, ${String(outcome.rating)} of 10.${retired}`,
      structured: {
        id: fact.id,
        uid: fact.uid,
        rating: outcome.rating,
        verdict: outcome.verdict,
        date: minuteOf(outcome.observedAt),
        retired: isRetired,
      },
      ...(isRetired && { next: 'If something was decided instead, call save_decision with supersedes.' }),
    };
  },
});
