/**
 * Checks whether the MCP clients on this machine can start the server in their configuration: the command and the
 * program exist, and the store is the one being checked. If the caller may start programs, it also checks that the
 * server answers `initialize`.
 */
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Finding } from '../memory/shared/findings.ts';
import { readConnection } from './connectClient.ts';
import { isSamePath } from './files/samePath.ts';
import type { ClientHost } from './shared/clientHost.ts';
import { variable } from './shared/clientHost.ts';
import type { ClientId, McpClient } from './shared/clients.ts';
import { clientIds, clientOf } from './shared/clients.ts';
import type { McpLaunch } from './shared/launch.ts';
import { recordedProgram } from './shared/launch.ts';

interface ConnectionParts {
  host: ClientHost;
  /** BigMind's folder, unless a variable of an entry overrides it. */
  home: string;
  /** The store being checked. */
  databaseFile: string;
  /** If absent, servers are not started. */
  start?: StartServer;
}

/** What went wrong, as the end of a sentence. A slow server is only a warning, because the machine may be busy. */
export interface StartFailure {
  status: 'warning' | 'problem';
  what: string;
}

/** Resolves with undefined if the server answered. */
export type StartServer = (launch: McpLaunch) => Promise<StartFailure | undefined>;

interface Connection {
  client: McpClient;
  file: string;
  launch: McpLaunch;
}

/** Never rejects; takes as long as the slowest server that is started. */
export async function connectionFindings(parts: ConnectionParts): Promise<Finding[]> {
  const found = await Promise.all(clientIds.map((id) => lookAt(id, parts.host)));
  const connections = found.flatMap((one) => ('launch' in one ? [one] : []));
  const whole = connections.filter((one) => missingFor(one, parts.host).length === 0);
  return [
    ...found.flatMap((one) => ('status' in one ? [one] : [])),
    ...connections.flatMap((one) => missingFindings(one, parts.host)),
    ...connections.flatMap((one) => elsewhereFindings(one, parts)),
    ...(parts.start === undefined ? [] : await startFindings(whole, parts.start)),
  ];
}

/** An invalid file is a finding; one without an entry is skipped. */
async function lookAt(id: ClientId, host: ClientHost): Promise<Connection | Finding | { none: true }> {
  const client = clientOf(id);
  const file = client.file(host);
  try {
    const launch = await readConnection(client, host);
    return launch === undefined ? { none: true } : { client, file, launch };
  } catch {
    const what = `The configuration of ${client.title}, ${file}, cannot be read or is not valid.`;
    return { status: 'warning', what, remedy: 'Correct the file, then check again.' };
  }
}

function connectCommandFor({ client }: Connection): string {
  return `bigmind install ${client.id} --yes`;
}

function missingFor({ launch: { command, args } }: Connection, host: ClientHost): string[] {
  const [program] = args;
  const isLauncher = program?.endsWith('bigmind.cjs') === true;
  const noted = isLauncher ? recordedProgram(program.slice(0, -'/bigmind.cjs'.length)) : undefined;
  return [
    ...(commandExists(command, host) ? [] : [command]),
    // On Windows, `/c` of `cmd /c npx` looks like a path.
    ...[program, noted].filter((path) => path !== undefined && path !== '/c' && isAbsolute(path) && !existsSync(path)),
  ].filter((path) => path !== undefined);
}

function commandExists(command: string, { env, platform }: ClientHost): boolean {
  if (isAbsolute(command)) return existsSync(command);
  const endings = platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => endings.some((ending) => existsSync(join(folder, `${command}${ending}`))));
}

function missingFindings(connection: Connection, host: ClientHost): Finding[] {
  const missing = missingFor(connection, host);
  if (missing.length === 0) return [];
  const { client, file } = connection;
  return [
    {
      status: 'problem',
      what: `${client.title} cannot start BigMind: files that ${file} refers to are missing.`,
      details: missing,
      remedy: `Run \`${connectCommandFor(connection)}\`.`,
    },
  ];
}

function elsewhereFindings(connection: Connection, { host, home, databaseFile }: ConnectionParts): Finding[] {
  const { client, file, launch } = connection;
  const ofEntry = { ...host, env: launch.env };
  const folder = variable(ofEntry, 'BIGMIND_HOME') ?? home;
  const store = variable(ofEntry, 'BIGMIND_DB_PATH') ?? join(folder, 'memory.db');
  if (isSamePath(store, databaseFile)) return [];
  return [
    {
      status: 'warning',
      what: `${client.title} uses another database, ${store}, not ${databaseFile}, according to ${file}.`,
      remedy: `To use this one, run \`${connectCommandFor(connection)}\`. To check the other one, set BIGMIND_DB_PATH to it.`,
    },
  ];
}

/** Clients that start the same server share one attempt. */
async function startFindings(connections: readonly Connection[], start: StartServer): Promise<Finding[]> {
  const launchOf = ({ launch }: Connection): string => JSON.stringify(launch);
  const attempts = [...new Set(connections.map(launchOf))].map(async (launch): Promise<Finding[]> => {
    const same = connections.filter((connection) => launchOf(connection) === launch);
    const [first] = same;
    if (first === undefined) return [];
    const failure = await start(first.launch);
    const titles = same.map(({ client }) => client.title).join(', ');
    if (failure === undefined) return [{ status: 'ok', what: `The server that ${titles} starts answers.` }];
    return [
      {
        status: failure.status,
        what: `The server that ${titles} starts ${failure.what}.`,
        details: [[first.launch.command, ...first.launch.args].join(' ')],
        remedy: `Run ${same.map((one) => `\`${connectCommandFor(one)}\``).join(' and ')}.`,
      },
    ];
  });
  return (await Promise.all(attempts)).flat();
}
