/** The built program from outside: run as a command, or used by a real MCP client over stdio. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { TemporaryHome } from './temporaryHome.ts';
import type { WarmRun } from './warmHost.ts';
import { startWarm, type WarmProgram } from './warmProgram.ts';

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

export interface RunOptions {
  /** Run in a process of its own. Without it, the built program runs in a process that may have run it before. */
  program?: NodeProgram;
  env?: Record<string, string>;
  cwd?: string;
  input?: string;
}

export async function runProgram(home: TemporaryHome, args: string[], options: RunOptions = {}): Promise<Finished> {
  const finished: Finished = { code: null, out: '', err: '' };
  const [cwd, env] = [options.cwd ?? home.path, { ...home.env, ...options.env }];
  if (options.program === undefined) {
    const streams = { out: (text: string) => (finished.out += text), err: (text: string) => (finished.err += text) };
    const warm = startWarm({ file: programFile, args, cwd, env }, streams);
    if (options.input !== undefined) warm.write(options.input);
    warm.endInput();
    const code = await warm.ended;
    return { ...finished, code };
  }
  const { node, file } = options.program;
  const child = spawn(node, [file, ...args], { cwd, env });
  child.stdin.end(options.input ?? '');
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
  program?: NodeProgram,
): Promise<string> {
  const input = JSON.stringify({ cwd: home.path, hook_event_name: name, ...event });
  const { code, out, err } = await runProgram(home, ['hook', name], {
    input,
    ...(program !== undefined && { program }),
  });
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
  const [cwd, env] = [options.cwd ?? home.path, { ...home.env, ...options.env }];
  const transport =
    options.program === undefined
      ? new WarmTransport({ file: programFile, args: ['mcp'], cwd, env })
      : new StdioClientTransport({
          command: options.program.node,
          args: [options.program.file, 'mcp'],
          ...{ env, cwd, stderr: 'pipe' },
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
    pid: () => pidOf(transport),
    close: () => client.close(),
  };
}

/** Of a process of its own; another one must not be ended or stopped. */
function pidOf(transport: Transport): number {
  assert.ok(transport instanceof StdioClientTransport, 'The chat needs a process of its own.');
  return transport.pid ?? 0;
}

/** As over stdio: one message per line. */
class WarmTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #run: WarmRun;
  readonly #lines = new ReadBuffer();
  #program: WarmProgram | undefined;

  constructor(run: WarmRun) {
    this.#run = run;
  }

  start(): Promise<void> {
    const out = (text: string): void => {
      this.#lines.append(Buffer.from(text));
      for (let next = this.#lines.readMessage(); next !== null; next = this.#lines.readMessage())
        this.onmessage?.(next);
    };
    this.#program = startWarm(this.#run, { out, err: () => undefined });
    void this.#program.ended.then(() => this.onclose?.());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#program?.write(serializeMessage(message));
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.#program?.endInput();
    await this.#program?.ended;
  }
}

function answerFrom(result: CallToolResult): Answer {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { isError: result.isError === true, text, structured: result.structuredContent ?? {} };
}
