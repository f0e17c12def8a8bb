/**
 * What BigMind itself puts into a conversation, and how it is known again. Hooks put recalled text between two marks;
 * recordings leave out what stands between them, and what our own tools answered.
 */

const begin = '<bigmind-context>';
const end = '</bigmind-context>';

/** Text between our marks. What was remembered cannot close them. */
export function asOwnText(text: string): string {
  return `${begin}\n${text.replaceAll(/<(?=\s*\/?\s*bigmind-context)/giu, '‹')}\n${end}`;
}

/** A text without what stands between our marks; without the rest of it, when the second mark is missing. */
export function withoutOwnText(text: string): string {
  if (!text.includes(begin)) return text;
  const [first = '', ...others] = text.split(begin);
  return first + others.map((part) => (part.includes(end) ? part.slice(part.indexOf(end) + end.length) : '')).join('');
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
