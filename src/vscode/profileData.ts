/** What VS Code adds to the profile card: the buttons that make sense in this window, for a profile and for a failure. */
import type { BigMindError } from '../memory/errors.ts';
import { gatherProfileCard } from '../profileCard.ts';
import type { FailureCard, ProfileCard, ViewAction } from '../protocol/profile.ts';
import type { Host } from './host.ts';
import { remedyOf } from './notices.ts';
import type { OpenMemory } from './sharedMemory.ts';

export { ownAgentName } from '../profileCard.ts';

type HostKind = Pick<Host, 'kind'>;

export function readProfileCard(opened: OpenMemory, host: HostKind, location: string): Promise<ProfileCard> {
  return gatherProfileCard(opened, { location, actions: profileActions(host) });
}

export function failureCard(error: BigMindError, host: HostKind): FailureCard {
  const folder: ViewAction[] = host.kind === 'node' ? ['openDatabaseFolder'] : [];
  return { message: error.message, remedy: remedyOf(error) ?? null, actions: ['runDoctor', ...folder, 'showLog'] };
}

function profileActions(host: HostKind): ViewAction[] {
  const everywhere: ViewAction[] = ['askAssistant', 'rememberNote', 'searchMemory', 'importMemory', 'endSession'];
  return host.kind === 'node' ? [...everywhere, 'connectClient'] : everywhere;
}
