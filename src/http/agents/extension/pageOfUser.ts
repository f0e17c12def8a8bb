/**
 * The page of a token's user, whose host is the extension on the user's computer. What concerns the machine of the
 * server, or data beyond one memory, is refused here: a token may be in the hands of a program. Unless a token is known to be
 * a person's, its commands are an agent's, which approves nothing for others.
 */
import type { Memory } from '../../../memory/memory.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import { plainLine } from '../../../memory/trust/quoting.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import { replyTo, type PageRequest } from '../../../page/pageReplies.ts';
import type { PageHost } from '../../../page/shared/pageHost.ts';
import type { PageCommand } from '../../../protocol/commands.ts';
import type { HostMessage } from '../../../protocol/messages.ts';
import type { QueryType } from '../../../protocol/queries.ts';
import type { Search } from '../../../search/search.ts';

export type AsCaller = <T>(work: (caller: Caller) => Promise<T>) => Promise<T>;

export interface PageOfUserParts {
  memory: Memory;
  search: Search;
  /** Does work as the user of the token. */
  asCaller: AsCaller;
  /** The name of the token. */
  agent: string;
  /** Whether a person uses the page with a token of this name; without it, a program may. */
  isOfPerson?: ((agent: string) => boolean) | undefined;
  /** An error as clients may see it. */
  shownError: (thrown: unknown) => BigMindError;
  /** Reports defects, for the administrator to read. */
  note: (text: string) => void;
}

/** What the server does not do for a page, and where it is done instead. */
const elsewhere: Partial<Record<QueryType | PageCommand['type'], string>> = {
  health: 'An administrator checks the memory on the machine of the server, with `bigmind doctor`.',
  rebuildIndex: 'An administrator rebuilds the index on the machine of the server, with `bigmind rebuild`.',
  erasable: 'Ask the administrator of the server, who runs `bigmind erase` there.',
  scopeErasure: 'Ask the administrator of the server, who runs `bigmind erase` there.',
  eraseScope: 'Ask the administrator of the server, who runs `bigmind erase` there. Nothing was erased.',
};

function whereToApprove(agent: string): string {
  return `Nothing was changed. The token "${plainLine(agent)}" is an agent's. Approve on the page in VS Code, connected with a token named vscode, or in the chat when memory_approve_global asks you. BIGMIND_PERSON_TOKENS of the server names the tokens that people use.`;
}

/** Never rejects; errors are in the reply. */
export function replyToUser(
  request: PageRequest,
  { memory, search, asCaller, agent, isOfPerson, shownError, note }: PageOfUserParts,
): Promise<HostMessage> {
  const remedy = elsewhere[request.type === 'ask' ? request.question.type : request.act.type];
  const host: PageHost = {
    location: '',
    actions: [],
    note,
    mayBeOfAgent: () => isOfPerson?.(agent) !== true,
    adviceOn: ({ remedy: advice, details }) => ({
      remedy: details['needs'] === 'person' ? whereToApprove(agent) : (advice ?? null),
      actions: [],
    }),
    use: async (work) => {
      if (remedy !== undefined) throw new BigMindError('not_allowed', 'The server does not do this.', { remedy });
      try {
        return await asCaller((caller) => work({ memory, search, caller }));
      } catch (thrown) {
        throw shownError(thrown);
      }
    },
  };
  return replyTo(request, host);
}
