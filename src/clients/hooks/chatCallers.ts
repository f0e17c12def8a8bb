/**
 * The caller for recording a chat without a hook event of that chat: its client was killed, or its last event came
 * too early. Only its transcript identifies its client and its folder.
 */
import type { Identities } from '../../memory/governance/identities.ts';
import type { Caller, ProjectRef } from '../../memory/shared/identity.ts';
import { isCaptureOff } from './captureRecord.ts';
import { agentOfHook, hookClientFrom } from './hookClients.ts';

interface ChatCallersParts {
  identities: Pick<Identities, 'resolve'>;
  username: string;
  /** BigMind's own folder. */
  home: string;
  projectOf: (folder: string) => ProjectRef | undefined;
}

/**
 * Returns a function that resolves with the caller for a transcript of a chat in `folder` (absolute; undefined if
 * unknown), and with undefined if recording is switched off there.
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
