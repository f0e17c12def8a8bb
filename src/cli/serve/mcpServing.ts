/**
 * The MCP server of this process, for every transport: the chosen toolsets, the user's own files, and their page.
 * Each client gets a separate server, and all of them follow changes of the chosen toolsets.
 */
import { createMcpServer, type BigMindServer, type ServerOptions } from '../../mcp/server.ts';
import type { ProfilePage } from '../../mcp/shared/profilePage.ts';
import { exportWriter, importReader } from '../portability/exportFiles.ts';
import type { CommandContext } from '../shared/command.ts';
import { chatPageOf } from './chatPage.ts';
import { openPanel } from './openPanel.ts';
import { ToolsetChoice } from './toolsetChoice.ts';

/** What differs between the clients of a process; by default, they act for its user, in the project of its folder. */
type ChosenOptions = Pick<ServerOptions, 'onFirstCall' | 'conversationOf' | 'agent' | 'withheld' | 'maxCallMs'> &
  Partial<Pick<ServerOptions, 'username' | 'project' | 'files'>>;

export interface McpServing {
  newServer: (options?: ChosenOptions) => BigMindServer;
  /** Stops watching the chosen toolsets; the owners of the servers end those. */
  close: () => void;
}

export function mcpServing(context: CommandContext, page: ProfilePage): McpServing {
  const { settings, note } = context;
  const choice = new ToolsetChoice(settings, note);
  const servers = new Set<BigMindServer>();
  const chatPage = chatPageOf(context);
  choice.watch((names) => {
    for (const server of servers) void server.useToolsets(names);
  });
  return {
    newServer: (options = {}) => {
      const server = createMcpServer({
        memory: context.memory,
        search: context.search,
        toolsets: choice.read(),
        version: context.version,
        username: settings.username,
        project: context.project(),
        files: context.filesOf(process.cwd()),
        newId: context.newId,
        toolHost: {
          page,
          chatPage,
          openPanel: () => openPanel(context),
          writeExport: exportWriter(context),
          readImport: importReader(context),
          fileMemory: context.fileMemory,
        },
        ...options,
        onAnswered: () => {
          context.embedder?.wake();
          context.backupKeeper.wake();
          context.sleepTimer.wake();
          context.archiveTimer?.wake();
        },
        log: note,
      });
      servers.add(server);
      server.whenClosed(() => servers.delete(server));
      return server;
    },
    close: () => choice.close(),
  };
}
