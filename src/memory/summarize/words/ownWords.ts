/**
 * The paragraphs of a message that are its writer's own words. Code, logs, quotations, tables, drafted letters, pasted
 * documents and everything between tags are left out: they have another author, and a rule would attribute them to the
 * writer. Each paragraph is returned verbatim.
 */
import { saidByUser } from './saidByUser.ts';

/** Characters of one message that are read; the rest is a paste. */
const maxReadLength = 40_000;
/** In a user's message longer than this, only the first and the last paragraph count as typed. */
const maxTypedLength = 3_000;

/** A tag, or tags that the writer names in code, such as `<b>never</b>`: then without groups. */
const tag = /(?<!`)`<[^`\n]{1,300}`(?!`)|<(\/?)([A-Za-z][\w:-]{0,60})(?:\s[^<>]{0,300})?>/gu;
const fence = /^[ \t>]{0,12}(?:`{3,}|~{3,})/u;
const quotation = /^\s{0,12}(?:>|\|)/u;
const indentedCode = /^(?: {4,}|\t)(?![-*+•]\s|\d{1,3}[.)]\s)/u;
const rule = /^\s{0,12}(?:#{1,6}\s|-{3,}\s*$|={3,}\s*$|\*{3,}\s*$)/u;
/** Time stamps, log levels, places in files, test results, shell prompts, stack frames, exit codes, diffs. */
const printed =
  /^\s{0,12}(?:\[?\d{2,4}[-:/]\d{2}[-:/]\d{2}|\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|FAIL|PASS|PASSED|FAILED)\b|(?:error|warn|warning|info|debug|fatal|panic):|\S{1,200}[.:(]\d{1,6}[:,]\d{1,6}\b|(?:\S{1,200}:\d{1,6}:\s)|[\w.$]{0,80}(?:Error|Exception)(?::|$)|npm (?:ERR!|error)\s|error(?: TS\d+|\[\w+\])|at \S+ ?\(|at .{1,300}[:(].{0,200}\d\)?$|File "|Traceback |Caused by:|make(?:\[\d+\])?: |(?:not )?ok \d+\b|\d+ (?:passing|failing|pending|passed|failed)\b|={3,} |-{3,}>|[$%❯➜] \S|(?:diff --git|@@|\+\+\+|---) |[✓✗✔✖×●] )/u;
/** Lines that end or begin like code. */
const code =
  /[{};]\s*$|^\s{0,12}(?:import|export|const|let|var|function|class|def|return|SELECT|INSERT)\s[^.!?]{0,200}[=({;]/u;
/** A command follows on the line, and its output below. */
const shellPrompt = /^\s{0,12}(?:\S{0,40}[@:~/]\S{0,40}\s?)?[$❯➜]\s{1,3}[a-z./~]/u;
const letterOpens =
  /^\s{0,12}(?:\*\*)?(?:Subject|Betreff|Objet|Asunto)(?:\*\*)?:|^\s{0,12}(?:Dear|Hi|Hello)\s[\p{L}\s[\]'.]{1,40},\s*$/u;
const pasteOpens =
  /(?:\b(?:here(?:'s| is| are)|below is|following|pasted?|output|log|says?|reads?|content|document|file|readme|hier ist|voici|aquí está)\b|以下|如下)[^.!?\n]{0,80}[:：]\s*$/iu;
/** What clients write for an image that the user pasted. */
const image = /^(?:\[Image[^\]\n]{0,200}\]\s*)+/u;
/** Text that tries to command a model; it is not remembered. */
const commanding =
  /\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules|above|previous)\b|\byou are now\b|\bsystem prompt\b|忽略[^。\n]{0,20}(?:指令|提示)/i;

/** In order; empty if none of the content is the writer's own. */
export function ownParagraphs(content: string, role: 'user' | 'assistant'): string[] {
  const read = content.slice(0, 1_000_000);
  const text = withoutTagged(role === 'user' ? saidByUser(read).replace(image, '') : read).slice(0, maxReadLength);
  const outputLeftOut = paragraphsOf(text, role, 'below a command');
  // The user may write directly below a command, without an empty line.
  const paragraphs = outputLeftOut.length > 0 ? outputLeftOut : paragraphsOf(text, role, 'nowhere');
  const isPaste = role === 'user' && paragraphs.reduce((sum, { length }) => sum + length, 0) > maxTypedLength;
  const own = isPaste ? [paragraphs[0] ?? '', paragraphs.at(-1) ?? ''].slice(0, paragraphs.length) : paragraphs;
  return own.filter((paragraph) => !commanding.test(paragraph));
}

/** Text between a tag and its closing tag is not the writer's. An unclosed tag, and one in code, stays as it is. */
function withoutTagged(text: string): string {
  if (!text.includes('<')) return text;
  const tags = [...text.matchAll(tag)].filter(([, , name]) => name !== undefined);
  const lastClosed = new Map<string, number>();
  for (const found of tags) if (found[1] === '/') lastClosed.set(found[2] ?? '', found.index);
  let kept = '';
  let from = 0;
  let hidden: { name: string; depth: number } | undefined;
  for (const found of tags) {
    const [whole, slash, name = ''] = found;
    if (hidden === undefined) {
      if (slash === '/' || (lastClosed.get(name) ?? -1) < found.index) continue;
      kept += text.slice(from, found.index);
      hidden = { name, depth: 1 };
    } else if (name === hidden.name) {
      hidden.depth += slash === '/' ? -1 : 1;
      if (hidden.depth > 0) continue;
      from = found.index + whole.length;
      hidden = undefined;
    }
  }
  return hidden === undefined ? kept + text.slice(from) : kept;
}

/** The context of the next line. */
interface Surroundings {
  isFenced: boolean;
  isLetter: boolean;
  isPaste: boolean;
  /** Within shell output, until an empty line. */
  isPrinted: boolean;
}

function paragraphsOf(text: string, role: 'user' | 'assistant', output: 'below a command' | 'nowhere'): string[] {
  const around: Surroundings = { isFenced: false, isLetter: false, isPaste: false, isPrinted: false };
  const paragraphs: string[] = [];
  let lines: string[] = [];
  const close = (): void => {
    if (lines.length > 0) paragraphs.push(lines.join('\n'));
    lines = [];
  };
  for (const line of text.split(/\r?\n/u)) {
    const isFirst = lines.length === 0 && paragraphs.length === 0;
    if (role === 'user' && output === 'below a command' && shellPrompt.test(line)) around.isPrinted = true;
    if (isOwnLine(line, around, isFirst)) lines.push(line);
    else close();
    if (role === 'user' && !around.isFenced && pasteOpens.test(line.slice(-200))) around.isPaste = true;
  }
  close();
  return paragraphs;
}

function isOwnLine(line: string, around: Surroundings, isFirst: boolean): boolean {
  if (fence.test(line)) {
    around.isFenced = !around.isFenced;
    // The announced paste was between the fences; the writer's own text continues after them.
    around.isPaste = false;
    return false;
  }
  if (around.isFenced || line.trim() === '') {
    around.isPrinted = false;
    return false;
  }
  if (rule.test(line)) {
    around.isLetter = false;
    return false;
  }
  if (!isFirst && letterOpens.test(line)) around.isLetter = true;
  if (around.isLetter || around.isPaste || around.isPrinted) return false;
  return !isPrinted(line) && !indentedCode.test(line) && !code.test(line.slice(0, 400));
}

/** Whether a line was printed by a program (a log, a stack trace, test results, a diff) or is quoted. */
export function isPrinted(line: string): boolean {
  return quotation.test(line) || printed.test(line.slice(0, 400));
}
