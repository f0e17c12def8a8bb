/**
 * Families of words that show what a sentence does: give a cause, decide, correct, wish. One family holds its words in
 * English, German and Chinese, so that one weight serves them all. No pattern has an unbounded repetition.
 */

/** `latin` matches whole words only. No `u` flag, which takes several times as long. */
function family(latin: string, other: string): RegExp {
  return new RegExp(`\\b(?:${latin})\\b|${other}`, 'i');
}

/** Only at the beginning of a sentence. */
function opening(latin: string, other: string): RegExp {
  return new RegExp(`^(?:(?:${latin})(?![\\w'])|${other})`, 'i');
}

/** Tested for sentences of users and of assistants separately: the same word weighs differently. */
export const cuesByRole: Readonly<Record<string, RegExp>> = {
  cause: family(
    "because|since|due to|caused? by|root cause|the cause|reason|that's why|which is why|happens when|occurs when|comes from|turns out|turned out|leads? to|therefore|weil|da die|da der|da das|ursache|grund|liegt daran|lag daran|deshalb|deswegen|dadurch|daher",
    '因为|由于|原因|导致|问题出在|问题在于|所以|因此|是因',
  ),
  problem: family(
    'bugs?|issues?|problems?|wrong|broken|breaks?|fail(?:s|ed|ing|ure)?|crash(?:es|ed)?|error|incorrect(?:ly)?|missing|lost|loses|overwrit\\w{1,6}|stale|misleading|race condition|fehler|problem|falsch|kaputt|fehlt|verloren|bricht|schlägt|überschreibt|veraltet',
    '错误|问题|故障|失败|丢失|缺少|崩溃|覆盖|不正确|有误',
  ),
  decision: family(
    "let's|we'll|we will|we should|i think we|decid(?:e|ed|ing)|decision|go with|going with|went with|settled? on|stick with|agreed|choose|chose|chosen|picked|opted|adopt(?:ed)?|policy|from now on|going forward|lass(?:t)? uns|wir (?:nehmen|machen|bleiben|verwenden|nutzen|sollten|lassen)|entschieden|entscheidung|beschlossen|einigen|ab jetzt|ab sofort|künftig",
    '决定|决策|采用|选择|选用|选定|就用|定为|定成|我们用|以后|今后|从现在起|统一用',
  ),
  instead: family(
    'instead|rather than|in favou?r of|replac(?:e|es|ed)|switch(?:ed)? (?:to|from)|no longer|not just|anymore|any more|statt|anstatt|stattdessen|anstelle|sondern|ersetz(?:t|en)|nicht mehr',
    '而不是|而非|代替|改为|改成|改用|换成|不再|取代',
  ),
  negation: family(
    "not|no|none|without|cannot|\\w{2,6}n't|nothing|nicht|kein(?:e|en|er|em)?|ohne|nichts|niemals",
    '不|没|无需|无法|别',
  ),
  must: family(
    'must|never|always|only|exactly|at most|at least|needs? to|has to|have to|required?|should|ensure|make sure|mandatory|muss|müssen|darf|dürfen|nie|immer|nur|genau|höchstens|mindestens|soll(?:te|ten|en)?',
    '必须|绝不|总是|始终|只能|只有|仅|一定|务必|不能|不得|不要|应该|应当|最多|至少|需要',
  ),
  design: family(
    'by design|intentional(?:ly)?|on purpose|deliberate(?:ly)?|designed|so that|meant to|intended|purpose|in order to|trade-?offs?|semantics?|absichtlich|gewollt|bewusst|damit|sinn|zweck',
    '故意|有意|设计|为了|以便|目的|用途',
  ),
  wish: family(
    "want(?:s|ed)?|would like|i'd|would be|prefer(?:s|red)?|please|could we|can we|should we|like to|möchte|will|wollen|hätte|wünsche|bitte|lieber|bevorzuge",
    '希望|想要|我想|请|最好|宁愿|更喜欢|倾向|要求',
  ),
  recap: family(
    'in summary|to summari[sz]e|summary|tl;dr|in short|in other words|overall|kurz gesagt|insgesamt',
    '综上|总之|简而言之|总的来说',
  ),
  trap: family(
    'careful|gotchas?|caveats?|note that|beware|silently|edge cases?|pitfalls?|trap|limitations?|even (?:if|though|when)|surprising(?:ly)?|unlike|keep in mind|have in mind|remember|achtung|vorsicht|falle|stillschweigend|sonderfall|einschränkung|selbst wenn|auch wenn|beachte|denk daran',
    '注意|小心|陷阱|坑|隐患|静默|限制|即使|哪怕|切记|记住|边界情况',
  ),
  convention: family(
    'convention|by default|defaults? to|naming|style|standard|consistent|consistently|pattern|same as|guideline|usually|konvention|standardmäßig|einheitlich|stil|muster|vorgabe|normalerweise',
    '约定|规范|默认|命名|风格|统一|一致|惯例|通常',
  ),
  later: family(
    'later|follow[- ]?ups?|todo|for now|not yet|remaining|out of scope|separate (?:pr|issue|change)|next step|postpone|leave (?:it|that|this|them|the)|revisit|später|vorerst|erstmal|noch nicht|offen|nächste[rn]? schritt|verschieben|vertagen',
    '稍后|后续|待办|暂时|暂不|尚未|还没|下一步|推迟|先不|以后再',
  ),
  deed: family(
    'added|fixed|removed|updated|changed|created|implemented|renamed|moved|refactored|extracted|deleted|now (?:uses?|shows?|returns?|checks?|works?|handles?)|hinzugefügt|behoben|entfernt|geändert|umbenannt|eingebaut|umgesetzt|ergänzt|gelöscht',
    '添加了|修复了|删除了|更新了|修改了|已(?:经)?(?:修复|添加|完成|删除|更新|修改|实现|改)|新增',
  ),
  contrast: family(
    'but|however|although|though|while|whereas|yet|otherwise|aber|jedoch|allerdings|obwohl|während|sonst|trotzdem|doch',
    '但|然而|不过|虽然|否则|反而|却',
  ),
  condition: family('if|when|unless|whenever|until|wenn|falls|sobald|solange|bis', '如果|当|若|除非|一旦|直到|时候?，'),
  before: family(
    'previous(?:ly)?|used to|before|originally|existing|old|earlier|after|already|vorher|bisher|früher|zuvor|alte[nrs]?|bereits|nach dem|nachdem',
    '以前|之前|原来|原先|此前|旧的?|已有|之后',
  ),
  hedge: family(
    'maybe|probably|perhaps|might|could be|likely|not sure|seems?|wonder(?:ing)?|possibly|vielleicht|wahrscheinlich|vermutlich|könnte|eventuell|scheint',
    '可能|也许|大概|或许|似乎|好像|不确定',
  ),
  means: family(
    'means|meaning|i\\.e\\.|which (?:is|are|means)|this (?:is|was|ensures|allows|prevents|causes|makes)|that (?:is|was|way)|the (?:issue|problem|bug|fix|solution|difference|point|behavior|behaviour|idea) (?:is|was)|actually|bedeutet|heißt|das (?:ist|war|liegt)|dies(?:e[rs]?)? (?:ist|war)|eigentlich|tatsächlich',
    '意味着|也就是|即|这(?:是|样|会|就)|那(?:是|样)|其实|实际上',
  ),
  workflow: family(
    'commit(?:s|ted)?|push(?:ed)?|pull request|prs?|rebase|merge|branch|amend|review|comments?|linear|jira|ticket|committe|pushe|zweig|kommentar(?:e)?',
    '提交|推送|合并|变基|分支|评审|评论|工单',
  ),
  tests: family(
    'tests?|lint(?:er)?|ci|build|compiles?|typecheck|coverage|testf[aä]lle?|kompiliert|baut',
    '测试|构建|编译|用例',
  ),
};

