/**
 * Resolves the caller once per conversation. A client that names its chat uses the same name in its hooks, so that both
 * belong to one session: VS Code and Codex name it in each call, others once for their process.
 */
import type { Memory } from '../../memory/memory.ts';
import type { CitedFiles } from '../../memory/shared/ports.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';
import { refused } from '../../memory/shared/input.ts';
import type { NewId } from '../../memory/shared/ports.ts';
import { BoundedMap } from '../../util/boundedMap.ts';
import { oneLine, shorten } from '../../util/text.ts';
import { localDay } from '../../util/time.ts';

export interface CallersOptions {
  memory: Memory;
  username: string;
  project: ProjectRef | undefined;
  /** The files of the project's folder, if this process sees them. */
  files?: CitedFiles | undefined;
  /** Generates the id of this connection, which identifies the conversation if the client does not name one. */
  newId: NewId;
  /** The name of the agent, which its token decides; absent if the client names itself. */
  agent?: string;
  /** The chat of a client with this name that serves only one chat; undefined if it names none. */
  conversationOf?: (client: string) => string | undefined;
}

/** VS Code's id of the chat that a tool call comes from. */
const vscodeKey = 'vscode.conversationId';

/**
 * The chat that a call comes from, according to its `_meta`: VS Code's id, else Codex's. In Codex 0.169.0 all three
 * values equal the `session_id` of its hooks; for a sub-agent the first one names the chat that it belongs to.
 * Undefined if none is named.
 */
export function conversationIn(meta: Readonly<Record<string, unknown>>): string | undefined {
  const turn = meta['x-codex-turn-metadata'];
  const codex = typeof turn === 'object' && turn !== null && 'session_id' in turn ? turn.session_id : undefined;
  return [meta[vscodeKey], codex, meta['sessionId'], meta['threadId']].find(
    (id): id is string => typeof id === 'string' && id.trim() !== '',
  );
}

/**
 * Whether the chat may continue after the connection. In VS Code it may, because its servers stop with their window.
 */
export function outlivesConnection(meta: Readonly<Record<string, unknown>>): boolean {
  return typeof meta[vscodeKey] === 'string';
}

/** Cached conversations of one client; others are resolved again. */
const maxConversations = 1_000;

/** In characters: for the id of a conversation, which is refused if it is longer, and for a client's name. */
const maxIdLength = 500;
const maxNameLength = 200;

interface KnownCaller {
  caller: Promise<Caller>;
  /** The local day of its resolution, which notes when the user was last seen. A connection may last for weeks. */
  day: string;
}

export class Callers {
  readonly #options: CallersOptions;
  readonly #client: () => { name: string; version: string } | undefined;
  #known = new BoundedMap<string, KnownCaller>(maxConversations);
  #connectionId: string | undefined;
  /** Conversations whose session a call of this connection opened, so that nothing else ends it. */
  readonly #opened = new BoundedMap<string, Caller>(maxConversations);

  constructor(options: CallersOptions, client: () => { name: string; version: string } | undefined) {
    this.#options = options;
    this.#client = client;
  }

  /** `conversation` is the id in the call, if any. */
  async of(conversation: string | undefined): Promise<Caller> {
    if (conversation !== undefined && conversation.length > maxIdLength) {
      const max = maxIdLength.toLocaleString('en');
      throw refused('The id of the conversation', `is longer than ${max} characters`, 'Use a shorter one, or omit it.');
    }
    const id = conversation ?? this.#ofProcess() ?? (this.#connectionId ??= this.#options.newId());
    const { clock } = this.#options.memory;
    const day = localDay(clock.now().toISOString(), clock.timeZone);
    const known = this.#known.get(id);
    if (known?.day === day) return known.caller;
    const caller = this.#resolve(id);
    this.#known.set(id, { caller, day });
    // The store may be available again at the next call.
    caller.catch(() => this.#known.delete(id));
    return caller;
  }

  forget(): void {
    this.#known = new BoundedMap(maxConversations);
  }

  /** The caller's conversation has no open session; if this call opens one, it ends with the connection. */
  willOpen(caller: Caller): void {
    if (caller.conversationId !== null) this.#opened.set(caller.conversationId, caller);
  }

  /** The callers whose sessions end with the connection. */
  endingWithConnection(): Caller[] {
    return this.#opened.values();
  }

  #ofProcess(): string | undefined {
    const name = this.#client()?.name;
    return name === undefined ? undefined : this.#options.conversationOf?.(name);
  }

  #resolve(conversationId: string): Promise<Caller> {
    const { memory, username, project, files, agent: known } = this.#options;
    const client = this.#client();
    const name = known ?? agentNameFrom(client?.name);
    const agent = { name: name ?? 'unknown client', version: agentNameFrom(client?.version) };
    return memory.identities.resolve({ username, agent, project, conversationId, files });
  }
}

/**
 * Normalizes the name that a client gives itself; null if nothing is left. Codex and Gemini CLI append `-mcp-client` to
 * the name in their hooks and history.
 */
export function agentNameFrom(given: string | undefined): string | null {
  const name = shorten(oneLine((given ?? '').replaceAll('\0', '').toWellFormed()), maxNameLength);
  return name.replace(/(?<=.)-mcp-client$/u, '') || null;
}
