/** Finds decisions. See `keepingRule.ts` for the definition of a rule. */
import { we } from '../../shared/choices/rejected.ts';
import { keepingRule } from './keepingRule.ts';
import type { KeepingRule } from './keepingRule.ts';

export const decisionRules: readonly KeepingRule[] = [
  keepingRule('decided to', 'decision', 0.8, 'decided', `\\b${we} decided (?:to|on|that|for|we)\\b`),
  keepingRule(
    'the decision is',
    'decision',
    0.8,
    'decision',
    '\\b(?:the|our|my|final) decision (?:is|was)(?: made)? to\\b|^decision:\\s(?!\\s{0,3}(?:you|reach|make|decide|whether|review|discuss|consider)\\b)',
  ),
  keepingRule(
    'go with',
    'decision',
    0.75,
    'go|stick|stay|settle',
    "\\b(?:let's|we'll|i'll|we will|i will|we're going to|i'm going to|we) (?:probably )?(?:go|stick|stay|settle|going) (?:ahead )?(?:with|on)\\b",
    'user',
  ),
  keepingRule(
    'we go with',
    'decision',
    0.65,
    'go|went|stick|stay',
    "\\b(?:let's|we'll|we will|we|i'm|i've|i) (?:go(?:ing|ne)?|went|stick(?:ing)?|stay(?:ing)?) with\\b",
    'assistant',
  ),
  keepingRule(
    'use one instead of another',
    'decision',
    0.7,
    'instead of|rather than| over',
    "\\b(?:we|i|let's)(?:'ll| will|'re going to| are going to)? (?:use|keep|adopt|take|run|build|store) [^.!?]{2,80} (?:instead of|rather than|over)\\b",
  ),
  keepingRule(
    'chose',
    'decision',
    0.75,
    'chose|picked|opted|settled|selected|went with',
    `\\b${we} (?:chose|chosen|picked(?! up)|opted for|opted to|settled on|selected|went with)\\b`,
  ),
  keepingRule(
    'switched to',
    'decision',
    0.65,
    'switched|moved|migrated',
    `\\b${we} (?:switched|moved|migrated) (?:from [^.!?,]{2,60} )?(?:over )?to (?!the (?:next|other|new (?:house|city)))`,
    'user',
  ),
  keepingRule(
    'agreed',
    'decision',
    0.7,
    'agreed',
    `\\b${we} agreed (?:on|to|that|with|upon)\\b|^agreed[,:.]? [^.!?]{12}`,
  ),
  keepingRule(
    'decided (German)',
    'decision',
    0.75,
    'entschieden|statt|anstelle|beschlossen',
    '\\b(?:wir|ich) (?:haben?|hatten) (?:uns|mich) (?:\\S{1,40} ){0,12}entschieden|\\b(?:wir|ich) (?:nehmen|nehme|bleiben bei|bleibe bei|verwenden|nutzen) [^.!?]{2,80}\\b(?:statt|anstatt|anstelle)\\b|\\bbeschlossen(?: worden)?,? (?:dass|zu)\\b',
  ),
  keepingRule(
    'decided (French)',
    'decision',
    0.75,
    'décidé|choisi|opté|on part|on reste',
    "\\b(?:on a|nous avons|j'ai) (?:décidé|choisi|opté)|\\bon (?:part|reste) sur\\b",
  ),
  keepingRule(
    'decided (Spanish)',
    'decision',
    0.75,
    'decidi|decidí|elegimos|elegí|nos quedamos|vamos a',
    '\\b(?:hemos decidido|decidimos|he decidido|decidí|elegimos|elegí|nos quedamos con)(?= )|\\bvamos a usar [^.!?]{2,80}en (?:lugar|vez) de\\b',
  ),
  keepingRule(
    'decided (Chinese, Japanese)',
    'decision',
    0.75,
    '决定|选择了|选定|商定|而不是|代替|ことに',
    '(?:我们|我|咱们)(?:已经|最终|最后|都)?(?:决定|选择了|选定|商定)|(?:用|采用|使用)[^。！？，]{1,30}(?:而不是|代替)|ことに(?:した|しました|決め)',
  ),
];