/** Tested for every sentence. */
export const cues = {
  narration: opening(
    "let me|now,? let me|now i|i'll|i will|i'm going to|let's (?:check|see|look|run)|looking at|first,? (?:let|i)|next,? (?:let|i)|now (?:let|update|add|run|check|fix)|i need to|i can see|i see|i have|i should|time to|starting|here(?:'s| is| are)|ich (?:schaue|sehe|prüfe|werde|lese|suche|füge|muss)|lass mich|schauen wir|jetzt|nun|zuerst|als nächstes|hier (?:ist|sind)",
    '让我|我来|我先|我会|我将|现在|首先|接下来|下面|以下是|我看到|我需要',
  ),
  praise: opening(
    "good|great|perfect|excellent|you're (?:absolutely )?right|you are right|fair|makes sense|yes|right|exactly|correct|gut|sehr gut|perfekt|genau|stimmt|richtig|du hast recht|ja",
    '好的?|很好|完美|你说得对|没错|对|是的|正确|确实',
  ),
  status: family(
    'all (?:\\w{1,15} )?(?:tests?|checks?) (?:now )?(?:pass|passed|are passing|succeed)|tests? (?:all )?(?:pass|passed|passing)|(?:is|are) (?:clean|green)|lint (?:is clean|passes)|compiles|builds? (?:passes|succeeds|succeeded)|0 issues|up to date|alle tests|tests? (?:laufen|bestehen|sind grün)|fehlerfrei',
    '测试(?:都|全部|均)?(?:已)?通过|编译通过|构建成功',
  ),
  offer: family(
    "want me to|would you like|shall i|should i|let me know|do you want|if you(?:'d)? (?:want|like|prefer)|feel free|i can (?:also|help)|soll ich|möchtest du|sag bescheid|wenn du (?:willst|möchtest)",
    '需要我|要我|要不要|是否需要|如果你(?:想|需要)|请告诉我',
  ),
  done: opening(
    'done|fixed|committed|pushed|created|updated|added|removed|all done|fertig|erledigt|behoben|committet',
    '完成|已完成|已提交|已推送|搞定',
  ),
  recapLabel:
    /^[^\n:：]{0,40}(?:\b(?:final|decisions?|decided|policy|rules?|recap|conclusion|bottom line|agreed|root cause|key (?:insight|finding|point)|takeaway|convention|entscheidung|regel(?:n)?|zusammenfassung|zusammengefasst|fazit|endgültig|ursache|ergebnis|beschluss|vereinbart|konvention)\b|最终|决定|规则|结论|根本原因|根因|约定|总结)[^\n:：]{0,40}[:：]\s*\S/i,
  finding:
    /\b(?:the |this |that )(?:\w{1,20} ){0,2}(?:issue|problem|bug|cause|culprit|reason|failure|error)(?: [^.,;:!?]{1,40})? (?:is|was|comes?|came|happens|occurs|lies)\b|\b(?:die|der|das) (?:\S{1,20} ){0,2}(?:ursache|problem|fehler|grund)(?: \S{1,20}){0,3} (?:ist|war|liegt|lag|kommt)\b|\b(?:is|was|were) (?:slow|broken|wrong|failing|lost|missing)? ?(?:because|caused by|due to)\b|原因(?:是|在于|就是)|问题(?:出在|在于|是)|是因为/i,
  proposal: family(
    "i(?:'d| would)? (?:suggest|recommend|propose)|i(?:'d| would) (?:use|go with|keep|add|put|store|make)|my (?:suggestion|recommendation|proposal)|shall (?:i|we)|ich schlage vor|mein vorschlag|ich empfehle|ich würde",
    '我建议|建议(?:用|使用|采用|把|将|改)|我推荐|推荐(?:用|使用|采用)|我提议',
  ),
  example: family(
    'for example|e\\.g\\.|example|such as|usage|zum beispiel|z\\.b\\.|beispiel|etwa',
    '例如|比如|示例|举例',
  ),
  label: /^[^\s.:：][^.:：\n]{0,40}[:：]\s*\S/,
  startsLower: /^[a-z]/,
  endsColon: /[:：]$/,
  question: /[?？]["')\]]?$|[吗呢]$/,
  arrow: /→|->|=>/,
  quote: /["“„「『]/,
  path: /[\w-]{1,60}\/[\w./-]{2,100}|\b[\w-]{2,40}\.(?:ts|tsx|js|mjs|py|go|rs|java|kt|cs|cpp|rb|php|md|json|ya?ml|toml|sh|sql|css|html)\b/,
  lineNumber: /:\d{1,5}(?:-\d{1,5})?\b|\blines? \d|\bzeilen? \d|第\s?\d{1,5}\s?行/i,
  symbol:
    /\b[a-z]{1,30}[a-z\d]{0,30}[A-Z]\w{0,60}|\b[A-Z][a-z\d]{1,30}[A-Z]\w{0,60}|\b\w{1,40}_\w{1,40}|\b\w{1,40}\(\)/,
  flag: /(?:^|[\s`("'])--?[a-z][\w-]{1,40}/,
  number:
    /(?:^|[\s(`~≥≤<>=])\d{1,9}(?:[.,]\d{1,9})?\s?(?:%|ms|s|mb|kb|gb|x|days?|hours?|minutes?|seconds?|times|lines?|tage|stunden|sekunden|minuten|zeichen|次|秒|分钟|天|个|行)?(?=[\s.,;:)`]|$)/i,
};

/** Tested on the heading above a sentence. */
export const headingCues: Readonly<Record<string, RegExp>> = {
  cause: family(
    'cause|problem|issue|bug|why|analysis|finding|findings|found|explanation|insight|ursache|problem|analyse|befund|warum|erkenntnis(?:se)?',
    '原因|问题|分析|发现|为什么',
  ),
  decision: family(
    'decisions?|recommend\\w{0,8}|recommendation|policy|rules?|conclusion|solution|fix|approach|options?|design|proposal|entscheidung(?:en)?|empfehlung|regeln?|fazit|lösung|ansatz|vorschlag',
    '决定|决策|建议|规则|结论|方案|解决|设计',
  ),
  changes: family(
    'changes?|summary|files?|tests?|implementation|added|updated|done|usage|example|verification|steps?|änderungen|zusammenfassung|dateien|umsetzung|beispiel|schritte',
    '改动|修改|变更|总结|文件|测试|实现|示例|步骤',
  ),
};
