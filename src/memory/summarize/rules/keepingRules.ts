/** All rules that make an exchange worth keeping, and a quick test whether any of them can apply. */
import { decisionRules } from './decisionRules.ts';
import { fixRules } from './fixRules.ts';
import type { KeepingRule } from './keepingRule.ts';
import { preferenceRules } from './preferenceRules.ts';
import { rejectionRules } from './rejectionRules.ts';

const rules: readonly KeepingRule[] = [...decisionRules, ...fixRules, ...preferenceRules, ...rejectionRules];

/** The rules for texts by this role. */
export const keepingRules: Readonly<Record<'user' | 'assistant', readonly KeepingRule[]>> = {
  user: rules.filter(({ by }) => by !== 'assistant'),
  assistant: rules.filter(({ by }) => by !== 'user'),
};

const anybody =
  "decided|decision|deciding|go with|goes? ahead|going with|gone with|went with|stick(?:ing)? with|stay(?:ing)? with|instead of|rather than|chosen?|picked|opted|settled|selected|agreed|root cause|cause|culprit|the (?:\\w{1,20} )?(?:problem|issue|bug|error|failure|crash)|turned out|turns out|fix(?:ed)?|solved|resolved|resolution|workaround|ruled out|rejected|abandoned|discarded|declined|gave up|dropped|reverted|turned down|tried|not going to|won't|let's not|did(?:n't| not)|does(?:n't| not)" +
  "|entschieden|statt|anstatt|anstelle|beschlossen|ursache|der grund|der fehler|lag (?:an|daran)|behoben|gelöst|nicht|verworfen|rückgängig|décidé|choisi|opté|on part|on reste|la cause|le problème|le bug|l'erreur|corrigé|n'a pas|abandonné|hemos decidido|decidimos|he decidido|decidí|elegimos|elegí|nos quedamos|vamos a|la causa|el problema|el error|no funcionó|no sirvió|descart|se (?:arregl|corrigi|solucion)";
const people =
  "let's|stick|stay|settle|we go|switched|moved|migrated|prefer|preference|rather|always|never|from now|going forward|in (?:the )?future|again|any ?more|ever|stop|hate|don't|do not|use|revert|undo|roll back|bevorzuge|ziehe|lieber|immer|nie|niemals|ab jetzt|ab sofort|préfère|toujours|jamais|désormais|prefiero|siempre|nunca|de ahora";
/** Chinese and Japanese texts are few enough to be tested with all rules. */
const unspaced = '[\\u3040-\\u30ff\\u4e00-\\u9fff]';

/**
 * Most texts match none of these and contain nothing worth keeping. No `u` flag, which takes three times as long and
 * changes nothing for these words.
 */
export const anyCue: Readonly<Record<'user' | 'assistant', RegExp>> = {
  user: new RegExp(`\\b(?:${anybody}|${people})|${unspaced}`, 'i'),
  assistant: new RegExp(`\\b(?:${anybody})|${unspaced}`, 'i'),
};
