/**
 * The fields of a decision as a person types them: the agents separated by commas, the alternatives one per line. A
 * decision needs a title, who decided, a project and a rationale, because no later reader can find these out.
 */
import type { DraftCard } from '../../../src/protocol/decisions/decisions.ts';
import type { FilledIn } from '../../../src/protocol/formRoute.ts';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isText, shape } from '../../../src/protocol/shared/check.ts';
import { t } from '../../l10n/t.ts';
import { ownAgent } from '../../parts/domain/agentName.ts';
import { partsOf } from '../../parts/domain/fieldDraft.ts';

export const isDecisionFields = shape({
  title: isText,
  decidedBy: isText,
  assistedBy: isText,
  project: isText,
  rationale: isText,
  alternatives: isText,
  sourceRef: isText,
});
export type DecisionFields = Checked<typeof isDecisionFields>;
export type DecisionFieldName = keyof DecisionFields;
export const decisionFieldNames = [
  'title',
  'decidedBy',
  'assistedBy',
  'project',
  'rationale',
  'alternatives',
  'sourceRef',
] as const;

export const emptyDecision: DecisionFields = {
  title: '',
  decidedBy: '',
  assistedBy: '',
  project: '',
  rationale: '',
  alternatives: '',
  sourceRef: '',
};

/** With the texts that a route gives. */
export function filled(fields: DecisionFields, filledIn: FilledIn): DecisionFields {
  const given = decisionFieldNames.filter((name) => filledIn[name] !== undefined);
  return { ...fields, ...Object.fromEntries(given.map((name) => [name, filledIn[name]])) };
}

export function fieldsOfDraft(draft: DraftCard): DecisionFields {
  const { title, decidedBy, assistedBy, project, rationale, alternatives } = draft;
  return {
    ...emptyDecision,
    ...{ title, decidedBy, assistedBy: assistedBy.join(', '), alternatives: alternatives.join('\n') },
    project: project ?? '',
    rationale: rationale ?? '',
  };
}

/** Of a fact that is to be one. What was learned is based on what somebody said: that is the first reason. */
export function fieldsOfFact(memory: MemoryDetailCard, user: string): DecisionFields {
  const { evidence } = memory;
  const fields = fieldsOfMemory(memory);
  if (evidence === null) return fields;
  return { ...fields, decidedBy: evidence.by === 'user' ? user : '', rationale: evidence.quote };
}

/** Of a decision, or of a fact that lacks the details of one, with which the agent that stored it probably helped. */
export function fieldsOfMemory({ text, project, sourceRef, agent, decision }: MemoryDetailCard): DecisionFields {
  const helper = agent === null || agent === ownAgent ? '' : agent;
  return {
    title: text,
    decidedBy: decision?.decidedBy ?? '',
    assistedBy: decision?.assistedBy.join(', ') ?? helper,
    project: project ?? '',
    rationale: decision?.rationale ?? '',
    alternatives: decision?.alternatives.join('\n') ?? '',
    sourceRef: sourceRef ?? '',
  };
}

/**
 * A decision that replaces another one is another statement with other reasons; the rest probably stays. Alternatives
 * were rejected for the old one.
 */
export function fieldsOfSuccessor(memory: MemoryDetailCard): DecisionFields {
  return { ...fieldsOfMemory(memory), rationale: '', alternatives: '', sourceRef: '' };
}

/** The sentence about each field that is missing, in the order of the form. */
export type Problems = Partial<Record<DecisionFieldName, string>>;

export function problemsIn(fields: DecisionFields): Problems {
  const isMissing = (name: DecisionFieldName): boolean => fields[name].trim() === '';
  return {
    ...(isMissing('title') && { title: t('Enter what was decided.') }),
    ...(isMissing('decidedBy') && { decidedBy: t('Enter who decided.') }),
    ...(isMissing('project') && { project: t('Enter the project.') }),
    ...(isMissing('rationale') && { rationale: t('Enter why it was decided.') }),
  };
}

/** The parts that every command about a decision has. */
export function inputFrom(fields: DecisionFields): {
  title: string;
  decidedBy: string;
  assistedBy: string[];
  project: string | null;
  rationale: string;
  alternatives: string[];
} {
  const { title, decidedBy, assistedBy, project, rationale, alternatives } = fields;
  return {
    title: title.trim(),
    decidedBy: decidedBy.trim(),
    assistedBy: partsOf(assistedBy, ','),
    project: project.trim() === '' ? null : project.trim(),
    rationale: rationale.trim(),
    alternatives: partsOf(alternatives, '\n'),
  };
}

/** Null if there is none. */
export function sourceIn({ sourceRef }: Pick<DecisionFields, 'sourceRef'>): string | null {
  return sourceRef.trim() === '' ? null : sourceRef.trim();
}
