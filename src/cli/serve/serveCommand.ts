/**
 * `bigmind serve`: the web UI as a page in the browser, for users without VS Code, and MCP over HTTP, for clients
 * that cannot start programs. With --host, it is the server of a team instead (`serveAgents.ts`). The token is in no command line, where every user could read it, and in no address: the
 * key in an address works once. It runs until it gets a signal, or until the program that started it ends. Standard
 * input does not matter, so it can run in the background.
 */
import { valueOf } from '../../environment.ts';
import { logForms, type LogForm } from '../../http/agents/requestLog.ts';
import type { ProfilePage } from '../../mcp/shared/profilePage.ts';
import { bigMindErrorFrom, sentenceOf } from '../../memory/shared/errors.ts';
import { refused, requireOneOf, requireWholeBetween } from '../../memory/shared/input.ts';
import { settingsTable } from '../../settingsTable.ts';
import {
  answer,
  listOption,
  numberOption,
  textOption,
  wrongUsage,
  type Command,
  type CommandInput,
} from '../shared/command.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';
import { outliveDefects } from './defects.ts';
import { causesByStandardInput, endInTime, waitForEnd } from './ending.ts';
import type { ServeAgentsOptions } from './serveAgents.ts';
import { serveToken, type TokenChoice } from './serveToken.ts';

export const serveCommand: Command = {
  name: 'serve',
  usage:
    '[--port N] [--open] [--keep-token | --new-token] [--log text|json] | --host ADDRESS [--port N] [--allow-host NAME] [--trust-proxy] [--drain-seconds N] [--log text|json]',
  summary: 'Show and edit the memory in a browser, and serve MCP over HTTP, until Ctrl-C.',
  details:
    'Without --host, only this computer reaches it. With --host, it is the server of a team at that address, without the page: agents use MCP and the REST API with the tokens of "bigmind token". It speaks plain HTTP, for a proxy that adds TLS. --allow-host is a name by which clients call it, and can be repeated. --trust-proxy believes the addresses of clients that a proxy tells. With --drain-seconds, it answers calls for so long after a signal while its health checks fail already. --log writes a line for each request of an agent, in text by default with --host.',
  options: {
    port: { type: 'string' },
    open: { type: 'boolean' },
    'keep-token': { type: 'boolean' },
    'new-token': { type: 'boolean' },
    host: { type: 'string' },
    'allow-host': { type: 'string', multiple: true },
    'trust-proxy': { type: 'boolean' },
    'drain-seconds': { type: 'string' },
    log: { type: 'string' },
  },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const choice = tokenChoice(input);
    const log = logChoice(input);
    const ofTeam = teamOptions(input);
    const causes = causesByStandardInput(context.wasHandedOver);
    const ending = waitForEnd(causes);
    outliveDefects(context.note);
    const port = valueOf(settingsTable.port, '--port', textOption(input, 'port')) ?? context.settings.port;
    if (ofTeam !== undefined) {
      const { serveAgents } = await import('./serveAgents.ts');
      return serveAgents(
        input,
        context,
        { ...ofTeam, port, log: log ?? 'text' },
        { ending, endAgain: () => waitForEnd(causes) },
      );
    }
    // Loaded here, so that no other command waits for it.
    const [{ startProfileServer }, { openInBrowser }, { ownFiles, profileServing }, { mcpServing }, { agentServing }] =
      await Promise.all([
        import('../../http/profileServer.ts'),
        import('../../http/openInBrowser.ts'),
        import('./profileServing.ts'),
        import('./mcpServing.ts'),
        import('./agentServing.ts'),
      ]);
    const serving = profileServing(context, ownFiles(context));
    const page: ProfilePage = {
      newAddress: () => Promise.resolve(server.newAddress()),
      open: () => openInBrowser(server.newAddress()),
      close: () => Promise.resolve(),
    };
    const mcp = mcpServing(context, page);
    const { newServer: newMcpServer } = mcp;
    const agents = agentServing(context, mcp, { log });
    const { token, file, settle } = await serveToken(choice, context.settings.home, context.newId);
    const server = await startProfileServer({ ...serving, port, token, newMcpServer, agents });
    try {
      await settle();
    } catch (thrown) {
      mcp.close();
      await server.close();
      await agents.close();
      throw thrown;
    }
    const { newAddress, mcpAddress } = server;
    const address = newAddress();
    answer(input, context, { address, mcp: mcpAddress, token }, textOf({ address, mcpAddress, token }));
    context.note('Anyone with these can read and change the memory, so keep them to yourself. To stop, press Ctrl-C.');
    context.note(
      file === null
        ? 'The token is valid until the server stops. For a permanent token: bigmind serve --keep-token.'
        : `The token is kept in ${file} for each start with --keep-token. --new-token replaces it.`,
    );
    if (input.values['open'] === true || context.settings.autoOpen) {
      // The address was already printed: a machine without a browser can still serve the page.
      await openInBrowser(newAddress()).catch((thrown: unknown) =>
        context.note(sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)),
      );
    }
    context.backupKeeper.wake();
    context.sleepTimer.wake();
    context.archiveTimer?.wake();
    // Others see a shared server from its start, and not only after its first visitor.
    if (context.settings.mode !== 'personal') context.caller().catch(() => undefined);
    await ending;
    endInTime(context.note);
    mcp.close();
    await server.close();
    await agents.close();
    return 0;
  },
};

