/**
 * Extracts the user's own text from messages that Claude Code sent with the user's role: it wraps commands, their
 * output, reminders and editor state in its own marks.
 */

/** Marks whose content is not the user's text. */
const wrappers = [
  'command-name',
  'command-message',
  'command-contents',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'system-reminder',
  'user-prompt-submit-hook',
  'task-notification',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
];
const interrupted = /^\[Request interrupted by user(?: for tool use)?\]$/u;
/** The output of a command, truncated before its end mark. */
const outputWithoutEnd = /^<(?:local-command|bash)-std(?:out|err)>/u;
const commandWords = 'command-args';

/** Empty if the user wrote nothing. Arguments of a command are the user's text. */
export function saidByUser(text: string): string {
  const said = wrappers.reduce(withoutMarked, text).trim();
  if (interrupted.test(said) || outputWithoutEnd.test(said)) return '';
  return said.replaceAll(`<${commandWords}>`, '').replaceAll(`</${commandWords}>`, '').trim();
}

const summaryLead = /^This session is being continued from a previous conversation\b[^\n]{0,300}\n/u;
/** Claude Code's note to the model after a summary: where the transcript is, and to continue without asking. */
const summaryTail =
  /\n(?:If you need specific details from before compaction|(?:Please c|C)ontinue the conversation from where (?:it|we) left\b)/u;
/** In characters; a match further from the end is part of the summary itself. */
const maxTail = 2_000;

/** The summary of a compaction without the text that Claude Code wrote around it for the next model. */
export function summaryByModel(text: string): string {
  const summary = withoutReminders(text).trimStart().replace(summaryLead, '');
  const from = Math.max(0, summary.length - maxTail);
  const tail = summary.slice(from).search(summaryTail);
  return (tail === -1 ? summary : summary.slice(0, from + tail)).trim();
}

export function withoutReminders(text: string): string {
  return withoutMarked(text, 'system-reminder');
}

/** Removes all text between `<mark>` and `</mark>`. A mark that is never closed is the user's text and is kept. */
export function withoutMarked(text: string, mark: string): string {
  const [begin, end] = [`<${mark}>`, `</${mark}>`];
  let kept = '';
  let at = 0;
  for (;;) {
    const from = text.indexOf(begin, at);
    const to = from === -1 ? -1 : text.indexOf(end, from);
    if (to === -1) return at === 0 ? text : kept + text.slice(at);
    kept += text.slice(at, from);
    at = to + end.length;
  }
}
