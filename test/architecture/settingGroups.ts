/**
 * What docs/settings.md adds to the table of settings: the groups, in which VS Code shows the settings, too, the most
 * important first, and what their one sentence in VS Code leaves out.
 */
import type { settingsTable } from '../../src/settingsTable.ts';

type Key = keyof typeof settingsTable;

export const settingGroups: Readonly<Record<string, Readonly<Partial<Record<Key, string>>>>> = {
  chat: {
    mcpEnabled: 'Turn it off if `mcp.json` configures another copy of the server. Your memories are kept.',
    instructionsEnabled:
      'Nothing is written into your workspace. When off, assistants use the memory only when you ask them to.',
    offersEnabled:
      'Requires recording, or the hooks of another assistant. When off, a chat still gets its context when it starts.',
    contextTokens:
      'It is about you, the project and the team. Fewer tokens cost less; more tokens show more facts and sessions.',
    handOffDays: '',
    toolsets:
      'If you select none, BigMind uses `core`. It applies to every MCP client on this computer that does not set the variable, and to running servers at once. The variable takes toolsets with commas between them, or `all`.',
    userMemoryPinned: 'See [vscode.md](vscode.md#pinned-facts-in-chats-without-bigmind).',
  },
  recording: {
    captureEnabled:
      '"BigMind: Turn Recording On or Off..." changes it for one workspace. It needs the file `~/.copilot/hooks/bigmind.json`, which BigMind writes while recording is on, and a workspace that you trust; see [recording.md](recording.md).',
    redactionPatterns:
      'BigMind refuses an expression that matches empty text or ordinary sentences, or that might run for too long; the doctor reports it. Every program on this computer that writes to the memory uses the patterns. The variable takes a JSON list, or one expression on each line.',
    silenceMinutes: '',
    archiveDays:
      'BigMind deletes nothing automatically unless an admin says so with `bigmind retention`, and both ask you first. Sessions, their summaries and kept exchanges are not deleted.',
    markdownFolder:
      'None by default. The folder must be empty, or an archive that `bigmind export --markdown` wrote. The files are updated some minutes after something new was stored, while a chat or `bigmind serve` uses BigMind.',
    audit:
      'It never records what a memory says. By default changes in a personal store, and also reads in a team store.',
    auditDays: 'There is one file for each day, without the words of searches.',
  },
  models: {
    learn: 'Off by default; see [learning.md](learning.md).',
    learnModel: 'A coding agent has its own default.',
    learnUrl:
      '`http://localhost:11434` for Ollama and `https://api.openai.com/v1` for an OpenAI-compatible server by default.',
    learnKey: '',
    learnCommand: 'It runs in the shell of your system, in an empty folder.',
    learnTokens: '',
    learnAsk: 'Requires recording, or the hooks of another assistant.',
    embeddings: 'Off by default; see [search.md](search.md).',
    embeddingsUrl:
      '`http://localhost:11434` for Ollama and `https://api.openai.com/v1` otherwise by default. You can enter an OpenAI-compatible server with or without `/v1`.',
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
      'Plain `http` is accepted for this computer only. "BigMind: Team Server... > Connect to Server..." asks for address and token. Only VS Code and the hooks use it; see [server.md](server.md#connect-vs-code).',
    mode: 'Personal by default. The first user to open a new store in team mode becomes its admin. The variable can also be `enterprise`: the memory is then in the PostgreSQL database of `BIGMIND_DB_URL`; see [postgresql.md](postgresql.md).',
    user: 'With another name, you see the memories of that name; your own stay where they are.',
    instanceName: 'The name of this computer by default. A personal store has no directory.',
    instanceUrl: 'No link by default.',
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
    fadingDays: 'Nothing fades within 28 days, and searches find faded facts as before.',
    sleepIdle: '',
    sleepBackstop: '',
    sleepDensity: '',
    port: '',
    autoOpen: '',
    exportPassphrase: '',
  },
};
