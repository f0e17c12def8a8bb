/** The server for a coding agent that learns for BigMind: it offers nothing, so that the agent only reads its request. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { answersAsTheyCome } from './shared/confirmation.ts';

export function createEmptyServer(version: string): McpServer {
  const mcp = new McpServer(
    { name: 'bigmind', title: 'BigMind', version },
    { capabilities: { tools: {} }, jsonSchemaValidator: answersAsTheyCome },
  );
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] }));
  return mcp;
}
