/**
 * Who is calling, asked of the store once for each conversation. A client that names its chat names it as its hooks do, so
 * that both mean one session: VS Code and Codex with each call, others once for their process.
 */
import type { Memory } from '../../memory/memory.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';
import { refused } from '../../memory/shared/input.ts';
import type { NewId } from '../../memory/shared/ports.ts';
import { BoundedMap } from '../../util/boundedMap.ts';
import { oneLine, shorten } from '../../util/text.ts';

export interface CallersOptions {
  memory: Memory;
  username: string;
  project: ProjectRef | undefined;
  /** Makes a name for this connection, which stands for the conversation where the client does not name one. */
  newId: NewId;
  /** The chat of a client that calls itself so and serves one chat only; undefined where it names none. */
  conversationOf?: (client: string) => string | undefined;
}

/** VS Code's id of the chat that a tool call comes from. */
const vscodeKey = 'vscode.conversationId';

/**
 * The chat that a call comes from, as its `_meta` names it: VS Code's, else Codex's (seen in 0.169.0, where all three equal
 * the `session_id` of its hooks; of a sub-agent the first names the chat that it belongs to). Undefined for none.
 */
export function conversationIn(meta: Readonly<Record<string, unknown>>): string | undefined {
  const turn = meta['x-codex-turn-metadata'];
  const codex = typeof turn === 'object' && turn !== null && 'session_id' in turn ? turn.session_id : undefined;
  return [meta[vscodeKey], codex, meta['sessionId'], meta['threadId']].find(
    (id): id is string => typeof id === 'string' && id.trim() !== '',
  );
}

/** Whether the chat may go on after the connection; in VS Code it does, whose servers stop with their window. */
export function outlivesConnection(meta: Readonly<Record<string, unknown>>): boolean {
  return typeof meta[vscodeKey] === 'string';
}

/** Conversations of one client that are kept in mind; one that was forgotten is asked of the store anew. */
const maxConversations = 1_000;

/** Characters: of the id of a conversation, which is refused when it is longer, and of what a client calls itself. */
const maxIdLength = 500;
const maxNameLength = 200;

export class Callers {
  readonly #options: CallersOptions;
  readonly #client: () => { name: string; version: string } | undefined;
  #known = new BoundedMap<string, Promise<Caller>>(maxConversations);
  #connectionId: string | undefined;
  /** Conversations whose session a call of this connection opened, so that nobody else ends it. */
  readonly #opened = new BoundedMap<string, Caller>(maxConversations);

  constructor(options: CallersOptions, client: () => { name: string; version: string } | undefined) {
    this.#options = options;
    this.#client = client;
  }

  /** `conversation` as the call names it, if it does. */
  async of(conversation: string | undefined): Promise<Caller> {
    if (conversation !== undefined && conversation.length > maxIdLength) {
      const most = maxIdLength.toLocaleString('en');
      throw refused(
        'The id of the conversation',
        `is longer than ${most} characters`,
        'Use a shorter one, or omit it.',
      );
    }
    const id = conversation ?? this.#ofProcess() ?? (this.#connectionId ??= this.#options.newId());
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const resolved = this.#resolve(id);
    this.#known.set(id, resolved);
    // A store that could not be opened may be there at the next call.
    resolved.catch(() => this.#known.delete(id));
    return resolved;
  }

  forget(): void {
    this.#known = new BoundedMap(maxConversations);
  }

  /** No session of the caller's conversation is open: the one that the call may open ends with the connection. */
  willOpen(caller: Caller): void {
    if (caller.conversationId !== null) this.#opened.set(caller.conversationId, caller);
  }

  /** Those whose sessions end with the connection. */
  endingWithConnection(): Caller[] {
    return this.#opened.values();
  }

  #ofProcess(): string | undefined {
    const name = this.#client()?.name;
    return name === undefined ? undefined : this.#options.conversationOf?.(name);
  }

  #resolve(conversationId: string): Promise<Caller> {
    const { memory, username, project } = this.#options;
    const client = this.#client();
    const name = agentNameFrom(client?.name);
    const agent = { name: name ?? 'unknown client', version: agentNameFrom(client?.version) };
    return memory.identities.resolve({ username, agent, project, conversationId });
  }
}

/**
 * A client names itself as it likes; null where nothing is left of it. Codex and Gemini CLI put `-mcp-client` behind the
 * name that their hooks and their history have.
 */
export function agentNameFrom(given: string | undefined): string | null {
  const name = shorten(oneLine((given ?? '').replaceAll('\0', '').toWellFormed()), maxNameLength);
  return name.replace(/(?<=.)-mcp-client$/u, '') || null;
}
