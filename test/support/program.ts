/** The built program from outside: run as a command, or used by a real MCP client over stdio. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult, ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { TemporaryHome } from './temporaryHome.ts';

const root = resolve(import.meta.dirname, '../..');
export const programFile = join(root, 'dist/cli.js');

export interface Finished {
  code: number | null;
  out: string;
  err: string;
}

/** A program file and the Node that runs it. */
export interface NodeProgram {
  node: string;
  file: string;
}

export const builtProgram: NodeProgram = { node: process.execPath, file: programFile };

interface RunOptions {
  program?: NodeProgram;
  env?: Record<string, string>;
  cwd?: string;
  input?: string;
}

export function runProgram(home: TemporaryHome, args: string[], options: RunOptions = {}): Promise<Finished> {
  const { node, file } = options.program ?? builtProgram;
  const child = spawn(node, [file, ...args], {
    cwd: options.cwd ?? home.path,
    env: { ...home.env, ...options.env },
  });
  child.stdin.end(options.input ?? '');
  const finished: Finished = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (finished.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (finished.err += text));
  return new Promise((done, fail) => {
    child.on('error', fail).on('close', (code) => done({ ...finished, code }));
  });
}

/** The output of a hook; `event` is the input from an assistant, by default in this home. */
export async function answerOfHook(
  home: TemporaryHome,
  name: string,
  event: Record<string, unknown>,
  program = builtProgram,
): Promise<string> {
  const input = JSON.stringify({ cwd: home.path, hook_event_name: name, ...event });
  const { code, out, err } = await runProgram(home, ['hook', name], { input, program });
  assert.equal(code, 0, err);
  return out;
}

/** A chat of a client; `call` can name its conversation as VS Code does. */
export interface Chat {
  client: Client;
  call: (tool: string, args?: Record<string, unknown>, conversation?: string) => Promise<Answer>;
  pid: () => number;
  close: () => Promise<void>;
}

export interface Answer {
  isError: boolean;
  text: string;
  structured: Record<string, unknown>;
}

export async function openChat(
  home: TemporaryHome,
  options: Omit<RunOptions, 'input'> & { name?: string; capabilities?: ClientCapabilities } = {},
): Promise<Chat> {
  const { node, file } = options.program ?? builtProgram;
  const transport = new StdioClientTransport({
    command: node,
    args: [file, 'mcp'],
    env: { ...home.env, ...options.env },
    cwd: options.cwd ?? home.path,
    stderr: 'pipe',
  });
  const client = new Client(
    { name: options.name ?? 'test-client', version: '1.2.3' },
    { capabilities: options.capabilities ?? {} },
  );
  await client.connect(transport);
  return {
    client,
    call: async (name, args = {}, conversation) => {
      const meta = conversation === undefined ? {} : { _meta: { 'vscode.conversationId': conversation } };
      return answerFrom((await client.callTool({ name, arguments: args, ...meta })) as CallToolResult);
    },
    pid: () => transport.pid ?? 0,
    close: () => client.close(),
  };
}

function answerFrom(result: CallToolResult): Answer {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { isError: result.isError === true, text, structured: result.structuredContent ?? {} };
}
