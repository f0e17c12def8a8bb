/** Tools that store the user's own data: facts, exchanges, the profile. */
import * as z from 'zod';
import type { Evidence } from '../../../memory/facts/evidence.ts';
import { learnedTypeOf } from '../../../memory/facts/evidence.ts';
import type { Fact, RelatedFact } from '../../../memory/facts/facts.ts';
import type { Memory } from '../../../memory/memory.ts';
import type { ProfileOrigins } from '../../../memory/profile/profileOrigins.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import type { FactCategory, FactType } from '../../../memory/shared/vocabulary.ts';
import { chunkRoles, factCategories, factTypes } from '../../../memory/shared/vocabulary.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { labelText, trustOf, vouching, withheldNote } from '../../../memory/trust/trust.ts';
import { counted, shorten } from '../../../util/text.ts';
import { minuteOf } from '../../../util/time.ts';
import {
  bullets,
  confidence,
  expiresIn,
  factRef,
  prose,
  sessionId,
  sourceRef,
  tags,
  visibility,
} from '../../shared/fields.ts';
import { noticeOf, redactionNote } from '../../shared/redactionNote.ts';
import { defineTool } from '../../shared/tool.ts';

/** In characters, for a fact that is already stored, and for one that is related to a new fact. */
const maxKnownFact = 600;
const maxRelatedFact = 300;

export const storeFact = defineTool({
  name: 'memory_store_fact',
  title: 'Store fact',
  description:
    'Store one lasting fact, at once, whenever the user states a preference, constraint or decision, or you learn something non-obvious about the code base. One self-contained sentence with absolute dates. Not for guesses, secrets or what the code already says. The same fact twice is stored once.',
  readOnly: false,
  input: () => ({
    category: z.enum(factCategories).optional().describe('Or type.'),
    fact: z.string().describe('One self-contained sentence.'),
    type: z.enum(factTypes).optional(),
    confidence: confidence().optional().describe('0 to 1, default 1.'),
    tags: tags().optional(),
    source_ref: sourceRef().optional(),
    supersedes: factRef().optional().describe('Id of the fact that this replaces.'),
    expires_in: expiresIn().optional(),
    visibility: visibility().optional(),
    quote: z.string().optional().describe('The words of this chat that say it, as they were said.'),
  }),
  run: async (input, { memory, caller }) => {
    const evidence = await evidenceFrom(input, memory, caller);
    const stated = {
      fact: input.fact,
      evidence,
      ...(input.category !== undefined && { category: input.category }),
      ...(input.type !== undefined && { type: input.type }),
      ...(input.expires_in !== undefined && { expiresInHours: input.expires_in }),
      ...(input.visibility !== undefined && { visibility: input.visibility }),
      ...(input.confidence !== undefined && { confidence: input.confidence }),
      ...(input.tags && { tags: input.tags }),
      ...(input.source_ref !== undefined && { sourceRef: input.source_ref }),
    };
    const { status, fact, related, redacted } =
      input.supersedes === undefined
        ? await memory.facts.store(caller, stated)
        : await memory.facts.supersede(caller, { ...stated, factId: input.supersedes });
    const isKnown = status !== 'stored';
    const known = shorten(plainLine(fact.fact), maxKnownFact);
    const where = fact.projectName === null ? 'every project' : `project ${plainLine(fact.projectName)}`;
    const withheld = withheldNote({ origin: fact.origin, texts: [fact.category, fact.fact] });
    return {
      ...noticeOf(
        redactionNote(redacted),
        withheld,
        input.quote !== undefined && evidence === undefined ? unquoted : undefined,
        isKnown || related.length > 0 ? dataNotice : undefined,
      ),
      text: isKnown
        ? `You already know this, as fact #${String(fact.id)}:\n- ${known}`
        : `Stored fact #${String(fact.id)}${replacedBy(input.supersedes, fact)}, recalled in ${where}${untilWhen(fact)}.`,
      structured: {
        id: fact.id,
        status,
        ...(isKnown ? { fact: known } : { project: fact.projectName }),
        ...(fact.supersedesCount > 0 && { supersedes_count: fact.supersedesCount }),
        ...(fact.expiresAt !== null && { expires_at: minuteOf(fact.expiresAt) }),
        ...(isKnown && known.endsWith('…') && { truncated: true }),
        ...(related.length > 0 && { related: related.map(structuredRelated) }),
      },
      ...(related.length > 0 && { next: related.map(relatedLine).join('\n') }),
    };
  },
});

