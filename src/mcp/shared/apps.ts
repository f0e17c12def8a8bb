/**
 * MCP Apps (the extension `io.modelcontextprotocol/ui`, as of 2026-01-26): pages that a client shows inside the chat. A
 * page is a resource that a tool names. It sends its messages as calls of tools that only the page may use. Clients
 * without pages see none of this.
 */
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { ClientCapabilities, ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { bigMindErrorFrom, sentenceOf } from '../../memory/shared/errors.ts';
import { remedyForModel } from './remedyForModel.ts';
import { ProtocolError } from './requests.ts';
import { shorten } from '../../util/text.ts';
import type { ChatPage } from './profilePage.ts';

export const profileAppUri = 'ui://bigmind/profile.html';
const extension = 'io.modelcontextprotocol/ui';
const mimeType = 'text/html;profile=mcp-app';

/** The UI metadata of a tool: the page that shows its result, and who may call it (by default both model and page). */
export interface ToolUi {
  readonly resourceUri?: string;
  readonly visibility?: readonly ('model' | 'app')[];
}

/** Whether the client declared in the handshake that it shows pages of our type. */
export function showsApps(capabilities: ClientCapabilities | undefined): boolean {
  const settings = capabilities?.extensions?.[extension];
  const types: unknown = settings !== undefined && 'mimeTypes' in settings ? settings.mimeTypes : undefined;
  return Array.isArray(types) && types.includes(mimeType);
}

export const profileApp: Resource = {
  uri: profileAppUri,
  name: 'bigmind_profile',
  title: 'BigMind',
  description: 'The page where the user views and edits the memory. The page itself contains no memories.',
  mimeType,
};

/**
 * Rejects with a protocol error for any other URI, and if the installation lacks the page. `page` is undefined if the
 * client shows no pages; the content, which includes the key, is only for a shown page.
 */
export async function readApp(uri: string, page: ChatPage | undefined): Promise<ReadResourceResult> {
  if (uri !== profileAppUri || page === undefined)
    throw new ProtocolError(ErrorCode.InvalidParams, `There is no resource "${shorten(uri, 200)}".`);
  try {
    // No domains are requested, so a client lets the page connect to no server at all.
    return { contents: [{ uri, mimeType, text: await page.html(), _meta: { ui: { prefersBorder: true } } }] };
  } catch (thrown) {
    throw new ProtocolError(ErrorCode.InternalError, sentenceOf(bigMindErrorFrom(thrown), remedyForModel));
  }
}
