/**
 * The known sets, by the first part of their folder's name: `coding-dev` and `coding-other-half` are both of the family
 * `coding`. A folder of an unknown family contains turns in `corpus.jsonl`.
 */

/** What a question asks for: the turns with the answer, or their sessions. */
export type Level = 'turn' | 'session';

export interface SetKind {
  level: Level;
  /** How the folder is imported: `corpus.jsonl` by `import jsonl`, or the whole folder by `import claude-code`. */
  reader: 'jsonl' | 'claude-code';
  /** The folder with the questions, and with the turns for the simple methods; by default this one. */
  askedAs?: string;
}

const families: Record<string, SetKind> = {
  coding: { level: 'session', reader: 'jsonl' },
  'coding-transcripts': { level: 'session', reader: 'claude-code' },
  'changed-rules': { level: 'session', reader: 'jsonl' },
  devmem: { level: 'session', reader: 'jsonl' },
};

/** Sets with the same sessions in the format of another program, and the family that has their questions. */
const baseFamily: Record<string, string> = { 'coding-transcripts': 'coding' };

/** `name` is a folder's, such as `coding-transcripts-dev`. */
export function setKindOf(name: string): SetKind {
  const [, family = name, half = ''] = /^(.+)(-[^-]+)$/u.exec(name) ?? [];
  const kind = families[family] ?? { level: 'turn', reader: 'jsonl' };
  const other = baseFamily[family];
  return other === undefined ? kind : { ...kind, askedAs: `${other}${half}` };
}

/** The session of a turn: `talk/3:7` and `talk/3:8` are both in `talk/3`. */
export function sessionOfTurn(id: string): string {
  return id.replace(/:[^:/]*$/u, '');
}
