/** Asking the person through the client (MCP elicitation), for what cannot be undone. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import type { ToolHost } from './tool.ts';

/** What the server's side of the protocol must be able to do. */
type Elicitor = Pick<McpServer['server'], 'getClientCapabilities' | 'elicitInput'>;

/** A person may be away for a while; a question that nobody answers is a no. */
const patienceMs = 10 * 60_000;

/** Asked where the call came from, which over HTTP is the answer to it. Undefined where the client has no form to ask with; everything but a clear yes is a no. */
export function confirmWith(server: Elicitor, relatedRequestId: string | number): ToolHost['confirm'] {
  return async (question) => {
    if (!canAsk(server)) return undefined;
    try {
      const { action, content } = await server.elicitInput(
        {
          message: question,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Yes, delete', default: false } },
            required: ['confirm'],
          },
        },
        { timeout: patienceMs, relatedRequestId },
      );
      return action === 'accept' && content?.['confirm'] === true;
    } catch {
      // No answer, or a client that broke off: whoever said nothing did not say yes.
      return false;
    }
  };
}

/**
 * The SDK's own validator of answers, Ajv, is a tenth of the whole program; the one question that we ask looks at its
 * answer itself. The build leaves Ajv out, so a server is never made without this one.
 */
export const answersAsTheyCome: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** A client that names no way to ask means forms, as before there were others. */
function canAsk(server: Elicitor): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}
