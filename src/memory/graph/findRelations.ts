/** Finds how the entities of a text relate: two neighbors in a sentence with nothing but a clear verb between them. */
import type { FoundEntity } from './entities.ts';
import type { Mention } from './mentions.ts';
import { mentionsIn } from './mentions.ts';

export const entityRelations = ['uses', 'depends_on', 'replaces', 'part_of', 'calls', 'fixes'] as const;
export type EntityRelation = (typeof entityRelations)[number];

/** `from` and `to` are keys. */
export interface FoundRelation {
  from: string;
  to: string;
  relation: EntityRelation;
}

/** In characters: the text between two names, and the text before them that can deny the sentence. */
const maxBetween = 60;
const readBefore = 80;

const noun =
  '(?:package|module|service|function|method|class|struct|type|interface|field|file|component|library|hook|helper|command|endpoint|test|server|client|plugin|extension|project|repo|code|constant|variable)';
const between = (verb: string): RegExp =>
  new RegExp(
    `^(?: ${noun})? ?(?:(?:now|also|currently|only|already) )?(?:${verb})(?: (?:the|a|an|our|its))?(?: existing)?$`,
    'iu',
  );

interface Rule {
  pattern: RegExp;
  relation: EntityRelation;
  /** Which of the two names the relation starts at. */
  from: 'first' | 'second';
  /** Also needed before the first name. */
  before?: RegExp;
}

const rules: readonly Rule[] = [
  {
    pattern: between('uses|is using|is based on|is built on|runs on|is implemented (?:with|in|using)'),
    relation: 'uses',
    from: 'first',
  },
  { pattern: between('is used (?:by|in)'), relation: 'uses', from: 'second' },
  { pattern: between('depends on|requires|imports|relies on'), relation: 'depends_on', from: 'first' },
  { pattern: between('is (?:imported|required) by'), relation: 'depends_on', from: 'second' },
  { pattern: between('calls|invokes|delegates to|wraps'), relation: 'calls', from: 'first' },
  { pattern: between('is called (?:by|from|in)|is invoked (?:by|from|in)'), relation: 'calls', from: 'second' },
  { pattern: between('replaces|supersedes'), relation: 'replaces', from: 'first' },
  {
    pattern: between('is replaced (?:by|with)|(?:was|has been) replaced (?:by|with)|is superseded by'),
    relation: 'replaces',
    from: 'second',
  },
  {
    pattern: /^ (?:with|by)(?: (?:the|a|an|our))?$/iu,
    relation: 'replaces',
    from: 'second',
    before: /\b(?:replace[sd]?|replacing)(?: the)?(?: old)? $/iu,
  },
  {
    pattern: /^ to(?: the)?$/iu,
    relation: 'replaces',
    from: 'second',
    before: /\b(?:(?:migrat|switch|mov)(?:e[sd]?|ed|ing|es)|renam(?:ed?|ing))(?: \w+){0,3} (?:from )?$/iu,
  },
  {
    pattern: /^ (?:→|->|=>|renamed to|was renamed to|is now called)$/iu,
    relation: 'replaces',
    from: 'second',
    before: /\brenam(?:ed?|ing)(?: the)?:? $/iu,
  },
  {
    pattern: between('(?:is )?(?:part of|(?:defined|declared|implemented|located|lives) in|belongs to)'),
    relation: 'part_of',
    from: 'first',
  },
  { pattern: between('fixes|closes|resolves|fixed|closed|resolved'), relation: 'fixes', from: 'first' },
];
const pastRename = /^ (?:was |is |has been )?renamed to$/iu;
/** The sentence only supposes, asks or denies. */
const uncertain =
  /\b(?:if|whether|could|can|should|might|may|would|maybe|perhaps|not|never|no longer|don't|doesn't|didn't|instead of|unless|until|before|suppose|imagine|consider(?:ing)?|what|why|how|when|does|do|did)\b/iu;

/** Each relation once, in order; only between the given entities of the text. */
export function findRelations(text: string, entities: readonly FoundEntity[]): FoundRelation[] {
  if (entities.length < 2) return [];
  const keys = new Set(entities.map(({ key }) => key));
  const found = new Map<string, FoundRelation>();
  let first: Mention | undefined;
  for (const mention of mentionsIn(text)) {
    const relation = first === undefined ? undefined : relationOf(text, first, mention);
    first = mention;
    if (relation === undefined || !keys.has(relation.from) || !keys.has(relation.to)) continue;
    found.set(`${relation.from}\n${relation.to}\n${relation.relation}`, relation);
  }
  return [...found.values()];
}

function relationOf(text: string, first: Mention, second: Mention): FoundRelation | undefined {
  if (first.key === second.key || second.start - first.end > maxBetween || second.start < first.end) return undefined;
  const gap = plain(text.slice(first.end, second.start)).trimEnd();
  if (gap.length < 3 || /[.;:!?\n]/u.test(gap)) return undefined;
  const before = sentenceBefore(text, first.start);
  const rule = rules.find((each) => each.pattern.test(gap) && (each.before?.test(before) ?? true));
  const isRename = rule === undefined && pastRename.test(gap);
  if ((rule === undefined && !isRename) || uncertain.test(before) || isQuestion(text, second.end)) return undefined;
  const [from, to] = rule?.from === 'first' ? [first.key, second.key] : [second.key, first.key];
  return { from, to, relation: rule?.relation ?? 'replaces' };
}

/** Without the marks of Markdown and of quotations. */
function plain(text: string): string {
  return text.replaceAll(/[`*"'’()]/gu, '').replaceAll(/ +/gu, ' ');
}

function sentenceBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - readBefore), start);
  return plain(before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('. ')) + 1));
}

function isQuestion(text: string, end: number): boolean {
  return /^[^.!\n]{0,120}\?/u.test(text.slice(end, end + 121));
}
