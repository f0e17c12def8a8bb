/**
 * Finds what the subject of a commit says about the project. Subjects are commands: `Switch from X to Y`, `Use X instead
 * of Y`, `Fix the login loop in Safari`. One that names what was not chosen, or why, is a decision; one that fixes a
 * fault names a resolved problem. Most do neither. English, German and Chinese.
 */
import type { StatementEntry } from '../parsing/statement.ts';
import { entriesIn } from '../parsing/statement.ts';
import { isStatement } from './learnedEntry.ts';

const confidence = 0.4;
const withReason = 0.5;

/** `search: …`, `fix(search)!: …`, `[core] …`. */
const area = /^(?:\[(?<tag>[^\]]{1,30})\]\s+|(?<name>[\p{L}\d_./@-]{1,30})(?:\([^)]{1,40}\))?!?[:：]\s+)/u;
/** Changes that decide nothing about the project. */
const idleArea = /^(?:docs?|tests?|chore|style|ci|release|deps|bench|l10n|i18n|typo)$/iu;
const idleVerb =
  /^(?:revert|merge|bump|release|version|update (?:dependenc|change ?log|readme)|test|document|reformat)\b/iu;

const reason =
  /(?:[\s,，(]|^)(?:because|since (?!v?\d|the last)|so that|due to|to (?:avoid|prevent|keep|reduce|allow)\b|weil|damit|wegen|um [^.!?]{2,60} zu (?:vermeiden|verhindern)|因为|由于|以便|以避免|避免)/iu;
/** What was left for something else. */
const changes: readonly RegExp[] = [
  /^(?:switch|migrate|move|port|change|convert)(?: [^.!?]{2,40})? from (?<before>[^.!?]{2,60}?) to [^.!?]{2,}/iu,
  /^\p{L}+ [^.!?]{2,80} (?:instead of|rather than) (?<before>[^.!?]{2,60})/iu,
  /^\p{L}+ (?<before>[^.!?]{2,60}?) in favou?r of [^.!?]{2,}/iu,
  /^replace (?<before>[^.!?]{2,60}?) (?:with|by) [^.!?]{2,}/iu,
  /^(?:von|vom) (?<before>[^.!?]{2,60}?) (?:auf|zu) [^.!?]{2,60}(?:umstellen|wechseln|umsteigen|migrieren|umgestellt|gewechselt)/iu,
  /^(?<before>[^.!?]{2,60}?) durch [^.!?]{2,60} (?:ersetzen|ersetzt|ablösen|abgelöst)/iu,
  /^[^.!?]{2,60} (?:statt|anstelle von) (?<before>[^.!?]{2,60}?) (?:verwenden|nutzen|nehmen|einsetzen|verwendet|genutzt)/iu,
  /^(?:将|把)?从?(?<before>[^，。]{2,30}?)(?:迁移到|切换到|切换为|换成|改为|改成|替换为)[^，。]{2,}/u,
  /^(?:改用|使用|采用|用)[^，。]{2,40}?(?:代替|替代|取代|替换|而不是)(?<before>[^，。]{2,30})/u,
];
const adopts = /^(?:adopt|standardi[sz]e on|switch to|migrate to|umsteigen auf|改用|采用)\s?[^.!?]{2,}/iu;
/** Names in code and values instead of choices; without a reason, such a change decides nothing. */
const detail = /[()[\]{}<>=`"'„“”]|\S\.[a-z]{1,4}\b|[a-z][A-Z]|\w_\w|(?:^|\s)v?\d/u;

const fix =
  /^(?:fix(?:e[sd])?|resolve[sd]?|behebe|behoben|repariere)(?::| for|ing)? (?<fault>\S[^]*)$|^修复(?:了)?[:：]?\s*(?<han>\S[^]*)$/iu;
/** A fix is named by its fault, or by what was done: only the first is a problem. */
const faulty =
  /\b(?:not|never|no longer|without|can't|cannot|\w+n't|fail\w*|crash\w*|hang(?:s|ing)?|wrong(?:ly)?|missing|lost|los(?:es|ing)|leak\w*|errors?|exceptions?|races?|deadlock\w*|slow|stale|broken|break(?:s|ing|age)?|duplicate[sd]?|corrupt\w*|flak\w*|flicker\w*|regression|overflow\w*|infinite|empty|blank|stuck|double|ignored|timeouts?|vulnerab\w+|bypass|injection|invisible|overlap\w*|truncat\w*|nicht|fehlt|fehler\w*|absturz|stürzt|falsch\w*|hängt|verliert)\b|失败|崩溃|错误|无法|不能|丢失|泄漏|超时|卡|异常|不[显生正]|死锁/iu;
/** Faults of the work on a project, and not of the project. */
const idleFault =
  /\b(?:typos?|lint(?:er|ing)?|formatting|whitespace|tests?|ci|build|docs?|readme|changelog|comments?|warnings?|merge|review|spelling|imports?)\b/iu;

const listsSeveral = /,[^,]+(?:,| and | und )/iu;

/** The entry of a subject; empty for most. */
export function changeIn(subject: string): StatementEntry[] {
  const { tag, name = tag } = area.exec(subject)?.groups ?? {};
  const text = subject.replace(area, '').replace(/\s?\(#\d+\)$/u, '');
  const isFixArea = /^(?:bug)?fix$/iu.test(name ?? '');
  if (idleVerb.test(text) || /[?？]$/u.test(text) || (name !== undefined && idleArea.test(name))) return [];
  const { fault, han = fault } = fix.exec(isFixArea ? `fix ${text}` : text)?.groups ?? {};
  if (han !== undefined) return faultIn(han);
  return choiceIn(text);
}

function faultIn(fault: string): StatementEntry[] {
  if (!faulty.test(fault) || listsSeveral.test(fault) || idleFault.test(fault) || !isStatement(fault)) return [];
  return entriesIn(fault, 'problem').map((entry) => ({ ...entry, kind: 'problem', status: 'resolved', confidence }));
}

function choiceIn(text: string): StatementEntry[] {
  const hasReason = reason.test(text);
  const before = changes.map((change) => change.exec(text)?.groups?.['before']).find((found) => found !== undefined);
  const isChoice = hasReason || ((before !== undefined || adopts.test(text)) && !detail.test(text));
  if (!isChoice || !isStatement(text)) return [];
  return entriesIn(text, 'decision').map((entry) => ({
    ...entry,
    alternatives: entry.alternatives.length > 0 || before === undefined ? entry.alternatives : [before.trim()],
    confidence: hasReason ? withReason : confidence,
  }));
}
