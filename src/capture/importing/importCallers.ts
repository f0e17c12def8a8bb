/**
 * The caller in whose name a past conversation or note is stored: the person who imports it, the agent that ran it,
 * and the project of its folder. Each pair of agent and project is registered in the store once per import.
 */
import type { Identities } from '../../memory/governance/identities.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';
import { kindOfFormat } from '../../importers/registry.ts';

/** The project of a folder, which may no longer exist. */
export type PastProjectOf = (folder: string) => ProjectRef | undefined;

export class ImportCallers {
  readonly #identities: Identities;
  readonly #person: Caller;
  readonly #projectOf: PastProjectOf;
  readonly #callers = new Map<string, Promise<Caller>>();
  readonly #projects = new Map<string, ProjectRef | undefined>();

  constructor(identities: Identities, person: Caller, projectOf: PastProjectOf) {
    this.#identities = identities;
    this.#person = person;
    this.#projectOf = projectOf;
  }

  get person(): Caller {
    return this.#person;
  }

  projectIn(folder: string | undefined): ProjectRef | undefined {
    if (folder === undefined) return undefined;
    if (!this.#projects.has(folder)) this.#projects.set(folder, this.#projectOf(folder));
    return this.#projects.get(folder);
  }

  /**
   * `knownName` is the name of the agent in the file itself. The agent has no version: a year of conversations spans
   * many versions, but users see one agent.
   */
  of(format: string, folder: string | undefined, knownName?: string): Promise<Caller> {
    const agent = kindOfFormat(format).agent?.(knownName) ?? this.#person.agent.name;
    const project = this.projectIn(folder);
    const key = `${agent}\n${project?.key ?? ''}`;
    const known = this.#callers.get(key);
    if (known !== undefined) return known;
    const caller = this.#identities.resolve({
      username: this.#person.user.username,
      agent: { name: agent, version: agent === this.#person.agent.name ? this.#person.agent.version : null },
      project,
      conversationId: null,
    });
    this.#callers.set(key, caller);
    return caller;
  }
}
