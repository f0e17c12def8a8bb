/**
 * Labels with which notes name what a line is, `decided: …` or `**Problem** - …`, and headings with which files name
 * what is below them. English, German and Chinese.
 */
import type { EntryKind } from './entry.ts';

interface Labelled {
  kind: EntryKind;
  /** What follows the label. */
  text: string;
  /** Whether the label is in bold, which people do on purpose. */
  isBold: boolean;
  /** Whether the label says that something blocks work. */
  isBlocked: boolean;
}

const labels: Readonly<Record<EntryKind | 'blocked' | 'none', string>> = {
  decision:
    'decided|decision|(?:final )?call|final decision|agreed|agreement|rule|convention|chose|choice|going with|adr|entschieden|entscheidung|beschlossen|beschluss|festgelegt|vereinbart|vereinbarung|regel|konvention|(?:最终)?决定|决策|约定|规则|结论|选择|选型',
  problem:
    'problem|issue|bug|error|broken|failure|regression|pain point|known issue|open issue|fehler|defekt|störung|bekanntes problem|(?:已知)?问题|故障|错误|缺陷|报错',
  blocked:
    'blocked(?: (?:by|on))?|blockers?|waiting (?:for|on)|blockiert(?: durch| von)?|hindernis|wartet auf|阻塞|受阻|卡住|卡点|等待',
  learning:
    'learned|learnt|learning|lessons?(?: learned)?|til|today i learned|insight|takeaway|discovered|discovery|found(?: out)?|finding|realized|realised|root cause|cause|note to self|key(?: (?:insight|learning|point))?|important|remember|turns out|fyi|nb|warning|caution|gelernt|erkenntnis|gemerkt|lektion|herausgefunden|ursache|wichtig|merke|achtung|学到(?:了)?|教训|经验|发现|心得|认识|原因|根本原因|注意|重要|记住|要点',
  progress:
    'done|finished|fixed|fix|solved|resolved|completed?|progress|shipped|implemented|added|changed|removed|deprecated|deployed|released|merged|update|status|erledigt|fertig|behoben|gelöst|umgesetzt|fortschritt|abgeschlossen|gefixt|hinzugefügt|geändert|entfernt|完成|已完成|修复|已修复|解决|已解决|进展|进度|上线|实现|新增|变更|移除',
  rejected:
    'rejected|ruled out|dropped|abandoned|discarded|decided against|tried and rejected|not doing|verworfen|abgelehnt|verworfener ansatz|ausgeschlossen|否决|放弃|排除|已放弃|已否决|弃用方案',
  gotcha: 'gotchas?|pitfall|trap|edge|watch out|fallstrick|falle|stolperfalle|坑|陷阱',
  experience: 'experience|tried|attempt|versucht|probiert|尝试|试过',
  assumption: 'assumptions?|assuming|assumed|annahme|假设',
  next: 'next(?: up| steps?)?|todo|to do|to-do|continue(?: from| with)?|als nächstes|nächste schritte|offen|下一步|待办|接下来',
  state: 'goal|stack|ziel|目标|技术栈',
  none: 'open question|question|idea|maybe|option|options|frage|idee|疑问|想法',
};

const labelKinds = Object.keys(labels) as (keyof typeof labels)[];
/** One pattern with a group for each kind, because one for each takes several times as long. */
const anyLabel = new RegExp(`^(?:${labelKinds.map((kind) => `(?<${kind}>${labels[kind]})`).join('|')})$`, 'iu');

/** A colon, or a dash between spaces; a tag such as `[decision]` needs neither, and is no link. */
const shape =
  /^(?:\p{Extended_Pictographic}\ufe0f?\s{0,2})?(?:\[(?<tag>[^\]\n]{2,30})\](?!\()\s{0,2}[:：]?|(?<bold>\*\*|__)?(?<label>[^:：*_\n]{1,40}?)(?:\*\*|__)?(?:\s?[:：]|\s[-–—](?=\s))(?:\*\*|__)?)\s{0,4}(?<text>\S[^]*)?$/u;

/** A text without any of these at its beginning has no label, which is far cheaper to see. */
const endsLabel = /[:：\]–—-]/u;
/** In characters: a label with its icon, emphasis and colon. */
const maxWithLabel = 52;

/** What a statement that begins with a known label says; undefined without one, `none` for a label of no kind. */
export function labelledIn(statement: string): Labelled | 'none' | undefined {
  if (!endsLabel.test(statement.slice(0, maxWithLabel))) return undefined;
  const { tag, bold, label = tag, text = '' } = shape.exec(statement)?.groups ?? {};
  if (label === undefined) return undefined;
  const kind = labelKind(label.trim());
  if (kind === undefined || kind === 'none') return kind;
  const isBlocked = kind === 'blocked';
  return { kind: isBlocked ? 'problem' : kind, text: text.trim(), isBold: bold !== undefined, isBlocked };
}

const sections: Readonly<Partial<Record<EntryKind, string>>> = {
  decision:
    '(?:key |recent |architecture |architectural |technical |design )*decisions?|entscheidungen|beschlüsse|决定|决策|技术决策',
  problem:
    '(?:known |open |current )*(?:problems?|issues?|bugs?)|open loops?|blockers?|(?:bekannte |offene )*probleme|hindernisse|blocker|(?:已知)?问题|阻塞',
  learning: '(?:key |lessons )?(?:learnings?|lessons?|insights?|learned)|erkenntnisse|gelerntes|经验|教训|心得|学到的',
  progress: '(?:recent )?progress|done|completed|fortschritt|erledigt|进展|已完成',
  rejected:
    "(?:rejected|discarded|abandoned)(?: (?:approaches|ideas|alternatives|options))?|what did(?: not|n't) work|verworfen|verworfene ansätze|否决|放弃的方案|已否决",
  gotcha: 'gotchas?(?: \\([^)]*\\))?|pitfalls?|edges?|fallstricke|stolperfallen|坑|陷阱|注意事项',
  experience: 'experiences?|erfahrungen?|经历',
  assumption: 'assumptions?|annahmen?|假设',
  next: 'next(?: steps?| up)?|to-?dos?|continue(?: from)?|nächste schritte|als nächstes|下一步|待办(?:事项)?',
};

const kindOfSection = (Object.keys(sections) as EntryKind[]).map(
  (kind) => [new RegExp(`^(?:${sections[kind] ?? ''})$`, 'iu'), kind] as const,
);

/** The kind of entry that a heading announces; undefined for any other heading, such as a date. */
export function sectionKind(heading: string): EntryKind | undefined {
  const plain = heading.replace(/[*_:：]|\p{Extended_Pictographic}\ufe0f?/gu, '').trim();
  return kindOfSection.find(([pattern]) => pattern.test(plain))?.[1];
}

function labelKind(label: string): keyof typeof labels | undefined {
  const groups = anyLabel.exec(label)?.groups;
  return groups && labelKinds.find((kind) => groups[kind] !== undefined);
}
