/**
 * What the VS Code extension uses besides MCP: who the token belongs to, the page, the check for changes, recorded
 * chats, and what a chat gets. All of it is done as the user of the token, with that user's rights.
 */
import type { IncomingMessage } from 'node:http';
import { askedTextsFrom } from '../../../chat/askedTexts.ts';
import { deliveredChatFrom, deliveryFrom } from '../../../memory/archive/deliveryFrom.ts';
import type { DeliveredChat, Delivery } from '../../../memory/archive/outbox.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import { maxPageMessageLength, readPageMessage } from '../../../protocol/messages.ts';
import { isRecord } from '../../../util/parsedValues.ts';
import type { Refusal } from '../../admission.ts';
import { readBody } from '../../readBody.ts';
import { json, type Reply } from '../../reply.ts';
import { chatTexts } from './chatTexts.ts';
import { replyToUser, type AsCaller, type PageOfUserParts } from './pageOfUser.ts';

const extensionPaths = {
  user: '/extension/user',
  changes: '/extension/changes',
  page: '/extension/page',
  chats: '/extension/chats',
  texts: '/extension/texts',
} as const;

/** A delivery as JSON: the longest message, with room for everything around it. */
const maxDelivery = { bytes: 12_000_000 };
const maxTexts = { bytes: 1_200_000 };

interface ExtensionApiParts extends Omit<PageOfUserParts, 'asCaller' | 'agent'> {
  version: string;
  /** Called after something was stored. */
  onSaved: () => void;
  /** The answer for a body that is not read. */
  bodyRefused: (refusal: Refusal) => Reply;
}

/** The user of a token, and the way to work as that user. */
interface ExtensionUser {
  username: string;
  agent: string;
  isReadOnly: boolean;
  asCaller: AsCaller;
}

/** Undefined for any other path. */
export function extensionMethodsAt(path: string): readonly string[] | undefined {
  if (path === extensionPaths.user || path === extensionPaths.changes) return ['GET'];
  const { page, chats, texts } = extensionPaths;
  return [page, chats, texts].some((known) => known === path) ? ['POST'] : undefined;
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
      case extensionPaths.texts:
        return this.#texts(request, user);
      default:
        return this.#chats(request, user);
    }
  }

  #user({ username, agent, isReadOnly }: ExtensionUser): Reply {
    return json({ user: username, agent, isReadOnly, version: this.#parts.version });
  }

  async #page(request: IncomingMessage, { agent, isReadOnly, asCaller }: ExtensionUser): Promise<Reply> {
    const body = await readBody(request, { characters: maxPageMessageLength });
    if ('refusal' in body) return this.#parts.bodyRefused(body.refusal);
    const message = readPageMessage(body.value);
    if (message?.type !== 'ask' && message?.type !== 'act') throw notValid();
    if (message.type === 'act' && isReadOnly) throw readOnly();
    const answer = await replyToUser(message, { ...this.#parts, agent, asCaller });
    if (message.type === 'act') this.#parts.onSaved();
    return json(answer);
  }

  async #chats(request: IncomingMessage, { username, isReadOnly }: ExtensionUser): Promise<Reply> {
    if (isReadOnly) throw readOnly();
    const body = await readBody(request, maxDelivery);
    if ('refusal' in body) return this.#parts.bodyRefused(body.refusal);
    const delivery = deliveryFrom(body.value);
    if (delivery === undefined) throw notValid();
    const stored = await this.#record(delivery, username);
    this.#parts.onSaved();
    return json({ stored });
  }

  async #texts(request: IncomingMessage, { username, isReadOnly }: ExtensionUser): Promise<Reply> {
    // What a chat got is noted in its session.
    if (isReadOnly) throw readOnly();
    const body = await readBody(request, maxTexts);
    if ('refusal' in body) return this.#parts.bodyRefused(body.refusal);
    const [asked, chat] = [
      askedTextsFrom(body.value),
      isRecord(body.value) ? deliveredChatFrom(body.value) : undefined,
    ];
    if (asked === undefined || chat === undefined) throw notValid();
    const { memory, search } = this.#parts;
    return json(await chatTexts(asked, { memory, search, caller: await this.#callerIn(chat, username) }));
  }

  #callerIn({ agent, project, conversation }: DeliveredChat, username: string): Promise<Caller> {
    const visitor = { username, agent, project: project ?? undefined, conversationId: conversation };
    return this.#parts.memory.identities.resolve(visitor);
  }

  /** Says where a chat took place as its client did. Whose it is follows from the token. Returns the new messages. */
  async #record(delivery: Delivery, username: string): Promise<number> {
    const { recording, sessions } = this.#parts.memory;
    const caller = await this.#callerIn(delivery, username);
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
