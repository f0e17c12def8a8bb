/**
 * In whose name a chat is recorded that no event is about: one whose client was killed, or whose last event came too early.
 * Only its transcript tells which client led it, and in which folder.
 */
import type { Identities } from '../../memory/governance/identities.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';
import { isCaptureOff } from './captureRecord.ts';
import { agentOfHook, hookClientFrom } from './hookClients.ts';

export interface ChatCallersParts {
  identities: Pick<Identities, 'resolve'>;
  username: string;
  /** BigMind's own folder. */
  home: string;
  projectOf: (folder: string) => ProjectRef | undefined;
}

/**
 * Answers with who speaks in a transcript whose chat is led in `folder` (absolute; undefined where nothing tells), and with
 * undefined where recording is switched off there.
 */
export function chatCallers({ identities, username, home, projectOf }: ChatCallersParts) {
  return async (
    folder: string | undefined,
    { path, format }: { path: string; format: string },
  ): Promise<Caller | undefined> => {
    const client = hookClientFrom({ named: undefined, transcript: path, format, env: {} });
    if (isCaptureOff(home, folder, client)) return undefined;
    return identities.resolve({
      username,
      agent: { name: agentOfHook(client, {}), version: null },
      project: folder === undefined ? undefined : projectOf(folder),
      conversationId: null,
    });
  };
}
