/**
 * What a user wrote in a message with the user's role. Clients also give this role to commands, their output,
 * notifications, messages of other agents, summaries, expanded commands, and requests of their own. A text counts as
 * that of a program only in the exact form that a client writes: a lost request is worse than a stored notification.
 */
import { asksAtEnd, hasParagraphs, inputOfTemplate } from './commandTemplate.ts';
import { beginsWithProgramTag, onlyElements, withoutProgramElements } from './programElements.ts';
import { unspaced } from './stopWords.ts';

/** The user's text, or, with the role `system`, a text that a program wrote; empty if there is nothing to keep. */
interface UserText {
  role: 'user' | 'system';
  content: string;
  begins?: 'POST_COMPACTING';
}

/** Empty if the user wrote nothing. Arguments of a command are the user's text, unless they only set an option. */
export function saidByUser(text: string): string {
  const { role, content } = readUserText(text);
  return role === 'user' ? content : '';
}

export function readUserText(text: string): UserText {
  const whole = text.trim();
  if (summaryLead.test(whole)) return { role: 'system', content: summaryByModel(whole), begins: 'POST_COMPACTING' };
  const said = withoutProgramText(whole);
  if (isOutput(said)) return { role: 'user', content: '' };
  const typed = inputOfTemplate(said) ?? typedIn(said);
  if (typed === undefined) return { role: 'system', content: said };
  return typed === '' && said !== '' ? { role: 'system', content: said } : { role: 'user', content: typed };
}

/** Undefined if a program wrote all of it. */
function typedIn(text: string): string | undefined {
  if (programText.test(text) && !asksAtEnd(text)) return undefined;
  if (titleRequest.test(text) || summaryRequest.test(text)) return undefined;
  if (priorConversation.test(text)) return afterConversation(text);
  if (text.startsWith('{') || text.startsWith('[')) return isConversation(text) ? undefined : text;
  const elements = text.startsWith('<') ? (onlyElements(text) ?? []) : [];
  const ofUser = elements.filter(({ name }) => userElement.test(name));
  const beside = elements.some(({ name }) => elementWithOthers.test(name)) ? besideUserElement : userElement;
  const isOfClient = elements.every(({ name }) => userElement.test(name) || beside.test(name));
  return isOfClient && ofUser.length > 0 ? ofUser.map(({ content }) => content).join('\n\n') : text;
}

/** Elements into which clients put what the user typed. */
const userElement = /^(?:user[-_]?(?:query|request|message|input|prompt|question|text)|channel)$/iu;
/** Those of Cursor and VS Code, beside which they put others. */
const elementWithOthers = /^(?:user_query|userRequest)$/u;
/** These others. Beside any other element, people write prompts in elements with names of their own. */
const besideUserElement =
  /^(?:context|attachments?|(?:manually_)?attached_(?:files|skills)|(?:agent|available)_skills|skills|image_files|current_file|open_and_recently_viewed_files|recently_viewed_files|terminal_files_information|linter_errors|project_layout|git_status|user_info|(?:user|always_applied_workspace|agent_requestable_workspace)_rules?|rules|cursor_commands|additional_data|external_links|timestamp|agent_transcripts|mcp_(?:instructions|file_system)|repoContext|todoList|toolReferences|fileTreeStructure|conversation-summary|tool_?calling|(?:tool_?use|custom|notebook|edit_?file|replace_?string|reminder)_?instructions)$/iu;

const commandAtStart =
  /^(?:<command-message>[^<]*<\/command-message>\s*)?<command-name>\/?(?<name>[^<]*)<\/command-name>/u;
/** Claude Code's own commands whose arguments are values, not requests. */
const settingCommands = new Set(
  'add-dir agents branch chrome clear color config context copy cost doctor effort exit export fast fork help hooks ide keybindings login logout mcp memory mobile model output-style permissions plugin plugins privacy-settings quit reload-plugins remote-control remote-env rename resume rewind sandbox skills stats status tasks terminal-setup theme todos usage vim voice'.split(
    ' ',
  ),
);

/**
 * Whether the arguments of a command are a value. A command of the user may have the name of a setting, and its
 * arguments are a request: more words, a sentence, or a script that writes no spaces between words.
 */
function isValue(words: string): boolean {
  const isShort = words.trim().split(/\s+/u).length <= 2;
  return isShort && !unspaced.test(words) && !/[?!？！。…]|[\p{L}\p{N}][.:;,](?=\s|$)/u.test(words);
}

/** Whether a line is a command that only sets an option, or one without arguments if no text follows. */
export function isLocalCommand(line: string, hasText: boolean): boolean {
  const { name, words } = /^\/(?<name>[a-z][\w:.-]*)(?<words>\s.*)?$/iu.exec(line.trim())?.groups ?? {};
  return name !== undefined && (settingCommands.has(name) ? isValue(words ?? '') : words === undefined && !hasText);
}

