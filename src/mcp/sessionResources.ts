/**
 * Sessions as resources, `memory://session/ID`: the Markdown of the archive in parts of bounded size, of which each names
 * the next. A list has only the newest sessions, because clients may show all of it; any session can be read by its id.
 */
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import type { Memory } from '../memory/memory.ts';
import type { ListedSession } from '../memory/sessions/sessions.ts';
import { bigMindErrorFrom, sentenceOf } from '../memory/shared/errors.ts';
import type { Caller } from '../memory/shared/identity.ts';
import { plainLine } from '../memory/trust/quoting.ts';
import { maySendAutomatically } from '../memory/trust/trust.ts';
import { localDay } from '../util/time.ts';
import { remedyForModel } from './shared/remedyForModel.ts';
import { ProtocolError } from './shared/requests.ts';

const start = 'memory://session/';
const mimeType = 'text/markdown';
const maxListed = 20;

export const sessionTemplate: ResourceTemplate = {
  uriTemplate: `${start}{id}{?after}`,
  name: 'bigmind_session',
  title: 'Session',
  description:
    'One session as Markdown: summary, decisions, facts and transcript. A long one comes in parts: "after" is the number of messages to skip.',
  mimeType,
};

/** The newest sessions of the caller's project, or of all projects for a caller without one. */
export async function listSessions({ sessions, clock }: Memory, caller: Caller): Promise<Resource[]> {
  const scope = caller.project === null ? 'all' : { projectId: caller.project.id };
  const newest = await sessions.list(caller, { scope, limit: maxListed });
  return newest.sessions.map((session) => listed(session, clock.timeZone));
}

/** Whether the resource is a session, or would be if its id existed. */
export function isSessionUri(uri: string): boolean {
  return uri.startsWith(start);
}

/** Rejects with a protocol error for a URI of another form, and for a session that the caller does not have. */
export async function readSession(uri: string, { markdown }: Memory, caller: Caller): Promise<ReadResourceResult> {
  const { id, after = '0' } =
    /^(?<id>[^/?#]{1,200})(?:\?after=(?<after>\d{1,9}))?$/u.exec(uri.slice(start.length))?.groups ?? {};
  if (id === undefined)
    throw new ProtocolError(ErrorCode.InvalidParams, `Use the form ${start}ID, or ${start}ID?after=NUMBER.`);
  try {
    const { text, through, total } = await markdown.excerpt(caller, decoded(id), Number(after));
    const note = `_${through.toLocaleString('en')} of ${total.toLocaleString('en')} messages. Read on: ${start}${id}?after=${String(through)}_`;
    return { contents: [{ uri, mimeType, text: through < total ? `${text}\n\n${note}` : text }] };
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    const isOfCaller = ['not_found', 'not_allowed', 'invalid_input'].includes(error.code);
    const code = isOfCaller ? ErrorCode.InvalidParams : ErrorCode.InternalError;
    throw new ProtocolError(code, sentenceOf(error, remedyForModel));
  }
}

/** A headline that must not be sent automatically is left out, because a client may show its model the list. */
function listed(
  { id, oneLiner, topics, outcome, readWeb, startedAt, agentName }: ListedSession,
  timeZone: string,
): Resource {
  const day = localDay(startedAt, timeZone);
  const isSafe = maySendAutomatically({ origin: readWeb ? 'web' : 'agent', texts: [oneLiner, ...topics, outcome] });
  const headline = isSafe ? plainLine(oneLiner) : '';
  const agent = agentName !== null && maySendAutomatically({ origin: null, texts: [agentName] }) ? agentName : null;
  return {
    uri: `${start}${encodeURIComponent(id)}`,
    name: `session_${id.slice(0, 8)}`,
    title: headline === '' ? `Session of ${day}` : headline,
    description: [day, ...(agent === null ? [] : [plainLine(agent)])].join(', '),
    mimeType,
  };
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    // Not encoded.
    return id;
  }
}
