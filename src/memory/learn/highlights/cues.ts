/**
 * Families of words that show what a sentence does: give a cause, decide, correct, wish. A family holds its phrases in
 * English, German and Chinese, so that one weight serves all three. No family has words of a project.
 */

export interface CueFamily {
  /** Phrases in lower case, separated by `|`; a word that ends with `*` is the beginning of words. Hyphens are spaces. */
  latin: string;
  /** The source of a pattern for Chinese. */
  han: string;
}

/** The same family weighs differently if a user says it than if an assistant does. */
export const familiesByRole = {
  cause: {
    latin:
      "because|since|due to|cause|caused|causes|root cause|reason|that's why|which is why|happens when|occurs when|comes from|turns out|turned out|leads to|lead to|therefore|weil|da die|da der|da das|ursache|grund|liegt daran|lag daran|deshalb|deswegen|dadurch|daher",
    han: '因为|由于|原因|导致|问题出在|问题在于|所以|因此|是因',
  },
  problem: {
    latin:
      'bug|bugs|issue|issues|problem|problems|wrong|broken|break|breaks|fail|fails|failed|failing|failure|crash|crashes|crashed|error|incorrect|incorrectly|missing|lost|loses|overwrit*|stale|misleading|race condition|fehler|falsch|kaputt|fehlt|verloren|bricht|schlägt|überschreibt|veraltet',
    han: '错误|问题|故障|失败|丢失|缺少|崩溃|覆盖|不正确|有误',
  },
  decision: {
    latin:
      "let's|we'll|we will|we should|i think we|decide|decided|deciding|decision|go with|going with|went with|settle on|settled on|stick with|agreed|choose|chose|chosen|picked|opted|adopt|adopted|policy|from now on|going forward|lasst uns|lass uns|wir nehmen|wir machen|wir bleiben|wir verwenden|wir nutzen|wir sollten|wir lassen|entschieden|entscheidung|beschlossen|einigen|ab jetzt|ab sofort|künftig",
    han: '决定|决策|采用|选择|选用|选定|就用|定为|定成|我们用|以后|今后|从现在起|统一用',
  },
  instead: {
    latin:
      'instead|rather than|in favor of|in favour of|replace|replaces|replaced|switch to|switched to|switch from|switched from|no longer|not just|anymore|statt|anstatt|stattdessen|anstelle|sondern|ersetzt|ersetzen|nicht mehr',
    han: '而不是|而非|代替|改为|改成|改用|换成|不再|取代',
  },
  negation: {
    latin:
      "not|no|none|without|cannot|nothing|can't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|won't|wouldn't|shouldn't|couldn't|haven't|hasn't|hadn't|nicht|kein|keine|keinen|keiner|keinem|ohne|nichts|niemals",
    han: '不|没|无需|无法|别',
  },
  must: {
    latin:
      'must|never|always|only|exactly|at most|at least|need to|needs to|has to|have to|required|requires|should|ensure|make sure|mandatory|muss|müssen|darf|dürfen|nie|immer|nur|genau|höchstens|mindestens|soll|sollte|sollten|sollen',
    han: '必须|绝不|总是|始终|只能|只有|仅|一定|务必|不能|不得|不要|应该|应当|最多|至少|需要',
  },
  design: {
    latin:
      'by design|intentional|intentionally|on purpose|deliberate|deliberately|designed|so that|meant to|intended|purpose|in order to|trade off|trade offs|tradeoff*|semantic|semantics|absichtlich|gewollt|bewusst|damit|sinn|zweck',
    han: '故意|有意|设计|为了|以便|目的|用途',
  },
  wish: {
    latin:
      "want|wants|wanted|would like|i'd|would be|prefer|prefers|preferred|please|could we|can we|should we|like to|möchte|will|wollen|hätte|wünsche|bitte|lieber|bevorzuge",
    han: '希望|想要|我想|请|最好|宁愿|更喜欢|倾向|要求',
  },
  summary: {
    latin: 'in summary|to summarize|to summarise|summary|tl dr|in short|in other words|overall|kurz gesagt|insgesamt',
    han: '综上|总之|简而言之|总的来说',
  },
  trap: {
    latin:
      'careful|gotcha|gotchas|caveat|caveats|note that|beware|silently|edge case|edge cases|pitfall|pitfalls|trap|limitation|limitations|even if|even though|even when|surprising|surprisingly|unlike|keep in mind|have in mind|remember|achtung|vorsicht|falle|stillschweigend|sonderfall|einschränkung|selbst wenn|auch wenn|beachte|denk daran',
    han: '注意|小心|陷阱|坑|隐患|静默|限制|即使|哪怕|切记|记住|边界情况',
  },
  convention: {
    latin:
      'convention|by default|default to|defaults to|naming|style|standard|consistent|consistently|pattern|same as|guideline|usually|konvention|standardmäßig|einheitlich|stil|muster|vorgabe|normalerweise',
    han: '约定|规范|默认|命名|风格|统一|一致|惯例|通常',
  },
  later: {
    latin:
      'later|follow up|follow ups|followup|todo|for now|not yet|remaining|out of scope|separate pr|separate issue|separate change|next step|postpone|leave it|leave that|leave this|leave them|leave the|revisit|später|vorerst|erstmal|noch nicht|offen|nächster schritt|nächste schritt|verschieben|vertagen',
    han: '稍后|后续|待办|暂时|暂不|尚未|还没|下一步|推迟|先不|以后再',
  },
  deed: {
    latin:
      'added|fixed|removed|updated|changed|created|implemented|renamed|moved|refactored|extracted|deleted|now use|now uses|now show|now shows|now return|now returns|now check|now checks|now work|now works|now handle|now handles|hinzugefügt|behoben|entfernt|geändert|umbenannt|eingebaut|umgesetzt|ergänzt|gelöscht',
    han: '添加了|修复了|删除了|更新了|修改了|已(?:经)?(?:修复|添加|完成|删除|更新|修改|实现|改)|新增',
  },
  contrast: {
    latin:
      'but|however|although|though|while|whereas|yet|otherwise|aber|jedoch|allerdings|obwohl|während|sonst|trotzdem|doch',
    han: '但|然而|不过|虽然|否则|反而|却',
  },
  condition: {
    latin: 'if|when|unless|whenever|until|wenn|falls|sobald|solange|bis',
    han: '如果|当|若|除非|一旦|直到|时候?，',
  },
  before: {
    latin:
      'previous|previously|used to|before|originally|existing|old|earlier|after|already|vorher|bisher|früher|zuvor|alte|alten|alter|altes|bereits|nachdem',
    han: '以前|之前|原来|原先|此前|旧的?|已有|之后',
  },
  hedge: {
    latin:
      'maybe|probably|perhaps|might|could be|likely|not sure|seem|seems|wonder|wondering|possibly|vielleicht|wahrscheinlich|vermutlich|könnte|eventuell|scheint',
    han: '可能|也许|大概|或许|似乎|好像|不确定',
  },
  meaning: {
    latin:
      'means|meaning|i e|which is|which are|which means|this is|this was|this ensures|this allows|this prevents|this causes|this makes|that is|that was|that way|the fix is|the fix was|the solution is|the difference is|the point is|the idea is|the behavior is|the behaviour is|actually|bedeutet|heißt|das ist|das war|das liegt|dies ist|dieser ist|eigentlich|tatsächlich',
    han: '意味着|也就是|即|这(?:是|样|会|就)|那(?:是|样)|其实|实际上',
  },
  workflow: {
    latin:
      'commit|commits|committed|push|pushed|pull request|pr|prs|rebase|merge|branch|amend|review|comment|comments|ticket|committe|pushe|zweig|kommentar|kommentare',
    han: '提交|推送|合并|变基|分支|评审|评论|工单',
  },
  tests: {
    latin: 'test|tests|lint|linter|ci|build|compile|compiles|typecheck|coverage|testfall|testfälle|kompiliert|baut',
    han: '测试|构建|编译|用例',
  },
} as const satisfies Readonly<Record<string, CueFamily>>;

