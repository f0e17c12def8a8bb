/**
 * The yardstick: a server of the same SDK with no store and, by default, no tools. With `BENCH_DATABASE` it offers one
 * tool, `echo`, which inserts one bare row with the same durability that BigMind promises.
 */
import { DatabaseSync } from 'node:sqlite';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const server = new McpServer({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
const file = process.env['BENCH_DATABASE'];
if (file !== undefined) offerEcho(file);
await server.connect(new StdioServerTransport());

function offerEcho(database: string): void {
  const db = new DatabaseSync(database);
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = db.prepare('INSERT INTO rows (text) VALUES (?)');
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'echo', inputSchema: { type: 'object' as const } }],
  }));
  server.server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const text = String(params.arguments?.['text']);
    insert.run(text);
    return { content: [{ type: 'text' as const, text }] };
  });
}
