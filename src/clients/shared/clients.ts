/**
 * The MCP clients to which BigMind can be connected: the location of each user-level configuration, and the exact
 * shape of a server in it. Each entry names the public document that it follows. Paths depend only on arguments and
 * follow the rules of the given platform, so that any platform can be checked from any other.
 */
import type { ClientHost } from './clientHost.ts';
import { joined, variable } from './clientHost.ts';
import type { HookTarget } from './hookEntries.ts';
import type { McpLaunch } from './launch.ts';

/** A server as stored in a configuration file. */
type ServerEntry = Record<string, string | boolean | string[] | Record<string, string>>;

export interface McpClient {
  id: ClientId;
  /** The display name. */
  title: string;
  format: 'json' | 'toml';
  /** The key of the object or table that contains all servers. */
  container: 'mcpServers' | 'mcp_servers' | 'mcp';
  /** The user-level configuration file. */
  file: (host: ClientHost) => string;
  /** The server in this client's shape. */
  entry: (launch: McpLaunch) => ServerEntry;
  /**
   * The inverse of `entry`, also for a server that a user wrote; undefined for one that starts nothing on this
   * machine.
   */
  launch: (entry: Readonly<Record<string, unknown>>) => McpLaunch | undefined;
  /** The instruction file that the client reads; null if it reads none. */
  instructions: InstructionTarget | null;
  /**
   * The hooks that the client runs, if it can record conversations. They are set with the server, unless the user
   * declines.
   */
  hooks?: HookTarget;
  /** It waits about a second for a server and then continues without it, so npx is too slow for it. */
  isImpatient?: true;
  /** The folder in which it looks for the user's skills, if it has any. */
  skills?: (host: ClientHost) => string;
  /** One sentence: the next step after the server was added or removed. */
  next: string;
  /** Additional information after its hooks were set. */
  hooksNext?: string;
  /** One sentence for a client that needs another step to read its instruction file. */
  instructionsNext?: string;
}

export const clientIds = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'windsurf',
  'jetbrains',
  'codex',
  'gemini-cli',
  'grok',
  'lm-studio',
  'copilot-cli',
  'opencode',
] as const;
export type ClientId = (typeof clientIds)[number];

const plainEntry = ({ command, args, env }: McpLaunch): ServerEntry => ({ command, args, env });
const tomlEntry = ({ command, args, env }: McpLaunch): ServerEntry => ({
  command,
  args,
  ...(Object.keys(env).length > 0 && { env }),
});
const plainLaunch: McpClient['launch'] = ({ command, args, env }) => launchFrom(command, args, env);
const json = { format: 'json', container: 'mcpServers', launch: plainLaunch } as const;