const faults = ['issue', 'problem', 'bug', 'cause', 'culprit', 'reason', 'failure', 'error'];
const germanFaults = ['ursache', 'problem', 'fehler', 'grund'];

/** The same for both roles. */
export const families = {
  status: {
    latin:
      'tests pass|tests passed|tests passing|tests now pass|tests all pass|tests are passing|checks pass|checks passed|is clean|are clean|is green|are green|lint passes|compiles|build passes|builds pass|build succeeds|build succeeded|0 issues|up to date|alle tests|tests laufen|tests bestehen|tests sind grün|fehlerfrei',
    han: '测试(?:都|全部|均)?(?:已)?通过|编译通过|构建成功',
  },
  offer: {
    latin:
      "want me to|would you like|shall i|should i|let me know|do you want|if you want|if you like|if you prefer|if you'd|feel free|i can also|i can help|soll ich|möchtest du|sag bescheid|wenn du willst|wenn du möchtest",
    han: '需要我|要我|要不要|是否需要|如果你(?:想|需要)|请告诉我',
  },
  proposal: {
    latin:
      "i suggest|i'd suggest|i would suggest|i recommend|i'd recommend|i would recommend|i propose|i'd propose|i'd use|i'd go with|i'd keep|i'd add|i'd put|i'd store|i'd make|i would use|i would keep|my suggestion|my recommendation|my proposal|shall i|shall we|ich schlage vor|mein vorschlag|ich empfehle|ich würde",
    han: '我建议|建议(?:用|使用|采用|把|将|改)|我推荐|推荐(?:用|使用|采用)|我提议',
  },
  finding: {
    latin: [
      ...faults.flatMap((fault) =>
        ['is', 'was', 'comes from', 'came from', 'happens'].map((verb) => `${fault} ${verb}`),
      ),
      ...germanFaults.flatMap((fault) => ['ist', 'war', 'liegt', 'lag', 'kommt'].map((verb) => `${fault} ${verb}`)),
      'turned out|turns out|root cause|liegt daran|lag daran',
    ].join('|'),
    han: '原因(?:是|在于|就是)|问题(?:出在|在于|是)|是因为',
  },
  example: {
    latin: 'for example|e g|example|such as|usage|zum beispiel|z b|beispiel|etwa',
    han: '例如|比如|示例|举例',
  },
} as const satisfies Readonly<Record<string, CueFamily>>;

