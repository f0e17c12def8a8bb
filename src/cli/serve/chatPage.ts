/**
 * The page that the MCP server shows inside a chat. It is one file, because a chat lets it load nothing, and is read when
 * a client wants it, as most never do. What it asks is answered as in VS Code and in the browser: the person is asking,
 * whichever assistant opened the page. That holds for the page alone, which proves itself by a key.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSame } from '../../http/sameSecret.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { ChatPage } from '../../mcp/shared/profilePage.ts';
import type { PageRequest } from '../../page/pageReplies.ts';
import type { HostMessage } from '../../protocol/messages.ts';
import type { CommandContext } from '../shared/command.ts';

const installAgain = 'Install BigMind again.';

export function chatPageOf(context: CommandContext): ChatPage {
  let answering: Promise<(message: unknown) => Promise<unknown>> | undefined;
  // One for the process: a page stays good while its server runs, however often a client reads it or connects anew.
  const key = context.newId();
  return {
    html: async () => withKey(await readPage(join(context.webviewFolder, 'chat.html')), key),
    holdsKey: (given) => given !== undefined && isSame(given, key),
    answer: async (message) => (await (answering ??= answers(context)))(message),
  };
}

/** What answers is loaded with the first question. */
async function answers(context: CommandContext): Promise<(message: unknown) => Promise<unknown>> {
  const [{ replyTo }, { readPageMessage }, { profileServing }] = await Promise.all([
    import('../../page/pageReplies.ts'),
    import('../../protocol/messages.ts'),
    import('./profileServing.ts'),
  ]);
  const { host } = profileServing(context);
  return async (message) => {
    const request = readPageMessage(message);
    if (request?.type !== 'ask' && request?.type !== 'act') return undefined;
    return isForAChat(request) ? replyTo(request, host) : elsewhere(request);
  };
}

/**
 * A client that lets its model read resources gives it the key with the page, and a name is typed in the page alone. So
 * whoever has the key does here what can be taken back, or takes one memory away, but never all of them at once.
 */
function isForAChat(request: PageRequest): boolean {
  return request.type !== 'act' || request.act.type !== 'eraseScope';
}

function elsewhere({ id }: PageRequest): HostMessage {
  const failure = {
    code: 'not_allowed',
    message: 'You cannot erase a project or a user from a chat.',
    remedy:
      'Nothing was erased. Use "BigMind: Erase for Good..." in VS Code, the page of `bigmind serve`, or `bigmind erase`.',
    actions: [],
  };
  return { type: 'failure', id, failure };
}

/**
 * The page with the key behind its script, which runs when all of it is there. At the very end, because a client that reads
 * a resource to its model cuts off one that is half a megabyte long. Throws where the page has no end, as nothing in it would
 * be answered.
 */
export function withKey(html: string, key: string): string {
  const end = html.lastIndexOf('</body>');
  if (end < 0)
    throw new BigMindError('invalid_input', 'The page of this installation is broken.', { remedy: installAgain });
  return `${html.slice(0, end)}<meta name="bigmind-key" content="${key}" />\n  ${html.slice(end)}`;
}

async function readPage(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new BigMindError('invalid_input', 'The page is missing from this installation.', {
      remedy: installAgain,
      details: { file },
      cause,
    });
  }
}
