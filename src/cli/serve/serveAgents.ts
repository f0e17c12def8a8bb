/** `bigmind serve --host`: the server of a team, for agents with tokens. It has no page. */
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentApi } from '../../http/agents/agentApi.ts';
import type { AgentServer } from '../../http/agents/agentServer.ts';
import { answerOf } from '../../http/agents/health.ts';
import type { LogForm } from '../../http/agents/requestLog.ts';
import type { ProfilePage } from '../../mcp/shared/profilePage.ts';
import { BigMindError, bigMindErrorFrom } from '../../memory/shared/errors.ts';
import type { CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer } from '../shared/command.ts';
import { endInTime } from './ending.ts';

export interface ServeAgentsOptions {
  host: string;
  port: number;
  allowedHosts: readonly string[];
  trustsProxy: boolean;
  log: LogForm;
  /** Seconds between the end of readiness and the end of service. */
  drainSeconds: number;
}

/** In ms, for the first answer of the store; a database that does not answer is given up after 10 s, with the reason. */
const maxStartMs = 15_000;
/** In ms, for the end of running calls (10 s) and of everything else. */
const maxEndMs = 12_000;

/** Resolves once it has ended, after the first signal; `endAgain` waits for another one. */
export async function serveAgents(
  input: CommandInput,
  context: CommandContext,
  options: ServeAgentsOptions,
  { ending, endAgain }: { ending: Promise<void>; endAgain: () => Promise<void> },
): Promise<ExitCode> {
  const [{ startAgentServer }, { agentServing }, { mcpServing }] = await Promise.all([
    import('../../http/agents/agentServer.ts'),
    import('./agentServing.ts'),
    import('./mcpServing.ts'),
  ]);
  const mcp = mcpServing(context, noPage);
  const { host } = options;
  const api = agentServing(context, mcp, { ...options, traces: await context.startTraces() });
  await requireAccess(context, api);
  const server = await startAgentServer({ ...options, api });
  const address = `http://${isIP(host) === 6 ? `[${host}]` : host}:${String(server.port)}`;
  const json = { address, mcp: `${address}/mcp`, openapi: `${address}/openapi.json` };
  answer(input, context, json, `Agents connect to ${json.mcp}, and use the REST API at ${address}.`);
  context.note('They need a token: bigmind token add AGENT. To stop, press Ctrl-C.');
  if (!isLoopback(host)) {
    context.note(
      'This is plain HTTP: put a proxy with TLS in front of it, or tokens and memories cross the network unprotected.',
    );
  }
  context.backupKeeper.wake();
  context.embedder?.wake();
  context.sleepTimer.wake();
  await ending;
  await drained(server, options.drainSeconds, endAgain);
  endInTime(context.note, maxEndMs);
  mcp.close();
  await server.close();
  return 0;
}

/** Serves on while health checks fail, so that a proxy has turned away before calls are refused. A second signal ends it. */
async function drained(server: AgentServer, seconds: number, endAgain: () => Promise<void>): Promise<void> {
  if (seconds === 0) return;
  server.drain();
  const over = new AbortController();
  await Promise.race([sleep(seconds * 1_000, undefined, { signal: over.signal }), endAgain()]);
  over.abort();
}

/** Throws if the database refuses this server, such as for a wrong key or pooler. One that is away, which is noted, may still come. */
async function requireAccess({ memory }: CommandContext, api: AgentApi): Promise<void> {
  await answerOf(memory.maintenance.freeBytes(), maxStartMs).catch((thrown: unknown) => {
    const { code, details } = bigMindErrorFrom(thrown);
    if (code === 'not_allowed' || details['refused'] !== undefined) throw thrown;
    api.storeFailed(thrown);
  });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/u.test(host);
}

/** Tools that open the page are withheld from agents. */
const noPage: ProfilePage = {
  newAddress: () => Promise.reject(new BigMindError('not_allowed', 'This server has no page.')),
  open: () => Promise.reject(new BigMindError('not_allowed', 'This server has no page.')),
  close: () => Promise.resolve(),
};
