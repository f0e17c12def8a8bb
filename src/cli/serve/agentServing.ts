/** What `bigmind serve` offers to agents with tokens, with and without the page. */
import { normalisedRemote } from '../../capture/projects/remoteIdentity.ts';
import { AgentApi } from '../../http/agents/agentApi.ts';
import { AgentTokens, hashOf, type AgentIdentity } from '../../http/agents/agentTokens.ts';
import { hostRefusal } from '../../http/agents/hostNames.ts';
import { isSame } from '../../http/sameSecret.ts';
import type { Traces } from '../../http/agents/monitoring/traces.ts';
import { logLine, type LogForm } from '../../http/agents/requestLog.ts';
import { machineTools } from '../../mcp/tools/toolsets.ts';
import type { Tool } from '../../mcp/shared/tool.ts';
import { sentenceOf } from '../../memory/shared/errors.ts';
import type { ProjectRef } from '../../memory/shared/identity.ts';
import { oneLine, shorten } from '../../util/text.ts';
import type { CommandContext } from '../shared/command.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';
import { fixedTokensFrom, metricsTokenFrom } from './fixedTokens.ts';
import type { McpServing } from './mcpServing.ts';

/** In ms, for a tool call; a tool may wait for a person who confirms a deletion. */
const maxCallMs = 300_000;

interface AgentServingOptions {
  /** Absent for no log. */
  log?: LogForm | undefined;
  trustsProxy?: boolean;
  /** The names by which clients may call the server; absent if it is checked elsewhere. */
  allowedHosts?: readonly string[];
  traces?: Traces | undefined;
}

/** Throws if a token of the environment is invalid. Opens and reads nothing at once. */
export function agentServing(
  context: CommandContext,
  mcp: McpServing,
  { log, trustsProxy = false, allowedHosts, traces }: AgentServingOptions = {},
): AgentApi {
  const { memory, search, settings, newId, version, note, actFor } = context;
  const fixed = fixedTokensFrom(settings.agentTokens);
  const ofMetrics = metricsTokenFrom(settings.metricsToken);
  // A server of a team runs for weeks, whether or not anybody reads from it.
  memory.audit.startUpkeep();
  return new AgentApi({
    ...{ memory, search, newId, version, note, trustsProxy, projectFrom, actFor },
    sentence: (error) => sentenceOf(error, remedyInTerminal),
    tokens: new AgentTokens({ tokens: memory.tokens, fixed, username: settings.username }),
    newMcpServer: (who, project) =>
      mcp.newServer({
        username: who.username,
        agent: who.agent,
        project,
        files: undefined,
        withheld: (tool) => withheldFrom(who, tool),
        maxCallMs,
      }),
    models: {
      embedder: context.embedding === undefined ? 'off' : 'on',
      reranker: settings.providers.rerank === undefined ? 'off' : 'on',
    },
    isOfPerson: (agent) => settings.personTokens.includes(agent.toLowerCase()),
    onSaved: () => {
      context.embedder?.wake();
      context.backupKeeper.wake();
    },
    traces,
    ...(ofMetrics !== undefined && { isMetricsToken: (token) => isSame(hashOf(token), ofMetrics) }),
    ...(allowedHosts && { refusalFirst: (headers) => hostRefusal(headers, allowedHosts) }),
    ...(log !== undefined && { log: (entry) => context.log(logLine(entry, log)) }),
  });
}

/** Why an agent may not use a tool. The files of the server are not those of its clients. */
function withheldFrom({ isReadOnly }: AgentIdentity, tool: Tool): string | undefined {
  if (machineTools.has(tool))
    return `${tool.name} works with files on the machine of the server, so a token does not reach it.`;
  return isReadOnly && !tool.readOnly ? `${tool.name} changes the memory, and this token may only read.` : undefined;
}

/** In characters. */
const maxProject = 500;

/** A Git remote in any form, its normalized form, or a plain name, which means the same project as in `--project`. */
export function projectFrom(header: string): ProjectRef | undefined {
  const named = shorten(oneLine(header), maxProject);
  if (named === '') return undefined;
  const key = normalisedRemote(named) ?? (named.includes('/') ? named.toLowerCase() : `name:${named.toLowerCase()}`);
  return { key, name: key.startsWith('name:') ? named : key.slice(key.lastIndexOf('/') + 1) };
}
