/**
 * The text that BigMind itself adds to a conversation, and how it is recognized. Hooks put recalled text between two
 * marks; recordings leave out the text between them and the answers of our own tools.
 */
import { learnRequestMark } from '../learn/requestMark.ts';
import { inert } from '../trust/quoting.ts';

const begin = '<bigmind-context>';
const end = '</bigmind-context>';

/** Text between our marks. Recalled text cannot contain the closing mark. */
export function asOwnText(text: string): string {
  return `${begin}\n${inert(text)}\n${end}`;
}

/** The opening mark as we write it. A mark that is mentioned in a sentence is followed by more text on its line. */
const opening = new RegExp(`${begin}\\r?\\n`, 'gu');

/**
 * A text without the passages between our marks. If the closing mark is missing, everything stays: pasting only the
 * opening mark into a conversation must not hide the text after it from the memory.
 */
export function withoutOwnText(text: string): string {
  if (!text.includes(end)) return text;
  if (isTitleOfOwn(text)) return text.slice(text.indexOf(end) + end.length);
  let left = '';
  let from = 0;
  const unclosed = new Set<string>();
  for (const mark of text.matchAll(opening)) {
    if (mark.index < from) continue;
    const isAlone = /(?:^|\n)[ \t]*$/u.test(text.slice(Math.max(from, mark.index - widestIndent), mark.index));
    // A missing mark is searched for only once, or a text of many opening marks would take quadratic time.
    const closes = isAlone ? end : `\n${end}`;
    const closing = unclosed.has(closes) ? -1 : text.indexOf(closes, mark.index + mark[0].length - 1);
    if (closing < 0) unclosed.add(closes);
    if (closing < 0) continue;
    left += text.slice(from, mark.index);
    from = text.indexOf(end, closing) + end.length;
  }
  return left + text.slice(from);
}

/** Longest indent before a mark at the beginning of a line, in characters. */
const widestIndent = 80;

/** The same for a title, which clients cut from a conversation's first text: nothing can be hidden after it. */
export function withoutOwnTitle(title: string): string {
  return isTitleOfOwn(title) && !title.includes(end) ? '' : withoutOwnText(title);
}

/** Clients make a title from a conversation's first text, on one line. */
function isTitleOfOwn(text: string): boolean {
  return text.trimStart().startsWith(`${begin} `) && !text.includes('\n');
}

/**
 * Whether a request comes from BigMind itself, which asked a coding agent to learn from a recording. Clients put blocks
 * of their own, such as the time, before a request.
 */
export function isOwnRequest(text: string): boolean {
  const at = text.indexOf(learnRequestMark);
  if (at < 0 || at > maxPreamble || !/^(?:\r?\n|$)/u.test(text.slice(at + learnRequestMark.length))) return false;
  return (
    text
      .slice(0, at)
      .replace(/<([\w-]+)>[^<]*<\/\1>/gu, '')
      .trim() === ''
  );
}

/** In characters. */
const maxPreamble = 2_000;

/** Whether a tool is ours, under the name in any client. */
export function isOwnTool(name: string): boolean {
  return (
    /(?:^|[_\-.])bigmind(?:[_\-.]|$)/iu.test(name) || ownTools.some((own) => name === own || name.endsWith(`_${own}`))
  );
}

/** Tools that answer with recalled text, by their fixed names; names that other programs may also use are left out. */
const ownTools = [
  'memory_start_session',
  'memory_get_context',
  'memory_search',
  'memory_list_sessions',
  'memory_get_session_detail',
  'memory_get_instructions',
  'memory_search_chunks',
  'memory_semantic_search',
  'memory_search_global',
  'memory_list_global',
  'memory_list_hypotheses',
  'get_latest_continuation',
  'get_era_summary',
  'get_context_heap',
];
