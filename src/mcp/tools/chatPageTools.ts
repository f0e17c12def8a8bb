/**
 * The tools of the page inside the chat. No model is ever offered them: they are listed beside `memory_open_profile` for
 * clients that show the page, and marked as the page's own. There are two, because clients may ask the person before
 * something is written, and nobody wants to be asked before looking.
 */
import * as z from 'zod';
import { BigMindError } from '../../memory/errors.ts';
import { defineTool } from '../tool.ts';
import type { Tool, ToolAnswer, ToolContext } from '../tool.ts';

const id = (): z.ZodInt => z.int().min(0).describe('Comes back with the answer.');
const ui = { visibility: ['app'] } as const;

const pageAsk = defineTool({
  name: 'memory_page_ask',
  title: 'Ask for the page',
  description: 'For the BigMind page in the chat only: answers what it asks, and whether anything was changed since.',
  readOnly: true,
  ui,
  input: () => ({
    id: id(),
    question: z.looseObject({}).optional().describe('By the protocol of the page; without one: the change token.'),
  }),
  run: async ({ id, question }, context) => {
    if (question !== undefined) return answered({ type: 'ask', id, question }, context);
    return { text: 'Looked.', structured: { change_token: await context.memory.maintenance.changeToken() } };
  },
});

const pageAct = defineTool({
  name: 'memory_page_act',
  title: 'Act for the page',
  description: 'For the BigMind page in the chat only: does what the person chose there.',
  readOnly: false,
  destructive: true,
  ui,
  input: () => ({ id: id(), act: z.looseObject({}).describe('By the protocol of the page.') }),
  run: (input, context) => answered({ type: 'act', id: input.id, act: input.act }, context),
});

export const chatPageTools: readonly Tool[] = [pageAsk, pageAct];

async function answered(message: object, { desk }: ToolContext): Promise<ToolAnswer> {
  const answer = await desk.chatPage.answer(message);
  if (answer === undefined) {
    throw new BigMindError('invalid_input', 'The page sent what this BigMind does not understand.', {
      remedy: 'Open the page again; it may be older than the server.',
    });
  }
  return { text: 'Answered.', structured: { answer } };
}
