/** Tools of team knowledge: propose, list and review entries. Its search is with the other search tools. */
import * as z from 'zod';
import { mayBeTooLong } from '../../../memory/knowledge/knowledge.ts';
import { entryToConfirm } from '../../../memory/knowledge/approval.ts';
import type { Knowledge } from '../../../memory/knowledge/knowledge.ts';
import { maxKnowledgeTokens } from '../../../memory/shared/input.ts';
import { knowledgeCategories, knowledgeStatuses, reviewActions } from '../../../memory/shared/vocabulary.ts';
import { authorsOf, structuredAuthors } from '../../../memory/trust/authors.ts';
import { dataNotice, plainLine, quotedLine } from '../../../memory/trust/quoting.ts';
import type { Trust } from '../../../memory/trust/trust.ts';
import { labelsOf, trustOf } from '../../../memory/trust/trust.ts';
import { counted, shorten } from '../../../util/text.ts';
import { localDay, minuteOf } from '../../../util/time.ts';
import { howToSeeMore } from '../../shared/fields.ts';
import { noticeOf, redactionNote } from '../../shared/redactionNote.ts';
import { defineTool, type ToolContext, type ToolReply } from '../../shared/tool.ts';

/** In characters, for the content of an entry in a list, in both forms. */
const contentShown = 500;

export const promoteToGlobal = defineTool({
  name: 'memory_promote_to_global',
  title: 'Promote to global',
  description:
    'Propose knowledge that everyone on the team should have (architecture, standard, decision, pattern, glossary). In a memory of one person it is approved at once; in a team it waits for a curator. Not for personal preferences.',
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
      importance: input.importance,
      sourceSession: input.source_session,
    });
    const holds = entry.status === 'pending' ? 'It waits until a person approves it.' : 'It applies from now on.';
    const what = status === 'stored' ? 'Promoted' : 'Already known';
    return {
      ...noticeOf(redactionNote(redacted), lengthNote(input.content)),
      text: `${what} as knowledge #${String(entry.id)}. ${holds}`,
      structured: { id: entry.id, status: entry.status, stored: status },
    };
  },
});

export const listGlobal = defineTool({
  name: 'memory_list_global',
  title: 'List team knowledge',
  description:
    'List team knowledge, most important first. Call it to see all of it, or with status "pending" for the proposals that wait for a curator. To find something, use memory_search_global.',
  readOnly: true,
  input: () => ({
    category: z.enum(knowledgeCategories).optional().describe('Default: all.'),
    status: z.enum(knowledgeStatuses).optional().describe('Default approved. Members see only their own proposals.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 20.'),
  }),
  run: async (input, { memory, caller }) => {
    const { entries, total } = await memory.knowledge.list(caller, {
      limit: input.limit ?? 20,
      category: input.category,
      status: input.status,
    });
    const lines = entries.map((entry) => entryLines(entry, memory.clock.timeZone));
    const rest = total - entries.length;
    if (lines.length === 0) {
      const next = 'Omit category and status to see all approved entries.';
      return { text: 'No entry matches.', structured: { entries: [], total }, next };
    }
    const isCut = entries.some(({ content }) => plainLine(content).length > contentShown);
    const next = [
      ...(rest > 0
        ? [`${counted(rest, 'more entry', 'more entries')}: ${howToSeeMore(input.limit, 'narrow by category')}.`]
        : []),
      ...(isCut ? ['"…" marks shortened text: memory_search with its title and full true returns all of it.'] : []),
    ];
    return {
      notice: dataNotice,
      text: lines.join('\n'),
      structured: { entries: entries.map(structuredEntry), total },
      ...(next.length > 0 && { next: next.join(' ') }),
    };
  },
});

export const approveGlobal = defineTool({
  name: 'memory_approve_global',
  title: 'Review team knowledge',
  description:
    'Approve a proposal, or deprecate an entry that no longer applies; for curators and admins. Call it only when the user has decided. Where others use the memory too, approving asks the user; if the client cannot ask, the entry waits for the memory page. With approve, the other fields correct the entry.',
  readOnly: false,
  input: () => ({
    entry_id: z.number().int().positive().describe('The number from memory_list_global.'),
    action: z.enum(reviewActions),
    notes: z.string().optional().describe('The reason; stored with the entry.'),
    category: z.enum(knowledgeCategories).optional().describe('Correction.'),
    title: z.string().optional().describe('Correction, at most 80 characters.'),
    content: z.string().optional().describe('Correction, at most 500 tokens.'),
    importance: z.number().int().min(1).max(10).optional().describe('Correction.'),
  }),
  run: async ({ entry_id: entryId, ...input }, context) => {
    const { memory, caller } = context;
    const asked = input.action === 'approve' ? await askCurator({ entryId, ...input }, context) : undefined;
    if (asked !== undefined && 'reply' in asked) return asked.reply;
    const { entry, redacted } = await memory.knowledge.review(caller, {
      entryId,
      action: input.action,
      ...asked,
      notes: input.notes,
      category: input.category,
      title: input.title,
      content: input.content,
      importance: input.importance,
    });
    const now =
      entry.status === 'approved'
        ? 'approved; every session starts with the most important knowledge'
        : 'deprecated; it is hidden, not deleted';
    return {
      ...noticeOf(redactionNote(redacted), lengthNote(input.content)),
      text: `Knowledge #${String(entry.id)} is ${now}.`,
      structured: { id: entry.id, status: entry.status },
    };
  },
});

