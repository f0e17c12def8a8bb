/**
 * MCP Apps (the extension `io.modelcontextprotocol/ui`, as of 2026-01-26): pages that a client shows inside the chat. A
 * page is a resource that a tool names; its messages come back as calls of tools that only it may use. Clients without
 * pages learn nothing of this.
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

/** What a tool says of pages: the one that shows its result, and who may call it (model and page, unless it says so). */
export interface ToolUi {
  readonly resourceUri?: string;
  readonly visibility?: readonly ('model' | 'app')[];
}

/** Whether the client said, in the handshake, that it shows pages of our kind. */
export function showsApps(capabilities: ClientCapabilities | undefined): boolean {
  const said = capabilities?.extensions?.[extension];
  const types: unknown = said !== undefined && 'mimeTypes' in said ? said.mimeTypes : undefined;
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
 * Rejects with an error of the protocol for any other address, where the installation lacks the page, and where there is no
 * page because the client shows none: what stands in it is for pages that are shown.
 */
export async function readApp(uri: string, page: ChatPage | undefined): Promise<ReadResourceResult> {
  if (uri !== profileAppUri || page === undefined)
    throw new ProtocolError(ErrorCode.InvalidParams, `There is no resource "${shorten(uri, 200)}".`);
  try {
    // Nothing is asked for beyond the page itself: without domains a client lets it reach no server at all.
    return { contents: [{ uri, mimeType, text: await page.html(), _meta: { ui: { prefersBorder: true } } }] };
  } catch (thrown) {
    throw new ProtocolError(ErrorCode.InternalError, sentenceOf(bigMindErrorFrom(thrown), remedyForModel));
  }
}
