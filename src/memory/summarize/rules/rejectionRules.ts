/**
 * Finds approaches that were tried or considered and then rejected. See `keepingRule.ts` for the definition of a rule.
 * The same verbs have other objects, as in `I reverted the commit`; `shared/choices` tells them apart.
 */
import { rejectedIn, we } from '../../shared/choices/rejected.ts';
import { keepingRule } from './keepingRule.ts';
import type { KeepingRule } from './keepingRule.ts';

const namesApproach = { holds: (clause: string): boolean => rejectedIn(clause) !== undefined };

export const rejectionRules: readonly KeepingRule[] = [
  {
    ...keepingRule(
      'decided against',
      'rejected approach',
      0.75,
      'decided|ruled out|rejected|abandoned|discarded|declined|gave up|dropped|reverted|turned down',
      `\\b${we} (?:decided (?:against|not to)|ruled out|rejected|abandoned|discarded|declined|gave up on|dropped|reverted|turned down)\\b`,
    ),
    ...namesApproach,
  },
  keepingRule(
    'it did not work',
    'rejected approach',
    0.7,
    "didn't|did not|doesn't|does not",
    "\\b(?:approach|attempt|idea|workaround)(?: \\w{1,15}){0,2} (?:didn't|did not|doesn't|does not) (?:\\w{1,15} )?(?:work|help|scale|fix)\\b|^(?:(?:but|and|sadly|unfortunately)[, ]+)?(?:that|this|it) (?:(?:didn't|did not) (?:\\w{1,15} )?(?:work|help|fix)|(?:didn't|did not|doesn't|does not) (?:\\w{1,15} )?scale)\\b(?! (?:properly|correctly|for|on|in|with|when|if|as|at)\\b)",
  ),
  {
    ...keepingRule(
      'an action did not help',
      'rejected approach',
      0.7,
      "didn't|did not|doesn't|does not",
      "^[a-z-]{2,20}ing [^.!?,;:]{3,120}? (?:didn't|did not|doesn't|does not)(?: \\w{1,15})? (?:help|scale)\\b",
    ),
    ...namesApproach,
  },
  {
    ...keepingRule(
      'tried, but',
      'rejected approach',
      0.7,
      'tried',
      `\\b${we} tried (?!my best)[^.!?]{3,200}?\\bbut (?:that |this |it |the \\w{1,20} |they )?(?:still (?!works?|pass)\\w|(?:also |just )?(?:didn't|did not|doesn't|does not|failed|fails|broke|breaks|couldn't|wasn't|isn't|(?:was|were|is|are) too|made (?:it worse|no difference)|got worse|no luck|(?:kept|keeps|keep)(?: on)? \\w{2,20}ing))`,
    ),
    ...namesApproach,
    spansBut: true,
  },
  {
    ...keepingRule(
      'not going to',
      'rejected approach',
      0.7,
      "not going|won't|let's not",
      "\\b(?:i'm|we're|i am|we are) not going to \\w|\\b(?:we|i) won't \\w|\\blet's not \\w",
    ),
    ...namesApproach,
  },
  keepingRule(
    'revert',
    'rejected approach',
    0.65,
    'revert|undo|roll back',
    "^(?:please |no,? |ok,? |let's )?(?:revert|undo|roll back) \\S{2}",
    'user',
  ),
  {
    ...keepingRule(
      'decided against (German)',
      'rejected approach',
      0.8,
      'verworfen|gegen',
      '\\bverworfen\\b|\\b(?:uns|mich) gegen [^.!?]{2,120} entschieden\\b',
    ),
    ...namesApproach,
  },
  keepingRule(
    'did not work (German)',
    'rejected approach',
    0.7,
    'nicht|dagegen',
    '\\b(?:das|es|dies) (?:hat|ging) (?:leider )?nicht (?:funktioniert|geklappt|geholfen)|\\bdagegen entschieden\\b',
  ),
  keepingRule(
    'did not work (French)',
    'rejected approach',
    0.7,
    "n'a pas|abandonné",
    "\\bn'a pas (?:marché|fonctionné|aidé)|\\b(?:on|nous) (?:a|avons) abandonné",
  ),
  keepingRule(
    'did not work (Spanish)',
    'rejected approach',
    0.7,
    'no funcion|no sirvi|descart|abandonamos',
    '\\bno (?:funcionó|sirvió)|\\b(?:descartamos|abandonamos|descarté)(?= )',
  ),
  {
    ...keepingRule('gave up (Chinese)', 'rejected approach', 0.75, '放弃了|否决了', '(?:放弃|否决)了'),
    ...namesApproach,
  },
  keepingRule(
    'did not work (Chinese, Japanese)',
    'rejected approach',
    0.7,
    '没有|没起|没效|没用|行不通|不管用|うまく|やめ',
    '(?:没有|没)(?:起作用|效果|用)|行不通|不管用|うまくいか(?:な|ず)|やめ(?:た|ました)',
  ),
];
