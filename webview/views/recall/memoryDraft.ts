/**
 * Unsaved input for a memory, which survives hiding and reloading the page, and the command that saves it. Only fields
 * that the user changed are saved; other fields follow concurrent changes.
 */
import type { FactType } from '../../../src/memory/shared/vocabulary.ts';
import { factTypes } from '../../../src/memory/shared/vocabulary.ts';
import type { PageCommand } from '../../../src/protocol/commands.ts';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import { isText, oneOf, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import { dayOf, lastMomentOf } from '../../parts/design/days.ts';
import { adopted, overtakenIn, partsOf, rebasedOn } from '../../parts/domain/fieldDraft.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';

const isFields = shape({
  title: isText,
  text: isText,
  category: isText,
  factType: isText,
  /** The local day at whose end it expires; empty if it never does. */
  expires: isText,
  /** In percent. */
  confidence: isText,
  /** 1 to 10. */
  importance: isText,
  /** Separated by commas. */
  tags: isText,
  reason: isText,
});
type Fields = Checked<typeof isFields>;
export type FieldName = keyof Fields;

const draftModes = ['edit', 'replace', 'deprecate'] as const;
export type DraftMode = (typeof draftModes)[number];

export const isDraft = shape({
  /** The memory, in the form used in a route. */
  item: isText,
  mode: oneOf(draftModes),
  fields: isFields,
  /** The values before the user typed. */
  begun: isFields,
});
export type Draft = Checked<typeof isDraft>;

export function beginDraft(memory: MemoryDetailCard, mode: DraftMode): Draft {
  const fields = fieldsOf(memory, mode);
  return { item: itemOf(memory), mode, fields, begun: fields };
}

/** Updates the untouched fields of the draft to the current memory. */
export function rebased(draft: Draft, memory: MemoryDetailCard): Draft {
  return rebasedOn(draft, fieldsOf(memory, draft.mode), fieldNames);
}

/** The fields that were changed both elsewhere and here, so that saving would overwrite the other change. */
export function overtaken(draft: Draft, memory: MemoryDetailCard): FieldName[] {
  return overtakenIn(draft, fieldsOf(memory, draft.mode), fieldNames);
}

/** The draft with the other change in those fields. */
export function withTheirs(draft: Draft, memory: MemoryDetailCard): Draft {
  return adopted(draft, fieldsOf(memory, draft.mode), overtaken(draft, memory));
}

/** Undefined if nothing was changed. Expects a `rebased` draft. */
export function commandFrom({ mode, fields }: Draft, memory: MemoryDetailCard): PageCommand | undefined {
  const id = Number(memory.id);
  if (memory.kind === 'knowledge') return reviewFrom(mode, fields, memory);
  const before = fieldsOf(memory, mode);
  const confidence = Math.min(100, Math.max(0, Number(fields.confidence) || 0)) / 100;
  switch (mode) {
    case 'deprecate':
      return { type: 'deprecateFact', id, reason: fields.reason };
    case 'replace':
      return { type: 'supersedeFact', id, text: fields.text, category: fields.category, confidence };
    case 'edit': {
      const changes = {
        text: changed(fields.text, before.text),
        category: changed(fields.category, before.category),
        confidence: fields.confidence === before.confidence ? null : confidence,
        factType: fields.factType === before.factType ? null : typeFrom(fields.factType),
        tags: fields.tags === before.tags ? null : partsOf(fields.tags, ','),
        expires: fields.expires === before.expires ? null : (lastMomentOf(fields.expires) ?? 'never'),
      };
      if (Object.values(changes).every((change) => change === null)) return undefined;
      return { type: 'editFact', id, version: memory.version, ...changes };
    }
  }
}

/** The expected effect of a command on the memory. */
export function shownAfter(command: PageCommand): Partial<MemoryDetailCard> {
  if (command.type === 'editFact') {
    const given = {
      text: command.text,
      category: command.category,
      factType: command.factType,
      confidence: command.confidence,
      tags: command.tags,
    };
    const expiry = command.expires === null ? {} : { expiresAt: command.expires === 'never' ? null : command.expires };
    return { ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)), ...expiry };
  }
  if (command.type === 'deprecateFact') return { status: 'deprecated', deprecationReason: command.reason };
  if (command.type === 'dismissLearned') return { status: 'deprecated', deprecationReason: command.reason };
  if (command.type === 'refreshFact') return { unusedSince: null };
  if (command.type === 'restoreFact') return { status: 'live', deprecationReason: null };
  if (command.type === 'review') return { status: command.action === 'approve' ? 'live' : 'deprecated' };
  if (command.type === 'mute') return { muted: command.muted, rated: null };
  if (command.type === 'pin' || command.type === 'unpin') return { pinned: command.type === 'pin' };
  return {};
}

/** Approving an approved entry of knowledge edits it. */
function reviewFrom(mode: DraftMode, fields: Fields, memory: MemoryDetailCard): PageCommand | undefined {
  const { version, status } = memory;
  const review = { type: 'review' as const, id: Number(memory.id), version };
  const notes = fields.reason === '' ? null : fields.reason;
  const before = fieldsOf(memory, mode);
  if (mode === 'deprecate') return { ...review, action: 'deprecate', notes, corrections: null };
  const corrections = {
    title: changed(fields.title, before.title),
    content: changed(fields.text, before.text),
    category: changed(fields.category, before.category),
    importance: fields.importance === before.importance ? null : Math.round(Number(fields.importance)),
  };
  const isSame = Object.values(corrections).every((change) => change === null);
  if (isSame && status === 'live') return undefined;
  return { ...review, action: 'approve', notes, corrections: isSame ? null : corrections };
}

const fieldNames = [
  'title',
  'text',
  'category',
  'factType',
  'expires',
  'confidence',
  'importance',
  'tags',
  'reason',
] as const;

/** The values of the fields before the user types. */
export function fieldsOf(memory: MemoryDetailCard, mode: DraftMode): Fields {
  const { title, text, category, factType, expiresAt, confidence, importance, tags } = memory;
  return {
    title: title ?? '',
    text,
    category: category ?? '',
    factType: factType ?? '',
    expires: expiresAt === null ? '' : (dayOf(expiresAt) ?? ''),
    // A replacement is stated now, so it starts with full confidence.
    confidence: String(mode === 'replace' ? 100 : Math.round((confidence ?? 1) * 100)),
    importance: String(importance ?? 5),
    tags: tags.join(', '),
    reason: '',
  };
}

function changed(now: string, before: string): string | null {
  return now === before ? null : now;
}

function typeFrom(text: string): FactType | null {
  return factTypes.find((type) => type === text) ?? null;
}
