/** What recording means, as a page that a person reads before they decide. */
import * as vscode from 'vscode';
import type { ReadOnlyPages } from '../../platform/readOnlyPages.ts';

export async function showWhatIsRecorded(pages: ReadOnlyPages): Promise<void> {
  await pages.preview(vscode.l10n.t('What BigMind records'), explanation());
}

function explanation(): string {
  return [
    `# ${vscode.l10n.t('What BigMind records')}`,
    vscode.l10n.t(
      'While recording is on, VS Code and the Copilot CLI tell BigMind when a chat in agent mode begins, when you send a message, and when the assistant is done.',
    ),
    list(
      vscode.l10n.t('At the beginning of a chat BigMind hands over what it knows of this project and of you.'),
      vscode.l10n.t(
        'With a message it adds a few lines when they clearly belong to it, such as a reminder that is due, and nothing otherwise.',
      ),
      vscode.l10n.t(
        'When the assistant is done, BigMind reads the transcript of the chat: what you wrote, what the assistant answered and thought, which tools it called, and what they returned. It notes what the chat was about and which files it changed.',
      ),
    ),
    `## ${vscode.l10n.t('Where it goes')}`,
    vscode.l10n.t(
      'Into the BigMind file on this computer. It is sent elsewhere only where you chose so: what you remember to an embedding server, the text of chats to a language model of VS Code that may summarise them.',
    ),
    vscode.l10n.t(
      'Secrets of well-known shapes, and whatever stands between `<private>` and `</private>`, are cut out before anything is written.',
    ),
    `## ${vscode.l10n.t('Which file it needs')}`,
    vscode.l10n.t(
      'Turning it on writes `~/.copilot/hooks/bigmind.json`. Both harnesses of VS Code, Local and Copilot, read this file, and so does the Copilot CLI: recording is on in all of them or in none. Turning it off everywhere removes the file, and so does uninstalling BigMind.',
    ),
    `## ${vscode.l10n.t('How to switch it off')}`,
    vscode.l10n.t(
      '"BigMind: Turn Recording On or Off..." switches it for everything or for this workspace, also for Claude Code and others that run the same hooks. VS Code\'s Local harness runs no hooks in a workspace that you do not trust.',
    ),
    vscode.l10n.t('What was recorded can be looked at, and deleted for good, in "BigMind: Open in Editor".'),
    '',
  ].join('\n\n');
}

function list(...sentences: string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join('\n');
}
