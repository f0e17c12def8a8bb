/**
 * The core tools in the chat of a VS Code that can start no MCP server. They are the functions of the MCP server, with
 * its texts and errors. What a call stores belongs to the chat, and to VS Code as its agent.
 */
import { recordActivity } from '../../../mcp/shared/activity.ts';
import { Callers } from '../../../mcp/shared/callers.ts';
import { failure, resultFrom } from '../../../mcp/shared/resultFrom.ts';
import type { Tool, ToolAnswer, ToolHost } from '../../../mcp/shared/tool.ts';
import { coreTools } from '../../../mcp/tools/coreTools.ts';
import { BigMindError, bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import type { MemoryAccess } from '../../platform/memoryAccess.ts';
import type { OpenMemory } from '../../platform/sharedMemory.ts';

interface ChatToolsOptions {
  access: Pick<MemoryAccess, 'use'>;
  /** The program whose chat calls the tools. */
  agent: { name: string; version: string };
  /** Identifies the conversation of calls that name no chat: one for each window. */
  windowId: string;
  /** Logs defects. */
  log: (line: string) => void;
}

interface ChatToolCall {
  /** As the MCP server names it. */
  tool: string;
  /** Unchecked. */
  input: unknown;
  /** The id of the chat; undefined if VS Code does not say. */
  chat: string | undefined;
}

export class ChatTools {
  readonly #options: ChatToolsOptions;
  /** By the caller of the window, which is another one after a change of the settings, the folder or the store. */
  readonly #callers = new WeakMap<Caller, Callers>();

  constructor(options: ChatToolsOptions) {
    this.#options = options;
  }

  /** The text for the model. Never rejects. */
  async answer(call: ChatToolCall): Promise<{ text: string; isError: boolean }> {
    const { access, log } = this.#options;
    const run = (): Promise<ToolAnswer> => access.use((opened) => this.#run(opened, call));
    const result = await run()
      .catch((thrown: unknown) => {
        // Nothing was stored, and the next use opens the store that is there now.
        if (bigMindErrorFrom(thrown).code !== 'store_replaced') throw thrown;
        return run();
      })
      .then((answer) => resultFrom(answer))
      .catch((thrown: unknown) => failure(thrown, log));
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return { text, isError: result.isError === true };
  }

  async #run(opened: OpenMemory, { tool, input, chat }: ChatToolCall): Promise<ToolAnswer> {
    const { memory, search } = opened;
    const caller = await this.#callersIn(opened).of(chat);
    await recordActivity(memory, caller);
    const available = coreTools.map(({ name }) => name);
    return toolNamed(tool).call(input, { memory, search, caller, toolHost: noMachine, available });
  }

  #callersIn({ memory, caller }: OpenMemory): Callers {
    const known = this.#callers.get(caller);
    if (known !== undefined) return known;
    const { agent, windowId } = this.#options;
    const { user, project, files } = caller;
    const options = { memory, username: user.username, project: project ?? undefined, files, newId: () => windowId };
    const callers = new Callers(options, () => agent);
    this.#callers.set(caller, callers);
    return callers;
  }
}

/** Whether VS Code asks the user before each call, as it does for tools of MCP servers that are not read-only. */
export function needsConfirmation(tool: string): boolean {
  return !toolNamed(tool).readOnly;
}

function toolNamed(name: string): Tool {
  const found = coreTools.find((tool) => tool.name === name);
  if (found === undefined) throw new BigMindError('not_found', `There is no tool "${name}" here.`);
  return found;
}

/** No core tool uses anything outside the store. */
const absent = (): Promise<never> =>
  Promise.reject(
    new BigMindError('not_allowed', 'In a browser, BigMind reaches no files and no other program.', {
      remedy: 'Nothing was done. Ask the user to do it in VS Code on a computer.',
    }),
  );

const noMachine: ToolHost = {
  page: { newAddress: absent, open: absent, close: () => Promise.resolve() },
  chatPage: { html: absent, holdsKey: () => false, answer: absent },
  openPanel: () => Promise.resolve(false),
  showsChatPage: () => false,
  writeExport: absent,
  readImport: absent,
  fileMemory: absent,
  confirm: () => Promise.resolve(undefined),
};
