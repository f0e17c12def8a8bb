/** How the commands that serve the profile page serve it: the person's own profile, by the settings of the process. */
import { createProfileReader } from '../http/profileReader.ts';
import type { ProfileServerOptions } from '../http/profileServer.ts';
import type { CommandContext } from './command.ts';

/** All but the token, which is new for each server. Nothing is opened or read by this. */
export function profileServing(context: CommandContext): Omit<ProfileServerOptions, 'token'> {
  const { memory, settings, version, newId, note } = context;
  return {
    reader: createProfileReader({
      memory,
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
