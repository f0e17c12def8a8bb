/**
 * The caller in whose name a past conversation or note is stored: the person who imports it, the agent that ran it,
 * and the project of its folder. Each pair of agent and project is registered in the store once per import.
 */
import type { TranscriptFormat } from '../../memory/archive/transcript.ts';
import type { NoteFormat } from '../../memory/facts/notes.ts';
import type { Identities } from '../../memory/governance/identities.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';

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

  /** `knownName` is the name of the agent in the file itself. */
  of(format: TranscriptFormat | NoteFormat, folder: string | undefined, knownName?: string): Promise<Caller> {
    const agent = agentName(format, knownName) ?? this.#person.agent.name;
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

/**
 * The name under which hooks record the same agent. It has no version: a year of conversations spans many versions,
 * but users see one agent. Undefined if the format does not imply an agent.
 */
function agentName(format: TranscriptFormat | NoteFormat, name: string | undefined): string | undefined {
  switch (format) {
    case 'claude-code':
    case 'claude-memory':
      return 'claude-code';
    case 'codex':
    case 'gemini-cli':
      return format;
    case 'copilot-transcript':
    case 'copilot-chat':
    case 'copilot-store':
    case 'copilot-user-memory':
    case 'copilot-repo-memory':
      // Other participants of VS Code's chat have their own names.
      return name === undefined || /copilot/iu.test(name) ? 'GitHub Copilot' : name;
    case 'opencode':
    case 'aider':
      return format;
    case 'specstory':
      return name;
    case 'mcp-memory':
    case 'beads':
    case 'plans':
      return undefined;
  }
}
