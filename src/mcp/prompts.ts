/**
 * Prompts, which clients show as slash commands. `bigmind_init` (plan, section 13, layer 2) returns the rules and the
 * live context. `bigmind_recover` returns what an agent needs that has lost its context. `recap` returns what happened
 * in a period, for the user.
 */
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import { bigMindErrorFrom, sentenceOf } from '../memory/shared/errors.ts';
import { shorten } from '../util/text.ts';
import { inert } from '../memory/trust/quoting.ts';
import type { Callers } from './shared/callers.ts';
import { contextTools, initPrompt, serverInstructions } from './shared/instructions.ts';
import { remedyForModel } from './shared/remedyForModel.ts';
import { ProtocolError } from './shared/requests.ts';
import { recapPrompt } from './recapPrompt.ts';
import { recoverPrompt } from './recoverPrompt.ts';
import type { PromptSurroundings } from './recoverPrompt.ts';

const init: Prompt = {
  name: 'bigmind_init',
  title: 'Start with BigMind',
  description: 'Loads your memory and the rules for using it into this conversation.',
};

const recover: Prompt = {
  name: 'bigmind_recover',
  title: 'Recover lost context',
  description:
    'Restores the state of the work: the latest summary, the messages before it, and the era that it belongs to.',
};

const recap: Prompt = {
  name: 'recap',
  title: 'Recap',
  description: 'What happened in this project in the last days: sessions, decisions, open steps and new facts.',
  arguments: [
    {
      name: 'since',
      description: 'A time back, such as 36h, 7d or 2w, or a date. The default is 7d.',
      required: false,
    },
    {
      name: 'until',
      description: 'A date, which counts as a whole, or a time back. The default is now.',
      required: false,
    },
  ],
};

export const listedPrompts: Prompt[] = [init, recover, recap];

interface Asked extends PromptSurroundings {
  callers: Callers;
}

interface PromptCall {
  name: string;
  args: Readonly<Record<string, string>>;
}

/**
 * If the memory cannot be read, the prompt contains the rules, the error and what to do about it. Rejects with a
 * `ProtocolError` for an unknown prompt and for an argument that is wrong.
 */
export async function getPrompt({ name, args }: PromptCall, asked: Asked): Promise<GetPromptResult> {
  const prompt = listedPrompts.find((listed) => listed.name === name);
  if (prompt === undefined) {
    const names = listedPrompts.map((listed) => listed.name).join(' or ');
    throw new ProtocolError(ErrorCode.InvalidParams, `There is no prompt "${shorten(name, 80)}". Use ${names}.`);
  }
  const text = await textOf(prompt, args, asked);
  return { description: prompt.description ?? '', messages: [{ role: 'user', content: { type: 'text', text } }] };
}

async function textOf(prompt: Prompt, args: PromptCall['args'], { callers, ...surroundings }: Asked): Promise<string> {
  try {
    const caller = await callers.of(undefined);
    if (prompt === recover) return await recoverPrompt(surroundings, caller);
    if (prompt === recap)
      return await recapPrompt(surroundings, caller, { since: args['since'], until: args['until'] });
    const { markdown, shown } = await surroundings.memory.context.build(caller, { tools: contextTools });
    surroundings.memory.fading.noteUse(caller, shown);
    return initPrompt(markdown);
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    const sentence = inert(sentenceOf(error, remedyForModel));
    if (error.code === 'invalid_input') throw new ProtocolError(ErrorCode.InvalidParams, sentence);
    return `${serverInstructions}\n\nBigMind could not read the memory: ${sentence}`;
  }
}
