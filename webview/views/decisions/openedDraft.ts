/**
 * Unsaved input for an opened decision, which survives hiding and reloading the page, and the command that saves it. An
 * edit follows concurrent changes in the fields that the user has not touched.
 */
import type { PageCommand } from '../../../src/protocol/commands.ts';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isText, shape, variants } from '../../../src/protocol/shared/check.ts';
import { adopted, overtakenIn, rebasedOn } from '../../parts/domain/fieldDraft.ts';
import type { DecisionFieldName } from './decisionFields.ts';
import {
  decisionFieldNames,
  fieldsOfMemory,
  fieldsOfSuccessor,
  inputFrom,
  isDecisionFields,
  sourceIn,
} from './decisionFields.ts';
import type { OutcomeFields } from './outcomeFields.ts';
import { emptyOutcome, isOutcomeFields, outcomeFrom } from './outcomeFields.ts';

/** The decision is named as in a route. */
const item = isText;

export const isOpenedDraft = variants({
  /** `begun` are the values before the user typed. */
  edit: shape({ item, fields: isDecisionFields, begun: isDecisionFields }),
  replace: shape({ item, fields: isDecisionFields }),
  outcome: shape({ item, fields: isOutcomeFields }),
});
export type OpenedDraft = Checked<typeof isOpenedDraft>;
export type EditDraft = Extract<OpenedDraft, { type: 'edit' }>;

export function beginDraft(memory: MemoryDetailCard, type: OpenedDraft['type']): OpenedDraft {
  const opened = `fact:${memory.id}`;
  switch (type) {
    case 'edit': {
      const fields = fieldsOfMemory(memory);
      return { type, item: opened, fields, begun: fields };
    }
    case 'replace':
      return { type, item: opened, fields: fieldsOfSuccessor(memory) };
    case 'outcome':
      return outcomeDraft(opened, {});
  }
}

export function outcomeDraft(opened: string, filledIn: Partial<OutcomeFields>): OpenedDraft {
  const { rating, verdict, notes, day, sourceRef } = { ...emptyOutcome(), ...filledIn };
  return { type: 'outcome', item: opened, fields: { rating, verdict, notes, day, sourceRef } };
}

export function rebased(draft: EditDraft, memory: MemoryDetailCard): EditDraft {
  return rebasedOn(draft, fieldsOfMemory(memory), decisionFieldNames);
}

export function overtaken(draft: EditDraft, memory: MemoryDetailCard): DecisionFieldName[] {
  return overtakenIn(draft, fieldsOfMemory(memory), decisionFieldNames);
}

export function withTheirs(draft: EditDraft, memory: MemoryDetailCard): EditDraft {
  return adopted(draft, fieldsOfMemory(memory), overtaken(draft, memory));
}

/** Undefined if nothing was changed. Expects a `rebased` edit, without problems. */
export function commandFrom(draft: OpenedDraft, memory: MemoryDetailCard): PageCommand | undefined {
  const id = Number(memory.id);
  switch (draft.type) {
    case 'edit': {
      const before = fieldsOfMemory(memory);
      if (decisionFieldNames.every((name) => draft.fields[name] === before[name])) return undefined;
      const { title, ...input } = inputFrom(draft.fields);
      const changedTitle = draft.fields.title === before.title ? null : title;
      return { type: 'completeDecision', id, version: memory.version, ...input, title: changedTitle };
    }
    case 'replace': {
      const replaced = { supersedes: id, draft: null, sourceRef: sourceIn(draft.fields) };
      return { type: 'saveDecision', ...inputFrom(draft.fields), ...replaced };
    }
    case 'outcome':
      return outcomeFrom(id, draft.fields);
  }
}

/** What the decision will look like after the command. */
export function shownAfter(command: PageCommand, { decision }: MemoryDetailCard): Partial<MemoryDetailCard> {
  if (decision === null) return {};
  if (command.type === 'completeDecision') {
    const { title, decidedBy, assistedBy, rationale, alternatives } = command;
    const changed = { ...decision, decidedBy, assistedBy, rationale, alternatives };
    return { decision: changed, ...(title !== null && { text: title }) };
  }
  if (command.type === 'deprecateFact') return { decision: { ...decision, status: 'retired' } };
  if (command.type === 'restoreFact') return { decision: { ...decision, status: 'active' } };
  return {};
}
