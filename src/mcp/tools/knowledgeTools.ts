/** Tools of team knowledge (Tier G): propose it, see it, and decide on it. Searching stands with the other searches. */
import * as z from 'zod';
import { knowledgeCategories, knowledgeStatuses, reviewActions } from '../../memory/knowledge.ts';
import type { Knowledge } from '../../memory/knowledge.ts';
import { dataNotice, quotedLine } from '../../memory/quoting.ts';
import { labelsOf, trustOf } from '../../memory/trust.ts';
import type { Trust } from '../../memory/trust.ts';
import { counted, shorten } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';
import { defineTool } from '../tool.ts';
import { redactionNote } from '../redactionNote.ts';

/** Characters of an entry in a list; the structured answer has all of it. */
const contentShown = 500;

export const promoteToGlobal = defineTool({
  name: 'memory_promote_to_global',
  title: 'Promote to global',
  description:
    'Propose knowledge that everybody on the team should have (architecture, standard, decision, pattern, glossary). Alone it holds at once; in a team it waits for a curator. Not for personal preferences.',
  readOnly: false,
  input: () => ({
    category: z.enum(knowledgeCategories),
    title: z.string().describe('At most 80 characters.'),
    content: z.string().describe('Markdown, at most 500 tokens.'),
    importance: z.number().int().min(1).max(10).optional().describe('1 to 10, default 5.'),
    source_session: z.string().optional(),
  }),
  run: async (input, { memory, caller }) => {
    const { status, entry, redacted } = await memory.knowledge.promote(caller, {
      category: input.category,
      title: input.title,
      content: input.content,
      ...(input.importance !== undefined && { importance: input.importance }),
      ...(input.source_session !== undefined && { sourceSession: input.source_session }),
    });
    const waiting = entry.status === 'pending' ? ' It waits until a curator approves it.' : '';
    const what = status === 'stored' ? 'Promoted' : 'Already known';
    return {
      text: `${what} as knowledge #${String(entry.id)}.${waiting}${redactionNote(redacted)}`,
      structured: { id: entry.id, status: entry.status, stored: status, redacted },
    };
  },
});

export const listGlobal = defineTool({
  name: 'memory_list_global',
  title: 'List team knowledge',
  description:
    'List what the team agreed to know, most important first. Call it to see all of it, or with status "pending" the proposals that wait for a curator. To find something, use memory_search_global.',
  readOnly: true,
  input: () => ({
    category: z.enum(knowledgeCategories).optional().describe('Default: all.'),
    status: z.enum(knowledgeStatuses).optional().describe('Default approved. Members see only their own proposals.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 20.'),
  }),
  run: async (input, { memory, caller }) => {
    const { entries, total } = await memory.knowledge.list(caller, {
      limit: input.limit ?? 20,
      ...(input.category !== undefined && { category: input.category }),
      ...(input.status !== undefined && { status: input.status }),
    });
    const lines = entries.map((entry) => entryLines(entry, memory.clock.timeZone));
    const rest = total - entries.length;
    const more = rest > 0 ? `\n${counted(rest, 'more entry', 'more entries')}: raise limit, or give a category.` : '';
    return {
      text:
        lines.length === 0
          ? 'No entry matches. Leave category and status out to see all that is approved.'
          : `${dataNotice}\n${lines.join('\n')}${more}`,
      structured: { data_notice: dataNotice, entries: entries.map(structuredEntry), total },
    };
  },
});

export const approveGlobal = defineTool({
  name: 'memory_approve_global',
  title: 'Review team knowledge',
  description:
    'Approve a proposal, or deprecate an entry that no longer holds; for curators and admins. Call it only when the user has decided. With approve, the other fields correct the entry.',
  readOnly: false,
  input: () => ({
    entry_id: z.number().int().positive().describe('The number from memory_list_global.'),
    action: z.enum(reviewActions),
    notes: z.string().optional().describe('Why; kept with the entry.'),
    category: z.enum(knowledgeCategories).optional().describe('Correction.'),
    title: z.string().optional().describe('Correction, at most 80 characters.'),
    content: z.string().optional().describe('Correction, at most 500 tokens.'),
    importance: z.number().int().min(1).max(10).optional().describe('Correction.'),
  }),
  run: async ({ entry_id: entryId, ...input }, { memory, caller }) => {
    const { entry, redacted } = await memory.knowledge.review(caller, {
      entryId,
      action: input.action,
      ...(input.notes !== undefined && { notes: input.notes }),
      ...(input.category !== undefined && { category: input.category }),
      ...(input.title !== undefined && { title: input.title }),
      ...(input.content !== undefined && { content: input.content }),
      ...(input.importance !== undefined && { importance: input.importance }),
    });
    const now =
      entry.status === 'approved'
        ? 'approved; every session begins with what matters most of it'
        : 'deprecated; it is hidden, not deleted';
    return {
      text: `Knowledge #${String(entry.id)} is ${now}.${redactionNote(redacted)}`,
      structured: structuredEntry(entry),
    };
  },
});

function entryLines(entry: Knowledge, timeZone: string): string {
  const from = [
    `importance ${String(entry.importance)}`,
    ...(entry.promotedBy === null ? [] : [`proposed by ${quotedLine(entry.promotedBy)}`]),
    localDay(entry.createdAt, timeZone),
    ...(entry.reviewedBy === null ? [] : [`reviewed by ${quotedLine(entry.reviewedBy)}`]),
    ...labelsOf(trustOfEntry(entry)),
    ...(entry.reviewNotes === null ? [] : [`"${quotedLine(entry.reviewNotes)}"`]),
  ];
  const head = `- #${String(entry.id)} **[${quotedLine(entry.category)}]** ${quotedLine(entry.title)} (${from.join(', ')})`;
  return `${head}\n  > ${shorten(quotedLine(entry.content), contentShown)}`;
}

function trustOfEntry({ origin, category, title, content }: Knowledge): Trust {
  return trustOf({ origin, texts: [category, title, content] });
}

function structuredEntry(entry: Knowledge): Record<string, unknown> {
  const { origin, marks } = trustOfEntry(entry);
  return {
    id: entry.id,
    category: entry.category,
    title: entry.title,
    content: entry.content,
    importance: entry.importance,
    status: entry.status,
    promoted_by: entry.promotedBy,
    approved_by: entry.approvedBy,
    reviewed_by: entry.reviewedBy,
    reviewed_at: entry.reviewedAt,
    review_notes: entry.reviewNotes,
    source_session: entry.sourceSession,
    agent: entry.agentName,
    origin,
    ...(marks.length > 0 && { reads_like_orders: marks }),
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
  };
}