const clients: Readonly<Record<ClientId, McpClient>> = {
  /** modelcontextprotocol.io/quickstart/user; the packaged Windows app: anthropics/claude-code#25579 and #26073. */
  'claude-desktop': {
    ...json,
    id: 'claude-desktop',
    title: 'Claude Desktop',
    file: (host) => joined(host, claudeDesktopFolder(host), 'claude_desktop_config.json'),
    entry: plainEntry,
    instructions: 'claude-desktop',
    next: 'Quit Claude Desktop completely and start it again.',
  },
  /** code.claude.com/docs/en/mcp (user scope) and code.claude.com/docs/en/env-vars (CLAUDE_CONFIG_DIR). */
  'claude-code': {
    ...json,
    id: 'claude-code',
    title: 'Claude Code',
    file: (host) => joined(host, variable(host, 'CLAUDE_CONFIG_DIR') ?? host.home, '.claude.json'),
    entry: (launch) => ({ type: 'stdio', ...plainEntry(launch) }),
    instructions: 'claude',
    hooks: 'claude-code',
    skills: (host) => joined(host, variable(host, 'CLAUDE_CONFIG_DIR') ?? joined(host, host.home, '.claude'), 'skills'),
    next: 'Start a new session of Claude Code; /mcp shows the server.',
  },
  /** cursor.com/docs/mcp. */
  cursor: {
    ...json,
    id: 'cursor',
    title: 'Cursor',
    file: (host) => joined(host, host.home, '.cursor', 'mcp.json'),
    entry: plainEntry,
    instructions: 'cursor',
    next: 'Restart Cursor, and make sure that the server is turned on in its MCP settings.',
  },
  /** docs.windsurf.com/windsurf/cascade/mcp; it reads AGENTS.md by docs.windsurf.com/windsurf/cascade/agents-md. */
  windsurf: {
    ...json,
    id: 'windsurf',
    title: 'Windsurf',
    file: (host) => joined(host, host.home, '.codeium', 'windsurf', 'mcp_config.json'),
    entry: plainEntry,
    instructions: 'agents',
    next: 'Restart Windsurf, or refresh the MCP list in Cascade.',
  },
  /**
   * junie.jetbrains.com/docs/junie-cli-mcp-configuration.html: one file for Junie in every IDE and on the command
   * line.
   */
  jetbrains: {
    ...json,
    id: 'jetbrains',
    title: 'JetBrains (Junie)',
    file: (host) => joined(host, host.home, '.junie', 'mcp', 'mcp.json'),
    entry: plainEntry,
    instructions: 'jetbrains',
    next: 'Restart the IDE; Settings, Tools, Junie, MCP Settings shows the server.',
  },
  /** developers.openai.com/codex/mcp and openai/codex docs/config.md (CODEX_HOME). */
  codex: {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    container: 'mcp_servers',
    file: (host) => joined(host, codexFolder(host), 'config.toml'),
    entry: tomlEntry,
    launch: plainLaunch,
    instructions: 'agents',
    hooks: 'codex',
    isImpatient: true,
    skills: (host) => joined(host, codexFolder(host), 'skills'),
    next: 'Start a new session of Codex; /mcp shows the server.',
    hooksNext:
      'The next time you start Codex in a terminal, it asks you to review the hooks. It runs them only after you trust them (later: /hooks).',
  },
  /** google-gemini/gemini-cli docs/tools/mcp-server.md and docs/reference/configuration.md (GEMINI_CLI_HOME). */
  'gemini-cli': {
    ...json,
    id: 'gemini-cli',
    title: 'Gemini CLI',
    file: (host) => joined(host, variable(host, 'GEMINI_CLI_HOME') ?? host.home, '.gemini', 'settings.json'),
    entry: plainEntry,
    instructions: 'agents',
    hooks: 'gemini-cli',
    skills: (host) => joined(host, variable(host, 'GEMINI_CLI_HOME') ?? host.home, '.gemini', 'skills'),
    next: 'Start Gemini CLI again; /mcp shows the server.',
    instructionsNext:
      'Name AGENTS.md under context.fileName in the settings of Gemini CLI; by default it reads only GEMINI.md.',
  },
  /**
   * docs.x.ai/build/features/mcp-servers (entry), docs.x.ai/build/settings (GROK_HOME) and
   * docs.x.ai/build/features/skills-plugins-marketplaces (skills, AGENTS.md).
   */
  grok: {
    id: 'grok',
    title: 'Grok Build',
    format: 'toml',
    container: 'mcp_servers',
    file: (host) => joined(host, grokFolder(host), 'config.toml'),
    entry: tomlEntry,
    launch: plainLaunch,
    instructions: 'agents',
    skills: (host) => joined(host, grokFolder(host), 'skills'),
    next: 'Start Grok Build again; "grok mcp list" shows the server.',
  },
  /** lmstudio.ai/docs/app/mcp: Cursor's notation, in LM Studio's own folder. */
  'lm-studio': {
    ...json,
    id: 'lm-studio',
    title: 'LM Studio',
    file: (host) => joined(host, host.home, '.lmstudio', 'mcp.json'),
    entry: plainEntry,
    instructions: null,
    next: 'Restart LM Studio, and turn the server on in the Program tab of a chat.',
    instructionsNext:
      'Import it in LM Studio: paste its text into the system prompt of a chat, and save that as a preset.',
  },
  /** docs.github.com: Adding MCP servers for Copilot CLI, and Copilot CLI configuration directory (COPILOT_HOME). */
  'copilot-cli': {
    ...json,
    id: 'copilot-cli',
    title: 'Copilot CLI',
    file: (host) =>
      joined(host, variable(host, 'COPILOT_HOME') ?? joined(host, host.home, '.copilot'), 'mcp-config.json'),
    entry: (launch) => ({ type: 'local', ...plainEntry(launch), tools: ['*'] }),
    instructions: 'agents',
    hooks: 'copilot',
    next: 'Start Copilot CLI again; /mcp show lists the server.',
    hooksNext: 'The same hooks also run for Copilot in VS Code (Local and Copilot).',
  },
  /** opencode.ai/docs/mcp-servers (entry), opencode.ai/docs/config (places) and opencode.ai/docs/rules (AGENTS.md). */
  opencode: {
    id: 'opencode',
    title: 'opencode',
    format: 'json',
    container: 'mcp',
    file: opencodeFile,
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      environment: env,
      enabled: true,
    }),
    launch: ({ command, environment }) => {
      if (!Array.isArray(command)) return undefined;
      const parts: readonly unknown[] = command;
      const [program, ...args] = parts;
      return launchFrom(program, args, environment);
    },
    instructions: 'agents',
    hooks: 'opencode',
    next: 'Start opencode again; "opencode mcp list" shows the server.',
  },
};

