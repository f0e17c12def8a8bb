/** Makes one tool call to the server of a definition, over its standard input and output, as a client does. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type * as vscode from 'vscode';

interface Answer {
  id?: number;
  result?: { structuredContent?: Record<string, unknown>; isError?: boolean };
}

/** The structured result; fails if the tool returns an error. `env` is added to that of the definition. */
export async function callTool(
  server: vscode.McpStdioServerDefinition,
  env: Record<string, string>,
  name: string,
  input: object,
): Promise<Record<string, unknown>> {
  const given = Object.entries(server.env).map(([key, value]) => [key, value === null ? undefined : String(value)]);
  const child = spawn(server.command, server.args, {
    env: { ...process.env, ...(Object.fromEntries(given) as NodeJS.ProcessEnv), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const send = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'host-tests', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name, arguments: input } });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = JSON.parse(line) as Answer;
      if (id !== 2) continue;
      assert.ok(result?.isError !== true && result?.structuredContent, line);
      return result.structuredContent;
    }
  } finally {
    child.stdin.end();
    child.kill();
  }
  assert.fail(`The server ended without an answer to ${name}.`);
}

/** The best result for a query, as an assistant finds it: its text, and its source. */
export async function bestResult(servers: readonly vscode.McpStdioServerDefinition[], query: string): Promise<string> {
  const [server] = servers;
  assert.ok(server);
  const { results } = await callTool(server, {}, 'memory_search', { query, limit: 1, project: 'all' });
  const [{ text, source_ref: source } = {}] = results as { text?: string; source_ref?: string }[];
  return `${text ?? ''}\n${source ?? ''}\n`;
}
