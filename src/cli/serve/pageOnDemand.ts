/**
 * The memory page of the MCP server. Its modules are loaded on first use, because most servers never need it and
 * every handshake would wait for it.
 */
import type { ProfilePage } from '../../mcp/shared/profilePage.ts';
import type { CommandContext } from '../shared/command.ts';

export function pageOnDemand(context: CommandContext): ProfilePage {
  let page: Promise<ProfilePage> | undefined;
  const made = (): Promise<ProfilePage> => (page ??= makePage(context));
  return {
    newAddress: async () => (await made()).newAddress(),
    open: async () => (await made()).open(),
    // If loading failed, nothing is served; the caller that needed it got the error.
    close: async () => (await page?.catch(() => undefined))?.close(),
  };
}

async function makePage(context: CommandContext): Promise<ProfilePage> {
  const [{ createProfilePage }, { ownFiles, profileServing }] = await Promise.all([
    import('../../http/profilePage.ts'),
    import('./profileServing.ts'),
  ]);
  return createProfilePage(profileServing(context, ownFiles(context)));
}
