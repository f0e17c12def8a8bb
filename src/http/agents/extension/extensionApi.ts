/**
 * What the VS Code extension uses besides MCP: who the token belongs to, the page, the check for changes, and recorded
 * chats. All of it is done as the user of the token, with that user's rights.
 */
import type { IncomingMessage } from 'node:http';
import { deliveryFrom } from '../../../memory/archive/deliveryFrom.ts';
import type { Delivery } from '../../../memory/archive/outbox.ts';
import type { Memory } from '../../../memory/memory.ts';
import type { Caller, ProjectRef } from '../../../memory/shared/identity.ts';
import { maxPageMessageLength, readPageMessage } from '../../../protocol/messages.ts';
import type { Search } from '../../../search/search.ts';
import { readBody } from '../../readBody.ts';
import { json, type Reply } from '../../reply.ts';
import type { AgentIdentity } from '../agentTokens.ts';
import { problemReply, type Problem } from '../problem.ts';
import { readOnly } from '../refusals.ts';
import type { RestCallers } from '../restCallers.ts';
import { replyToUser } from './pageOfUser.ts';

export const extensionPaths = {
  user: '/extension/user',
  changes: '/extension/changes',
  page: '/extension/page',
  chats: '/extension/chats',
} as const;

/** Characters of a delivery as JSON: the longest message, with room for everything around it. */
export const maxDeliveryLength = 4_000_000;

export interface ExtensionApiParts {
  memory: Memory;
  search: Search;
  callers: RestCallers;
  version: string;
  onSaved: () => void;
  /** Reports defects, for the administrator to read. */
  note: (text: string) => void;
}

export interface ExtensionRequest {
  identity: AgentIdentity;
  project: ProjectRef | undefined;
}

/** Undefined for any other path. */
export function extensionMethodsAt(path: string): readonly string[] | undefined {
  if (path === extensionPaths.user || path === extensionPaths.changes) return ['GET'];
  return path === extensionPaths.page || path === extensionPaths.chats ? ['POST'] : undefined;
}

export class ExtensionApi {
  readonly #parts: ExtensionApiParts;

  constructor(parts: ExtensionApiParts) {
    this.#parts = parts;
  }

  /** Answers a request of a token. Rejects with a `BigMindError`. */
  async reply(request: IncomingMessage, path: string, asked: ExtensionRequest): Promise<Reply> {
    switch (path) {
      case extensionPaths.user:
        return this.#user(asked);
      case extensionPaths.changes:
        return json({ token: await this.#parts.memory.maintenance.changeToken() });
      case extensionPaths.page:
        return this.#page(request, asked);
      default:
        return this.#chats(request, asked);
    }
  }

  #user({ identity }: ExtensionRequest): Reply {
    const { username, agent, isReadOnly } = identity;
    return json({ user: username, agent, isReadOnly, version: this.#parts.version });
  }

  async #page(request: IncomingMessage, { identity, project }: ExtensionRequest): Promise<Reply> {
    const body = await readBody(request, maxPageMessageLength);
    if ('refusal' in body) return problemReply({ ...notValid, status: body.refusal.status });
    const message = readPageMessage(body.value);
    if (message?.type !== 'ask' && message?.type !== 'act') return problemReply(notValid);
    if (message.type === 'act' && identity.isReadOnly) return problemReply(readOnly);
    const { memory, search, callers, note, onSaved } = this.#parts;
    const asCaller = <T>(work: (caller: Caller) => Promise<T>): Promise<T> => callers.use(identity, project, work);
    const answer = await replyToUser(message, { memory, search, asCaller, note });
    if (message.type === 'act') onSaved();
    return json(answer);
  }

  async #chats(request: IncomingMessage, { identity }: ExtensionRequest): Promise<Reply> {
    if (identity.isReadOnly) return problemReply(readOnly);
    const body = await readBody(request, maxDeliveryLength);
    if ('refusal' in body) return problemReply({ ...notValid, status: body.refusal.status });
    const delivery = deliveryFrom(body.value);
    if (delivery === undefined) return problemReply(notValid);
    const stored = await this.#record(delivery, identity.username);
    this.#parts.onSaved();
    return json({ stored });
  }

  /** Says where a chat took place as its client did. Whose it is follows from the token. Returns the new messages. */
  async #record(delivery: Delivery, username: string): Promise<number> {
    const { recording, sessions, identities } = this.#parts.memory;
    const { agent, project, conversation: conversationId } = delivery;
    const caller = await identities.resolve({ username, agent, project: project ?? undefined, conversationId });
    switch (delivery.type) {
      case 'messages':
        return (await recording.recordDelivered(caller, delivery)).stored;
      case 'compacted':
        await recording.compacts(caller);
        return 0;
      case 'ended':
        await sessions.close(caller);
        return 0;
    }
  }
}

const notValid = {
  status: 400,
  code: 'invalid_input',
  message: 'The request is not valid.',
  remedy: 'Nothing was done. Use the same version of BigMind in VS Code and on the server.',
} satisfies Problem;
