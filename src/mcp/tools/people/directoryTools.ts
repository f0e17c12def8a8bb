/** The tools of the directory: who is in this team, and who worked on something. They read public cards only. */
import * as z from 'zod';
import { maxExperts } from '../../../memory/people/expert.ts';
import {
  cardLine,
  expertLine,
  noDirectory,
  structuredDirectory,
  structuredExpert,
  totalsText,
} from '../../../memory/people/peopleText.ts';
import { dataNotice, quotedLine } from '../../../memory/trust/quoting.ts';
import { counted } from '../../../util/text.ts';
import { noticeOf } from '../../shared/redactionNote.ts';
import { defineTool } from '../../shared/tool.ts';
import type { ToolReply } from '../../shared/tool.ts';

const cardsShown = 50;
const expertsShown = 10;

export const listPeople = defineTool({
  name: 'list_minds',
  title: 'List minds',
  description:
    'List the people who share this memory: role, topics, badges and where they run BigMind; also totals and the busiest topics. Call it to learn who is in the team. To find people for a subject, use who_worked_on instead.',
  readOnly: true,
  input: () => ({}),
  run: async (_input, { memory, caller }) => {
    const directory = await memory.people.list(caller, { offset: 0, limit: cardsShown });
    if (directory === undefined) return personal;
    const { cards, total } = directory;
    const rest = total - cards.length;
    const lines = cards.map((card) => `- ${cardLine(card, quotedLine)}`);
    const none =
      'Nobody has a card yet. A person has one after they used BigMind in this memory, unless they turned it off.';
    return {
      notice: dataNotice,
      text: [totalsText(directory, quotedLine), ...(lines.length === 0 ? [none] : lines)].join('\n'),
      structured: structuredDirectory(directory),
      ...(rest > 0 && {
        next: `${counted(rest, 'more person', 'more people')}: find them by subject with who_worked_on.`,
      }),
    };
  },
});

export const whoWorkedOn = defineTool({
  name: 'who_worked_on',
  title: 'Who worked on',
  description:
    'Find the people of this team who worked on something, best first, with the reason: topics of their sessions, approved knowledge, role. Call it when the user needs a colleague who knows a subject. It reads public cards only, never memories of others; for what is remembered, use memory_search.',
  readOnly: true,
  input: () => ({
    query: z.string().describe('A subject in a few words, such as "PostgreSQL" or "billing retries".'),
    limit: z.number().int().min(1).max(maxExperts).optional().describe('Default 10.'),
  }),
  run: async (input, { memory, search, caller }) => {
    const people = await memory.people.everyone(caller);
    if (people === undefined) return personal;
    const answer = await search.whoWorkedOn(caller, people, { query: input.query, limit: input.limit ?? expertsShown });
    const { experts, searched, notice } = answer;
    const structured = { shared: true, people: experts.map(structuredExpert), searched };
    if (experts.length === 0) {
      const text = `Nobody found among ${counted(searched, 'person', 'people')} with a card.`;
      return { ...noticeOf(notice), text, structured, next: 'Try other words, or list_minds for everyone.' };
    }
    const lines = experts.map((expert) => `- ${expertLine(expert, quotedLine)}`);
    return { ...noticeOf(notice, dataNotice), text: lines.join('\n'), structured };
  },
});

const personal: ToolReply = { text: noDirectory, structured: { shared: false, reason: noDirectory } };