interface Approval {
  entryId: number;
  category?: string | undefined;
  title?: string | undefined;
  content?: string | undefined;
}

/**
 * What an agent approves would reach everyone, so the curator answers, not the agent. The version that the curator saw, or
 * the reply without a yes; undefined if nobody need be asked.
 */
async function askCurator(
  { entryId, category, title, content }: Approval,
  { memory, caller, toolHost }: ToolContext,
): Promise<{ version: number; isConfirmed: true } | { reply: ToolReply } | undefined> {
  const shown = await entryToConfirm(memory, caller, entryId);
  if (shown === undefined) return undefined;
  const name = `#${String(entryId)} "${quotedLine(title ?? shown.title ?? '')}"`;
  const author = shown.userName === null ? '' : `, proposed by ${quotedLine(shown.userName)}`;
  const question = `Approve knowledge ${name} for everyone (${quotedLine(category ?? shown.category ?? '')}${author})? It says: ${plainLine(content ?? shown.text)}`;
  const agreed = await toolHost.confirm(question, 'Yes, approve');
  if (agreed === true) return { version: shown.version, isConfirmed: true };
  const structured = { id: entryId, status: shown.status === 'live' ? 'approved' : shown.status };
  if (agreed === false) {
    return {
      reply: { text: `The user did not approve knowledge #${String(entryId)}. Nothing was changed.`, structured },
    };
  }
  return {
    reply: {
      text: `Knowledge #${String(entryId)} was not approved: the curator has to confirm it, and this client cannot ask. Nothing was changed.`,
      structured,
      next: 'The user approves it on the memory page, in VS Code or in the browser.',
    },
  };
}

function lengthNote(content = ''): string | undefined {
  if (!mayBeTooLong(content)) return undefined;
  return `The content may exceed the maximum of ${String(maxKnowledgeTokens)} tokens. Keep entries shorter.`;
}

function entryLines(entry: Knowledge, timeZone: string): string {
  const from = [
    `importance ${String(entry.importance)}`,
    ...(entry.promotedBy === null ? [] : [`proposed by ${quotedLine(entry.promotedBy)}`]),
    ...(entry.instance === null ? [] : [`from ${quotedLine(entry.instance)}`]),
    localDay(entry.createdAt, timeZone),
    ...authorsOf({ author: null, approver: approverOf(entry) }),
    ...(entry.reviewedBy === null ? [] : [`reviewed by ${quotedLine(entry.reviewedBy)}`]),
    ...labelsOf(trustOfEntry(entry)),
    ...(entry.reviewNotes === null ? [] : [`"${quotedLine(entry.reviewNotes)}"`]),
  ];
  const head = `- #${String(entry.id)} **[${quotedLine(entry.category)}]** ${quotedLine(entry.title)} (${from.join(', ')})`;
  return `${head}\n  > ${shorten(quotedLine(entry.content), contentShown)}`;
}

function approverOf({ status, approvedBy }: Knowledge): string | null {
  return status === 'approved' ? approvedBy : null;
}

function trustOfEntry({ origin, category, title, content }: Knowledge): Trust {
  return trustOf({ origin, texts: [category, title, content] });
}

function structuredEntry(entry: Knowledge): Record<string, unknown> {
  const labels = labelsOf(trustOfEntry(entry));
  const content = plainLine(entry.content);
  return {
    id: entry.id,
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    category: entry.category,
    title: plainLine(entry.title),
    content: shorten(content, contentShown),
    ...(content.length > contentShown && { truncated: true }),
    importance: entry.importance,
    status: entry.status,
    ...(entry.promotedBy !== null && { promoted_by: plainLine(entry.promotedBy) }),
    ...(entry.instance !== null && { instance: plainLine(entry.instance) }),
    ...structuredAuthors({ author: null, approver: approverOf(entry) }),
    ...(entry.reviewedBy !== null && { reviewed_by: plainLine(entry.reviewedBy) }),
    ...(entry.reviewNotes !== null && { review_notes: plainLine(entry.reviewNotes) }),
    created_at: minuteOf(entry.createdAt),
  };
}
