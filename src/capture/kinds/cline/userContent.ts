/**
 * What a message with the user's role contains in a task of Cline, Roo Code or Kilo Code: the user's words, which are
 * in elements (`formatResponse` in src/core/prompts/responses.ts of cline/cline and RooCodeInc/Roo-Code), the results
 * of tools, and text that the program wrote.
 */
import { fieldsFrom, listFrom, textFrom } from '../../transcripts/fields.ts';
import { resultText } from '../../transcripts/toolText.ts';
import { parsedObject } from '../../transcripts/salvage.ts';
import { isAnswer } from './toolsInText.ts';

export interface ToolOutput {
  /** The id of the call, if the model called tools natively. */
  call: string | undefined;
  /** The tool, if the text names it. */
  tool: string | undefined;
  text: string;
}

export interface UserContent {
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
    const text = withoutEnvironment(call === undefined ? (textFrom(fields['text']) ?? '') : outputText(fields));
    const { tool, body } = call === undefined ? headed(text) : { tool: toolOf(call), body: text };
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

const environment = /\s*<environment_details>[\s\S]*?<\/environment_details>\s*/gu;

function withoutEnvironment(text: string): string {
  return text.replace(environment, '\n').trim();
}

/** `[read_file for 'src/app.ts'] Result:` */
const header = /^\[(?<tool>[a-z]\w*)\b[^\n]*?(?:\n[\s\S]{0,4000}?)?\] Result:[ \t]*\n?/u;

function headed(text: string): { tool: string | undefined; body: string } {
  const found = header.exec(text);
  if (found === null) return { tool: undefined, body: text };
  return { tool: found.groups?.['tool'], body: text.slice(found[0].length).trim() };
}

const instructions = /^(?:<explicit_instructions\b[\s\S]*?<\/explicit_instructions>\s*)+/u;
const element = '<(?<name>task|feedback|answer|user_message)>(?<said>[\\s\\S]*)</\\k<name>>';
const elementAtStart = new RegExp(`^${element}`, 'u');
/** An element below a line in which the program introduces it. */
const introduced = new RegExp(
  `(?:^|\\n)(?:[^\\n]*\\buser\\b[^\\n]*\\bfeedback\\b[^\\n]*|New (?:instructions|message)\\b[^\\n]*)\\n+${element}`,
  'u',
);
/** What the program adds below the element for files and pages that the user mentioned. */
const mentioned =
  /\n\n<(?:file_content|folder_content|url_content|workspace_diagnostics|git_working_state|git_commit|terminal_output|command)\b[\s\S]*$/u;

/** The output of a tool may begin with an element of its own, unless the tool asks the user. */
function wordsIn(text: string, tool: string | undefined): { said: string[]; rest: string } {
  const { status, feedback } = fieldsFrom(text.startsWith('{"status"') ? parsedObject(text) : undefined);
  if (status !== undefined && textFrom(feedback) !== undefined) return { said: [textFrom(feedback) ?? ''], rest: '' };
  const given = text.replace(instructions, '');
  const forms = tool === undefined || isAnswer(tool) ? [elementAtStart, introduced] : [introduced];
  const found = forms
    .map((form) => form.exec(given.replace(mentioned, '')) ?? form.exec(given))
    .find((each) => each !== null);
  if (found === undefined) return { said: [], rest: text };
  return { said: [(found.groups?.['said'] ?? '').trim()], rest: given.slice(0, found.index).trim() };
}

const programText =
  /^(?:# (?:task_progress|TODO LIST|Reminder: Instructions)\b|Files attached by the user:|\[(?:ERROR|TASK RESUMPTION|\[?NOTE)\]|\(The user did not provide|New problems detected\b|Missing value for required parameter|Tool \[|<(?:environment_details|explicit_instructions|file_content)\b)/u;
