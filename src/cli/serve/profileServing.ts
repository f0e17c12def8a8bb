/** The options with which commands serve the profile page: the user's own profile, by the settings of the process. */
import { createPageHost } from '../../http/pageHost.ts';
import type { ProfileServerOptions } from '../../http/profileServer.ts';
import type { CommandContext } from '../shared/command.ts';

/** All options except the token, which differs per server. This opens and reads nothing. */
export function profileServing(context: CommandContext): Omit<ProfileServerOptions, 'token'> {
  const { memory, search, settings, version, newId, note } = context;
  return {
    host: createPageHost({
      memory,
      search,
      username: settings.username,
      version,
      project: context.project(),
      files: context.filesOf(process.cwd()),
      location: settings.databaseFile,
      note,
    }),
    assetFolder: context.webviewFolder,
    port: settings.port,
    newId,
    note,
  };
}
