/** Finds the route of a request, reads its body, and answers it. */
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../memory/shared/identity.ts';
import { isRecord } from '../../util/parsedValues.ts';
import { readBody } from '../readBody.ts';
import { json, type Reply } from '../reply.ts';
import { refusedClaim } from './agentHeaders.ts';
import { bodyRefused, problemReply } from './problem.ts';
import type { RestContext, RestParts, RestRoute } from './restRoute.ts';
import { restRoutes } from './restRoutes.ts';

/** More than the longest query, also if each of its characters is escaped. */
const maxRestBody = { bytes: 600_000 };

export interface RestMatch {
  route: RestRoute;
  params: Record<string, string>;
}

/** Undefined if no route has the path, which is percent-encoded and valid. */
export function matchRest(path: string): RestMatch | undefined {
  const given = path.split('/');
  for (const route of restRoutes) {
    const params = paramsIn(route.path.split('/'), given);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

function paramsIn(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const value = given[place] ?? '';
    const name = /^\{(\w+)\}$/u.exec(part)?.[1];
    if (name === undefined && part !== value) return undefined;
    if (name !== undefined) params[name] = decodeURIComponent(value);
  }
  return params;
}

interface RestCalling extends Pick<RestContext, 'memory' | 'search' | 'onSaved' | 'maxWaitMs'> {
  agent: string;
  /** Does work as the caller of the request. */
  asCaller: (work: (caller: Caller) => Promise<Reply>) => Promise<Reply>;
}

/** Rejects with the errors of the route. */
export async function callRest(
  request: IncomingMessage,
  { route, params, query }: RestMatch & { query: URLSearchParams },
  { agent, asCaller, ...context }: RestCalling,
): Promise<Reply> {
  const body = route.method === 'POST' ? await readBody(request, maxRestBody) : { value: undefined };
  if ('refusal' in body) return bodyRefused(body.refusal);
  const claimed = isRecord(body.value) ? body.value['agent_id'] : undefined;
  const claim = refusedClaim('agent', claimed, agent);
  if (claim !== undefined) return problemReply({ status: 403, code: 'not_allowed', ...claim });
  const parts: RestParts = { body: body.value, query: new Map(query), params };
  return asCaller(async (caller) => json(await route.call(parts, { ...context, caller })));
}