/** Only at the beginning of a sentence. */
export const openings = {
  narration: {
    latin:
      "let me|now let me|now i|i'll|i will|i'm going to|let's check|let's see|let's look|let's run|looking at|first let|first i|next let|next i|now let|now update|now add|now run|now check|now fix|i need to|i can see|i see|i have|i should|time to|starting|here's|here is|here are|ich schaue|ich sehe|ich prüfe|ich werde|ich lese|ich suche|ich füge|ich muss|lass mich|schauen wir|jetzt|nun|zuerst|als nächstes|hier ist|hier sind",
    han: '让我|我来|我先|我会|我将|现在|首先|接下来|下面|以下是|我看到|我需要',
  },
  praise: {
    latin:
      "good|great|perfect|excellent|you're right|you're absolutely right|you are right|fair|makes sense|yes|right|exactly|correct|gut|sehr gut|perfekt|genau|stimmt|richtig|du hast recht|ja",
    han: '好的?|很好|完美|你说得对|没错|对|是的|正确|确实',
  },
  done: {
    latin: 'done|fixed|committed|pushed|created|updated|added|removed|all done|fertig|erledigt|behoben|committet',
    han: '完成|已完成|已提交|已推送|搞定',
  },
} as const satisfies Readonly<Record<string, CueFamily>>;

/** Only before the first colon, as in `Final policy: …`. */
export const labels = {
  recap: {
    latin:
      'final|decision|decisions|decided|policy|rule|rules|recap|conclusion|bottom line|agreed|root cause|key insight|key finding|key point|takeaway|convention|entscheidung|regel|regeln|zusammenfassung|zusammengefasst|fazit|endgültig|ursache|ergebnis|beschluss|vereinbart|konvention',
    han: '最终|决定|规则|结论|根本原因|根因|约定|总结',
  },
} as const satisfies Readonly<Record<string, CueFamily>>;

/** In the heading above a sentence. */
export const headingFamilies = {
  cause: {
    latin:
      'cause|problem|issue|bug|why|analysis|finding|findings|found|explanation|insight|ursache|analyse|befund|warum|erkenntnis|erkenntnisse',
    han: '原因|问题|分析|发现|为什么',
  },
  decision: {
    latin:
      'decision|decisions|recommend*|policy|rule|rules|conclusion|solution|fix|approach|option|options|design|proposal|entscheidung|entscheidungen|empfehlung|regel|regeln|fazit|lösung|ansatz|vorschlag',
    han: '决定|决策|建议|规则|结论|方案|解决|设计',
  },
  changes: {
    latin:
      'change|changes|summary|file|files|test|tests|implementation|added|updated|done|usage|example|verification|step|steps|änderungen|zusammenfassung|dateien|umsetzung|beispiel|schritte',
    han: '改动|修改|变更|总结|文件|测试|实现|示例|步骤',
  },
} as const satisfies Readonly<Record<string, CueFamily>>;
