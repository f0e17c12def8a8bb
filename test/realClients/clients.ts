/**
 * How the coding agents of these suites differ: the npm package, the files that connect them only to the scripted
 * model, the command for one prompt, and their capabilities. Only this table names them individually. To move to a
 * newer version, change it here and renew `docs/clients.json`.
 */
import type { JsonObject } from './model/json.ts';
import type { Step } from './model/scriptedModel.ts';

export interface RealClient {
  name: ClientName;
  /** The name in `docs/clients.md`. */
  title: string;
  npmPackage: string;
  version: string;
  /** In `node_modules/.bin`. */
  program: string;
  /** `bigmind install NAME`. */
  installName: string;
  /** `bigmind import KIND`. */
  importKind: string;
  /** The agent name in its sessions. */
  agentName?: string;
  /** Runs hooks, so that context arrives and chats are recorded without a tool call. */
  hasHooks: boolean;
  /** Says which chat a call to BigMind's server belongs to. Otherwise, a call that stores opens its own session. */
  namesChatToServer: boolean;
  /** Names tools to the model without offering them, and loads them on request. */
  defersTools: boolean;
  /** Asks its model to name a chat. The scripted one answers as it does to the prompt, which is then the headline. */
  namesChatsByModel?: true;
  /** Where it stores its chats, below the home. */
  chatsFolder: string;
  /**
   * On start, before its first hook, it deletes the files of chats without an answer. Only the next event of another
   * client can recover such a chat, which `sharedStore.test.ts` checks.
   */
  deletesUnansweredChats?: true;
  /** The tool with which the model starts a sub-agent, and the tool's input for a prompt. */
  subAgent?: {
    tool: string;
    inputFor: (prompt: string) => JsonObject;
    /** What the model does next, if it does not wait for the sub-agent. */
    meanwhile?: Step;
  };
  /** It passes what a hook says when a sub-agent starts on to that sub-agent. */
  tellsSubAgents?: true;
  /** The tool that runs a command; absent if the client tells its model nothing before a tool call. */
  shell?: { tool: string; inputFor: (command: string) => JsonObject };
  /** Files by their path below the home, written before `bigmind install`. */
  files: (modelUrl: string) => Readonly<Record<string, string>>;
  env: (modelUrl: string) => Readonly<Record<string, string>>;
  /** The arguments that ask one prompt without a terminal. */
  argumentsFor: (prompt: string) => string[];
  /**
   * The same, for the last chat of the project; absent if it cannot go on without a terminal, or then leaves out what
   * hooks added, as the Copilot CLI does.
   */
  continuedWith?: (prompt: string) => string[];
}

const clientNames = ['copilot', 'claude', 'codex', 'gemini', 'opencode'] as const;
export type ClientName = (typeof clientNames)[number];

/** No sign-in: each provider is the scripted model, with this key. */
const key = 'dummy';
const none = (): Readonly<Record<string, string>> => ({});

