/**
 * The memory page of a program with another main task, such as the MCP server. It listens only after a request for
 * the address, and uses another port if its port is taken (most likely by another chat's BigMind).
 */
import type { NewId } from '../memory/shared/ports.ts';
import type { ProfilePage } from '../mcp/shared/profilePage.ts';
import { openInBrowser } from './openInBrowser.ts';
import { startProfileServer, type ProfileServer, type ProfileServerOptions } from './profileServer.ts';

export interface ProfilePageOptions extends Omit<ProfileServerOptions, 'token'> {
  /** Random; also creates the token. */
  newId: NewId;
  /** How an address is shown to the user; their browser by default. */
  show?: (address: string) => Promise<void>;
}

export function createProfilePage(options: ProfilePageOptions): ProfilePage {
  const { show = openInBrowser } = options;
  let starting: Promise<ProfileServer> | undefined;
  const newAddress = async (): Promise<string> => {
    starting ??= startSomewhere({ ...options, token: options.newId() });
    // A server that failed to start is started again at the next request.
    starting.catch(() => (starting = undefined));
    return (await starting).newAddress();
  };
  return {
    newAddress,
    open: async () => show(await newAddress()),
    close: async () => {
      const started = await starting?.catch(() => undefined);
      starting = undefined;
      await started?.close();
    },
  };
}

/** At the configured port if it is free, else at any. */
async function startSomewhere(options: ProfileServerOptions): Promise<ProfileServer> {
  try {
    return await startProfileServer(options);
  } catch (thrown) {
    if (options.port === 0) throw thrown;
    return startProfileServer({ ...options, port: 0 });
  }
}
