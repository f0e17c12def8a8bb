/**
 * `bigmind mcp`: the MCP server over standard input and output. Standard output is reserved for the protocol. The
 * process ends by itself, within two seconds, when the client disconnects, so that no orphan remains.
 */
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { noteServerStart } from '../../clients/serverStarts.ts';
import { isLearning } from '../../distill/settings/learnSettings.ts';
import { bigMindErrorFrom, sentenceOf } from '../../memory/shared/errors.ts';
import { agentNameFrom } from '../../mcp/shared/callers.ts';
import type { ProfilePage } from '../../mcp/shared/profilePage.ts';
import type { HookServer } from '../hook/hookServer.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';
import { outliveDefects } from './defects.ts';
import { endInTime, waitForEnd } from './ending.ts';
import { pageOnDemand } from './pageOnDemand.ts';
import { StdioTransport } from './stdio/stdioTransport.ts';

/** Milliseconds after the handshake until its duration is recorded. */
const noteAfterMs = 250;

export const mcpCommand: Command = {
  name: 'mcp',
  usage: '[--keep]',
  details: "--keep adds what hooks need to BigMind's folder, unless an installation did; plugins use it.",
  summary: 'Run the MCP server over standard input and output.',
  options: { keep: { type: 'boolean' } },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const { settings, note } = context;
    outliveDefects(note);
    if (isLearning(context.host.env)) return serveNothing(context);
    goToChat(context);
    // All commands are listed together, but only servers need the protocol, which takes a while to load.
    const { mcpServing } = await import('./mcpServing.ts');
    const page = pageOnDemand(context);
    const serving = mcpServing(context, page);
    const { mcp, idle, endSessions } = serving.newServer({
      // This process has one client, so the conversation in its environment applies to each call.
      conversationOf: context.conversationOf,
      ...(settings.autoOpen && { onFirstCall: () => showOrNote(page, note) }),
    });
    const ending = waitForEnd({ input: true, parent: true, hangUp: true });
    const transport = new StdioTransport(process.stdin, process.stdout);
    let hookServer: Promise<HookServer | undefined> | undefined;
    let isEnding = false;
    mcp.server.oninitialized = () => {
      const [client, ms] = [agentNameFrom(mcp.server.getClientVersion()?.name) ?? '', transport.startMs];
      // The client now requests the tools and waits for them, so recording is delayed.
      if (ms !== undefined) setTimeout(() => void noteServerStart(settings.home, { client, ms }), noteAfterMs).unref();
      if (input.values['keep'] === true) setTimeout(() => void keep(context), noteAfterMs);
      const serve = (): void => {
        // Its socket would outlive this process.
        if (!isEnding) hookServer ??= answerHooks(context);
      };
      setTimeout(serve, noteAfterMs).unref();
    };
    await mcp.connect(transport);
    await ending;
    isEnding = true;
    endInTime(note);
    const hooksDone = hookServer?.then((server) => server?.close());
    // Requests sent before the client disconnected are still completed and answered, if time permits. The protocol
    // takes one turn of the event loop to pass on the last request, and another to send the last answer.
    await setImmediate();
    await idle();
    await setImmediate();
    await hooksDone;
    await endSessions();
    serving.close();
    await page.close();
    await mcp.close();
    process.stdin.destroy();
    return 0;
  },
};

async function answerHooks({ settings, hooks, host, now, note }: CommandContext): Promise<HookServer | undefined> {
  if (hooks === undefined) return undefined;
  const { serveHooks } = await import('../hook/hookServer.ts');
  return serveHooks({ ...hooks, home: settings.home, platform: host.platform, now, note });
}

/** For a coding agent that learns for BigMind: its client may start the server all the same. */
async function serveNothing({ version, note }: CommandContext): Promise<0> {
  const { createEmptyServer } = await import('../../mcp/emptyServer.ts');
  const mcp = createEmptyServer(version);
  const ending = waitForEnd({ input: true, parent: true, hangUp: true });
  await mcp.connect(new StdioTransport(process.stdin, process.stdout));
  await ending;
  endInTime(note);
  await mcp.close();
  process.stdin.destroy();
  return 0;
}

/** A plugin runs npx in another folder than that of the chat, and names the latter. */
function goToChat({ host }: CommandContext): void {
  const folder = host.env['BIGMIND_CHAT_FOLDER'];
  if (folder !== undefined && existsSync(folder)) process.chdir(folder);
}

/** Hooks of a plugin find the program only in BigMind's folder. Never rejects: the server works without it. */
async function keep({ settings, host, runtime, hookScriptFolder, version, note, now }: CommandContext): Promise<void> {
  const [{ addRuntimeFiles }, { compileAhead }] = await Promise.all([
    import('../../clients/runtimeFiles.ts'),
    import('../../clients/compileAhead.ts'),
  ]);
  try {
    const written = await addRuntimeFiles(settings.home, runtime(), hookScriptFolder, version, now());
    if (written.length > 0) await compileAhead(settings.home, host.env);
  } catch (thrown) {
    note(`Chats are not recorded: ${sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)}`);
  }
}

/** A tool call neither waits for the browser nor fails with it. */
function showOrNote(page: ProfilePage, note: (text: string) => void): void {
  page.open().catch((thrown: unknown) => note(sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)));
}
