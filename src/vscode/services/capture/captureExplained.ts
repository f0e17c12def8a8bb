/** A page that explains what recording means, for users who are deciding about it. */
import * as vscode from 'vscode';
import type { ReadOnlyPages } from '../../platform/readOnlyPages.ts';

export async function showWhatIsRecorded(pages: ReadOnlyPages): Promise<void> {
  await pages.preview(vscode.l10n.t('What BigMind records'), explanation());
}

function explanation(): string {
  return [
    `# ${vscode.l10n.t('What BigMind records')}`,
    vscode.l10n.t(
      'While recording is on, VS Code and the Copilot CLI notify BigMind when a chat in agent mode starts, when you send a message, and when the assistant finishes.',
    ),
    list(
      vscode.l10n.t('When a chat starts, BigMind gives the assistant what it knows about you and this project.'),
      vscode.l10n.t(
        'When you send a message, BigMind adds a few lines only if they clearly match it, such as a reminder that is due.',
      ),
      vscode.l10n.t(
        "When the assistant finishes, BigMind reads the transcript of the chat: your messages, the assistant's answers and thoughts, its tool calls, and their results. It also records the topic of the chat and the files that it changed.",
      ),
    ),
    `## ${vscode.l10n.t('Where it is stored')}`,
    vscode.l10n.t(
      'BigMind stores everything in its file on this computer. It sends data elsewhere only if you choose so: memories to an embedding server, the text of chats or memories to a VS Code language model for summaries, and recorded chats to the server of your team.',
    ),
    vscode.l10n.t(
      'Before BigMind writes anything, it removes well-known kinds of secrets and all text between `<private>` and `</private>`.',
    ),
    `## ${vscode.l10n.t('Which file it needs')}`,
    vscode.l10n.t(
      'When you turn recording on, BigMind writes `~/.copilot/hooks/bigmind.json`. VS Code (Local and Copilot) and the Copilot CLI read this file, so recording is on in all of them or in none. BigMind removes the file when you turn recording off everywhere, or when you uninstall it.',
    ),
    `## ${vscode.l10n.t('How to turn it off')}`,
    vscode.l10n.t(
      '"BigMind: Turn Recording On or Off..." changes it everywhere or in this workspace, also for Claude Code and others that run the same hooks. VS Code (Local) runs no hooks in a workspace that you do not trust.',
    ),
    vscode.l10n.t('To view recorded chats or erase them for good, run "BigMind: Open in Editor".'),
    '',
  ].join('\n\n');
}

function list(...sentences: string[]): string {
  return sentences.map((sentence) => `- ${sentence}`).join('\n');
}
