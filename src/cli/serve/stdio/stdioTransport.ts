/**
 * MCP over standard input and output: one JSON message or batch per line. An invalid line (too long, not UTF-8, not JSON, or
 * JSON that is not a message) is answered with a protocol error, and the next one is read as usual. An incomplete
 * line at the end of the input is ignored. (The SDK's own transport closes the connection at the first line that is
 * too long, and does not answer the other invalid ones.)
 */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { Batches } from './batches.ts';
import type { ReadLine } from './lineReader.ts';
import { LineReader } from './lineReader.ts';

/** In bytes; the longest text that a tool accepts is far below. */
const maxMessageLength = 10 * 1024 * 1024;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #input: NodeJS.ReadableStream;
  readonly #output: NodeJS.WritableStream;
  readonly #batches = new Batches();
  readonly #lines = new LineReader(maxMessageLength);
  #startedAt = 0;
  #readAt: number | undefined;
  #answeredAt: number | undefined;
  readonly #read = (bytes: Buffer): void => {
    this.#readAt ??= performance.now();
    for (const line of this.#lines.take(bytes)) this.#receive(line);
  };

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.#input = input;
    this.#output = output;
  }

  /** Milliseconds from the start of the process to its first answer, excluding the wait for the first message. */
  get startMs(): number | undefined {
    if (this.#readAt === undefined || this.#answeredAt === undefined) return undefined;
    return this.#startedAt + this.#answeredAt - this.#readAt;
  }

  start(): Promise<void> {
    this.#startedAt = performance.now();
    this.#input.on('data', this.#read);
    return Promise.resolve();
  }

  /** Resolves when the message was written, before the process ends. Rejects if it cannot be serialized or written. */
  send(message: JSONRPCMessage): Promise<void> {
    this.#answeredAt ??= performance.now();
    const { isTaken, answers } = this.#batches.take(message);
    return isTaken ? this.#sendBatch(answers) : this.#write(message);
  }

  close(): Promise<void> {
    this.#input.off('data', this.#read);
    this.#input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  #write(sent: JSONRPCMessage | JSONRPCMessage[]): Promise<void> {
    return new Promise((done, fail) => {
      this.#output.write(`${JSON.stringify(sent)}\n`, (error) => (error ? fail(error) : done()));
    });
  }

  async #sendBatch(answers: JSONRPCMessage[] | undefined): Promise<void> {
    if (answers !== undefined) await this.#write(answers);
  }

  #receive(line: ReadLine): void {
    try {
      const value = valueIn(line);
      if (isBatch(value)) this.#receiveBatch(value);
      else if (value !== undefined) this.#deliver(messageFrom(value));
    } catch (thrown) {
      const refusal = thrown instanceof Refusal ? thrown : new Refusal(ErrorCode.InternalError, String(thrown));
      this.onerror?.(refusal);
      this.#reportFailure(this.#write(answerOf(refusal)));
    }
  }

  #receiveBatch(values: readonly unknown[]): void {
    const messages: JSONRPCMessage[] = [];
    const refusals: JSONRPCMessage[] = [];
    for (const value of values) {
      try {
        messages.push(messageFrom(value));
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown;
        this.onerror?.(thrown);
        refusals.push(answerOf(thrown));
      }
    }
    this.#reportFailure(this.#sendBatch(this.#batches.begin(messages, refusals)));
    for (const message of messages) this.#deliver(message);
  }

  #deliver(message: JSONRPCMessage): void {
    this.#reportFailure(this.#sendBatch(this.#batches.cancel(message)));
    this.onmessage?.(message);
  }

  #reportFailure(sent: Promise<void>): void {
    sent.catch((error: unknown) => this.onerror?.(error instanceof Error ? error : new Error(String(error))));
  }
}

/** An array without any object is no batch. */
function isBatch(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null);
}

function answerOf({ code, message, id }: Refusal): JSONRPCMessage {
  return { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message } };
}

class Refusal extends Error {
  readonly code: ErrorCode;
  /** The id of the refused request, if known. */
  readonly id: RequestId | undefined;

  constructor(code: ErrorCode, message: string, id?: RequestId) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

/** Undefined for an empty line, which is not an error. */
function valueIn(line: ReadLine): unknown {
  if (line.kind === 'tooLong') {
    const max = `${String(maxMessageLength / 1024 / 1024)} MB`;
    const what = `The message is longer than ${max} and was not read. Send less at once, or import a file.`;
    throw new Refusal(ErrorCode.InvalidRequest, what, idOf(line));
  }
  return valueFrom(line.bytes);
}

function messageFrom(value: unknown): JSONRPCMessage {
  const message = JSONRPCMessageSchema.safeParse(value);
  if (message.success) return message.data;
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  const known = typeof id === 'string' || typeof id === 'number' ? id : undefined;
  throw new Refusal(ErrorCode.InvalidRequest, 'The line is JSON, but not a message of the protocol.', known);
}

function valueFrom(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    throw new Refusal(ErrorCode.ParseError, 'The line is not UTF-8. Nothing was done.');
  }
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(ErrorCode.ParseError, 'The line is not JSON. Nothing was done.');
  }
}

/**
 * The id of a request that was too long to be read. It must be among the first or last members, as programs write it,
 * and so is not in a nested object. Without it, the client would wait for an answer until its timeout.
 */
function idOf({ head, tail }: { head: Buffer; tail: Buffer }): RequestId | undefined {
  const first = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")\s*,/u;
  const last = /,\s*"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/u;
  const found = first.exec(head.toString())?.[1] ?? last.exec(tail.toString())?.[1];
  if (found === undefined) return undefined;
  return found.startsWith('"') ? found.slice(1, -1) : Number(found);
}
