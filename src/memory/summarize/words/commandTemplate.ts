/**
 * Commands and prompt files that a client expanded to their whole text, as Codex does with the commands of Spec Kit.
 * The text is that of a file; the user typed only the input in it.
 */

/** Sentences that give a model the user's input, in Spec Kit and what was made after it. */
const instructs =
  /\byou \**must\** consider (?:the user(?:'s)? input|it) before proceeding\b|\bconsider the user(?:'s)? input before proceeding \(if not empty\)|\bthe text the user typed after `?\/|\bin the triggering message \**is\**/iu;
/** Such a sentence, or the heading of the input, at the very beginning. */
const beginsTemplate = /^(?:#{1,4} user input\b|user input:|the user input to you can be|you \**must\** consider )/iu;
/** Files of commands, agents and skills, with their first lines. */
const begins =
  /^(?:---\r?\n(?:[^\n]*\n){0,30}?(?:description|argument-hint|allowed-tools):|#{1,2} \/[\w:.-]+ (?:Command|Task)\b|<!-- (?:Powered by BMAD|[A-Z]+:START)|Base directory for this skill:|(?:You must fully embody this agent's persona|IT IS CRITICAL THAT YOU FOLLOW THESE STEPS)\b)/u;

const label = String.raw`(?:#{1,4}[ \t]+|\*\*)?(?:the )?user(?:'s)? (?:input|request|arguments?|prompt)(?:\*\*)?:?(?:\*\*)?`;
const fenced = new RegExp(`^${label}[ \\t]*\\n+(?<ticks>\`{3,})[^\\n]*\\n(?<rest>[\\s\\S]*)$`, 'imu');
const plain = new RegExp(
  `^${label}[ \\t]*\\n+(?<input>[\\s\\S]*?)(?=\\n\\s*\\n(?:\\d+\\. |#|---|goal:|outline\\b|the text the user|the user input|given |you )|$(?![\\s\\S]))`,
  'imu',
);
const tagged = /<(?<name>user[-_]?(?:input|request|arguments|prompt)|arguments)>/iu;
const trailing = /^ARGUMENTS:[ \t]*(?<input>[\s\S]*)$/mu;
/** A place for the input that nothing replaced. */
const placeholder = /^[#\s]*(?:\$ARGUMENTS|\$\d|\{\{[^{}]*\}\}|\{args\}|\(none\)|\(empty\))\s*$/iu;

/** In characters; a longer text is a paste. */
const maxLength = 200_000;

/** What the user typed for an expanded command, empty if nothing; undefined for any other text. */
export function inputOfTemplate(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const isFile = begins.test(text);
  if (!isFile && !instructs.test(text)) return undefined;
  const isTemplate = isFile || beginsTemplate.test(text);
  const input = slotIn(text);
  if (input !== undefined && !placeholder.test(input)) return input;
  // Without input; or the user writes about a template, which then follows their own words.
  return isTemplate ? '' : undefined;
}

function slotIn(text: string): string | undefined {
  const { ticks, rest } = fenced.exec(text)?.groups ?? {};
  if (ticks !== undefined && rest !== undefined) return fencedInput(ticks, rest);
  const given = plain.exec(text)?.groups?.['input'] ?? taggedInput(text) ?? trailing.exec(text)?.groups?.['input'];
  return given?.trim();
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
