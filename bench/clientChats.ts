/**
 * The input that each client gives to its hooks, and the file to which it writes a chat, as observed in the versions of
 * `test/realClients/clients.ts`. Only fields that no reader uses are left out.
 */
import { join } from 'node:path';
import type { HookEvent } from '../src/clients/shared/hookEntries.ts';

export type BenchEvent = Exclude<HookEvent, 'SubagentStart' | 'PreToolUse' | 'PreCompact'>;
type Fields = Readonly<Record<string, unknown>>;

/** A chat of one turn. */
export interface BenchChat {
  id: string;
  home: string;
  project: string;
  prompt: string;
  answer: string;
  /** Milliseconds since 1970; Copilot's Stop and its line about it have the same value. */
  stoppedAt: number;
}

export interface BenchClient {
  /** The second argument of the hook script. */
  name: 'claude-code' | 'copilot' | 'codex' | 'gemini-cli';
  /** Milliseconds from the start of Stop until the file has the lines of a turn; 0 if it has them before. */
  linesComeAfterMs: number;
  fileOf: (chat: BenchChat) => string;
  /** The lines in the file when the chat begins. */
  head: (chat: BenchChat) => Fields[];
  turn: (chat: BenchChat) => Fields[];
  /** The client's own fields in the input of an event, in addition to the chat, its folder and its file. */
  input: (event: BenchEvent, chat: BenchChat) => Fields;
}

const now = (): string => new Date().toISOString();
const common = (event: BenchEvent, { id, project, prompt }: BenchChat): Fields => ({
  session_id: id,
  cwd: project,
  hook_event_name: event,
  ...(event === 'UserPromptSubmit' && { prompt }),
});

const claudeCode: BenchClient = {
  name: 'claude-code',
  linesComeAfterMs: 100,
  fileOf: ({ home, id }) => join(home, '.claude', 'projects', '-home-a-project', `${id}.jsonl`),
  head: ({ id, prompt }) => [
    { type: 'queue-operation', operation: 'enqueue', timestamp: now(), sessionId: id, content: prompt },
  ],
  turn: ({ id, project, prompt, answer }) => {
    const place = { isSidechain: false, cwd: project, sessionId: id, version: '2.1.330', timestamp: now() };
    const asked = { ...place, parentUuid: null, uuid: `${id}-1`, type: 'user' };
    const content = [{ type: 'text', text: answer }];
    return [
      { ...asked, message: { role: 'user', content: prompt } },
      { ...place, parentUuid: `${id}-1`, uuid: `${id}-2`, type: 'assistant', message: { role: 'assistant', content } },
    ];
  },
  input: (event, chat) => ({
    ...common(event, chat),
    transcript_path: claudeCode.fileOf(chat),
    ...(event === 'SessionStart' && { source: 'startup' }),
    ...(event === 'Stop' && { stop_hook_active: false, last_assistant_message: chat.answer }),
  }),
};

const copilot: BenchClient = {
  name: 'copilot',
  linesComeAfterMs: 100,
  fileOf: ({ home, id }) => join(home, '.copilot', 'session-state', id, 'events.jsonl'),
  head: ({ id, project }) => [
    copilotLine('session.start', { sessionId: id, version: 1, copilotVersion: '1.0.102', context: { cwd: project } }),
  ],
  turn: ({ prompt, answer, stoppedAt }) => [
    copilotLine('user.message', { content: prompt, turnId: '0' }),
    copilotLine('assistant.turn_start', { turnId: '0' }),
    copilotLine('assistant.message', { content: answer, toolRequests: [], turnId: '0' }),
    copilotLine('assistant.turn_end', { turnId: '0' }),
    copilotLine('hook.start', { hookType: 'agentStop', input: { stop_hook_active: false, timestamp: stoppedAt } }),
  ],
  // Only Stop names the file.
  input: (event, chat) => ({
    ...common(event, chat),
    timestamp: event === 'Stop' ? new Date(chat.stoppedAt).toISOString() : now(),
    ...(event === 'SessionStart' && { source: 'new', initial_prompt: chat.prompt }),
    ...(event === 'Stop' && { transcript_path: copilot.fileOf(chat), stop_reason: 'end_turn' }),
    ...(event === 'SessionEnd' && { reason: 'complete' }),
  }),
};

function copilotLine(type: string, data: Fields): Fields {
  return { type, data, id: crypto.randomUUID(), timestamp: now(), parentId: null };
}

const codex: BenchClient = {
  name: 'codex',
  linesComeAfterMs: 0,
  fileOf: ({ home, id }) =>
    join(home, '.codex', 'sessions', '2026', '11', '23', `rollout-2026-11-23T04-00-09-${id}.jsonl`),
  head: ({ id, project }) => [
    codexLine('session_meta', {
      id,
      session_id: id,
      timestamp: now(),
      cwd: project,
      originator: 'codex_exec',
      cli_version: '0.169.0',
    }),
  ],
  turn: ({ prompt, answer }) => [
    codexLine('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] }),
    codexLine('response_item', {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: answer }],
    }),
    codexLine('event_msg', { type: 'task_complete', last_agent_message: answer }),
  ],
  input: (event, chat) => ({
    ...common(event, chat),
    transcript_path: codex.fileOf(chat),
    model: 'scripted',
    permission_mode: 'bypassPermissions',
    ...(event === 'SessionStart' && { source: 'startup' }),
    ...(event === 'Stop' && { stop_hook_active: false, last_assistant_message: chat.answer }),
  }),
};

function codexLine(type: string, payload: Fields): Fields {
  return { timestamp: now(), type, payload };
}

const geminiNames: Readonly<Record<BenchEvent, string>> = {
  SessionStart: 'SessionStart',
  UserPromptSubmit: 'BeforeAgent',
  Stop: 'AfterAgent',
  SessionEnd: 'SessionEnd',
};

const geminiCli: BenchClient = {
  name: 'gemini-cli',
  linesComeAfterMs: 0,
  fileOf: ({ home, id }) => join(home, '.gemini', 'tmp', 'a-project', 'chats', `session-2026-11-23T04-00-${id}.jsonl`),
  head: ({ id }) => [
    { sessionId: id, projectHash: '7c1feebc50cf78f0', startTime: now(), lastUpdated: now(), kind: 'main' },
  ],
  turn: ({ id, prompt, answer }) => [
    { id: `${id}-1`, timestamp: now(), type: 'user', content: [{ text: prompt }] },
    { $set: { lastUpdated: now() } },
    { id: `${id}-2`, timestamp: now(), type: 'gemini', content: answer, thoughts: [], model: 'gemini-2.5-flash' },
  ],
  input: (event, chat) => ({
    ...common(event, chat),
    hook_event_name: geminiNames[event],
    transcript_path: geminiCli.fileOf(chat),
    timestamp: now(),
    ...(event === 'SessionStart' && { source: 'startup' }),
    ...(event === 'Stop' && { prompt: chat.prompt, prompt_response: chat.answer }),
  }),
};

export const benchClients: readonly BenchClient[] = [claudeCode, copilot, codex, geminiCli];
