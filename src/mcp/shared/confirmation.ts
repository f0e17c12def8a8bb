/** Asks the user through the client (MCP elicitation) before an action that an agent must not decide on. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import type { ToolHost } from './tool.ts';

/** The parts of the SDK's server that are needed here. */
type Elicitor = Pick<McpServer['server'], 'getClientCapabilities' | 'elicitInput'>;

/** The user may be away for a while; an unanswered question counts as a no. */
const timeoutMs = 10 * 60_000;

/**
 * Sends the question on the stream of the call, which over HTTP is its response. Undefined if the client has no form to
 * ask with; anything but a clear yes is a no.
 */
export function confirmWith(server: Elicitor, relatedRequestId: string | number): ToolHost['confirm'] {
  return async (question, yes) => {
    if (!canAsk(server)) return undefined;
    try {
      const { action, content } = await server.elicitInput(
        {
          message: question,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: yes, default: false } },
            required: ['confirm'],
          },
        },
        { timeout: timeoutMs, relatedRequestId },
      );
      return action === 'accept' && content?.['confirm'] === true;
    } catch {
      // No answer, or a client that disconnected, counts as a no.
      return false;
    }
  };
}

/**
 * The SDK's own validator of answers, Ajv, is a tenth of the whole program, and our questions check their answers
 * themselves. The build leaves Ajv out, so every server must be created with this validator.
 */
export const answersAsTheyCome: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** A client that lists no elicitation mode supports forms, the only mode before others were added. */
function canAsk(server: Elicitor): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}
