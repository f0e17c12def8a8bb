/** Finds the cause of a fault, or its fix. See `keepingRule.ts` for the definition of a rule. */
import { keepingRule } from './keepingRule.ts';
import type { KeepingRule } from './keepingRule.ts';

/** `Problem: …` in the same paragraph. Not `Issue:`, which occurs in lists of faults with advice. */
const labelledFault = /(?:^|\s)(?:problem|cause|root cause|symptom|bug):/i;

/** Without a fault, `it turned out` is only a story. */
const fault =
  /\b(?:bugs?|errors?|fail\w{0,4}|issues?|problems?|crash\w{0,3}|broken|flaky|timeouts?|exceptions?|leaks?|hangs?)\b/i;

export const fixRules: readonly KeepingRule[] = [
  keepingRule(
    'root cause',
    'fix',
    0.8,
    'cause',
    '\\b(?:root|underlying|actual|real) cause(?: of [^.,;:!?]{1,80})? (?:was|is|turned out)\\b|^(?:root )?cause:\\s(?!\\s{0,3}(?:check|review|identif|investigat|ensure|verif|analy|determin|find|look))',
  ),
  keepingRule(
    'the cause was',
    'fix',
    0.75,
    ' was| turned',
    '\\b(?:the|this|that) (?:\\w{1,20} )?(?:cause|culprit|problem|issue|bug|error|failure|crash)(?: was(?: (?:that|caused by|due to|because|in|a|an|the)\\b| with)| turned out)',
  ),
  keepingRule(
    'the cause is',
    'fix',
    0.65,
    'caused|because|is that|due to|comes from',
    '\\b(?:the|this|that|your) (?:\\w{1,20} ){0,2}(?:cause|culprit|problem|issue|bug|error|failure|crash)(?: [^.,;:!?]{1,60})? (?:is caused by|is because|is that|is due to|comes from|happens because|occurs because)\\b',
    'assistant',
  ),
  keepingRule(
    'fixed by',
    'fix',
    0.7,
    'fixed|solved|resolved',
    "(?:^|\\b(?:i|we|that|which)(?:'ve| have)? )(?:fixed|solved|resolved) (?:it|this|that|them|the [\\w' -]{1,60}) (?:by|with)\\b|\\b(?:was|is|got) (?:fixed|solved|resolved) by\\b|^fixed by\\b",
  ),
  keepingRule(
    'I fixed',
    'fix',
    0.65,
    'fixed',
    "(?:^|\\b(?:i|we)(?:'ve| have)? )fixed (?:a|an|the|it|this|that)\\b(?=[^.!?]{12})",
  ),
  keepingRule(
    'the fix was',
    'fix',
    0.7,
    'fix|workaround',
    '\\b(?:the|my|our) (?:fix|workaround) (?:was|is) (?:to|that)\\b',
  ),
  {
    ...keepingRule('problem and fix', 'fix', 0.8, 'fix:|resolution:', '(?:^|\\s)(?:fix|resolution):\\s\\S'),
    after: labelledFault,
  },
  {
    ...keepingRule(
      'it turned out',
      'fix',
      0.65,
      'turned out|turns out',
      '\\bturned out (?:that|to be|it was)\\b|^(?:it )?turns out\\b',
    ),
    after: fault,
  },
  keepingRule(
    'the cause (German)',
    'fix',
    0.7,
    'ursache|der grund|der fehler|lag an|lag daran|behoben|gelöst',
    '\\b(?:die ursache|der grund|der fehler) (?:war|lag)\\b|\\bes lag (?:an|daran)\\b|\\b(?:fehler|problem) (?:\\S{1,30} ){0,6}(?:behoben|gelöst)',
  ),
  keepingRule(
    'the cause (French)',
    'fix',
    0.7,
    "la cause|le problème|le bug|l'erreur|corrigé",
    "\\b(?:la cause|le problème|le bug|l'erreur) (?:était|venait|vient)|\\bcorrigé en\\b",
  ),
  keepingRule(
    'the cause (Spanish)',
    'fix',
    0.7,
    'la causa|el problema|el error|se arregl|se corrigi|se solucion',
    '\\b(?:la causa|el problema|el error) (?:era|fue|estaba)(?= )|\\bse (?:arregló|corrigió|solucionó)',
  ),
  keepingRule(
    'the cause (Chinese, Japanese)',
    'fix',
    0.7,
    '原因|问题出在|修复了|解决了|しました',
    '(?:根本|真正的?)?原因(?:是|在于|就是|は)|问题出在|(?:修复|解决)了|直しました|修正しました',
  ),
];
