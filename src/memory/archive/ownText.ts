/**
 * What BigMind itself puts into a conversation, and how it is known again. Hooks put recalled text between two marks;
 * recordings leave out what stands between them, and what our own tools answered.
 */
import { inert } from '../trust/quoting.ts';

const begin = '<bigmind-context>';
const end = '</bigmind-context>';

/** Text between our marks. What was remembered cannot close them. */
export function asOwnText(text: string): string {
  return `${begin}\n${inert(text)}\n${end}`;
}

/** The first mark as we write it; a mark that somebody names in a sentence goes on with that sentence. */
const opening = new RegExp(`${begin}\\r?\\n`, 'gu');

/**
 * A text without what stands between our marks. Where the second mark is missing everything stays: whoever pastes the first
 * one alone into a conversation must not hide what follows it from the memory.
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
    // In vain once at most, or a text of nothing but first marks would be read over and over.
    const closes = isAlone ? end : `\n${end}`;
    const closing = unclosed.has(closes) ? -1 : text.indexOf(closes, mark.index + mark[0].length - 1);
    if (closing < 0) unclosed.add(closes);
    if (closing < 0) continue;
    left += text.slice(from, mark.index);
    from = text.indexOf(end, closing) + end.length;
  }
  return left + text.slice(from);
}

/** Characters before a mark at the beginning of a line. */
const widestIndent = 80;

/** The same of a title, which clients make of a conversation's first text and cut: nothing can hide behind it. */
export function withoutOwnTitle(title: string): string {
  return isTitleOfOwn(title) && !title.includes(end) ? '' : withoutOwnText(title);
}

/** Clients make a title of a conversation's first text, on one line. */
function isTitleOfOwn(text: string): boolean {
  return text.trimStart().startsWith(`${begin} `) && !text.includes('\n');
}

/** Whether a tool is ours, by the name under which any client offers it. */
export function isOwnTool(name: string): boolean {
  return (
    /(?:^|[_\-.])bigmind(?:[_\-.]|$)/iu.test(name) || ownTools.some((own) => name === own || name.endsWith(`_${own}`))
  );
}

/** Tools whose answers are recalled text, by their fixed names; without those that other programs may have as well. */
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
