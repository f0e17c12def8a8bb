/**
 * Requests as they come in. The SDK answers parameters that its schemas refuse as a defect of the server, with the whole
 * report of the schema; here they are what they are. Calls of tools are not held to its schema at all: what does not fit
 * one is an answer of the tool, which a model reads, and no error of the protocol, which it may never see.
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

/** An error of the protocol, without the prefix that the SDK's own would put before its message twice. */
export class ProtocolError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface ToolCall {
  /** Anything, as the rest. */
  name: unknown;
  args: unknown;
  meta: Readonly<Record<string, unknown>>;
  requestId: string | number;
  /** Aborted when the client takes the call back or goes away. */
  takenBack: AbortSignal;
}

/** `answer` never rejects. */
export function answerCalls(server: Server, answer: (call: ToolCall) => Promise<CallToolResult>): void {
  // The SDK's own handler comes with the capability; what has none comes here.
  server.removeRequestHandler('tools/call');
  server.fallbackRequestHandler = async ({ method, params = {} }, { requestId, signal }) => {
    if (method !== 'tools/call') throw new ProtocolError(ErrorCode.MethodNotFound, 'Method not found');
    const { name, arguments: args, _meta: meta = {} } = params;
    return answer({ name, args, meta, requestId, takenBack: signal });
  };
}

export function answerPrompts(server: Server, answer: (name: string) => Promise<GetPromptResult>): void {
  const request = z.looseObject({ method: z.literal('prompts/get'), params: z.unknown().optional() });
  server.setRequestHandler(request, (given) => {
    const { success, data } = GetPromptRequestSchema.safeParse(given);
    if (!success) throw new ProtocolError(ErrorCode.InvalidParams, 'Give the name of the prompt as a string.');
    return answer(data.params.name);
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