export const clients: Readonly<Record<ClientName, RealClient>> = {
  copilot: {
    name: 'copilot',
    title: 'Copilot CLI',
    npmPackage: '@github/copilot',
    version: '1.0.102',
    program: 'copilot',
    installName: 'copilot-cli',
    importKind: 'copilot',
    hasHooks: true,
    namesChatToServer: true,
    defersTools: false,
    chatsFolder: '.copilot/session-state',
    shell: { tool: 'bash', inputFor: (command) => ({ command, description: 'Try it' }) },
    subAgent: {
      tool: 'task',
      inputFor: (prompt) => ({
        ...{ description: 'Look around', agent_type: 'explore', name: 'look-around', mode: 'sync' },
        prompt,
      }),
    },
    tellsSubAgents: true,
    files: none,
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: 'scripted',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    argumentsFor: (prompt) => [
      ...['--disable-client-telemetry', '--no-auto-update', '--allow-all-tools', '-p'],
      prompt,
    ],
  },
  claude: {
    name: 'claude',
    title: 'Claude Code',
    npmPackage: '@anthropic-ai/claude-code',
    version: '2.1.330',
    program: 'claude',
    installName: 'claude-code',
    importKind: 'claude-code',
    agentName: 'claude-code',
    hasHooks: true,
    namesChatToServer: true,
    defersTools: true,
    chatsFolder: '.claude/projects',
    shell: { tool: 'Bash', inputFor: (command) => ({ command, description: 'Try it' }) },
    subAgent: {
      tool: 'Agent',
      inputFor: (prompt) => ({ description: 'Look around', subagent_type: 'Explore', prompt }),
    },
    tellsSubAgents: true,
    files: none,
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_MODEL: 'claude-sonnet-4-5',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_BUG_COMMAND: '1',
    }),
    argumentsFor: (prompt) => ['-p', prompt, '--allowedTools', 'mcp__bigmind__*,mcp__plugin_bigmind_bigmind__*'],
    continuedWith: (prompt) => ['--continue', ...clients.claude.argumentsFor(prompt)],
  },
  codex: {
    name: 'codex',
    title: 'Codex',
    npmPackage: '@openai/codex',
    version: '0.169.0',
    program: 'codex',
    installName: 'codex',
    importKind: 'codex',
    hasHooks: true,
    namesChatToServer: true,
    defersTools: false,
    shell: { tool: 'exec_command', inputFor: (cmd) => ({ cmd }) },
    subAgent: {
      tool: 'spawn_agent',
      inputFor: (message) => ({ message }),
      meanwhile: { call: 'exec_command', input: { cmd: 'sleep 8' } },
    },
    tellsSubAgents: true,
    chatsFolder: '.codex/sessions',
    files: (url) => ({ '.codex/config.toml': codexConfig(url) }),
    env: () => ({ SCRIPTED_KEY: key }),
    // Users review new hooks in the terminal. `exec` cannot ask them and would not run the hooks.
    argumentsFor: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
    continuedWith: (prompt) => [...clients.codex.argumentsFor('resume').slice(0, -1), 'resume', '--last', prompt],
  },
  gemini: {
    name: 'gemini',
    title: 'Gemini CLI',
    npmPackage: '@google/gemini-cli',
    version: '0.61.0',
    program: 'gemini',
    installName: 'gemini-cli',
    importKind: 'gemini-cli',
    hasHooks: true,
    namesChatToServer: false,
    defersTools: false,
    chatsFolder: '.gemini/tmp',
    deletesUnansweredChats: true,
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    env: (url) => ({
      GEMINI_API_KEY: key,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_MODEL: 'gemini-2.5-flash',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      // It would start itself a second time, only with more memory.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_TELEMETRY_ENABLED: 'false',
      NO_UPDATE_NOTIFIER: '1',
    }),
    argumentsFor: (prompt) => ['--skip-trust', '-y', '-p', prompt],
    continuedWith: (prompt) => ['--resume', 'latest', ...clients.gemini.argumentsFor(prompt)],
  },
  opencode: {
    name: 'opencode',
    title: 'opencode',
    npmPackage: 'opencode-ai',
    version: '1.18.33',
    program: 'opencode',
    installName: 'opencode',
    importKind: 'opencode',
    agentName: 'opencode',
    hasHooks: true,
    namesChatsByModel: true,
    namesChatToServer: false,
    defersTools: false,
    chatsFolder: '.local/share/opencode',
    shell: { tool: 'bash', inputFor: (command) => ({ command, description: 'Try it' }) },
    subAgent: {
      tool: 'task',
      inputFor: (prompt) => ({ description: 'Look around', subagent_type: 'explore', prompt }),
    },
    files: (url) => ({ '.config/opencode/opencode.json': openCodeConfig(url), ...openCodePackages }),
    env: none,
    argumentsFor: (prompt) => ['run', prompt],
    continuedWith: (prompt) => ['run', '--continue', prompt],
  },
};

export const allClients: readonly RealClient[] = clientNames.map((name) => clients[name]);

/** As if it had installed the package that it wants for plugins, for which it would wait at its first start. */
const openCodePackages = {
  '.config/opencode/package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: { '': { dependencies: { '@opencode-ai/plugin': '1' } } },
  }),
  '.config/opencode/node_modules/.package-lock.json': '{}',
};

function codexConfig(url: string): string {
  return `model = "scripted"
model_provider = "loopback"
check_for_update_on_startup = false
approval_policy = "never"

[model_providers.loopback]
name = "loopback"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false

[otel]
exporter = "none"
`;
}

function openCodeConfig(url: string): string {
  const scripted = { name: 'Scripted', tool_call: true, limit: { context: 100_000, output: 4_000 } };
  const loopback = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Loopback',
    options: { baseURL: `${url}/v1`, apiKey: key },
    models: { scripted },
  };
  const chosen = { model: 'loopback/scripted', small_model: 'loopback/scripted' };
  return JSON.stringify({ autoupdate: false, share: 'disabled', ...chosen, provider: { loopback } });
}
