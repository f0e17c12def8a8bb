/**
 * Incoming requests. The SDK reports parameters that its schemas refuse as a defect of the server, with the whole
 * schema report; here they are reported as invalid parameters. Tool calls are not checked by its schema at all: an
 * invalid one gets a tool result, which a model reads, instead of a protocol error, which it may never see.
 */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  GetPromptRequestSchema,
  ReadResourceRequestSchema,
  type CallToolResult,
  type GetPromptResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

type Server = McpServer['server'];

/** A protocol error without the prefix that the SDK's own class puts before its message twice. */
export class ProtocolError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface ToolCall {
  /** Unchecked, like the rest. */
  name: unknown;
  args: unknown;
  meta: Readonly<Record<string, unknown>>;
  requestId: string | number;
  /** Aborted when the client cancels the call or disconnects. */
  signal: AbortSignal;
}

/** `answer` never rejects. */
export function answerCalls(server: Server, answer: (call: ToolCall) => Promise<CallToolResult>): void {
  // The SDK installs its own handler with the capability. Without it, calls reach the fallback handler.
  server.removeRequestHandler('tools/call');
  server.fallbackRequestHandler = async ({ method, params = {} }, { requestId, signal }) => {
    if (method !== 'tools/call') throw new ProtocolError(ErrorCode.MethodNotFound, 'Method not found');
    const { name, arguments: args, _meta: meta = {} } = params;
    return answer({ name, args, meta, requestId, signal: signal });
  };
}

export function answerPrompts(
  server: Server,
  answer: (name: string, args: Readonly<Record<string, string>>) => Promise<GetPromptResult>,
): void {
  const request = z.looseObject({ method: z.literal('prompts/get'), params: z.unknown().optional() });
  server.setRequestHandler(request, (given) => {
    const { success, data } = GetPromptRequestSchema.safeParse(given);
    if (!success) {
      const message = 'Give the name of the prompt as a string, and its arguments as strings.';
      throw new ProtocolError(ErrorCode.InvalidParams, message);
    }
    return answer(data.params.name, data.params.arguments ?? {});
  });
}

export function answerResources(server: Server, answer: (uri: string) => Promise<ReadResourceResult>): void {
  const request = z.looseObject({ method: z.literal('resources/read'), params: z.unknown().optional() });
  server.setRequestHandler(request, (given) => {
    const { success, data } = ReadResourceRequestSchema.safeParse(given);
    if (!success) throw new ProtocolError(ErrorCode.InvalidParams, 'Give the uri of the resource as a string.');
    return answer(data.params.uri);
  });
}
