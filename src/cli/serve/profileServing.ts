/** The options with which commands serve the memory page: the user's own profile, by the settings of the process. */
import { haveHooks } from '../../clients/hooks/captureFindings.ts';
import { readCaptureRecord } from '../../clients/hooks/captureRecord.ts';
import { haveVscodeHooks } from '../../clients/hooks/vscodeHooks.ts';
import type { ClientHost } from '../../clients/shared/clientHost.ts';
import { createPageHost } from '../../http/pageHost.ts';
import type { ProfileServerOptions } from '../../http/profileServer.ts';
import type { EditableFiles } from '../../memory/entries/editableFiles.ts';
import type { CommandContext } from '../shared/command.ts';

/**
 * All options except the token, which differs per server. This opens and reads nothing. Without `editableFiles`, memory
 * files are neither shown nor changed.
 */
export function profileServing(
  context: CommandContext,
  editableFiles?: EditableFiles,
): Omit<ProfileServerOptions, 'token'> {
  const { memory, search, settings, version, newId, note, host } = context;
  return {
    host: createPageHost({
      memory,
      search,
      username: settings.username,
      version,
      project: context.project(),
      files: context.filesOf(process.cwd()),
      editableFiles,
      location: settings.databaseUrl === undefined ? settings.databaseFile : 'PostgreSQL (BIGMIND_DB_URL)',
      // A shared store is filled from other computers, too.
      ...(settings.mode === 'personal' && {
        isRecording: () => isRecording(settings.home, host),
      }),
      note,
    }),
    assetFolder: context.webviewFolder,
    port: settings.port,
    newId,
    note,
  };
}

/** Undefined for a shared store, where the page may be for others than the user of this computer. */
export function ownFiles({ settings, editableFiles }: CommandContext): EditableFiles | undefined {
  return settings.mode === 'personal' ? editableFiles : undefined;
}

/** Whether an assistant of this computer records, apart from choices for single folders. */
function isRecording(home: string, host: ClientHost): boolean {
  return readCaptureRecord(home).everywhere !== 'off' && (haveHooks(home, host) || haveVscodeHooks(home, host));
}
