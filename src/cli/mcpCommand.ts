/**
 * `bigmind mcp`: the MCP server over standard input and output. Standard output belongs to the protocol. The process
 * ends by itself, within two seconds, when the client goes away, so that no orphan is left behind.
 */
import { setImmediate } from 'node:timers/promises';
import { bigMindErrorFrom } from '../memory/errors.ts';
import type { ProfilePage } from '../mcp/profilePage.ts';
import type { Command } from './command.ts';
import { outliveDefects } from './defects.ts';
import { endInTime, toldToEnd } from './ending.ts';
import { mcpServing } from './mcpServing.ts';
import { pageOnDemand } from './pageOnDemand.ts';
import { StdioTransport } from './stdioTransport.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  usage: '',
  summary: 'Serve the memory to an MCP client over standard input and output.',
  options: {},
  takes: { least: 0, most: 0 },
  run: async (_input, context) => {
    const { settings, note } = context;
    outliveDefects(note);
    const page = pageOnDemand(context);
    const serving = mcpServing(context, page);
    const { mcp, idle, endSessions } = serving.newServer({
      // This process has one client, so that what that one says in the environment holds for each call.
      conversationOf: context.conversationOf,
      ...(settings.autoOpen && { onFirstCall: () => showOrNote(page, note) }),
    });
    const told = toldToEnd({ input: true, parent: true, hangUp: true });
    await mcp.connect(new StdioTransport(process.stdin, process.stdout));
    await told;
    endInTime(note);
    // What was asked before the client went away is still done and acknowledged, as far as it can be in time: the
    // protocol takes a turn of the event loop to hand a last request on, and another to send the last answer.
    await setImmediate();
    await idle();
    await setImmediate();
    await endSessions();
    serving.close();
    await page.close();
    await mcp.close();
    process.stdin.destroy();
    return 0;
  },
};

/** A call of a tool neither waits for the browser nor fails with it. */
function showOrNote(page: ProfilePage, note: (text: string) => void): void {
  page.open().catch((thrown: unknown) => note(bigMindErrorFrom(thrown).sentence));
}
