/**
 * Hooks as different clients run them: the answer format that each client reads, transcripts that are late or not
 * named, sub-agents, and chats whose client was killed. The events contain what the real programs send.
 */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hookClientFrom } from '../../src/clients/hooks/hookClients.ts';
import { runProgram } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const chat = '0772d4c7-a64b-46b4-9424-8f2332d2dc6d';
const other = 'ff029e54-1a8a-44f5-8740-533bc9c290ec';
const decision = 'We decided to use pgvector instead of Qdrant.';

describe('bigmind hook with different clients', () => {
  let home: TemporaryHome;
  let copilot: string;
  beforeEach(() => {
    home = temporaryHome();
    copilot = join(home.path, 'copilot home');
  });
  afterEach(() => home.remove());

  const hook = async (
    event: string,
    client: string | undefined,
    fields: Record<string, unknown>,
    env: Record<string, string> = {},
  ): Promise<Record<string, unknown>> => {
    const input = JSON.stringify({ session_id: chat, cwd: home.path, timestamp: new Date().toISOString(), ...fields });
    const args = ['hook', event, ...(client === undefined ? [] : [client])];
    const { code, out, err } = await runProgram(home, args, { input, env: { COPILOT_HOME: copilot, ...env } });
    assert.equal(code, 0, err);
    assert.equal(err, '');
    return out === '' ? {} : (JSON.parse(out) as Record<string, unknown>);
  };
  const contextIn = (answer: Record<string, unknown>): unknown =>
    (answer['hookSpecificOutput'] as Record<string, unknown> | undefined)?.['additionalContext'];
  const rows = (sql: string): Record<string, unknown>[] => rowsIn(home.database, sql);
  const storedMessages = (): unknown[] =>
    rows('SELECT content FROM messages ORDER BY id').map(({ content }) => content);
  const agents = (): unknown[] =>
    rows('SELECT a.name FROM sessions s JOIN agents a ON a.id = s.agent_id ORDER BY s.started_at').map(
      ({ name }) => name,
    );

  const eventsOf = (conversation = chat): string => join(copilot, 'session-state', conversation, 'events.jsonl');
  let lines = 0;
  const copilotLine = (type: string, data: Record<string, unknown>): string => {
    lines += 1;
    return `${JSON.stringify({ type, data, id: `e${String(lines)}`, timestamp: new Date().toISOString(), parentId: null })}\n`;
  };
  const writeCopilot = (text: string, conversation = chat): void => {
    mkdirSync(dirname(eventsOf(conversation)), { recursive: true });
    appendFileSync(eventsOf(conversation), text);
  };
  const copilotStart = (conversation = chat): string =>
    copilotLine('session.start', { sessionId: conversation, context: { cwd: home.path } });
  const copilotTurn = (): string =>
    copilotLine('user.message', { content: 'Which vector store?' }) +
    copilotLine('assistant.message', { content: decision }) +
    copilotLine('assistant.turn_end', { turnId: '0' });

  const claudeFile = (conversation = chat): string =>
    join(home.path, '.claude', 'projects', 'p', `${conversation}.jsonl`);
  const writeClaude = (type: string, content: string, conversation = chat): void => {
    lines += 1;
    mkdirSync(dirname(claudeFile(conversation)), { recursive: true });
    const entry = { type, uuid: `u${String(lines)}`, sessionId: conversation, cwd: home.path };
    const message = { ...entry, timestamp: new Date().toISOString(), message: { role: type, content } };
    appendFileSync(claudeFile(conversation), `${JSON.stringify(message)}\n`);
  };

  it('returns the context in the fields that each client reads', async () => {
    const toCopilot = await hook('SessionStart', 'copilot', { source: 'new' }, { COPILOT_CLI: '1' });
    assert.match(String(toCopilot['additionalContext']), /<bigmind-context>/u);
    assert.equal(contextIn(toCopilot), toCopilot['additionalContext']);
    for (const [place, client] of ['claude-code', 'codex', 'vscode'].entries()) {
      const answer = await hook('SessionStart', client, { source: 'startup', session_id: `chat-${String(place)}` });
      assert.deepEqual(Object.keys(answer), ['hookSpecificOutput'], client);
      assert.match(String(contextIn(answer)), /<bigmind-context>/u, client);
    }
    assert.deepEqual(agents(), ['copilot-cli', 'claude-code', 'codex', 'GitHub Copilot']);
  });

  it('returns the context to Gemini with the first prompt, because it would be lost otherwise', async () => {
    assert.deepEqual(await hook('SessionStart', 'gemini-cli', { source: 'startup' }), {});
    const first = await hook('UserPromptSubmit', 'gemini-cli', { prompt: 'Hello' });
    assert.match(String(contextIn(first)), /Nothing is remembered yet/u);
    assert.deepEqual(await hook('UserPromptSubmit', 'gemini-cli', { prompt: 'And now?' }), {});
    assert.deepEqual(agents(), ['gemini-cli']);
  });

  it('detects the client when an older hook entry does not name it', async () => {
    const transcript_path = claudeFile();
    await hook('SessionStart', undefined, { source: 'startup', transcript_path });
    await hook('SessionStart', undefined, { source: 'new', session_id: other }, { COPILOT_CLI: '1' });
    assert.deepEqual(agents(), ['claude-code', 'copilot-cli']);
  });

  it('records a turn whose transcript is written after the event', async () => {
    writeCopilot(copilotStart());
    const at = new Date().toISOString();
    const stopped = hook('Stop', 'copilot', { timestamp: at, transcript_path: eventsOf() });
    await pause(400);
    const called = { hookType: 'agentStop', input: { timestamp: Date.parse(at) } };
    writeCopilot(copilotTurn() + copilotLine('hook.start', called));
    await stopped;
    assert.deepEqual(storedMessages(), ['Which vector store?', decision]);
  });

  it('waits for a last answer that equals an earlier one', async () => {
    const transcript_path = claudeFile();
    const stop = (): Promise<unknown> =>
      hook('Stop', 'claude-code', { transcript_path, last_assistant_message: 'Done.' });
    writeClaude('user', 'First task');
    writeClaude('assistant', 'Done.');
    await stop();
    const stopped = stop();
    await pause(400);
    writeClaude('user', 'Second task');
    writeClaude('assistant', 'Done.');
    await stopped;
    assert.deepEqual(storedMessages(), ['First task', 'Done.', 'Second task', 'Done.']);
  });

  it('waits for a transcript that does not exist yet', async () => {
    const transcript_path = claudeFile();
    const stopped = hook('Stop', 'claude-code', { transcript_path, last_assistant_message: `"${decision}"` });
    await pause(400);
    writeClaude('user', 'Which vector store?');
    writeClaude('assistant', `"${decision}"`);
    await stopped;
    assert.deepEqual(storedMessages(), ['Which vector store?', `"${decision}"`]);
  });

  it('records at the end of a Copilot chat, although that event names no transcript', async () => {
    await hook('SessionStart', 'copilot', { source: 'new' });
    writeCopilot(copilotStart() + copilotTurn());
    await hook('SessionEnd', 'copilot', { reason: 'complete' });
    assert.deepEqual(storedMessages(), ['Which vector store?', decision]);
    const [session] = rows('SELECT one_liner, ended_at IS NOT NULL AS over FROM sessions');
    assert.deepEqual(session, { one_liner: 'Which vector store?', over: 1 });
  });

  it('looks for no transcript when the chat id is a path', async () => {
    writeCopilot(copilotStart() + copilotTurn());
    await hook('SessionEnd', 'copilot', { session_id: `../session-state/${chat}` });
    assert.deepEqual(rows('SELECT id FROM messages'), []);
  });

  it('records what a sub-agent said in the chat that started it', async () => {
    writeCopilot(copilotStart() + copilotLine('user.message', { content: 'Ask an agent.' }));
    const helper = { session_id: other, agent_id: other, agent_type: 'explore', parent_agent_id: chat };
    const prompted = await hook('UserPromptSubmit', 'copilot', { ...helper, prompt: 'Which vector store?' });
    assert.deepEqual(prompted, {});
    await hook('Stop', 'copilot', { ...helper, transcript_path: eventsOf() });
    writeCopilot(copilotLine('assistant.message', { content: decision }));
    await hook('SessionEnd', 'copilot', {});
    assert.deepEqual(rows('SELECT external_id FROM sessions'), [{ external_id: chat }]);
    assert.deepEqual(storedMessages(), ['Ask an agent.', decision]);
  });

  it('gives a resumed chat no second context, unless it was cleared or compacted', async () => {
    const transcript_path = claudeFile();
    const begin = (source: string): Promise<Record<string, unknown>> =>
      hook('SessionStart', 'claude-code', { source, transcript_path });
    assert.match(String(contextIn(await begin('resume'))), /Nothing is remembered yet/u, 'it never had one');
    await hook('SessionEnd', 'claude-code', { transcript_path });
    assert.deepEqual(await begin('resume'), {});
    assert.match(String(contextIn(await begin('clear'))), /<bigmind-context>/u);
    assert.match(String(contextIn(await begin('compact'))), /This conversation was compacted/u);
    await hook('SessionEnd', 'claude-code', { transcript_path });
    assert.deepEqual(await begin('resume'), {});
  });

  it('gives a resumed chat the context again if the client drops it', async () => {
    await hook('SessionStart', 'copilot', { source: 'new' });
    await hook('SessionEnd', 'copilot', {});
    const resumed = await hook('SessionStart', 'copilot', { source: 'resume' });
    assert.match(String(contextIn(resumed)), /<bigmind-context>/u);
  });

  it('records a chat whose client was killed in its first turn at the next event of any client', async () => {
    await hook('SessionStart', 'copilot', { source: 'new' });
    await hook('UserPromptSubmit', 'copilot', { prompt: 'Which vector store?' });
    writeCopilot(copilotStart() + copilotLine('user.message', { content: 'Which vector store?' }));
    const claude = { session_id: other, transcript_path: claudeFile(other) };
    await hook('SessionStart', 'claude-code', { ...claude, source: 'startup' });
    assert.deepEqual(storedMessages(), ['Which vector store?']);
    assert.deepEqual(rows(`SELECT one_liner FROM sessions WHERE id = '${chat}'`), [
      { one_liner: 'Which vector store?' },
    ]);
    // It was not killed after all.
    writeCopilot(copilotLine('assistant.message', { content: decision }));
    await hook('SessionEnd', 'copilot', {});
    assert.deepEqual(storedMessages(), ['Which vector store?', decision]);
    assert.equal(rows('SELECT id FROM sessions').length, 2);
  });

  it('leaves an imported chat to the next import', async () => {
    writeClaude('user', 'Which vector store?');
    const imported = await runProgram(home, ['import', 'claude-code', claudeFile()]);
    assert.equal(imported.code, 0, imported.err);
    writeClaude('assistant', decision);
    await hook('SessionStart', 'claude-code', { source: 'startup', session_id: other });
    assert.deepEqual(storedMessages(), ['Which vector store?']);
  });

  it('matches what the user wrote, not the text that hooks add before it', async () => {
    const stored = await runProgram(home, ['save', 'The heron cluster is deployed on Thursdays only.']);
    assert.equal(stored.code, 0, stored.err);
    await hook('UserPromptSubmit', 'gemini-cli', { prompt: 'Hello' });
    const prompt = '<hook_context>The heron cluster is deployed on Thursdays only.</hook_context>\n\nHello';
    assert.deepEqual(await hook('UserPromptSubmit', 'gemini-cli', { prompt }), {});
  });

  it('skips a transcript in an unknown format and says so', async () => {
    const file = join(home.path, 'unknown.jsonl');
    writeFileSync(file, '{"speaker":"someone","words":"hello"}\n');
    const input = JSON.stringify({ session_id: chat, cwd: home.path, transcript_path: file });
    const { code, out, err } = await runProgram(home, ['hook', 'Stop', 'codex'], { input });
    assert.deepEqual([code, out], [0, '']);
    assert.match(err, /not a known transcript/u);
  });
});

