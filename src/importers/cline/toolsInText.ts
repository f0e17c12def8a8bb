/**
 * Finds the calls of tools in the text of a model. Until native calls, Cline, Roo Code and Kilo Code had models write
 * them as elements on their own lines, with an element for each parameter (`parseAssistantMessage` of both).
 */
import { textFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';

const tools = [
  'execute_command',
  'read_file',
  'write_to_file',
  'replace_in_file',
  'apply_diff',
  'insert_content',
  'search_and_replace',
  'search_replace',
  'edit_file',
  'apply_patch',
  'search_files',
  'list_files',
  'list_code_definition_names',
  'codebase_search',
  'browser_action',
  'use_mcp_tool',
  'access_mcp_resource',
  'load_mcp_documentation',
  'ask_followup_question',
  'attempt_completion',
  'plan_mode_respond',
  'plan_mode_response',
  'act_mode_respond',
  'new_task',
  'switch_mode',
  'fetch_instructions',
  'update_todo_list',
  'focus_chain',
  'web_fetch',
  'web_search',
  'condense',
  'summarize_task',
  'new_rule',
  'report_bug',
  'run_slash_command',
  'generate_image',
  'use_skill',
] as const;

/** Tools by which the model speaks to the user, with the parameter that contains what it says. */
const answers: Readonly<Record<string, string>> = {
  attempt_completion: 'result',
  ask_followup_question: 'question',
  plan_mode_respond: 'response',
  plan_mode_response: 'response',
  act_mode_respond: 'response',
};

export function isAnswer(tool: string): boolean {
  return Object.hasOwn(answers, tool);
}

/** What the model says to the user by a call; undefined if it says nothing. */
export function answerIn(tool: string, given: Fields): string | undefined {
  return textFrom(given[answers[tool] ?? '']);
}

type TextPiece =
  | { type: 'text' | 'thought'; text: string }
  /** The arguments are texts, by their names. */
  | { type: 'tool'; tool: string; given: Readonly<Record<string, string>> };

/** A call that the program cut off ends with the text. */
const call = new RegExp(`(?:^|\\n)[ \\t]*<(?<tool>${tools.join('|')})>(?<given>[\\s\\S]*?)(?:</\\k<tool>>|$)`, 'gu');

export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const found of text.matchAll(call)) {
    pieces.push(...thoughtsAndText(text.slice(end, found.index)));
    const { tool = '', given = '' } = found.groups ?? {};
    pieces.push({ type: 'tool', tool, given: parametersIn(given) });
    end = found.index + found[0].length;
  }
  return [...pieces, ...thoughtsAndText(text.slice(end))];
}

const thinking = /<thinking>(?<thought>[\s\S]*?)<\/thinking>/gu;

function thoughtsAndText(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  const add = (type: 'text' | 'thought', piece: string): void => {
    if (piece.trim() !== '') pieces.push({ type, text: piece.trim() });
  };
  for (const found of text.matchAll(thinking)) {
    add('text', text.slice(end, found.index));
    add('thought', found.groups?.['thought'] ?? '');
    end = found.index + found[0].length;
  }
  add('text', text.slice(end));
  return pieces;
}

/** Their values may contain any markup, even their own end. */
const longParameters: ReadonlySet<string> = new Set(['content', 'diff', 'result', 'response', 'args', 'arguments']);

function parametersIn(text: string): Record<string, string> {
  const given: [string, string][] = [];
  for (let at = 0; ;) {
    const found = /<(?<name>\w+)>/u.exec(text.slice(at));
    const name = found?.groups?.['name'];
    if (found === null || name === undefined) return Object.fromEntries(given);
    const begin = at + found.index + found[0].length;
    const mark = `</${name}>`;
    const stop = longParameters.has(name) ? text.lastIndexOf(mark) : text.indexOf(mark, begin);
    const end = stop < begin ? text.length : stop;
    given.push([name, text.slice(begin, end).replace(/^\n|\n$/gu, '')]);
    at = end + mark.length;
  }
}
