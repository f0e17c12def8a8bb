/**
 * The page that the MCP server shows inside a chat. It is one document, because a chat lets it load nothing, and is made
 * only on request, because most clients never need it. Its queries and commands are answered as in VS Code and in the
 * browser: the user sends them, whichever assistant opened the page. This applies only to the page itself, which
 * authenticates by a key.
 */
import { chatHtml } from '../../http/chatHtml.ts';
import { isSame } from '../../http/sameSecret.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { ChatPage } from '../../mcp/shared/profilePage.ts';
import type { PageRequest } from '../../page/pageReplies.ts';
import type { PageHost } from '../../page/shared/pageHost.ts';
import type { PageCommand } from '../../protocol/commands.ts';
import type { HostMessage } from '../../protocol/messages.ts';
import type { CommandContext } from '../shared/command.ts';

const installAgain = 'Install BigMind again.';

export function chatPageOf(context: CommandContext): ChatPage {
  let answering: Promise<(message: unknown) => Promise<unknown>> | undefined;
  // One per process: a page stays valid while its server runs, even if a client reads it again or reconnects.
  const key = context.newId();
  return {
    html: async () => withKey(await readPage(context.webviewFolder), key),
    holdsKey: (given) => given !== undefined && isSame(given, key),
    answer: async (message) => (await (answering ??= answers(context)))(message),
  };
}

/** The modules that answer are loaded with the first request. */
async function answers(context: CommandContext): Promise<(message: unknown) => Promise<unknown>> {
  const [{ replyTo }, { readPageMessage }, { profileServing }] = await Promise.all([
    import('../../page/pageReplies.ts'),
    import('../../protocol/messages.ts'),
    import('./profileServing.ts'),
  ]);
  // Without memory files: what a model writes there is marked, and the page does not know who asks.
  const ofPage = profileServing(context).host;
  const host: PageHost = { ...ofPage, mayBeOfAgent: decidesForOthers, adviceOn: (error) => adviceFor(error, ofPage) };
  return async (message) => {
    const request = readPageMessage(message);
    if (request?.type !== 'ask' && request?.type !== 'act') return undefined;
    return isForAChat(request) ? replyTo(request, host) : elsewhere(request);
  };
}

/**
 * A client that lets its model read resources also gives it the key, and the typed confirmation exists only in the
 * page. So the key allows changes that can be undone and the erasure of single memories, but not of a project or a
 * user, and approves nothing for others.
 */
function isForAChat(request: PageRequest): boolean {
  return request.type !== 'act' || request.act.type !== 'eraseScope';
}

/** A model that got the key must not approve knowledge in the user's name, also not again by an undo. */
function decidesForOthers({ type }: PageCommand): boolean {
  return type === 'review' || type === 'mergeKnowledge' || type === 'undo';
}

function adviceFor(error: BigMindError, host: PageHost): ReturnType<PageHost['adviceOn']> {
  const advice = host.adviceOn(error);
  if (error.details['needs'] !== 'person') return advice;
  return {
    ...advice,
    remedy:
      'Nothing was changed. In a chat, memory_approve_global asks you. Or approve it on the page in VS Code, or of `bigmind serve --open`.',
  };
}

function elsewhere({ id }: PageRequest): HostMessage {
  const failure = {
    code: 'not_allowed',
    message: 'You cannot erase a project or a user from a chat.',
    remedy:
      'Nothing was erased. Use "BigMind: Manage Memory... > Erase for Good..." in VS Code, the page of `bigmind serve`, or `bigmind erase`.',
    actions: [],
  };
  return { type: 'failure', id, failure };
}

/**
 * Adds the key after the page's script, which runs once the document is complete. It is at the very end, because a
 * client that passes a resource to its model truncates one of half a megabyte. Throws `invalid_input` if the page has
 * no `</body>`, because none of its requests would be answered.
 */
export function withKey(html: string, key: string): string {
  const end = html.lastIndexOf('</body>');
  if (end < 0)
    throw new BigMindError('invalid_input', 'The page of this installation is broken.', { remedy: installAgain });
  return `${html.slice(0, end)}<meta name="bigmind-key" content="${key}" />\n  ${html.slice(end)}`;
}

async function readPage(folder: string): Promise<string> {
  try {
    return await chatHtml(folder);
  } catch (cause) {
    throw new BigMindError('invalid_input', 'The page is missing from this installation.', {
      remedy: installAgain,
      details: { folder },
      cause,
    });
  }
}
