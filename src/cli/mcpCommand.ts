/**
 * `bigmind mcp`: the MCP server over standard input and output. Standard output belongs to the protocol. The process
 * ends by itself when the client goes away, so that no orphan is left behind.
 */
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { projectOf } from '../capture/projectIdentity.ts';
import { createMcpServer } from '../mcp/server.ts';
import { coreToolset } from '../mcp/toolsets.ts';
import type { Command } from './command.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  usage: '',
  summary: 'Serve the memory to an MCP client over standard input and output.',
  options: {},
  takes: { least: 0, most: 0 },
  run: async (_input, context) => {
    const server = createMcpServer({
      memory: context.memory,
      search: context.search,
      tools: coreToolset,
      version: context.version,
      username: context.settings.username,
      project: projectOf(context.workingFolder, homedir()),
      connectionId: randomUUID(),
      log: context.note,
    });
    const gone = new Promise<void>((resolve) => {
      server.server.onclose = resolve;
      process.stdin.once('end', resolve).once('close', resolve);
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    });
    await server.connect(new StdioServerTransport());
    await gone;
    return 0;
  },
};
