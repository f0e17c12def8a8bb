/**
 * What a message with the user's role contains in a task of Cline, Roo Code or Kilo Code: the user's words, which are
 * in elements (`formatResponse` in src/core/prompts/responses.ts of cline/cline and RooCodeInc/Roo-Code), the results
 * of tools, and text that the program wrote.
 */
import { fieldsFrom, listFrom, textFrom } from '../../capture/transcripts/fields.ts';
import { resultText } from '../../capture/transcripts/toolText.ts';
import { parsedObject } from '../../capture/transcripts/salvage.ts';
import { isAnswer } from './toolsInText.ts';

interface ToolOutput {
  /** The id of the call, if the model called tools natively. */
  call: string | undefined;
  /** The tool, if the text names it. */
  tool: string | undefined;
  text: string;
}

interface UserContent {
  words: string;
  outputs: ToolOutput[];
}

/** `toolOf` returns the tool of a native call, by its id. */
export function userContentFrom(content: unknown, toolOf: (call: string) => string | undefined): UserContent {
  const words: string[] = [];
  const outputs: ToolOutput[] = [];
  const others: string[] = [];
  for (const block of typeof content === 'string' ? [{ type: 'text', text: content }] : listFrom(content)) {
    const fields = fieldsFrom(block);
    const call = textFrom(fields['tool_use_id']) ?? textFrom(fields['toolCallId']);
    const whole = call === undefined ? (textFrom(fields['text']) ?? '') : outputText(fields);
    const text = withoutElements(whole, 'environment_details');
    const { tool: named, body } = headed(text);
    const tool = call === undefined ? named : (toolOf(call) ?? named);
    // Older versions wrote the result of a tool into the blocks below its name.
    const continued =
      call === undefined && tool === undefined && outputs.at(-1)?.call === undefined ? outputs.at(-1) : undefined;
    const { said, rest } = wordsIn(body, tool ?? continued?.tool);
    words.push(...said);
    if (call !== undefined || tool !== undefined) outputs.push({ call, tool, text: rest });
    else if (rest === '' || programText.test(rest)) continue;
    else if (continued !== undefined) addTo(continued, rest);
    else if (said.length === 0) others.push(rest);
  }
  if (words.length === 0 && outputs.length === 0) words.push(...others);
  return { words: words.join('\n\n'), outputs };
}

function addTo(output: ToolOutput, text: string): void {
  output.text = output.text === '' ? text : `${output.text}\n${text}`;
}

/** The text of a native result; AI SDK's has its text in `output.value`. */
function outputText({ content, output }: Readonly<Record<string, unknown>>): string {
  const value = fieldsFrom(output)['value'];
  return resultText(content ?? value ?? output);
}

/** Elements that are never closed are kept. */
function withoutElements(text: string, name: string): string {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  let kept = '';
  let at = 0;
  for (;;) {
    const from = text.indexOf(begin, at);
    const to = from === -1 ? -1 : text.indexOf(end, from);
    if (to === -1) return (kept + text.slice(at)).trim();
    kept += text.slice(at, from);
    at = to + end.length;
  }
}

/** `[read_file for 'src/app.ts'] Result:` */
const header = /^\[(?<tool>[a-z]\w*)\b[^\n]*?(?:\n[\s\S]{0,4000}?)?\] Result:[ \t]*\n?/u;

function headed(text: string): { tool: string | undefined; body: string } {
  const found = header.exec(text);
  if (found === null) return { tool: undefined, body: text };
  return { tool: found.groups?.['tool'], body: text.slice(found[0].length).trim() };
}

/** An element of the user's words, on its own line. */
const opening =
  /(?:^|\n|<\/mode_notice>)<(?<name>task|feedback|answer|user_message|user_input|user_command)(?: [^>\n]*)?>/gu;
/** The line by which the program introduces it. */
const introduction = /\buser\b.*\b(?:feedback|message)\b/u;
/** In characters. */
const maxIntroduction = 400;
/** What the program adds below the element for files and pages that the user mentioned. */
const mentioned =
  /\n\n<(?:file_content|folder_content|url_content|workspace_diagnostics|git_working_state|git_commit|terminal_output|command)\b/gu;

/** The output of a tool may contain such elements of its own, unless the tool asks the user, or a command goes on. */
function wordsIn(text: string, tool: string | undefined): { said: string[]; rest: string } {
  const { status, feedback } = fieldsFrom(text.startsWith('{"status"') ? parsedObject(text) : undefined);
  if (status !== undefined && textFrom(feedback) !== undefined) return { said: [textFrom(feedback) ?? ''], rest: '' };
  const isToUser = tool === undefined || isAnswer(tool) || text.startsWith('Command is still running');
  const lastEnds = new Map<string, number>();
  for (const found of text.matchAll(opening)) {
    const before = text.slice(0, found.index).trimEnd();
    const above = before.slice(before.lastIndexOf('\n') + 1);
    const isIntroduced = above.length < maxIntroduction && introduction.test(above);
    if (!isToUser && !isIntroduced) continue;
    const begin = found.index + found[0].length;
    const mark = `</${found.groups?.['name'] ?? ''}>`;
    const lastEnd = lastEnds.get(mark) ?? text.lastIndexOf(mark);
    lastEnds.set(mark, lastEnd);
    if (lastEnd < begin) continue;
    const end = endOf(mark, text, begin) ?? lastEnd;
    const rest = isIntroduced ? before.slice(0, before.length - above.length) : before;
    return { said: [withoutElements(text.slice(begin, end), 'mode_notice')], rest: rest.trim() };
  }
  return { said: [], rest: text };
}

/** The end of an element above what the program added: a file in it may contain such an end, too. */
function endOf(mark: string, text: string, begin: number): number | undefined {
  mentioned.lastIndex = begin;
  const below = mentioned.exec(text)?.index;
  const end = below === undefined ? -1 : text.lastIndexOf(mark, below);
  return end < begin ? undefined : end;
}

const programText =
  /^(?:# (?:task_progress|TODO LIST|Reminder: Instructions)\b|Files attached by the user:|\[(?:ERROR|TASK RESUMPTION|\[?NOTE)\]|\[The user has switched to|\(The user did not provide|New problems detected\b|Missing value for required parameter|Tool \[|<(?:environment_details|explicit_instructions|file_content)\b)/u;
