/** Tools that orient a model: the context block without side effects, and the guide. */
import { contextTools, fullInstructions } from '../../shared/instructions.ts';
import { defineTool } from '../../shared/tool.ts';

export const getContext = defineTool({
  name: 'memory_get_context',
  title: 'Get context',
  description:
    'Returns the context block again (profile, facts, team knowledge, recent sessions) without opening a session. Call it when you have lost your context mid-conversation. At the start of a conversation call memory_start_session instead.',
  readOnly: true,
  input: () => ({}),
  run: async (_input, { memory, caller }) => {
    const context = await memory.context.build(caller, { tools: contextTools });
    memory.fading.noteUse(caller, context.shown);
    return { text: context.markdown, isChosen: true };
  },
});

export const getInstructions = defineTool({
  name: 'memory_get_instructions',
  title: 'Get instructions',
  description:
    'Returns the complete guide to this memory. Call it when you are unsure which tool to use, or when the user asks how your memory works; not at every start.',
  readOnly: true,
  input: () => ({}),
  run: (_input, { available }) => {
    return Promise.resolve({ text: fullInstructions(available) });
  },
});