function withoutProgramText(text: string): string {
  let said = withoutLeads(text);
  const command = commandAtStart.exec(said)?.groups?.['name']?.trim();
  if (command !== undefined) {
    const [before = '', ...others] = said.split('<command-args>');
    const [words, after = ''] = splitAtLast(others.join('<command-args>'), '</command-args>');
    said = `${before}\n${settingCommands.has(command) && isValue(words) ? '' : words}\n${after}`;
  }
  const left = withoutProgramElements(said).trim();
  return withoutLeads(withoutPeerFrame(left, left !== said));
}

function splitAtLast(text: string, mark: string): [string, string?] {
  const at = text.lastIndexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

const peerLead = /^Another Claude session sent a message(?: while you were working)?:[ \t]*(?:\n|$)/u;
const peerTail =
  /(?:^|\n)(?:This (?:message )?came from another Claude session\s+[-–—]|That ["“]other Claude session["”])[^\n]*(?:\n(?![ \t]*(?:\n|$))[^\n]*)*/u;

/** Removes what Claude Code writes before and below the message of another agent, but not a user's words about it. */
function withoutPeerFrame(text: string, hadElement: boolean): string {
  const isOfPeer = peerLead.test(text) && peerTail.test(text);
  if (!hadElement) return isOfPeer ? '' : text;
  return text.replace(peerLead, '').replace(peerTail, '').replace(peerTail, '').trim();
}

/** What clients write before the user's text without an element. */
const leads = [
  /^Caveat: The messages below were generated by the user while running local commands\. DO NOT respond\b[^\n]*/u,
  /^\[Request interrupted by user(?: for tool use)?\][ \t]*(?=\n|$)/u,
  /^\[Image:? (?:source: |original \d+x\d+)[^\]\n]*\]/u,
  /^\[SYSTEM NOTIFICATION - NOT USER INPUT\][^\n]*(?:\n(?![ \t]*(?:\n|$))[^\n]*)*/u,
  /^# AGENTS\.md instructions(?: for [^\n]*)?\n\s*<INSTRUCTIONS>[\s\S]*?<\/INSTRUCTIONS>/u,
];

function withoutLeads(text: string): string {
  let said = text;
  for (;;) {
    const shorter = leads.reduce((rest, lead) => rest.replace(lead, '').trimStart(), said);
    if (shorter === said) return said;
    said = shorter;
  }
}

/** The events of hooks of Claude Code, and of clients that took over their names. */
const hookEvent =
  '(?:(?:Pre|Post)ToolUse(?:Failure)?|PostToolBatch|Permission(?:Request|Denied)|UserPrompt(?:Submit|Expansion)|Notification|Stop(?:Failure)?|Subagent(?:Start|Stop)|(?:Pre|Post)Compact|Session(?:Start|End)|Setup|TeammateIdle|Task(?:Created|Completed)|ConfigChange|InstructionsLoaded|CwdChanged|FileChanged|Worktree(?:Create|Remove)|Elicitation(?:Result)?|(?:Before|After)(?:Agent|Model|Tool))';
/** What a hook printed is on the next line, or after the command in brackets, or the event names its matcher. */
const hookText = `${hookEvent}(?::\\S+ hook (?:feedback|additional context|stopped continuation):| hook (?:feedback|additional context|stopped continuation):(?=[ \\t]*(?:\\n|$|-? ?\\[)))`;

/** The beginnings of messages that a program wrote. */
const programText = new RegExp(
  `^(?:<(?:local-command|bash)-std(?:out|err)>(?! )|<task-notification>\\s*<task-id>|${hookText}|Unknown (?:slash command|skill): \\S+$|Warmup$|Warning: (?:apply_patch was requested via|The maximum number of unified exec processes)\\b[^\\n?]*$)`,
  'u',
);

const geminiContext = 'This is the Gemini CLI. We are setting up the context for our chat.';

/** Whether a text is certainly a program's, from beginning to end. Further paragraphs may be typed below a paste. */
function isOutput(text: string): boolean {
  if (text.startsWith(geminiContext)) return !asksAtEnd(text);
  return programText.test(text) && !hasParagraphs(text);
}

/** Requests of clients for the title of a chat, word for word: VS Code, Cursor, opencode, Claude Code and Codex. */
const titleRequest =
  /^(?:Please write a brief title for the following (?:request:\s*\n|(?:chat )?conversation(?:[.:]\s|$))|Please write a \d+-\d+ word title (?:for )?the following conversation:|Generate a title for this conversation:[ \t]*(?:\n|$)|Generate a name for the chat\.?$|(?:You are a helpful assistant\. )?You will be presented with a user prompt, and your job is to provide a short title\b)/u;

/** Requests of Claude Code and Codex for the summary of a compaction. */
const summaryRequest =
  /^(?:Your task is to create a detailed summary of (?:(?:the|our|this) conversation(?: so far\b|\.)|the RECENT portion of the conversation\b)|You are performing a CONTEXT CHECKPOINT COMPACTION\b|Another language model started to solve this problem and produced a summary\b)/u;

