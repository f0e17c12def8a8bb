/**
 * The user's own words in a prompt. Users paste logs, diffs and files, which share words with everything; their request
 * is before or after that.
 */
import { withoutOwnText } from '../../memory/archive/ownText.ts';
import { isPrinted } from '../../memory/summarize/words/ownWords.ts';
import { saidByUser } from '../../memory/summarize/words/saidByUser.ts';

/** Characters at the beginning and at the end of a long prompt that count. */
const readEach = 400;

const fence = /```[\s\S]*?(?:```|$)/gu;
/** Elements that editors add to a prompt: open files, selections, reminders. */
const attached =
  /<(attachments?|context|editorContext|reminder\w*|system-reminder|selection|ide_\w+|file|environment_info|workspace_info)\b[^<>]*>/giu;
/** Kinds of unclosed elements that are checked; a paste with more of them is not an attachment. */
const maxUnclosed = 20;
/** A line that a diff adds or removes; a list item has a space after its dash. */
const changed = /^\s*[+-]{1,3}[^\s-]/u;

/** Empty for a command such as `/clear`. */
export function ownWordsOf(prompt: string): string {
  if (/^\s*\/[a-z][\w:-]*(?:\s|$)/iu.test(prompt)) return '';
  const read = readableIn(prompt).replace(fence, ' ');
  const said = read
    .split('\n')
    .filter((line) => !isPrinted(line) && !changed.test(line))
    .join('\n')
    .trim();
  if (said.length <= 2 * readEach) return said;
  return `${said.slice(0, readEach)}\n${said.slice(-readEach)}`;
}

/** The code blocks that a user writes in a prompt, with their fences; empty without one. */
export function ownCodeOf(prompt: string): string {
  if (!prompt.includes('```')) return '';
  return readableIn(prompt).match(fence)?.join('\n') ?? '';
}

const maxReadLength = 200_000;

function readableIn(prompt: string): string {
  return withoutAttached(saidByUser(withoutOwnText(prompt.slice(0, maxReadLength))));
}

/**
 * Searches for each missing closing tag only once: a hook waits for this, and a paste may contain thousands of opening
 * tags.
 */
function withoutAttached(text: string): string {
  const unclosed = new Set<string>();
  const left: string[] = [];
  let from = 0;
  for (const opening of text.matchAll(attached)) {
    const name = (opening[1] ?? '').toLowerCase();
    if (opening.index < from || unclosed.has(name)) continue;
    const closing = new RegExp(`</${name}>`, 'giu');
    closing.lastIndex = opening.index + opening[0].length;
    if (closing.test(text)) {
      left.push(text.slice(from, opening.index));
      from = closing.lastIndex;
    } else if (unclosed.add(name).size === maxUnclosed) break;
  }
  return [...left, text.slice(from)].join(' ');
}
