/**
 * `bigmind mcp`: the MCP server over standard input and output. Standard output belongs to the protocol. The process
 * ends by itself when the client goes away, so that no orphan is left behind.
 */
import { setImmediate } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { bigMindErrorFrom } from '../memory/errors.ts';
import type { ProfilePage } from '../mcp/profilePage.ts';
import { createMcpServer } from '../mcp/server.ts';
import { chatPageOf } from './chatPage.ts';
import type { Command } from './command.ts';
import { exportWriter, readImport } from './exportFiles.ts';
import { openPanel } from './openPanel.ts';
import { pageOnDemand } from './pageOnDemand.ts';
import { ToolsetChoice } from './toolsetChoice.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  usage: '',
  summary: 'Serve the memory to an MCP client over standard input and output.',
  options: {},
  takes: { least: 0, most: 0 },
  run: async (_input, context) => {
    const { settings, note } = context;
    const page = pageOnDemand(context);
    const choice = new ToolsetChoice(settings, note);
    const { mcp, useToolsets, idle } = createMcpServer({
      memory: context.memory,
      search: context.search,
      toolsets: choice.read(),
      version: context.version,
      username: settings.username,
      project: context.project(),
      newId: context.newId,
      desk: {
        page,
        chatPage: chatPageOf(context),
        openPanel: () => openPanel(context),
        writeExport: exportWriter(context),
        readImport,
      },
      ...(settings.autoOpen && { onFirstCall: () => showOrNote(page, note) }),
      onAnswered: () => context.embedder?.wake(),
      log: note,
    });
    choice.watch((names) => void useToolsets(names));
    const gone = clientGone();
    await mcp.connect(new StdioServerTransport());
    await gone;
    // What was asked before the client went away is still done and acknowledged: the protocol takes a turn of the
    // event loop to hand a last request on, and another to send the last answer.
    await setImmediate();
    await idle();
    await setImmediate();
    choice.close();
    await page.close();
    await mcp.close();
    process.stdin.destroy();
    return 0;
  },
};

/** Resolves when standard input ends or the process is told to end. The handlers stay, so that no other one decides. */
function clientGone(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

/** A call of a tool neither waits for the browser nor fails with it. */
function showOrNote(page: ProfilePage, note: (text: string) => void): void {
  page.open().catch((thrown: unknown) => note(bigMindErrorFrom(thrown).sentence));
}