const earlier = '(?:(?:prior|previous|earlier)[ _-]?(?:conversation|messages|chat)|(?:conversation|chat)[ _-]?history)';
/** The label before earlier messages as JSON, maybe in a code block. */
const priorConversation = new RegExp(
  `^[#*\\s]{0,6}(?:here is )?(?:the )?${earlier}(?: \\([^)\\n]{0,40}\\)| as JSON)?[*:\\s]{0,12}(?:\`{3,}\\w*\\s*)?(?=[[{]\\s*["{[])`,
  'iu',
);
const earlierKey = new RegExp(`^${earlier}$`, 'iu');
/** Below a label, the key need not say it. */
const labelledKey = new RegExp(`^(?:${earlier}|messages)$`, 'iu');

/** The text below earlier messages; undefined if nothing follows them. The whole text if the JSON is anything else. */
function afterConversation(text: string): string | undefined {
  const json = text.replace(priorConversation, '');
  const end = endOfJson(json);
  // Cut off within a message.
  if (end === undefined) return /^[^\n]{0,200}?"role":\s*"\w+",\s*"(?:content|parts)":/u.test(json) ? undefined : text;
  if (!isConversation(json.slice(0, end), labelledKey)) return text;
  const rest = json.slice(end).replace(/^\s*`{3,}/u, '');
  if (rest.trim() === '') return undefined;
  return /^[ \t]*\n/u.test(rest) ? rest.trim() : text;
}

/** Where a JSON value ends; undefined within a string that is never closed, otherwise at least the end of the text. */
function endOfJson(text: string): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '\\') at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && '[{'.includes(sign)) depth += 1;
    else if (!isQuoted && ']}'.includes(sign)) depth -= 1;
    if (depth === 0 && !isQuoted) return at + 1;
  }
  return isQuoted ? undefined : text.length;
}

/** In characters. */
const maxParsed = 1_000_000;

/** Whether a text is JSON of earlier messages: a list of them, or an object that names them so. */
function isConversation(text: string, keys = earlierKey): boolean {
  if (text.length > maxParsed) return false;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Text in brackets that is not JSON is what the user wrote.
    return false;
  }
  if (Array.isArray(value)) return value.length > 0 && value.every(isMessage);
  if (typeof value !== 'object' || value === null) return false;
  const entries = Object.entries(value);
  return entries.length === 1 && entries.every(([key, list]) => keys.test(key) && isMessages(list));
}

function isMessages(value: unknown): boolean {
  return Array.isArray(value) && value.every(isMessage);
}

const chatRole = /^(?:user|human|assistant|model|ai|system|developer|tool|function)$/u;

function isMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('role' in value)) return false;
  return typeof value.role === 'string' && chatRole.test(value.role) && ('content' in value || 'parts' in value);
}

/** The beginnings of titles that clients cut from what a program wrote. */
const programTitle = new RegExp(
  String.raw`^(?:Caveat: The messages below|This session is being continued from a prev|# AGENTS\.md instructions(?: for (?:[\/~…]|[A-Z]:)|\s*(?:[<…]|$))|Another Claude session sent a message:\s*(?:[<…]|$)|Base directory for this skill:\s*(?:[\/~…]|[A-Z]:|$)|${hookEvent}(?::\S+ hook feedback:| hook feedback:\s*(?:[-[…]|$))|\[Request interrupted by user|(?:#+ )?(?:User Input\s*(?:$|[\x60#:…]|You\b)|You \**MUST\** consider (?:the user input|it)\b)|The user input to you can be provided|This is the Gemini CLI\. We are setting up|Read the output file to retrieve the|Full transcript available at:|[#*]{0,4}\s*prior conversation\**:\s*(?:[[{\x60…]|$)|\{\s*"prior[ _]conversation)`,
  'iu',
);

/** Whether a title is, or is the beginning of, a text that a program wrote. */
export function isProgramTitle(title: string): boolean {
  const text = title.trim();
  return text !== '' && (programTitle.test(text) || beginsWithProgramTag(text) || saidByUser(text) === '');
}

const summaryLead =
  /^This session is being continued from a previous conversation that ran out of context\b[^\n]{0,300}\n/u;
/** Claude Code's note to the model after a summary: where the transcript is, and to continue without asking. */
const summaryTail =
  /\n(?:If you need specific details from before compaction|(?:Please c|C)ontinue the conversation from where (?:it|we) left\b)/u;
/** In characters; a match further from the end is part of the summary itself. */
const maxTail = 2_000;

/** The summary of a compaction without the text that Claude Code wrote around it for the next model. */
export function summaryByModel(text: string): string {
  const summary = withoutReminders(text).trimStart().replace(summaryLead, '');
  const from = Math.max(0, summary.length - maxTail);
  const tail = summary.slice(from).search(summaryTail);
  return (tail === -1 ? summary : summary.slice(0, from + tail)).trim();
}

/** Removes all reminders. One that is never closed is kept. */
export function withoutReminders(text: string): string {
  const [begin, end] = ['<system-reminder>', '</system-reminder>'];
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
