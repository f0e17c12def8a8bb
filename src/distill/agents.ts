/**
 * The coding agents that answer without a window, and how each of them is asked: the request on standard input, no
 * tools, no servers, no hooks, no instructions of the user, and no chat left in its history, as far as it allows that.
 * As seen in Claude Code 2.1.330, Codex 0.169.0, Copilot CLI 1.0.102 and Gemini CLI 0.61.0.
 */
import type { AgentName } from './settings/learnSettings.ts';

export interface Agent {
  title: string;
  program: string;
  install: string;
  update: string;
  signIn: string;
  args: (asked: AskedAgent) => string[];
  env: (folder: string) => Readonly<Record<string, string>>;
  /** Written into the folder in which it runs, by name. */
  files: Readonly<Record<string, string>>;
  /** The file that names the user's servers, which can only be turned off one by one. */
  serversFile?: {
    /** A variable that names another folder for its files. */
    folderVariable: string;
    /** Below the home of the user, without that variable. */
    folder: string;
    file: string;
    names: (text: string) => string[];
  };
}

interface AskedAgent {
  model: string | undefined;
  folder: string;
  /** Names of the user's servers. */
  servers: readonly string[];
}

/** Replaces the instructions of a coding agent, which are longer than many a request. */
const instructions = 'Answer the request with what it asks for and nothing else.';
const none = (): Readonly<Record<string, string>> => ({});

export const agents: Readonly<Record<AgentName, Agent>> = {
  claude: {
    title: 'Claude Code',
    program: 'claude',
    install: 'Install it (https://claude.com/claude-code), so that "claude" starts in a terminal.',
    update: 'Run "claude update".',
    signIn: 'Run "claude" in a terminal and sign in.',
    args: ({ model }) => [
      ...['-p', '--output-format', 'text', '--tools', '', '--strict-mcp-config', '--no-session-persistence'],
      ...['--system-prompt', instructions],
      ...(model === undefined ? [] : ['--model', model]),
    ],
    // The safe mode leaves out hooks, plugins, skills and CLAUDE.md. As a variable, older versions ignore it.
    env: () => ({ CLAUDE_CODE_SAFE_MODE: '1', DISABLE_AUTOUPDATER: '1' }),
    files: {},
  },
  codex: {
    title: 'Codex',
    program: 'codex',
    install: 'Install it (npm install --global @openai/codex), so that "codex" starts in a terminal.',
    update: 'Run "codex update", or "npm install --global @openai/codex".',
    signIn: 'Run "codex login" in a terminal.',
    args: ({ model, servers }) => [
      ...['exec', '--skip-git-repo-check', '--ephemeral', '--sandbox', 'read-only', '--color', 'never'],
      ...codexSettings.flatMap((setting) => ['-c', setting]),
      ...servers.flatMap((name) => ['-c', `mcp_servers.${name}.enabled=false`]),
      ...(model === undefined ? [] : ['--model', model]),
      '-',
    ],
    env: none,
    files: {},
    serversFile: {
      folderVariable: 'CODEX_HOME',
      folder: '.codex',
      file: 'config.toml',
      names: (text) => [...text.matchAll(/^\s*\[mcp_servers\.([\w-]+)\]/gmu)].map(([, name = '']) => name),
    },
  },
  copilot: {
    title: 'Copilot CLI',
    program: 'copilot',
    install: 'Install it (npm install --global @github/copilot), so that "copilot" starts in a terminal.',
    update: 'Run "copilot update".',
    signIn: 'Run "copilot login" in a terminal.',
    // It has no switch for its history: recordings and imports leave the chat out by its first line.
    args: ({ model, servers }) => [
      ...['--silent', '--no-color', '--available-tools=none', '--disable-builtin-mcps', '--no-custom-instructions'],
      ...['--no-ask-user', '--no-auto-update', '--no-remote-export', '--log-level', 'none'],
      ...servers.flatMap((name) => ['--disable-mcp-server', name]),
      ...(model === undefined ? [] : ['--model', model]),
    ],
    env: none,
    files: {},
    serversFile: {
      folderVariable: 'COPILOT_HOME',
      folder: '.copilot',
      file: 'mcp-config.json',
      names: serversInJson,
    },
  },
  gemini: {
    title: 'Gemini CLI',
    program: 'gemini',
    install: 'Install it (npm install --global @google/gemini-cli), so that "gemini" starts in a terminal.',
    update: 'Run "npm install --global @google/gemini-cli".',
    signIn: 'Run "gemini" in a terminal and sign in.',
    args: ({ model, folder }) => [
      ...['--output-format', 'text', '--extensions', 'none', '--allowed-mcp-server-names', 'none'],
      ...['--policy', `${folder}/no-tools.toml`],
      ...(model === undefined ? [] : ['--model', model]),
    ],
    env: (folder) => ({
      GEMINI_SYSTEM_MD: `${folder}/instructions.md`,
      // The folder is ours and empty.
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      // It would start itself a second time, only with more memory.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // Signed out, it would open a browser.
      NO_BROWSER: 'true',
    }),
    files: {
      'instructions.md': `${instructions}\n`,
      'no-tools.toml': '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
    },
  },
};

/** Each is a tool, a hook or a text that the request does not need. Codex ignores those that it does not know. */
const codexSettings = [
  ...[
    'hooks',
    'shell_tool',
    'shell_snapshot',
    'unified_exec',
    'apps',
    'plugins',
    'multi_agent',
    'view_image',
    'goals',
  ].map((feature) => `features.${feature}=false`),
  'web_search=disabled',
  'include_environment_context=false',
];

function serversInJson(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    const servers = typeof value === 'object' && value !== null && 'mcpServers' in value ? value.mcpServers : undefined;
    return typeof servers === 'object' && servers !== null ? Object.keys(servers) : [];
  } catch {
    // The agent itself complains about its file.
    return [];
  }
}
