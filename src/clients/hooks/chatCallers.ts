/**
 * The caller for recording a chat without an event of its own: its client was killed, or its last event came too early.
 * Only its transcript says which client and which folder it belongs to.
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
