/** A home with past chats of Copilot, Claude Code, Codex and Gemini CLI, as those programs store them; all invented. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { anAnswer, aPrompt, aSessionMeta } from '../capture/transcripts/codexLines.ts';
import { aChatStart, aGeminiMessage, aTypedMessage } from '../capture/transcripts/geminiLines.ts';
import { aRequest, aSession, initially } from '../capture/transcripts/chatSessions.ts';
import { aClaudeLine, aCopilotStart, anEvent } from '../capture/transcripts/support.ts';

type Line = Record<string, unknown>;
/** What the user said and what was answered. */
export type Turn = readonly [prompt: string, answer: string];

const code = '.config/Code/User';
const minute = 60_000;
/** The line builders count their minutes from here. */
const morning = Date.parse('2026-03-02T09:00:00.000Z');

export class PastHome {
  readonly path = mkdtempSync(join(tmpdir(), 'bigmind past '));

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Writes a file; by default, its modification time is that of the conversations. */
  put(name: string, content: string | Buffer, modifiedAt = new Date(morning)): string {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, modifiedAt, modifiedAt);
    return file;
  }

  lines(name: string, lines: readonly Line[], modifiedAt?: Date): string {
    return this.put(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), modifiedAt);
  }

  /** A conversation of Claude Code, by its UUID, that starts `after` minutes later than the others. */
  claude(conversation: string, turns: readonly Turn[], { cwd = '/home/ada/shop', after = 0 } = {}): string {
    const lines = turns.flatMap(([prompt, answer], place) => [
      claudeLine('user', place * 2, prompt, { conversation, cwd, after }),
      claudeLine('assistant', place * 2 + 1, [{ type: 'text', text: answer }], { conversation, cwd, after }),
    ]);
    const modifiedAt = new Date(morning + (after + turns.length * 2) * minute);
    return this.lines(`.claude/projects/${cwd.replaceAll(/\W/gu, '-')}/${conversation}.jsonl`, lines, modifiedAt);
  }

  /** Claude Code's notes about a project. */
  claudeMemory(text: string, cwd = '/home/ada/shop'): string {
    return this.put(`.claude/projects/${cwd.replaceAll(/\W/gu, '-')}/memory/MEMORY.md`, text);
  }

  /** A rollout of Codex; `meta` adds fields of its session, for example that a sub-agent led it. */
  codex(
    conversation: string,
    turns: readonly Turn[],
    { cwd = '/home/ada/shop', home = '.codex', meta = {} } = {},
  ): string {
    const lines = turns.flatMap(([prompt, answer], at) => [aPrompt(at * 2, prompt), anAnswer(at * 2 + 1, answer)]);
    return this.lines(`${home}/sessions/2026/03/02/rollout-2026-03-02T09-00-00-${conversation}.jsonl`, [
      aSessionMeta({ session_id: conversation, id: conversation, cwd, ...meta }),
      ...lines,
    ]);
  }

  /** A chat of Gemini CLI. When resumed in another minute, Gemini starts another file with little content. */
  gemini(
    conversation: string,
    turns: readonly Turn[],
    { cwd = '/home/ada/shop', home = '', at = '09-00' } = {},
  ): string {
    const project = `${home}.gemini/tmp/${cwd.split('/').at(-1) ?? ''}`;
    this.put(`${project}/.project_root`, cwd);
    const lines = turns.flatMap(([prompt, answer], place) => [
      aTypedMessage(place * 2, prompt),
      aGeminiMessage(place * 2 + 1, answer),
    ]);
    return this.lines(`${project}/chats/session-2026-03-02T${at}-${conversation.slice(0, 8)}.jsonl`, [
      aChatStart({ sessionId: conversation }),
      ...lines,
    ]);
  }

  workspace(id: string, folder: string): void {
    this.put(`${code}/workspaceStorage/${id}/workspace.json`, JSON.stringify({ folder: `file://${folder}` }));
  }

  /** A chat as VS Code stores it. */
  chat(workspace: string, conversation: string, turns: readonly Turn[]): string {
    const requests = turns.map(([prompt, answer], at) => aRequest(at, prompt, { response: [{ value: answer }] }));
    return this.lines(`${code}/workspaceStorage/${workspace}/chatSessions/${conversation}.jsonl`, [
      initially(aSession({ sessionId: conversation, requests })),
    ]);
  }

  /** A chat as Copilot writes it for hooks. */
  transcript(workspace: string, conversation: string, turns: readonly Turn[]): string {
    const events = turns.flatMap(([prompt, answer], at) => [
      anEvent('user.message', at + 1, { content: prompt }, { id: `${conversation}-u${String(at)}` }),
      anEvent('assistant.message', at + 1, { content: answer }, { id: `${conversation}-a${String(at)}` }),
    ]);
    return this.lines(`${code}/workspaceStorage/${workspace}/GitHub.copilot-chat/transcripts/${conversation}.jsonl`, [
      aCopilotStart({ sessionId: conversation }),
      ...events,
    ]);
  }

  /** Copilot's session store with one conversation; `version` is its schema version. */
  sessionStore(conversation: string, turns: readonly Turn[], version = 3): string {
    const file = this.put(`${code}/globalStorage/github.copilot-chat/session-store.db`, '');
    const database = new DatabaseSync(file);
    database.exec(`
      CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL);
      INSERT INTO schema_version VALUES (${String(version)});
      CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, repository TEXT, host_type TEXT, branch TEXT, summary TEXT,
        agent_name TEXT, agent_description TEXT, created_at TEXT, updated_at TEXT);
      CREATE TABLE turns (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id),
        turn_index INTEGER NOT NULL, user_message TEXT, assistant_response TEXT, timestamp TEXT,
        UNIQUE(session_id, turn_index));`);
    const at = (place: number): string => new Date(morning + place * minute).toISOString();
    database
      .prepare('INSERT INTO sessions (id, cwd, agent_name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)')
      .run(conversation, '/home/ada/shop', 'GitHub Copilot Chat', at(0), at(turns.length));
    const insert = database.prepare(
      'INSERT INTO turns (session_id, turn_index, user_message, assistant_response, timestamp) VALUES (?, ?, ?, ?, ?)',
    );
    for (const [place, [prompt, answer]] of turns.entries()) insert.run(conversation, place, prompt, answer, at(place));
    database.close();
    return file;
  }

  copilotNotes(workspace: string, text: string): string {
    return this.put(
      `${code}/workspaceStorage/${workspace}/GitHub.copilot-chat/memory-tool/memories/repo/notes.md`,
      text,
    );
  }

  mcpMemory(...lines: readonly Line[]): string {
    const file = this.lines('notes/memory.jsonl', lines);
    this.put(
      '.config/Code/User/mcp.json',
      JSON.stringify({ servers: { memory: { env: { MEMORY_FILE_PATH: file } } } }),
    );
    return file;
  }
}

function claudeLine(
  type: string,
  at: number,
  content: unknown,
  { conversation, cwd, after }: { conversation: string; cwd: string; after: number },
): Line {
  const timestamp = new Date(morning + (after + at) * minute).toISOString();
  const uuid = `${conversation}-${String(at)}`;
  const parentUuid = at === 0 ? null : `${conversation}-${String(at - 1)}`;
  return aClaudeLine(type, at, content, { sessionId: conversation, cwd, timestamp, uuid, parentUuid });
}

/** A UUID that is the same in each run. */
export function conversationNumber(place: number): string {
  return `${String(place).padStart(8, '0')}-0000-4000-8000-000000000000`;
}
