/**
 * What the known sets are, by the first part of their folder's name: `coding-dev` and `coding-other-half` are both of
 * the family `coding`. A folder of no known family holds turns in `corpus.jsonl`.
 */

/** What a question asks for: the turns that hold the answer, or the sessions they were said in. */
export type Level = 'turn' | 'session';

export interface SetKind {
  level: Level;
  /** How the folder is imported: `corpus.jsonl` by `import jsonl`, or the whole folder by `import claude-code`. */
  reader: 'jsonl' | 'claude-code';
  /** The folder of which the questions are, and the turns for the simple methods; its own when absent. */
  askedAs?: string;
}

const families: Record<string, SetKind> = {
  coding: { level: 'session', reader: 'jsonl' },
  'coding-transcripts': { level: 'session', reader: 'claude-code' },
  'changed-rules': { level: 'session', reader: 'jsonl' },
  devmem: { level: 'session', reader: 'jsonl' },
};

/** The same sessions as another program wrote them, and the family that has their questions. */
const retold: Record<string, string> = { 'coding-transcripts': 'coding' };

/** `name` is a folder's, such as `coding-transcripts-dev`. */
export function setKindOf(name: string): SetKind {
  const [, family = name, half = ''] = /^(.+)(-[^-]+)$/u.exec(name) ?? [];
  const kind = families[family] ?? { level: 'turn', reader: 'jsonl' };
  const other = retold[family];
  return other === undefined ? kind : { ...kind, askedAs: `${other}${half}` };
}

/** The session of a turn: `talk/3:7` and `talk/3:8` were both said in `talk/3`. */
export function sessionOfTurn(id: string): string {
  return id.replace(/:[^:/]*$/u, '');
}
