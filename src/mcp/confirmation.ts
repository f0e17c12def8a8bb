/** Asking the person through the client (MCP elicitation), for what cannot be undone. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Desk } from './tool.ts';

/** What the server's side of the protocol must be able to do. */
type Elicitor = Pick<McpServer['server'], 'getClientCapabilities' | 'elicitInput'>;

/** Undefined where the client has no way to ask; everything but a clear yes is a no. */
export function confirmWith(server: Elicitor): Desk['confirm'] {
  return async (question) => {
    if (server.getClientCapabilities()?.elicitation === undefined) return undefined;
    const { action, content } = await server.elicitInput({
      message: question,
      requestedSchema: {
        type: 'object',
        properties: { confirm: { type: 'boolean', title: 'Yes, delete', default: false } },
        required: ['confirm'],
      },
    });
    return action === 'accept' && content?.['confirm'] === true;
  };
}
