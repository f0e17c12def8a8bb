/** Who is calling, asked of the store once for each conversation. */
import type { Caller, ProjectRef } from '../memory/identity.ts';
import type { Memory } from '../memory/memory.ts';
import type { NewId } from '../memory/ports.ts';

export interface CallersOptions {
  memory: Memory;
  username: string;
  project: ProjectRef | undefined;
  /** Makes a name for this connection, which stands for the conversation where the client does not name one. */
  newId: NewId;
}

export class Callers {
  readonly #options: CallersOptions;
  readonly #client: () => { name: string; version: string } | undefined;
  readonly #known = new Map<string, Promise<Caller>>();
  #connectionId: string | undefined;

  constructor(options: CallersOptions, client: () => { name: string; version: string } | undefined) {
    this.#options = options;
    this.#client = client;
  }

  /** `conversation` as the client names it, if it does. */
  of(conversation: unknown): Promise<Caller> {
    const isNamed = typeof conversation === 'string' && conversation !== '';
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
    this.#known.clear();
  }

  #resolve(conversationId: string): Promise<Caller> {
    const { memory, username, project } = this.#options;
    const client = this.#client();
    const agent = { name: client?.name ?? 'unknown client', version: client?.version ?? null };
    return memory.identities.resolve({ username, agent, project, conversationId });
  }
}
