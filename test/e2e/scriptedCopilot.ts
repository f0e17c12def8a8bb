/**
 * The service that VS Code's Copilot harness (its agent host) asks for models and answers, on loopback and by a script.
 * VS Code's own smoke tests replace the service in the same way: by environment variables, and by a token that only a
 * window with the test driver accepts. There is no other way in a browser. A model of an extension, or one with the
 * user's own key, reaches the agent host only in a desktop window: `agentHostClientByokLm` is registered only there
 * (seen in 1.139.1).
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request to the model: its messages in order, and the names of the offered tools. */
export interface CopilotRequest {
  tools: readonly string[];
  messages: readonly { role: string; text: string }[];
}

export interface ScriptedCopilot {
  env: Record<string, string>;
  /** For the User folder's `settings.json`. */
  settings: Readonly<Record<string, unknown>>;
  requests(): readonly CopilotRequest[];
  close(): Promise<void>;
}

const model = 'gpt-5.3-codex';
const token = 'scripted';

/** `answerTo` gets the last message, with everything that the harness and hooks add to the user's words. */
export async function startScriptedCopilot(answerTo: (lastMessage: string) => string): Promise<ScriptedCopilot> {
  const requests: CopilotRequest[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      switch (path) {
        case '/models':
          sendJson(response, { object: 'list', data: [modelRecord] });
          break;
        case '/copilot_internal/user':
          sendJson(response, user(address));
          break;
        case '/chat/completions': {
          const asked = requestFrom(JSON.parse(body));
          requests.push(asked);
          sendAnswer(response, answerTo(asked.messages.at(-1)?.text ?? ''));
          break;
        }
        default:
          // The harness continues without anything else that it requests.
          sendJson(response, {}, request.method === 'GET' ? 404 : 200);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${String(port)}`;
  return {
    env: {
      COPILOT_API_URL: address,
      COPILOT_DEBUG_GITHUB_API_URL: address,
      VSCODE_AGENT_HOST_CAPI_URL_OVERRIDE: address,
      GITHUB_COPILOT_API_TOKEN: token,
      IS_SCENARIO_AUTOMATION: '1',
    },
    settings: {
      'chat.agentHost.unsafeTestToken': token,
      'chat.allowAnonymousAccess': true,
      'chat.defaultModel': model,
      'chat.defaultToCopilotHarness': true,
      'chat.editor.preferCopilotHarness': true,
      'github.copilot.chat.githubMcpServer.enabled': false,
      'workbench.startupEditor': 'none',
    },
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const modelRecord = {
  id: model,
  name: 'Scripted model',
  object: 'model',
  vendor: 'Scripted',
  version: model,
  preview: false,
  model_picker_enabled: true,
  is_chat_default: true,
  is_chat_fallback: true,
  capabilities: {
    family: model,
    type: 'chat',
    object: 'model_capabilities',
    tokenizer: 'o200k_base',
    limits: { max_context_window_tokens: 200_000, max_output_tokens: 16_000, max_prompt_tokens: 128_000 },
    supports: { streaming: true, tool_calls: true },
  },
  policy: { state: 'enabled', terms: '' },
  supported_endpoints: ['/chat/completions'],
};

function user(address: string): unknown {
  return {
    login: 'tester',
    copilot_plan: 'individual_pro',
    access_type_sku: 'plus_monthly',
    chat_enabled: true,
    is_mcp_enabled: true,
    endpoints: { api: address, proxy: address, telemetry: address },
    organization_login_list: [],
    quota_snapshots: {},
  };
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Streams like the API: the text, the finish reason, the token usage. */
function sendAnswer(response: ServerResponse, text: string): void {
  const base = { id: 'scripted', object: 'chat.completion.chunk', created: 1, model };
  const chunks = [
    { ...base, choices: [{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: null }] },
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { ...base, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end([...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join(''));
}

function requestFrom(body: unknown): CopilotRequest {
  const { messages, tools = [] } = body as {
    messages: { role: string; content: unknown }[];
    tools?: { function?: { name: string } }[];
  };
  return {
    tools: tools.flatMap((tool) => tool.function?.name ?? []),
    messages: messages.map(({ role, content }) => ({ role, text: textOf(content) })),
  };
}

/** Reads a text, or the texts in a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('\n');
}
