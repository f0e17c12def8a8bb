/**
 * Commands and prompt files that a client expanded to their whole text, as Codex does with the commands of Spec Kit.
 * The text is that of a file; the user typed only the input in it. People also paste such files, or others with front
 * matter, and write about them; their text is kept whole.
 */

/** Sentences that give a model the user's input, in Spec Kit and what was made after it. */
const instructs =
  /\byou \**must\** consider (?:the user(?:'s)? input|it) before proceeding\b|\bconsider the user(?:'s)? input before proceeding \(if not empty\)|\bthe text the user typed after `?\/|\bin the triggering message \**is\**/iu;
/** Such a sentence, or the heading of the input, at the very beginning. */
const beginsTemplate =
  /^(?:#{1,4} user input\b|user input:|the user input to you can be|you \*\*must\*\* consider |you must consider [^\n]*\(if not empty\))/iu;
/** A title and text above the input, in commands that extend those of Spec Kit. */
const preface = /^# [^\n]+\n(?<text>[\s\S]*?)\n#{1,4} user input[ \t]*\n+`{3}/iu;
/** What a user writes about a file, unlike its author. */
const aboutFile =
  /[?？]|\b(?:please|bitte|my|mine|i|this (?:template|command|prompt|file|skill|post|page|article|text|code|action|workflow))\b/iu;
const frontMatter = /^---[ \t]*\r?\n(?<fields>(?:(?!---)[^\n]*\n){0,40})---[ \t]*(?:\r?\n|$)/u;
/** Fields that only files of commands have. A post or an action has a description, too. */
const commandField = /^(?:argument-hint|allowed-tools):/mu;
/** Other files of commands, agents and skills, with their first lines. */
const begins =
  /^(?:#{1,2} \/[\w:.-]+ (?:Command|Task)\s+When this command is used,|<!-- Powered by BMAD|<!-- OPENSPEC:START -->\s*\*\*Guardrails\*\*|Base directory for this skill: (?:[/~]|[A-Za-z]:[\\/])[^\n?]*(?:\n|$)|(?:You must fully embody this agent's persona|IT IS CRITICAL THAT YOU FOLLOW THESE STEPS)\b)/u;

const label = String.raw`(?:#{1,4}[ \t]+|\*\*)?(?:the )?user(?:'s)? (?:input|request|arguments?|prompt)(?:\*\*)?:?(?:\*\*)?`;
const fenced = new RegExp(`^${label}[ \\t]*\\n+(?<ticks>\`{3,})[^\\n]*\\n(?<rest>[\\s\\S]*)$`, 'imu');
const plain = new RegExp(`^${label}[ \\t]*\\n+(?<rest>[\\s\\S]*)$`, 'imu');
/** What a template says below the input; the second only if it says nothing of the first: the input may contain it. */
const continues = [
  /\n\s*\n(?:the text the user typed|the user input|given [^\n]*do this:|you \*\*must|goal:|(?:#+ )?outline\b)/iu,
  /\n\s*\n(?:\d+\. |#|---|given |you )/iu,
];
const tagged = /<(?<name>user[-_]?(?:input|request|arguments|prompt)|arguments)>/iu;
const trailing = /^ARGUMENTS:[ \t]*(?<input>[\s\S]*)$/mu;
/** A place for the input that nothing replaced. */
const placeholder = /^[#\s]*(?:\$ARGUMENTS|\$\d|\{\{[^{}]*\}\}|\{args\}|\(none\)|\(empty\))\s*$/iu;

/** In characters; a longer text is a paste. */
const maxLength = 200_000;

/** What the user typed for an expanded command, empty if nothing; undefined for any other text. */
export function inputOfTemplate(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const fields = frontMatter.exec(text)?.groups?.['fields'] ?? '';
  const body = text.replace(frontMatter, '').trim();
  const isFile = begins.test(text) || commandField.test(fields);
  const isTemplate = isFile || (instructs.test(text) && beginsAsTemplate(body));
  if (!isTemplate && !(/^description:/mu.test(fields) && hasOwnSlot(body))) return undefined;
  const input = slotIn(text) ?? '';
  // Below the file, the user asks about it.
  if (asksAtEnd(text) && (input === '' || !body.endsWith(input))) return undefined;
  return placeholder.test(input) ? '' : input;
}

function beginsAsTemplate(text: string): boolean {
  const above = preface.exec(text)?.groups?.['text'];
  return beginsTemplate.test(text) || (above !== undefined && !aboutFile.test(above));
}

/** Whether the input is in an element or at the end, and nobody writes about the rest. */
function hasOwnSlot(body: string): boolean {
  const input = taggedInput(body) ?? /\n\s*\nARGUMENTS: (?<input>\S[\s\S]*)$/u.exec(body)?.groups?.['input'];
  return input !== undefined && !aboutFile.test(body.replace(input, () => ''));
}

/** Whether a text of several paragraphs ends in a question: people ask it below what they paste. */
export function asksAtEnd(text: string): boolean {
  return /[?？]$/u.test(text.trimEnd()) && hasParagraphs(text);
}

export function hasParagraphs(text: string): boolean {
  return /\S[ \t]*\r?\n[ \t]*\r?\n\s*\S/u.test(text);
}

function slotIn(text: string): string | undefined {
  const { ticks, rest } = fenced.exec(text)?.groups ?? {};
  if (ticks !== undefined && rest !== undefined) return fencedInput(ticks, rest);
  const given = plainInput(text) ?? taggedInput(text) ?? trailing.exec(text)?.groups?.['input'];
  return given?.trim();
}

function plainInput(text: string): string | undefined {
  const rest = plain.exec(text)?.groups?.['rest'];
  const end = continues.map((mark) => rest?.search(mark) ?? -1).find((at) => at !== -1);
  return rest?.slice(0, end);
}

function taggedInput(text: string): string | undefined {
  const [opening, name = ''] = tagged.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const from = text.indexOf(opening) + opening.length;
  const to = text.indexOf(`</${name}>`, from);
  return to === -1 ? undefined : text.slice(from, to);
}

/** The user's input may contain code blocks; the template continues after its own one. */
function fencedInput(ticks: string, rest: string): string {
  const ends = [...rest.matchAll(new RegExp(`^${ticks}[ \\t]*$`, 'gmu'))].map(({ index }) => index);
  const end = ends.find((at) => instructs.test(nextLine(rest.slice(at + ticks.length)))) ?? ends[0] ?? rest.length;
  return rest.slice(0, end).trim();
}

function nextLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}
