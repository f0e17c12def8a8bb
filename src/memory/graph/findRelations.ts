/**
 * Finds how the entities of a text relate: two names in one sentence with nothing but a clear English verb between them.
 * A sentence that supposes, asks or denies states no relation.
 */
import type { FoundEntity } from './entities.ts';
import type { Mention } from './mentions.ts';
import { mentionsIn } from './mentions.ts';

/** `calls` is for functions; `replaces`: the first is what is used now. */
export const entityRelations = ['uses', 'calls', 'depends_on', 'replaces', 'part_of', 'fixes'] as const;
export type EntityRelation = (typeof entityRelations)[number];

/** `from` and `to` are keys of entities. */
export interface FoundRelation {
  from: string;
  to: string;
  relation: EntityRelation;
}

/** In characters: the text between two names, and the text before them that can deny the sentence. */
const maxBetween = 60;
const readBefore = 80;

/** What can follow a name: `the auth service`. */
const noun =
  '(?:package|module|service|function|method|class|struct|type|interface|field|file|component|library|hook|helper|command|endpoint|test|server|client|plugin|extension|project|repo|code|constant|variable)';

interface Rule {
  relation: EntityRelation;
  /** The name that the relation starts at. */
  from: 'first' | 'second';
  /** All of the text between the names. */
  between: RegExp;
  /** Also needed before the first name. */
  before?: RegExp;
}

const rules: readonly Rule[] = [
  verb('uses', 'first', 'uses|is using|is based on|is built on|runs on|is implemented (?:with|using)'),
  verb('uses', 'second', 'is used (?:by|in)'),
  verb('calls', 'first', 'calls|invokes|delegates to|wraps'),
  verb('calls', 'second', 'is (?:called|invoked) (?:by|from|in)'),
  verb('depends_on', 'first', 'depends on|requires|imports|relies on'),
  verb('depends_on', 'second', 'is (?:imported|required) by'),
  verb('replaces', 'first', 'replaces|supersedes'),
  verb('replaces', 'second', '(?:is|was|has been) (?:replaced|superseded) (?:by|with)|(?:was |is )?renamed to'),
  verb('part_of', 'first', '(?:is )?(?:part of|(?:defined|declared|implemented|located|lives) in|belongs to)'),
  verb('fixes', 'first', 'fixes|closes|resolves|fixed|closed|resolved'),
  {
    relation: 'replaces',
    from: 'second',
    between: /^ (?:with|by)(?: (?:the|a|an|our))?$/iu,
    before: /\breplac(?:e[sd]?|ing)(?: the)?(?: old)? $/iu,
  },
  {
    relation: 'replaces',
    from: 'second',
    between: /^ (?:to(?: the)?|→|->|=>)$/iu,
    before: /\b(?:(?:migrat|switch)(?:e[sd]?|ed|ing)(?: \w+){0,2} from|renam(?:ed?|ing)(?: the)?:?) $/iu,
  },
];
/** Most texts have none of these, so that they are not read a second time. */
const anyVerb =
  /\b(?:us(?:es|ing|ed)|based|built|runs|implemented|calls|called|invoke[sd]|delegates|wraps|depends|requires?d?|import(?:s|ed)|relies|replac|supersede|renam|part of|defined|declared|located|lives|belongs|fix(?:es|ed)|close[sd]|resolve[sd]|migrat|switch)/iu;
const uncertain =
  /\b(?:if|whether|could|can|should|might|may|would|maybe|perhaps|not|never|no longer|\w+n't|instead of|unless|until|before|suppose|imagine|consider(?:ing)?|what|why|how|when|do(?:es)?|did)\b/iu;
/** Each relation once, in order of first mention; only between the given entities, which are those of the same text. */
export function findRelations(text: string, entities: readonly FoundEntity[]): FoundRelation[] {
  if (entities.length < 2 || !anyVerb.test(text)) return [];
  const keys = new Set(entities.map(({ key }) => key));
  const found = new Map<string, FoundRelation>();
  let first: Mention | undefined;
  for (const second of mentionsIn(text)) {
    const relation = first === undefined ? undefined : relationOf(text, first, second);
    first = second;
    if (relation === undefined || !keys.has(relation.from) || !keys.has(relation.to)) continue;
    found.set(`${relation.from}\n${relation.to}\n${relation.relation}`, relation);
  }
  return [...found.values()];
}

function verb(relation: EntityRelation, from: Rule['from'], verbs: string): Rule {
  const adverb = '(?:(?:now|also|currently|only|already) )?';
  const article = '(?: (?:the|a|an|our|its))?';
  return { relation, from, between: new RegExp(`^(?: ${noun})? ${adverb}(?:${verbs})${article}$`, 'iu') };
}

function relationOf(text: string, first: Mention, second: Mention): FoundRelation | undefined {
  const length = second.start - first.end;
  if (first.key === second.key || length < 3 || length > maxBetween) return undefined;
  const between = withoutMarks(text.slice(first.end, second.start)).trimEnd();
  if (/[.;:!?\n]/u.test(between)) return undefined;
  const before = sentenceBefore(text, first.start);
  const rule = rules.find((each) => each.between.test(between) && each.before?.test(before) !== false);
  if (rule === undefined || uncertain.test(before) || isAsked(text, second.end)) return undefined;
  const [from, to] = rule.from === 'first' ? [first.key, second.key] : [second.key, first.key];
  return { from, to, relation: rule.relation };
}

/** Without the marks of Markdown, quotation marks and parentheses. */
function withoutMarks(text: string): string {
  return text.replaceAll(/[`*"'’()]/gu, '').replaceAll(/ +/gu, ' ');
}

function sentenceBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - readBefore), start);
  const sentence = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('. ')) + 1);
  return sentence.replaceAll(/[`*"()]/gu, '').replaceAll(/ +/gu, ' ');
}

function isAsked(text: string, end: number): boolean {
  return /^[^.!\n]{0,120}\?/u.test(text.slice(end, end + 121));
}
