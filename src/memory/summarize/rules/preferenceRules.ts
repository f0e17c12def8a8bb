/**
 * Finds how users want things done. Assistants have no preferences. See `keepingRule.ts` for the definition of a rule.
 */
import { keepingRule } from './keepingRule.ts';
import type { KeepingRule } from './keepingRule.ts';

export const preferenceRules: readonly KeepingRule[] = [
  keepingRule(
    'prefer',
    'preference',
    0.8,
    'prefer|rather',
    "\\b(?:i|we)(?:'d| would| really| strongly| generally| usually| still)? prefer\\b|\\bmy (?:\\w{1,20} )?preference is\\b|\\bi'd rather\\b",
    'user',
  ),
  keepingRule(
    'always or never, as a rule',
    'preference',
    0.85,
    'always|never',
    '^(?:(?:please|and|also|but|ok|okay)[, ]+)?(?:always (?!(?:on|been|the|had|happy|glad|here|there|up|good|nice|great|a|an|my|so|in)\\b|\\w{2,15}ing\\b)|never (?!(?:mind|been|had|seen|saw|knew|thought|felt|heard|done|got|ever|again|a)\\b|\\w{2,15}ed\\b))\\w{2}',
    'user',
  ),
  keepingRule(
    'you always or never',
    'preference',
    0.7,
    'always|never',
    '\\b(?:please|you (?:should|must)|make sure (?:to|you)|i want you to|remember to) (?:always|never) (?!had|been|got|\\w{2,15}ed\\b)\\w{2}',
    'user',
  ),
  keepingRule(
    'from now on',
    'preference',
    0.75,
    'from now|going forward|future',
    '^(?:please )?(?:from now on|going forward|in (?:the )?future)\\b,? |\\bfrom now on\\b',
    'user',
  ),
  keepingRule(
    'not again',
    'preference',
    0.8,
    'again|any more|anymore|ever',
    "^(?:please |and |but )?(?:do not|don't|stop)\\b [^.!?]{2,100}\\b(?:again|anymore|any more|ever)\\b",
    'user',
  ),
  keepingRule(
    'stop doing',
    'preference',
    0.7,
    "stop|i don't|i do not|hate",
    "^(?:please )?stop \\w{2,20}ing\\b|\\bi (?:do not|don't) (?:like|want) (?:it when|you to)\\b|\\bi hate (?:it )?when\\b",
    'user',
  ),
  keepingRule(
    'use this, not that',
    'preference',
    0.7,
    'use ',
    '^(?:please )?use [^.!?]{2,60}(?:, not | instead of | rather than )',
    'user',
  ),
  keepingRule(
    'prefer (German)',
    'preference',
    0.7,
    'bevorzuge|ziehe|lieber|immer|nie|ab jetzt|ab sofort',
    '\\bich (?:bevorzuge|ziehe [^.!?]{1,60} vor|mag lieber|möchte lieber|hätte lieber)|^(?:bitte )?(?:\\S{2,30} )?(?:immer|nie|niemals) \\S{2}|\\bab (?:jetzt|sofort)\\b',
    'user',
  ),
  keepingRule(
    'prefer (French)',
    'preference',
    0.7,
    'préfère|toujours|jamais|désormais',
    '\\bje préfère|^(?:\\S{2,30} )?(?:toujours|jamais) \\S{2}|\\bdésormais\\b',
    'user',
  ),
  keepingRule(
    'prefer (Spanish)',
    'preference',
    0.7,
    'prefiero|siempre|nunca|de ahora',
    '\\bprefiero(?= )|^(?:\\S{2,30} )?(?:siempre|nunca) \\S{2}|\\bde ahora en adelante\\b',
    'user',
  ),
  keepingRule(
    'prefer (Chinese, Japanese)',
    'preference',
    0.7,
    '喜欢|偏好|倾向|总是|始终|一定要|永远不要|绝不|以后|今后|不要再|の方が|必ず|絶対に',
    '我(?:更|比较)?(?:喜欢|偏好|倾向)|^(?:请)?(?:总是|始终|一定要|永远不要|绝不)|(?:以后|今后)(?:请|都|不要|别)|不要再|の方が(?:好き|いい)|^(?:必ず|絶対に)',
    'user',
  ),
];