/**
 * Throws if both options are given: a user who always types `--keep-token` would lose the kept token by adding the
 * other.
 */
function tokenChoice({ values }: CommandInput): TokenChoice {
  if (values['new-token'] === true && values['keep-token'] === true) {
    const remedy = 'Use one of the two: --keep-token uses the kept token, --new-token replaces it.';
    throw refused('--new-token', 'cannot be used with --keep-token', remedy);
  }
  if (values['new-token'] === true) return 'renewed';
  return values['keep-token'] === true ? 'kept' : 'fresh';
}

function logChoice(input: CommandInput): LogForm | undefined {
  const given = textOption(input, 'log');
  return given === undefined ? undefined : requireOneOf('log', given, logForms);
}

/** In seconds. */
const maxDrain = 600;

/** Undefined without `--host`. Throws for options that have no meaning with it, or without it. */
function teamOptions(
  input: CommandInput,
): Pick<ServeAgentsOptions, 'host' | 'allowedHosts' | 'trustsProxy' | 'drainSeconds'> | undefined {
  const host = textOption(input, 'host')?.trim();
  const ofPage = ['open', 'keep-token', 'new-token'].find((name) => input.values[name] === true);
  const ofTeam = ['allow-host', 'trust-proxy', 'drain-seconds'].find((name) => input.values[name] !== undefined);
  if (host === undefined) {
    if (ofTeam === undefined) return undefined;
    throw wrongUsage(`--${ofTeam} needs --host.`, 'Give the address at which the server of your team listens.');
  }
  if (host === '') throw wrongUsage('--host is empty.', 'Give an address, such as 0.0.0.0 for all of this machine.');
  if (ofPage !== undefined) {
    throw wrongUsage(
      `--${ofPage} cannot be used with --host.`,
      'The server of a team has no page; agents use "bigmind token".',
    );
  }
  const trustsProxy = input.values['trust-proxy'] === true;
  const drainSeconds = requireWholeBetween('drain-seconds', numberOption(input, 'drain-seconds') ?? 0, 0, maxDrain);
  return { host, allowedHosts: listOption(input, 'allow-host') ?? [], trustsProxy, drainSeconds };
}

/** The token comes last: it also opens the page manually, once the key of the address is used up. */
function textOf({ address, mcpAddress, token }: { address: string; mcpAddress: string; token: string }): string {
  return [
    `The memory page is at ${address}`,
    `This address works once, within two minutes. Later, or in another tab, open ${new URL(`/#token=${token}`, address).href}`,
    `MCP clients connect to ${mcpAddress} with the header "Authorization: Bearer ${token}".`,
    `Token: ${token}`,
  ].join('\n');
}