const unquoted =
  'It was stored without the quote, because no recorded message of this chat contains it word for word, or it reads like instructions.';

interface QuotedFact {
  fact: string;
  quote?: string | undefined;
  type?: FactType | undefined;
  category?: FactCategory | undefined;
}

/** Undefined without a quote, and for one that the recording of this chat does not contain. */
async function evidenceFrom(
  { fact: text, quote, type, category }: QuotedFact,
  memory: Memory,
  caller: Caller,
): Promise<Evidence | undefined> {
  if (quote === undefined) return undefined;
  await memory.recordPending(caller);
  const session = await memory.sessions.currentIfAny(caller);
  if (session === null) return undefined;
  return memory.learning.evidenceFor(caller, session.id, { type: learnedTypeOf({ type, category }), text, quote });
}

export const deprecateFact = defineTool({
  name: 'memory_deprecate_fact',
  title: 'Deprecate fact',
  description:
    'Deprecate a stored fact that is wrong or outdated; it is hidden, never deleted. Call it when the user corrects a fact, then store the corrected one with memory_store_fact.',
  readOnly: false,
  input: () => ({
    fact_id: z.number().int().positive().describe('The number after # in the context or search.'),
    reason: z.string().describe('Why it no longer applies.'),
  }),
  run: async (input, { memory, caller }) => {
    const fact = await memory.facts.deprecate(caller, { factId: input.fact_id, reason: input.reason });
    return {
      text: `Fact #${String(fact.id)} is deprecated.`,
      structured: { id: fact.id, status: 'deprecated' },
      next: 'If something else is true now, store it with memory_store_fact.',
    };
  },
});

export const flagImportant = defineTool({
  name: 'memory_flag_important',
  title: 'Flag important',
  description:
    'Keep an important exchange word for word: a decision with its reasons, a bug found and fixed, non-trivial code, or when the user says "remember this". Never every turn. For a single statement use memory_store_fact.',
  readOnly: false,
  input: () => ({
    content: z.string().describe('The exchange, word for word or closely summarized.'),
    flag_reason: z.string().optional().describe('Why it matters.'),
    role: z.enum(chunkRoles).optional().describe('Who said it, default assistant.'),
    tags: tags().optional(),
    source_ref: sourceRef().optional(),
    session_id: sessionId().optional(),
  }),
  run: async (input, { memory, caller }) => {
    const { status, chunk, redacted } = await memory.chunks.append(caller, {
      content: input.content,
      flagReason: input.flag_reason,
      role: input.role,
      ...(input.tags && { tags: input.tags }),
      sourceRef: input.source_ref,
      sessionId: input.session_id,
    });
    const what =
      status === 'stored' ? `Kept as exchange #${String(chunk.id)}.` : `Already kept as exchange #${String(chunk.id)}.`;
    return { ...noticeOf(redactionNote(redacted)), text: what, structured: { id: chunk.id, status } };
  },
});

