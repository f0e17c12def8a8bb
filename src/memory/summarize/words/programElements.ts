/**
 * The elements (`<name>…</name>`) that clients write into messages with the user's role: reminders, notifications,
 * messages of other agents, their environment. An element that the user typed in a sentence or in code is the user's.
 */

/** Elements whose content is never the user's text. Names that people use in prompts, such as `context`, are absent. */
const names = [
  'command-(?:name|message|contents)',
  '(?:local-command|bash)-(?:stdout|stderr|caveat|input)',
  'system[-_]reminder',
  '(?:session-(?:start|end)|user-prompt-submit|(?:pre|post)-tool-use|(?:subagent-)?stop|pre-compact)-hook',
  '(?:task|bash|shell|agent|subagent|monitor)[-_]notification',
  '(?:teammate|agent|cross-session)-message',
  'ci-monitor-event',
  'ide_(?:opened_file|selection|diagnostics)',
  'new-diagnostics',
  '(?:environment|session|hook)_context',
  '(?:user|apps|plugins|skills)_instructions',
  'recommended_plugins',
  'permissions instructions',
  'turn_aborted',
  'hook_prompt',
  'user_(?:shell_command|action)',
  'model_switch',
  'multi_agent_mode',
  'collaboration_mode',
  'personality_spec',
  'codex_(?:delegation|internal_context)',
  '(?:in-app-browser|app)-context',
  'reminderInstructions',
  'current_datetime',
  'editorContext',
  '(?:environment|workspace)_info',
].join('|');
const opening = new RegExp(`<(?<name>${names})(?:\\s[^<>\\n]{0,500})?>`, 'gu');
const opensElement = new RegExp(`^\\s*<(?:${names})(?:\\s[^<>\\n]{0,500})?>`, 'u');
const programTag = new RegExp(`^</?(?:${names})(?![\\w-])`, 'u');

/** Whether a text begins with the tag of such an element, even if its end is cut off. */
export function beginsWithProgramTag(text: string): boolean {
  return programTag.test(text);
}

/** What Claude Code writes below a notification: where the rest of the output is. */
const afterNotification =
  /^\s*(?:Read the output file to retrieve the (?:result|output)|Full transcript available at|Use the \w+ tool to (?:read|retrieve) the (?:result|output))\b[^\n]*/u;
const fenceLine = /^ {0,3}(?:`{3,}|~{3,})/gmu;

/** A text without the elements of clients. One that is never closed is kept. */
export function withoutProgramElements(text: string): string {
  const unclosed = new Set<string>();
  let kept = '';
  let fences = 0;
  let hasWords = false;
  const lastFence = Math.max(text.lastIndexOf('\n```'), text.lastIndexOf('\n~~~'));
  let from = 0;
  for (const found of text.matchAll(opening)) {
    const name = found.groups?.['name'] ?? '';
    const start = found.index;
    if (start < from || unclosed.has(name)) continue;
    const closing = `</${name}>`;
    const to = text.indexOf(closing, start);
    if (to === -1) {
      unclosed.add(name);
      continue;
    }
    const end = to + closing.length;
    const before = text.slice(from, start);
    const isFenced = (fences + fencesIn(before)) % 2 === 1 && lastFence >= end;
    hasWords ||= before.trim() !== '';
    if (isFenced || isTyped({ before, inside: text.slice(start, end), after: text.slice(end), isFirst: !hasWords })) {
      kept += text.slice(from, end);
      fences += fencesIn(text.slice(from, end));
      hasWords = true;
      from = end;
      continue;
    }
    kept += before;
    fences += fencesIn(before);
    from = end + (name.endsWith('notification') ? (afterNotification.exec(text.slice(end))?.[0].length ?? 0) : 0);
  }
  return from === 0 ? text : kept + text.slice(from);
}

function fencesIn(text: string): number {
  return text.includes('```') || text.includes('~~~') ? (text.match(fenceLine)?.length ?? 0) : 0;
}

interface Place {
  /** The text since the last element. */
  before: string;
  inside: string;
  after: string;
  /** Whether no text of the user precedes it. */
  isFirst: boolean;
}

/**
 * Whether an element is part of a line that a user typed. A client puts it on its own lines, or directly, without a
 * space, before or after the whole text.
 */
function isTyped({ before, inside, after, isFirst }: Place): boolean {
  const beginsLine = /(?:^|\n)[ \t]*$/u.test(before.slice(-200));
  const endsLine = /^[ \t]*(?:\r?\n|$)/u.test(after.slice(0, 200)) || opensElement.test(after.slice(0, 600));
  if (beginsLine && endsLine) return false;
  if (beginsLine && isFirst) return !inside.includes('\n') && !/^[\p{L}\p{N}]/u.test(after);
  return !(after.trim() === '' && /[\p{L}\p{N}.!?。！？…]$/u.test(before.slice(-2)));
}

interface Element {
  name: string;
  content: string;
}

const first = /^<(?<name>[A-Za-z][\w-]{0,60})(?:\s[^<>]{0,500})?>/u;
const maxElements = 50;

/** The elements of a text that consists of nothing else; undefined for any other text. */
export function onlyElements(text: string): Element[] | undefined {
  const elements: Element[] = [];
  let rest = text.trim();
  while (rest !== '' && elements.length < maxElements) {
    const found = first.exec(rest);
    const name = found?.groups?.['name'] ?? '';
    const end = found === null ? -1 : rest.indexOf(`</${name}>`);
    if (found === null || end === -1) return undefined;
    elements.push({ name, content: rest.slice(found[0].length, end).trim() });
    rest = rest.slice(end + name.length + 3).trim();
  }
  return rest === '' && elements.length > 0 ? elements : undefined;
}
