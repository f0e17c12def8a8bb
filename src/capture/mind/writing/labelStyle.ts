/** How a memory file labels its statements: `decided: …`, `- **Decision:** …`, `[决定] …`. */
import { labelledIn } from '../parsing/labels.ts';

/** The kinds that a label names in `MEMORY.md`. */
export const labelledKinds = ['decision', 'learning', 'problem', 'progress', 'rejected', 'experience'] as const;
export type LabelledKind = (typeof labelledKinds)[number];

export interface LabelStyle {
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
  return {
    lineFor: (kind, text) => {
      const { before = '', after = ':' } = last ?? {};
      const word = known.findLast((label) => label.kind === kind)?.word ?? wordLike(last?.word ?? '', kind);
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

/** The label of a kind in the language and the case of another one. */
function wordLike(example: string, kind: LabelledKind): string {
  const language = /\p{Script=Han}/u.test(example) ? 'zh' : german.test(example) ? 'de' : 'en';
  const word = words[language][kind];
  const isCapital = /^\p{Lu}/u.test(example);
  return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
