/** How a memory file labels its statements: `decided: …`, `- **Decision:** …`, `[决定] …`. */
import { labelledIn } from '../parsing/labels.ts';

/** The kinds that a label names in `MEMORY.md`. */
const labelledKinds = ['decision', 'learning', 'problem', 'progress', 'rejected', 'experience'] as const;
export type LabelledKind = (typeof labelledKinds)[number];

interface LabelStyle {
  /** A line without its line end. */
  lineFor(kind: LabelledKind, text: string): string;
  /** Whether a line is a statement of its own, so that the next one can follow without an empty line. */
  isStatement(line: string): boolean;
}

const words: Readonly<Record<'en' | 'de' | 'zh', Readonly<Record<LabelledKind, string>>>> = {
  en: {
    decision: 'decided',
    learning: 'learned',
    problem: 'problem',
    progress: 'progress',
    rejected: 'rejected',
    experience: 'tried',
  },
  de: {
    decision: 'entschieden',
    learning: 'gelernt',
    problem: 'problem',
    progress: 'fortschritt',
    rejected: 'verworfen',
    experience: 'versucht',
  },
  zh: { decision: '决定', learning: '学到', problem: '问题', progress: '进展', rejected: '否决', experience: '尝试' },
};

const german =
  /^(?:ent|ge|ver|be|fort|er)?(?:schieden|schluss|schlossen|lernt|kenntnis|schritt|worfen|sucht|ledigt|hoben|fehler|ursache|wichtig|nächste)/iu;

const form =
  /^(?<before>\s*(?:[-*+•]\s+)?(?:\*\*|__|\[)?)(?<label>[^:：*_[\]]{1,40}?)(?<after>[:：]\*\*|\*\*[:：]|[:：]__|__[:：]|\][:：]?|\s?[:：]|\s[-–—](?=\s))\s*/u;
const bullet = /^\s*[-*+•]\s+/u;

/** Labels that only name their kind. `fixed` would also resolve a problem, and `important` says more than was logged. */
const plainLabels: Readonly<Record<LabelledKind, RegExp>> = {
  decision: /^(?:decided|decision|agreed|entschieden|entscheidung|beschlossen|决定|决策)$/iu,
  learning: /^(?:learned|learnt|learning|lesson|til|insight|gelernt|erkenntnis|学到|经验|教训)$/iu,
  problem: /^(?:problem|issue|bug|fehler|问题|故障)$/iu,
  progress: /^(?:progress|done|update|fortschritt|erledigt|进展|完成)$/iu,
  rejected: /^(?:rejected|verworfen|否决)$/iu,
  experience: /^(?:tried|experience|versucht|尝试)$/iu,
};

interface Label {
  kind: string;
  before: string;
  word: string;
  after: string;
}

/** `prose` are the lines of the file; the last label of a kind is the example. Without any: `decided: …`. */
export function styleOf(prose: ReadonlyMap<number, string>): LabelStyle {
  const labels = [...prose.values()].flatMap((line) => labelIn(line) ?? []);
  const known = labels.filter(({ kind }) => labelledKinds.some((one) => one === kind));
  const last = known.at(-1);
  const language = languageOf(known.map(({ word }) => word));
  return {
    lineFor: (kind, text) => {
      const { before = '', after = ':' } = last ?? {};
      const own = known.findLast((label) => label.kind === kind && plainLabels[kind].test(label.word));
      const word = own?.word ?? wordIn(language, kind, /^\p{Lu}/u.test(last?.word ?? ''));
      return `${before}${word}${after}${/[：]$/u.test(after) ? '' : ' '}${text}`;
    },
    isStatement: (line) => bullet.test(line) || labelIn(line) !== undefined,
  };
}

function labelIn(line: string): Label | undefined {
  const labelled = labelledIn(line.replace(bullet, '').trim());
  const { before, label, after } = form.exec(line)?.groups ?? {};
  if (labelled === undefined || labelled === 'none' || before === undefined || after === undefined) return undefined;
  return { kind: labelled.kind, before, word: label ?? '', after };
}

type Language = keyof typeof words;

/** That of most labels; English without any. */
function languageOf(labels: readonly string[]): Language {
  const counts = { en: 0, de: 0, zh: 0 };
  for (const label of labels) counts[/\p{Script=Han}/u.test(label) ? 'zh' : german.test(label) ? 'de' : 'en'] += 1;
  if (counts.zh > counts.en && counts.zh >= counts.de) return 'zh';
  return counts.de > counts.en ? 'de' : 'en';
}

function wordIn(language: Language, kind: LabelledKind, isCapital: boolean): string {
  const word = words[language][kind];
  return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
