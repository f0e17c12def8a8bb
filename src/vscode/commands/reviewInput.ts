/**
 * What a reviewer types. An input box has one line, so the lines of a text stand in it with a sign between them, and what
 * was not touched comes back as it was.
 */
import * as vscode from 'vscode';
import { limits } from '../../memory/input.ts';
import type { Knowledge } from '../../memory/knowledge.ts';

const lineSign = '⏎';

/** Only what differs from the entry; undefined when the person broke off. */
export async function askForCorrections(
  entry: Pick<Knowledge, 'title' | 'content'>,
): Promise<{ title?: string; content?: string } | undefined> {
  const title = await vscode.window.showInputBox({
    title: vscode.l10n.t('Edit and approve (1 of 2)'),
    prompt: vscode.l10n.t('The title'),
    value: entry.title,
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(text, limits.knowledgeTitle),
  });
  if (title === undefined) return undefined;
  const line = await vscode.window.showInputBox({
    title: vscode.l10n.t('Edit and approve (2 of 2)'),
    prompt: vscode.l10n.t('The text in Markdown; {0} stands for the end of a line', lineSign),
    value: oneLineFrom(entry.content),
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(text, limits.knowledgeContent),
  });
  if (line === undefined) return undefined;
  return {
    ...(title !== entry.title && { title }),
    ...(line !== oneLineFrom(entry.content) && { content: linesFrom(line) }),
  };
}

export function oneLineFrom(text: string): string {
  return text.replace(/\r?\n/gu, lineSign);
}

export function linesFrom(line: string): string {
  return line.replaceAll(lineSign, '\n');
}

/** Empty when there is none; undefined when the person broke off. */
export function askForNote(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Review'),
    prompt: vscode.l10n.t('A note for whoever proposed it; none is fine.'),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? undefined : problemOf(text, limits.shortText)),
  });
}

function problemOf(text: string, longest: number): string | undefined {
  if (text.trim() === '') return vscode.l10n.t('Write something here.');
  const over = text.trim().length - longest;
  return over > 0 ? vscode.l10n.t('{0} characters too long.', over) : undefined;
}
