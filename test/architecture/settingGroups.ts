/**
 * What docs/settings.md adds to the table of settings: the groups, in which VS Code shows the settings, too, the most
 * important first, and what their one sentence in VS Code leaves out.
 */
import type { settingsTable } from '../../src/settingsTable.ts';

type Key = keyof typeof settingsTable;

export const settingGroups: Readonly<Record<string, Readonly<Partial<Record<Key, string>>>>> = {
  chat: {
    mcpEnabled: 'Turn it off if `mcp.json` configures another copy of the server.',
    instructionsEnabled:
      'Nothing is written into your workspace. When off, assistants use the memory only when you ask them to.',
    offersEnabled:
      'Requires recording, or the hooks of another assistant. When off, a chat still gets its context when it starts.',
    contextTokens: '',
    handOffDays: '',
    toolsets:
      'If you select none, BigMind uses `core`. It applies to every MCP client on this computer without the variable, at once. The variable takes toolsets with commas between them, or `all`.',
    userMemoryPinned: 'See [vscode.md](vscode.md#pinned-facts-in-chats-without-bigmind).',
    userMemoryClaude: 'See [vscode.md](vscode.md#pinned-facts-in-chats-without-bigmind).',
  },
  recording: {
    captureEnabled:
      '"BigMind: Turn Recording On or Off..." changes it for one workspace, which you must trust. While it is on, BigMind writes `~/.copilot/hooks/bigmind.json`; see [recording.md](recording.md).',
    redactionPatterns:
      'Refused, as the doctor reports: what matches empty text or ordinary sentences, or might run for too long. Every program on this computer uses the patterns. The variable takes a JSON list, or one expression on each line.',
    silenceMinutes: '',
    archiveDays:
      'BigMind deletes nothing automatically, unless an admin sets `bigmind retention`; both ask first. Sessions, their summaries and kept exchanges are not deleted.',
    markdownFolder:
      'None by default. The folder must be empty, or written by `bigmind export --markdown`. BigMind updates the files some minutes after something new was stored, while a chat or `bigmind serve` uses it.',
    audit:
      'It never records what a memory says. By default changes in a personal store, and also reads in a team store.',
    auditDays: 'One file for each day, without the words of searches.',
  },
  models: {
    learn: 'Off by default; see [learning.md](learning.md).',
    learnModel: 'A coding agent has its own default.',
    learnUrl: '`http://localhost:11434` for Ollama and `https://api.openai.com/v1` otherwise by default.',
    learnKey: '',
    learnCommand: 'It runs in the shell of your system, in an empty folder.',
    learnTokens: '',
    learnAsk: 'Requires recording, or the hooks of another assistant.',
    learnHistories: '',
    embeddings: 'Off by default; see [search.md](search.md).',
    embeddingsUrl: '`http://localhost:11434` for Ollama and `https://api.openai.com/v1` otherwise by default.',
    embeddingsModel: '`nomic-embed-text` for Ollama and `text-embedding-3-small` otherwise by default.',
    embeddingsKey: '',
    rerankUrl: 'Off by default. `http://localhost:8080` for llama.cpp, `https://api.jina.ai/v1` for Jina.',
    rerankModel: '',
    rerankKey: '',
    sleepLanguageModel: '',
    sleepTokens: '',
  },
  team: {
    serverUrl:
      'Plain `http` is accepted for this computer only. "BigMind: Team Server... > Connect to Server..." asks for it and the token. Only VS Code and the hooks use it; see [server.md](server.md#connect-vs-code).',
    mode: 'Personal by default. The first user to open a new store in team mode becomes its admin. With `enterprise` in the variable, the memory is in the PostgreSQL database of `BIGMIND_DB_URL`; see [postgresql.md](postgresql.md).',
    user: 'Your own memories stay where they are.',
    instanceName: 'Its host name by default.',
    instanceUrl: '',
    agentTokens: '',
    databaseUrl: '',
    workspace: '',
    databaseKey: '',
    personTokens: '',
    metricsToken: '',
    tracesUrl: '',
    tracesHeaders: '',
    tracesService: '',
  },
  advanced: {
    storagePath:
      '`memory.db` in the folder `BIGMIND_HOME` by default. Clients that use the same file share one memory.',
    home: '',
    engine: 'Both engines keep the same memories, but never in the same file.',
    backupCount: '',
    backupDays: 'Backups are in the folder `backups` beside the store.',
    fadingDays: 'Nothing fades within 28 days; searches find faded facts as before.',
    sleepIdle: '',
    sleepBackstop: '',
    sleepDensity: '',
    port: '',
    autoOpen: '',
    exportPassphrase: '',
  },
};
