/**
 * `bigmind serve`: the web UI as a page in the browser, for people without VS Code, and MCP over HTTP beside it, for
 * clients that start no programs. The token stands in no command line, where every user could read it. It runs until it
 * is told to end, and with a program that started it until that one is gone; what comes on standard input has no say in
 * it, so that it may run in the background.
 */
import { portNumber } from '../environment.ts';
import type { ProfilePage } from '../mcp/profilePage.ts';
import { bigMindErrorFrom } from '../memory/errors.ts';
import { answer, textOption, type Command } from './command.ts';
import { outliveDefects } from './defects.ts';
import { causesByStandardInput, endInTime, toldToEnd } from './ending.ts';

export const serveCommand: Command = {
  name: 'serve',
  usage: '[--port N] [--open]',
  summary: 'Show and govern the memory in a browser, live, and serve MCP over HTTP, until Ctrl-C.',
  options: { port: { type: 'string' }, open: { type: 'boolean' } },
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    const told = toldToEnd(causesByStandardInput(context.wasHandedOver));
    outliveDefects(context.note);
    // Loaded here, so that no other command waits for it.
    const [{ startProfileServer }, { openInBrowser }, { profileServing }, { mcpServing }] = await Promise.all([
      import('../http/profileServer.ts'),
      import('../http/openInBrowser.ts'),
      import('./profileServing.ts'),
      import('./mcpServing.ts'),
    ]);
    const serving = profileServing(context);
    const port = portNumber('--port', textOption(input, 'port')) ?? serving.port;
    const page: ProfilePage = {
      address: () => Promise.resolve(server.address),
      open: () => openInBrowser(server.address).then(() => server.address),
      close: () => Promise.resolve(),
    };
    const mcp = mcpServing(context, page);
    const { newServer: newMcpServer } = mcp;
    const server = await startProfileServer({ ...serving, port, token: context.newId(), newMcpServer });
    const { address, mcpAddress } = server;
    answer(input, context, { address, mcp: mcpAddress }, `Your profile is at ${address}`);
    context.note(
      'Whoever has this address can read and change what is remembered, so keep it to yourself. Ctrl-C ends it.',
    );
    context.note(
      `MCP clients find the memory at ${mcpAddress}, with the header "Authorization: Bearer TOKEN"; TOKEN is what follows "token=" in the address above.`,
    );
    if (input.values['open'] === true || context.settings.autoOpen) {
      // The address stands above: a machine without a browser of its own serves all the same.
      await openInBrowser(address).catch((thrown: unknown) => context.note(bigMindErrorFrom(thrown).sentence));
    }
    context.backupKeeper.wake();
    await told;
    endInTime(context.note);
    mcp.close();
    await server.close();
    return 0;
  },
};