export function clientOf(id: ClientId): McpClient {
  return clients[id];
}

function launchFrom(command: unknown, args: unknown = [], env: unknown = {}): McpLaunch | undefined {
  if (typeof command !== 'string' || !Array.isArray(args) || typeof env !== 'object' || env === null) return undefined;
  const variables = Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return { command, args: args.map(String), env: Object.fromEntries(variables) };
}

/** The client with a name that a user typed; undefined if it is unknown. */
export function clientNamed(name: string): McpClient | undefined {
  const id = clientIds.find((candidate) => candidate === name);
  return id === undefined ? undefined : clients[id];
}

function codexFolder(host: ClientHost): string {
  return variable(host, 'CODEX_HOME') ?? joined(host, host.home, '.codex');
}

function grokFolder(host: ClientHost): string {
  return variable(host, 'GROK_HOME') ?? joined(host, host.home, '.grok');
}

/** On Windows, the app packaged for the Windows Store reads its own folder and ignores the documented one. */
function claudeDesktopFolder(host: ClientHost): string {
  if (host.platform === 'darwin') return joined(host, host.home, 'Library', 'Application Support', 'Claude');
  if (host.platform !== 'win32') {
    return joined(host, variable(host, 'XDG_CONFIG_HOME') ?? joined(host, host.home, '.config'), 'Claude');
  }
  const local = variable(host, 'LOCALAPPDATA') ?? joined(host, host.home, 'AppData', 'Local');
  const packages = joined(host, local, 'Packages');
  const packaged = host.namesIn(packages).find((name) => /^Claude_[0-9a-z]{13}$/u.test(name));
  if (packaged !== undefined) return joined(host, packages, packaged, 'LocalCache', 'Roaming', 'Claude');
  return joined(host, variable(host, 'APPDATA') ?? joined(host, host.home, 'AppData', 'Roaming'), 'Claude');
}

/** The folder of opencode's user-level configuration, on every platform. */
export function opencodeFolder(host: ClientHost): string {
  return joined(host, variable(host, 'XDG_CONFIG_HOME') ?? joined(host, host.home, '.config'), 'opencode');
}

/**
 * opencode merges `config.json`, `opencode.json` and `opencode.jsonc` of its folder, in this order, and then the file
 * that OPENCODE_CONFIG names. A later file overrides an earlier one, so the last file that exists gets the entry.
 */
function opencodeFile(host: ClientHost): string {
  const custom = variable(host, 'OPENCODE_CONFIG');
  if (custom !== undefined) return custom;
  const folder = opencodeFolder(host);
  const name = host.namesIn(folder).includes('opencode.jsonc') ? 'opencode.jsonc' : 'opencode.json';
  return joined(host, folder, name);
}
export const instructionTargets = ['copilot', 'agents', 'claude', 'cursor', 'jetbrains', 'claude-desktop'] as const;
export type InstructionTarget = (typeof instructionTargets)[number];
