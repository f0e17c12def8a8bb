/** Who is calling, asked of the store once for each conversation. */
import type { Caller, ProjectRef } from '../memory/identity.ts';
import type { Memory } from '../memory/memory.ts';
import { refused } from '../memory/input.ts';
import type { NewId } from '../memory/ports.ts';
import { BoundedMap } from '../util/boundedMap.ts';
import { oneLine, shorten } from '../util/text.ts';

export interface CallersOptions {
  memory: Memory;
  username: string;
  project: ProjectRef | undefined;
  /** Makes a name for this connection, which stands for the conversation where the client does not name one. */
  newId: NewId;
}

/** Conversations of one client that are kept in mind; one that was forgotten is asked of the store anew. */
const mostConversations = 1_000;

/** Characters: of the id of a conversation, which is refused when it is longer, and of what a client calls itself. */
const longestId = 500;
const longestName = 200;

export class Callers {
  readonly #options: CallersOptions;
  readonly #client: () => { name: string; version: string } | undefined;
  #known = new BoundedMap<string, Promise<Caller>>(mostConversations);
  #connectionId: string | undefined;

  constructor(options: CallersOptions, client: () => { name: string; version: string } | undefined) {
    this.#options = options;
    this.#client = client;
  }

  /** `conversation` as the client names it, if it does. */
  async of(conversation: unknown): Promise<Caller> {
    const isNamed = typeof conversation === 'string' && conversation !== '';
    if (isNamed && conversation.length > longestId) {
      const most = longestId.toLocaleString('en');
      throw refused('The id of the conversation', `is longer than ${most} characters`, 'Give a shorter one, or none.');
    }
    const id = isNamed ? conversation : (this.#connectionId ??= this.#options.newId());
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const resolved = this.#resolve(id);
    this.#known.set(id, resolved);
    // A store that could not be opened may be there at the next call.
    resolved.catch(() => this.#known.delete(id));
    return resolved;
  }

  forget(): void {
    this.#known = new BoundedMap(mostConversations);
  }

  #resolve(conversationId: string): Promise<Caller> {
    const { memory, username, project } = this.#options;
    const client = this.#client();
    const name = nameFrom(client?.name);
    const agent = { name: name ?? 'unknown client', version: nameFrom(client?.version) };
    return memory.identities.resolve({ username, agent, project, conversationId });
  }
}

/** A client names itself as it likes; null where nothing is left of it. */
function nameFrom(given: string | undefined): string | null {
  const name = shorten(oneLine((given ?? '').replaceAll('\0', '').toWellFormed()), longestName);
  return name === '' ? null : name;
}