export const appendChunk = defineTool({
  name: 'memory_append_chunk',
  title: 'Keep exchange',
  description:
    'Keep one turn of the conversation word for word, with its role: a decision, non-trivial code, a diagnosis, a constraint the user gave. Only the few turns that matter, never every turn. For "remember this" use memory_flag_important, for a single statement memory_store_fact.',
  readOnly: false,
  input: () => ({
    content: z.string().describe('The turn, word for word.'),
    role: z.enum(chunkRoles).describe('Who said it.'),
    session_id: sessionId().optional(),
    flag_reason: z.string().optional().describe('Why it matters.'),
    speaker: z.string().optional().describe('Name of the person or agent.'),
    tags: tags().optional(),
    source_ref: sourceRef().optional(),
    created_at: z.string().optional().describe('When it was said, ISO 8601. Default: now.'),
  }),
  run: async (input, { memory, caller }) => {
    const { status, chunk, redacted } = await memory.chunks.append(caller, {
      content: input.content,
      role: input.role,
      sessionId: input.session_id,
      flagReason: input.flag_reason,
      speaker: input.speaker,
      ...(input.tags && { tags: input.tags }),
      sourceRef: input.source_ref,
      createdAt: input.created_at,
    });
    const kept = status === 'stored' ? 'Kept as' : 'Already kept as';
    return {
      ...noticeOf(redactionNote(redacted)),
      text: `${kept} exchange #${String(chunk.id)}, number ${String(chunk.seq)} of its session.`,
      structured: { id: chunk.id, seq: chunk.seq, status },
    };
  },
});

export const updateProfile = defineTool({
  name: 'memory_update_profile',
  title: 'Update profile',
  description:
    "Set the user's role, preferences or pinned facts, which are part of every context. Call it when the user says who they are or how they want to work. A given field replaces the old one; omit the others. Not for facts about one project: use memory_store_fact.",
  readOnly: false,
  input: () => ({
    role: z.string().optional().describe('Job title or engineering role.'),
    preferences: prose().optional().describe('Markdown, short.'),
    pinned_facts: bullets().optional().describe('The whole list, one fact each.'),
  }),
  run: async (input, { memory, caller }) => {
    const { profile, redacted } = await memory.profiles.update(caller, {
      role: input.role,
      preferences: input.preferences,
      ...(input.pinned_facts && { pinnedFacts: input.pinned_facts }),
    });
    return {
      ...noticeOf(redactionNote(redacted)),
      text: 'Profile updated.',
      structured: { status: 'updated' },
      next: originsLine(profile.origins),
    };
  },
});

/** The uid of the replaced fact is longer than the number that the caller gave. */
function replacedBy(supersedes: number | string | undefined, { supersedesCount }: Fact): string {
  if (supersedes === undefined) return '';
  return `, which replaces ${plainLine(shorten(String(supersedes), 40))}${supersedesCount > 1 ? ` and ${counted(supersedesCount - 1, 'older one')}` : ''}`;
}

function untilWhen({ expiresAt }: Fact): string {
  return expiresAt === null ? '' : ` until ${minuteOf(expiresAt)}`;
}

/** An agent that overwrites text from the web has not vouched for it. */
function originsLine(origins: ProfileOrigins): string {
  if (!Object.values(origins).includes('web')) return 'From now on, it is part of every context.';
  return `A part of it came from the web. That part is stored, but not added to a chat automatically. ${vouching}`;
}

function relatedLine({ fact, relation }: RelatedFact): string {
  const labels = labelText(trustOf({ origin: fact.origin, texts: [fact.fact] }));
  const known = `#${String(fact.id)} "${shorten(plainLine(fact.fact), maxRelatedFact)}"${labels}`;
  switch (relation) {
    case 'contradicts':
      return `This contradicts ${known}, whose confidence is ${String(fact.confidence)} now. If it no longer applies, call memory_deprecate_fact with fact_id ${String(fact.id)}.`;
    case 'same':
      return `You already know this, as ${known}. If nothing would be lost, deprecate one of the two with memory_deprecate_fact.`;
    case 'similar':
      return `You already know something similar: ${known}. If one of the two is enough, deprecate the other with memory_deprecate_fact.`;
  }
}

/** The text of the fact, and what to do about it, are in `next`. */
function structuredRelated({ fact, relation }: RelatedFact): Record<string, unknown> {
  return { id: fact.id, relation };
}
