/**
 * Registers the tools that the manifest contributes as `languageModelTools`. Their code is loaded with the first call.
 * The manifest offers them only where `bigmind.browserHost` is set, because elsewhere the MCP server has them.
 */
import * as vscode from 'vscode';
import { isText, listOf, shape } from '../../../protocol/shared/check.ts';
import { isRecord } from '../../../util/parsedValues.ts';
import type { Services } from '../host.ts';
import type { ChatTools } from './chatTools.ts';

/** Before the name of the MCP server's tool, so that no tool of another extension has the same name. */
const prefix = 'bigmind_';

const isContributed = shape({ name: isText, displayName: isText, userDescription: isText });
const isManifest = shape({ contributes: shape({ languageModelTools: listOf(isContributed) }) });

interface Contributed {
  readonly name: string;
  readonly displayName: string;
  readonly userDescription: string;
}

/** Throws if the manifest is not ours. */
export function registerChatTools(extension: vscode.Extension<unknown>, services: Services): vscode.Disposable {
  const manifest: unknown = extension.packageJSON;
  if (!isManifest(manifest)) throw new Error('The manifest contributes no tools.');
  const windowId = crypto.randomUUID();
  let tools: Promise<ChatTools> | undefined;
  const load = (): Promise<ChatTools> => (tools ??= createChatTools(services, windowId));
  const registered = manifest.contributes.languageModelTools.map((contributed) =>
    vscode.lm.registerTool(contributed.name, createTool(contributed, load)),
  );
  return vscode.Disposable.from(...registered);
}

async function createChatTools({ access, log }: Services, windowId: string): Promise<ChatTools> {
  const { ChatTools } = await import('./chatTools.ts');
  const agent = { name: vscode.env.appName, version: vscode.version };
  return new ChatTools({ access, agent, windowId, log: (line) => log.error(line) });
}

function createTool(contributed: Contributed, load: () => Promise<ChatTools>): vscode.LanguageModelTool<object> {
  const tool = contributed.name.slice(prefix.length);
  return {
    prepareInvocation: async () => {
      const { needsConfirmation } = await import('./chatTools.ts');
      if (!needsConfirmation(tool)) return {};
      return { confirmationMessages: { title: contributed.displayName, message: contributed.userDescription } };
    },
    invoke: async ({ input, toolInvocationToken }, { isCancellationRequested }) => {
      if (isCancellationRequested) throw new vscode.CancellationError();
      const { text, isError } = await (await load()).answer({ tool, input, chat: chatOf(toolInvocationToken) });
      // VS Code shows the message of an error to the model.
      if (isError) throw new Error(text);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/**
 * The chat of a call. VS Code does not document the contents of the token: the address of the chat, in older versions
 * its id. If it is something else, all chats of the window count as one conversation.
 */
function chatOf(token: unknown): string | undefined {
  if (!isRecord(token)) return undefined;
  const { sessionResource: address, sessionId: id } = token;
  if (isRecord(address) && typeof address['path'] === 'string')
    return `${String(address['scheme'])}:${address['path']}`;
  return typeof id === 'string' ? id : undefined;
}
