/**
 * Entry of the web UI inside a chat, as an MCP App: everything is in one file, and the chat is queried for its look
 * first.
 */
import { bringIcons } from './chatIcons.ts';
import { openChatLink } from './host/chatLink.ts';
import { t } from './l10n/t.ts';
import { BigMindApp } from './shell/app.ts';

bringIcons();
try {
  document.body.append(new BigMindApp(await openChatLink()));
} catch {
  // Shown by something that is not a host of MCP Apps, or that lost this page: there is no one to query or to notify.
  document.body.append(t('The chat does not respond to this page. Ask your assistant to open your profile again.'));
}
