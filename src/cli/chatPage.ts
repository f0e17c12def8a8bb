/**
 * The page that the MCP server shows inside a chat. It is one file, because a chat lets it load nothing, and is read when
 * a client wants it, as most never do. What it asks is answered as in VS Code and in the browser: the person is asking,
 * whichever assistant opened the page.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BigMindError } from '../memory/errors.ts';
import type { ChatPage } from '../mcp/profilePage.ts';
import type { CommandContext } from './command.ts';

export function chatPageOf(context: CommandContext): ChatPage {
  let answering: Promise<(message: unknown) => Promise<unknown>> | undefined;
  return {
    html: () => readPage(join(context.webviewFolder, 'chat.html')),
    answer: async (message) => (await (answering ??= answers(context)))(message),
  };
}

/** What answers is loaded with the first question. */
async function answers(context: CommandContext): Promise<(message: unknown) => Promise<unknown>> {
  const [{ replyTo }, { readPageMessage }, { profileServing }] = await Promise.all([
    import('../page/pageReplies.ts'),
    import('../protocol/messages.ts'),
    import('./profileServing.ts'),
  ]);
  const { host } = profileServing(context);
  return async (message) => {
    const request = readPageMessage(message);
    if (request?.type !== 'ask' && request?.type !== 'act') return undefined;
    return replyTo(request, host);
  };
}

async function readPage(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new BigMindError('invalid_input', 'This installation lacks the page.', {
      remedy: 'Install BigMind again.',
      details: { file },
      cause,
    });
  }
}
