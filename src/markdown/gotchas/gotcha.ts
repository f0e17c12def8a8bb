/** Gotchas: traps that a user or a project knows. A project has its own in `MEMORY.md`; others are for all projects. */

export const severities = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** How to notice that a gotcha matters. All are plain text, never patterns. */
interface GotchaDetection {
  /** Where it happens: a platform, a tool, a part of a program. */
  context: readonly string[];
  /** What somebody wants to do when it happens. */
  intent: readonly string[];
  /** Identifiers or pieces of code that cause it. */
  code: readonly string[];
}

export interface Gotcha {
  title: string;
  /** What happens; empty if unknown. */
  description: string;
  /** Empty if none is known. */
  workaround: string;
  detection: GotchaDetection;
  /** Stacks that it is about; empty if it is about any, or about that of its project. */
  stackTags: readonly string[];
  severity: Severity;
  /** The file with its line, `.mind/MEMORY.md:12`; null for a gotcha of all projects. */
  place: string | null;
  /** Whether the chat that added it had read the web. */
  isFromWeb?: true;
}

export const noDetection: GotchaDetection = { context: [], intent: [], code: [] };

/** What follows an arrow, such a label or such a verb says how to avoid the gotcha. */
const workaroundMark =
  /\s(?:→|->|=>)\s+|[.,;:：。，；]\s*(?:workaround|fix|solution|lösung|abhilfe|解决(?:办法|方法|方案)?|对策)\s?[:：]\s*|(?:\s[-–—]|[.,;])\s+(?=(?:(?:instead|always|so) )?(?:use|set|call|run|pass|add|wrap|stattdessen|nutze|verwende|nimm)\s)|[，；。]\s?(?=(?:请)?(?:改用|使用|应该?用))/iu;

/** An entry of a file; `place` is `.mind/MEMORY.md:12`. */
interface PlacedEntry {
  kind: string;
  text: string;
  place: string;
}

/** The gotchas of a project, as its files name them. */
export function gotchasOfEntries(entries: readonly PlacedEntry[]): Gotcha[] {
  return entries.flatMap(({ kind, text, place }): Gotcha[] => {
    if (kind !== 'gotcha') return [];
    const mark = workaroundMark.exec(text);
    const end = mark === null || mark.index === 0 ? text.length : mark.index;
    const workaround = text.slice(end + (mark?.[0].length ?? 0));
    return [
      {
        title: text.slice(0, end),
        description: '',
        workaround,
        detection: noDetection,
        stackTags: [],
        severity: 'warning',
        place,
      },
    ];
  });
}

const stackLabel = /^(?:tech(?:nology)? )?(?:stack|技术栈)\s?[:：]\s*/iu;

/** What a project is made of, by the line `Stack: …` of its files; empty without one. */
export function stackOfEntries(entries: readonly PlacedEntry[]): string[] {
  const line = entries.find(({ kind, text }) => kind === 'state' && stackLabel.test(text))?.text ?? '';
  return line
    .replace(stackLabel, '')
    .split(/[,;+/、，；]|\s(?:and|und|with|mit)\s/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
