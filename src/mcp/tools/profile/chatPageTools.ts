/**
 * The tools of the page inside the chat. They are never offered to a model: they are listed next to
 * `memory_open_profile` for clients that show the page, and marked as the page's own. There are two, because clients
 * may ask the user before a write, and reading should not require that. They act as the user, so each call needs the
 * key in the page: even if a client shows these tools to its model, it cannot use them.
 */
import * as z from 'zod';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Tool, ToolContext, ToolReply } from '../../shared/tool.ts';
import { defineTool } from '../../shared/tool.ts';

const id = (): z.ZodInt => z.int().min(0).describe('Returned with the answer.');
const key = (): z.ZodOptional<z.ZodString> => z.string().optional().describe('In the page only, never in an answer.');
const ui = { visibility: ['app'] } as const;

const pageAsk = defineTool({
  name: 'memory_page_ask',
  title: 'Ask for the page',
  description: 'For the BigMind page in the chat only: answers its queries, and says whether anything changed.',
  readOnly: true,
  ui,
  input: () => ({
    id: id(),
    key: key(),
    question: z
      .looseObject({})
      .optional()
      .describe('In the protocol of the page; without one, returns the change token.'),
  }),
  run: async ({ id, key, question }, context) => {
    requireKey(key, context);
    if (question !== undefined) return answered({ type: 'ask', id, question }, context);
    return { text: 'Looked.', structured: { change_token: await context.memory.maintenance.changeToken() } };
  },
});

const pageAct = defineTool({
  name: 'memory_page_act',
  title: 'Act for the page',
  description: 'For the BigMind page in the chat only: runs a command of the user.',
  readOnly: false,
  destructive: true,
  ui,
  input: () => ({ id: id(), key: key(), act: z.looseObject({}).describe('In the protocol of the page.') }),
  run: ({ id, key, act: command }, context) => {
    requireKey(key, context);
    return answered({ type: 'act', id, act: command }, context);
  },
});

export const chatPageTools: readonly Tool[] = [pageAsk, pageAct];

/** The error is for a model that tries, and for a user whose page has outlived the server that it came from. */
function requireKey(key: string | undefined, { toolHost }: ToolContext): void {
  if (toolHost.chatPage.holdsKey(key)) return;
  throw new BigMindError('not_allowed', 'Only the BigMind page that this server shows in the chat can call this.', {
    remedy: 'Open the page again with memory_open_profile. Nothing was shown or changed.',
  });
}

async function answered(message: object, { toolHost }: ToolContext): Promise<ToolReply> {
  const answer = await toolHost.chatPage.answer(message);
  if (answer === undefined) {
    throw new BigMindError('invalid_input', 'BigMind does not understand the message from the page.', {
      remedy: 'Open the page again; it may be older than the server.',
    });
  }
  return { text: 'Answered.', structured: { answer }, readBy: 'page' };
}
