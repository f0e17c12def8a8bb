/**
 * What the VS Code extension uses besides MCP: who the token belongs to, the page, the check for changes, and recorded
 * chats. All of it is done as the user of the token, with that user's rights.
 */
import type { IncomingMessage } from 'node:http';
import { deliveryFrom } from '../../../memory/archive/deliveryFrom.ts';
import type { Delivery } from '../../../memory/archive/outbox.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { maxPageMessageLength, readPageMessage } from '../../../protocol/messages.ts';
import { readBody } from '../../readBody.ts';
import { json, refused, type Reply } from '../../reply.ts';
import { replyToUser, type AsCaller, type PageOfUserParts } from './pageOfUser.ts';

export const extensionPaths = {
  user: '/extension/user',
  changes: '/extension/changes',
  page: '/extension/page',
  chats: '/extension/chats',
} as const;

/** Characters of a delivery as JSON: the longest message, with room for everything around it. */
export const maxDeliveryLength = 4_000_000;

export interface ExtensionApiParts extends Omit<PageOfUserParts, 'asCaller'> {
  version: string;
  /** Called after something was stored. */
  onSaved: () => void;
}

/** The user of a token, and the way to work as that user. */
export interface ExtensionUser {
  username: string;
  agent: string;
  isReadOnly: boolean;
  asCaller: AsCaller;
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
  async reply(request: IncomingMessage, path: string, user: ExtensionUser): Promise<Reply> {
    switch (path) {
      case extensionPaths.user:
        return this.#user(user);
      case extensionPaths.changes:
        return json({ token: await this.#parts.memory.maintenance.changeToken() });
      case extensionPaths.page:
        return this.#page(request, user);
      default:
        return this.#chats(request, user);
    }
  }

  #user({ username, agent, isReadOnly }: ExtensionUser): Reply {
    return json({ user: username, agent, isReadOnly, version: this.#parts.version });
  }

  async #page(request: IncomingMessage, { isReadOnly, asCaller }: ExtensionUser): Promise<Reply> {
    const body = await readBody(request, maxPageMessageLength);
    if ('refusal' in body) return refused(body.refusal);
    const message = readPageMessage(body.value);
    if (message?.type !== 'ask' && message?.type !== 'act') throw notValid();
    if (message.type === 'act' && isReadOnly) throw readOnly();
    const answer = await replyToUser(message, { ...this.#parts, asCaller });
    if (message.type === 'act') this.#parts.onSaved();
    return json(answer);
  }

  async #chats(request: IncomingMessage, { username, isReadOnly }: ExtensionUser): Promise<Reply> {
    if (isReadOnly) throw readOnly();
    const body = await readBody(request, maxDeliveryLength);
    if ('refusal' in body) return refused(body.refusal);
    const delivery = deliveryFrom(body.value);
    if (delivery === undefined) throw notValid();
    const stored = await this.#record(delivery, username);
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

function notValid(): BigMindError {
  const remedy = 'Nothing was done. Use the same version of BigMind in VS Code and on the server.';
  return new BigMindError('invalid_input', 'The request is not valid.', { remedy });
}

function readOnly(): BigMindError {
  const remedy = 'Nothing was stored. Use a token that was created without --read.';
  return new BigMindError('not_allowed', 'This token may only read.', { remedy });
}
