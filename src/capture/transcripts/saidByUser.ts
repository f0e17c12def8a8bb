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
const commandWords = 'command-args';

/** Empty when no person said anything. What somebody wrote behind a command is theirs. */
export function saidByUser(text: string): string {
  const said = wrappers.reduce(without, text).trim();
  if (interrupted.test(said)) return '';
  return said.replaceAll(`<${commandWords}>`, '').replaceAll(`</${commandWords}>`, '').trim();
}

export function withoutReminders(text: string): string {
  return without(text, 'system-reminder');
}

/** A mark that is never closed is somebody's text. */
function without(text: string, mark: string): string {
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
