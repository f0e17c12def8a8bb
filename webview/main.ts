/** Entry of the web UI in VS Code, in a browser and inside a chat: one link to the host, one component that fills the body. */
import { bringIcons, iconsOfChat } from './chatIcons.ts';
import { openChatLink } from './host/chatLink.ts';
import type { HostLink } from './host/hostLink.ts';
import { createHttpLink } from './host/httpLink.ts';
import { createVsCodeLink } from './host/vscodeLink.ts';
import { language, t } from './l10n/t.ts';
import { BigMindApp } from './shell/app.ts';

const icons = iconsOfChat();
if (icons === null) show(createVsCodeLink() ?? createHttpLink());
else void showInChat(icons);

function show(link: HostLink): void {
  // For screen readers: the language of the texts, even if the host's is another one.
  document.documentElement.lang = language();
  document.body.append(new BigMindApp(link));
}

/** As an MCP App, whose chat is queried for its look first. */
async function showInChat(icons: HTMLTemplateElement): Promise<void> {
  bringIcons(icons);
  try {
    show(await openChatLink());
  } catch {
    // Shown by something that is not a host of MCP Apps, or that lost this page: there is no one to query or to notify.
    document.body.append(
      t('The chat does not respond to this page. Ask your assistant to open the memory page again.'),
    );
  }
}
