/**
 * `bigmind serve`: the web UI as a page in the browser, for people without VS Code. It runs until it is told to end;
 * standard input has no say in it, so that it may run in the background.
 */
import { portNumber } from '../environment.ts';
import { bigMindErrorFrom } from '../memory/errors.ts';
import { answer, textOption, type Command } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  usage: '[--port N] [--open]',
  summary: 'Show and govern the memory in a browser, live, until Ctrl-C.',
  options: { port: { type: 'string' }, open: { type: 'boolean' } },
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    const told = toldToEnd();
    // Loaded here, so that no other command waits for it.
    const [{ startProfileServer }, { openInBrowser }, { profileServing }] = await Promise.all([
      import('../http/profileServer.ts'),
      import('../http/openInBrowser.ts'),
      import('./profileServing.ts'),
    ]);
    const serving = profileServing(context);
    const port = portNumber('--port', textOption(input, 'port')) ?? serving.port;
    const server = await startProfileServer({ ...serving, port, token: context.newId() });
    const { address } = server;
    answer(input, context, { address }, `Your profile is at ${address}`);
    context.note(
      'Whoever has this address can read and change what is remembered, so keep it to yourself. Ctrl-C ends it.',
    );
    if (input.values['open'] === true || context.settings.autoOpen) {
      // The address stands above: a machine without a browser of its own serves all the same.
      await openInBrowser(address).catch((thrown: unknown) => context.note(bigMindErrorFrom(thrown).sentence));
    }
    await told;
    await server.close();
    return 0;
  },
};

/** The handlers stay, so that no other one decides; a library of the store's would end the process at once. */
function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}