describe('the client of a hook', () => {
  const of = (signs: Partial<Parameters<typeof hookClientFrom>[0]>): string =>
    hookClientFrom({ named: undefined, transcript: undefined, format: undefined, env: {}, ...signs });

  it('is the client that the hook entry names, despite other signs', () => {
    assert.equal(
      of({ named: 'codex', transcript: '/h/.claude/projects/p/x.jsonl', env: { CLAUDECODE: '1' } }),
      'codex',
    );
  });

  it('is derived from the path of the transcript on each platform', () => {
    const places: [string, string][] = [
      ['/home/a b/.copilot/session-state/1/events.jsonl', 'copilot'],
      ['C:\\Users\\Jörg K\\.claude\\projects\\C--x\\1.jsonl', 'claude-code'],
      ['/h/.codex/sessions/2026/11/23/rollout-2026-11-23T03-42-00-1.jsonl', 'codex'],
      ['/h/.gemini/tmp/p/chats/session-2026-11-23-1.jsonl', 'gemini-cli'],
      ['/u/workspaceStorage/1/GitHub.copilot-chat/transcripts/1.jsonl', 'vscode'],
    ];
    for (const [transcript, client] of places) {
      assert.equal(of({ transcript, env: { CLAUDECODE: '1', COPILOT_CLI: '1' } }), client, transcript);
    }
  });

  it('is VS Code without other signs, and for a transcript of its Local harness', () => {
    assert.equal(of({ named: 'someone', transcript: '/x/y.jsonl' }), 'vscode');
    const local = '/u/workspaceStorage/1/GitHub.copilot-chat/transcripts/x.jsonl';
    assert.equal(of({ named: 'copilot', transcript: local }), 'vscode', 'the file that both harnesses read');
  });
});
