/**
 * A model on loopback that answers from a test's script, in the API of the request. It records every request, so that a
 * test can read what a real client sends to its model. It has no state: it finds the step of a script by counting the
 * tool results after the prompt that the script matches.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendJson } from './api.ts';
import type { ModelApi, ModelRequest, OfferedTool, Reply } from './api.ts';
import { chatCompletions } from './chatCompletions.ts';
import { gemini } from './gemini.ts';
import { parseObject } from './json.ts';
import type { JsonObject } from './json.ts';
import { messages, toolSearchName } from './messages.ts';
import { responses } from './responses.ts';

/** `call` is the end of the tool's name, because each client adds its own prefix. */
export type Step = { say: string } | { call: string; input: JsonObject } | { hold: true };

/** What the model does once a user turn contains `match`. */
export interface Script {
  match: string;
  steps: readonly Step[];
}

export interface LoggedRequest extends ModelRequest {
  path: string;
  body: JsonObject;
  reply: string;
}

const apis: readonly ModelApi[] = [chatCompletions, responses, messages, gemini];

export class ScriptedModel {
  readonly requests: LoggedRequest[] = [];
  scripts: readonly Script[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ScriptedModel> {
    const model = new ScriptedModel();
    await new Promise<void>((done, fail) => {
      model.#server.once('error', fail).listen(0, '127.0.0.1', done);
    });
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    const stopped = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await stopped;
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (message.url ?? '').split('?');
    const body = parseObject(await bodyOf(message));
    const api = message.method === 'POST' ? apis.find((known) => known.matches(path)) : undefined;
    if (api === undefined) {
      sendSideAnswer(response, path);
      return;
    }
    const request = api.read(body);
    const reply = replyTo(request, this.scripts);
    this.requests.push({ ...request, path, body, reply: JSON.stringify(reply) });
    if (reply !== 'hold') api.write(response, { body, path }, reply);
  }
}

function replyTo({ turns, tools }: ModelRequest, scripts: readonly Script[]): Reply | 'hold' {
  const at = turns.findLastIndex(
    (turn) => turn.role === 'user' && scripts.some(({ match }) => turn.text.includes(match)),
  );
  const script = scripts.find(({ match }) => turns[at]?.text.includes(match));
  if (script === undefined) return { say: 'Understood.' };
  const after = turns.slice(at + 1);
  const done = after.filter(({ role, isToolSearch }) => role === 'result' && isToolSearch !== true).length;
  const step = script.steps[Math.min(done, script.steps.length - 1)];
  if (step === undefined) return { say: 'Understood.' };
  if ('hold' in step) return 'hold';
  if ('say' in step) return step;
  const tool = toolNamed(step.call, tools);
  if (tool !== undefined) return { tool, input: step.input };
  const search = tools.find(({ name }) => name === toolSearchName);
  if (search === undefined || after.some(({ isToolSearch }) => isToolSearch)) {
    return { say: `The tool ${step.call} is not offered.` };
  }
  const fullName = new RegExp(`[\\w-]*${step.call}\\b`, 'u').exec(turns.map(({ text }) => text).join('\n'))?.[0];
  return { tool: search, input: { query: `select:${fullName ?? step.call}`, max_results: 5 } };
}

function toolNamed(ending: string, tools: readonly OfferedTool[]): OfferedTool | undefined {
  return tools.find(({ name }) => name === ending) ?? tools.find(({ name }) => name.endsWith(ending));
}

/** Model lists and token counts, which some clients request in between. */
function sendSideAnswer(response: ServerResponse, path: string): void {
  if (path.endsWith(':countTokens')) sendJson(response, { totalTokens: 100 });
  else if (path.endsWith('/count_tokens')) sendJson(response, { input_tokens: 100 });
  else if (path.endsWith('/models')) {
    const model = { id: 'scripted', object: 'model', created: 0, owned_by: 'loopback' };
    sendJson(response, { object: 'list', data: [model], models: [] });
  } else sendJson(response, {}, 404);
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of message.setEncoding('utf8')) text += String(piece);
  return text;
}
