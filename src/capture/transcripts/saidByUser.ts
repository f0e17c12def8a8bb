/**
 * What a person said, out of what Claude Code sent in their name: it wraps commands, their output, reminders and what
 * the editor shows in marks of its own.
 */

/** What stands between these marks no person wrote. */
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
/** What a command printed, cut off before its end. */
const outputWithoutEnd = /^<(?:local-command|bash)-std(?:out|err)>/u;
const commandWords = 'command-args';

/** Empty when no person said anything. What somebody wrote behind a command is theirs. */
export function saidByUser(text: string): string {
  const said = wrappers.reduce(withoutMarked, text).trim();
  if (interrupted.test(said) || outputWithoutEnd.test(said)) return '';
  return said.replaceAll(`<${commandWords}>`, '').replaceAll(`</${commandWords}>`, '').trim();
}

const summaryLead = /^This session is being continued from a previous conversation\b[^\n]{0,300}\n/u;
/** What Claude Code tells the model behind a summary: where the transcript lies, and to go on without asking. */
const summaryTail =
  /\n(?:If you need specific details from before compaction|(?:Please c|C)ontinue the conversation from where (?:it|we) left\b)/u;
/** Characters; a summary that itself speaks so much earlier is no tail. */
const maxTail = 2_000;

/** A summary of a compaction without what Claude Code wrote around it, for the model that goes on. */
export function summaryByModel(text: string): string {
  const summary = withoutReminders(text).trimStart().replace(summaryLead, '');
  const from = Math.max(0, summary.length - maxTail);
  const tail = summary.slice(from).search(summaryTail);
  return (tail === -1 ? summary : summary.slice(0, from + tail)).trim();
}

export function withoutReminders(text: string): string {
  return withoutMarked(text, 'system-reminder');
}

/** A text without what stands between `<mark>` and `</mark>`. A mark that is never closed is somebody's text. */
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
