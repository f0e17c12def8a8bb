/** How the commands that serve the profile page serve it: the person's own profile, by the settings of the process. */
import { createPageHost } from '../../http/pageHost.ts';
import type { ProfileServerOptions } from '../../http/profileServer.ts';
import type { CommandContext } from '../shared/command.ts';

/** All but the token, which is new for each server. Nothing is opened or read by this. */
export function profileServing(context: CommandContext): Omit<ProfileServerOptions, 'token'> {
  const { memory, search, settings, version, newId, note } = context;
  return {
    host: createPageHost({
      memory,
      search,
      username: settings.username,
      version,
      project: context.project(),
      location: settings.databaseFile,
      note,
    }),
    assetFolder: context.webviewFolder,
    port: settings.port,
    newId,
    note,
  };
}
