/**
 * Finds approaches that were tried or considered and then rejected. See `keepingRule.ts` for the definition of a rule.
 */
import { keepingRule, we } from './keepingRule.ts';
import type { KeepingRule } from './keepingRule.ts';

export const rejectionRules: readonly KeepingRule[] = [
  keepingRule(
    'decided against',
    'rejected approach',
    0.75,
    'decided|ruled out|rejected|abandoned|discarded|declined|gave up|dropped|reverted|turned down',
    `\\b${we} (?:decided (?:against|not to)|ruled out|rejected|abandoned|discarded|declined|gave up on|dropped the|reverted|turned down)\\b`,
  ),
  keepingRule(
    'it did not work',
    'rejected approach',
    0.7,
    "didn't|did not|doesn't|does not",
    "\\b(?:that|this|it|which|approach|attempt|idea|workaround)(?: \\w{1,15}){0,2} (?:didn't|did not|doesn't|does not) (?:\\w{1,15} )?(?:work|help|scale|fix)\\b",
  ),
  keepingRule(
    'tried, but',
    'rejected approach',
    0.7,
    'tried',
    "\\b(?:i|we)(?:'ve| have)? tried (?!my best)[^.!?]{3,160}\\bbut (?:that |this |it |the \\w{1,20} |they )?(?:still |also |just )?(?:didn't|did not|doesn't|does not|failed|fails|broke|breaks|couldn't|wasn't|isn't|was too|is too|made it worse|no luck|kept|keeps)",
  ),
  keepingRule(
    'not going to',
    'rejected approach',
    0.7,
    "not going|won't|let's not",
    "\\b(?:i'm|we're|i am|we are) not going to (?:use|do|add|build|adopt|go|support|migrate|switch|rewrite|keep|buy|pursue|include)\\b|\\b(?:we|i) won't (?:use|do|add|build|adopt|support|migrate|switch|rewrite|pursue)\\b|\\blet's not (?:use|do|add|build|go|keep|bother)\\b",
  ),
  keepingRule(
    'revert',
    'rejected approach',
    0.65,
    'revert|undo|roll back',
    "^(?:please |no,? |ok,? |let's )?(?:revert|undo|roll back) \\S{2}",
    'user',
  ),
  keepingRule(
    'did not work (German)',
    'rejected approach',
    0.7,
    'nicht|verworfen|rückgängig|dagegen',
    '\\b(?:das|es|dies) (?:hat|ging) (?:leider )?nicht (?:funktioniert|geklappt|geholfen)|\\b(?:verworfen|rückgängig gemacht)\\b|\\bdagegen entschieden\\b',
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
  keepingRule(
    'did not work (Chinese, Japanese)',
    'rejected approach',
    0.7,
    '没|行不通|不管用|放弃了|否决了|うまく|やめ',
    '(?:没有|没)(?:起作用|效果|用)|行不通|不管用|(?:放弃|否决)了|うまくいか(?:な|ず)|やめ(?:た|ました)',
  ),
];
