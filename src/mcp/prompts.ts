/** The prompt `bigmind_init` (plan, section 13, layer 2): a slash command that brings rules and live context at once. */
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import { bigMindErrorFrom } from '../memory/errors.ts';
import type { Memory } from '../memory/memory.ts';
import type { Callers } from './callers.ts';
import { initPrompt, serverInstructions } from './instructions.ts';

const init: Prompt = {
  name: 'bigmind_init',
  title: 'Begin with BigMind',
  description: 'Brings what is remembered, and the rules for using it, into this conversation.',
};

export const listedPrompts: Prompt[] = [init];

/** A memory that cannot be read is said in the prompt itself, with what to do; the rules are there all the same. */
export async function getPrompt(name: string, memory: Memory, callers: Callers): Promise<GetPromptResult> {
  if (name !== init.name) {
    throw new McpError(ErrorCode.InvalidParams, `There is no prompt "${name}". Use ${init.name}.`);
  }
  const text = await textOf(memory, callers);
  return { description: init.description ?? '', messages: [{ role: 'user', content: { type: 'text', text } }] };
}

async function textOf(memory: Memory, callers: Callers): Promise<string> {
  try {
    return initPrompt((await memory.context.build(await callers.of(undefined))).markdown);
  } catch (thrown) {
    return `${serverInstructions}\n\nThe memory could not be read just now: ${bigMindErrorFrom(thrown).sentence}`;
  }
}
