/**
 * Finds decisions, problems, learnings, progress and rejected approaches in notes, in English, German and Chinese. Notes
 * leave out who did something: `going with Vite`, `fixed the crash`. The rules for conversations apply as well, and the
 * ones here only at the beginning of a clause, where a note has its verb.
 */
import { rejectedIn } from '../../shared/choices/rejected.ts';
import type { KeptReason } from '../../shared/vocabulary.ts';
import type { KeepingRule } from './keepingRule.ts';
import { keepingRules } from './keepingRules.ts';
import { createRuleFinder, findingIn } from './sentenceRule.ts';
import type { SentenceRule } from './sentenceRule.ts';

export type NoteKind = 'decision' | 'problem' | 'learning' | 'progress' | 'rejected';

interface NoteRule extends SentenceRule {
  kind: NoteKind;
}

/** What may stand before the verb: the area of a change, `[search]` or `perf:`, or its version; and few words. */
const start =
  "^(?:\\[[^\\]]{1,30}\\] |(?:feat|fix|perf|refactor|build|ci|chore|style|docs?|tests?)(?:\\([^)]{1,30}\\))?!?: |v?\\d{1,3}(?:\\.\\d{1,4}){1,2}:? )?(?:(?:so|ok(?:ay)?|then|today|finally|also|and|just|now),? )?(?:(?:we|i)(?:'ve| have)? )?(?:(?:finally|also|just|now|already) )?";

/** A character of a sentence; a dot in a name ends none: `req.socket`. */
const within = '(?:[^.!?]|[.](?=\\w))';

const decisions: readonly NoteRule[] = [
  rule(
    'decided',
    'decision',
    0.7,
    'decided',
    `${start}decided (?!against|not|yet|whether|if|by)|[;:,] decided (?:in|on|at|with)\\b`,
  ),
  rule(
    'chose',
    'decision',
    0.7,
    'chose|chosen|picked|settled|opted|going with|went with|sticking|staying',
    `${start}(?:chose|chosen|picked(?! up)|settled (?:on|for)|opted (?:for|to)|going with|went with|sticking (?:with|to)|staying (?:with|on))\\b`,
  ),
  rule(
    'agreed, adopted',
    'decision',
    0.65,
    'agreed|adopt|standardi',
    `${start}(?:agreed (?:with \\S{1,30} )?(?:that|to|on)|adopt(?:ed|ing)?|standardi[sz](?:ed?|ing) on)\\b`,
  ),
  rule(
    'use one instead of another',
    'decision',
    0.7,
    'instead of|rather than| over',
    `${start}(?:will |'ll |are going to )?(?:us(?:e|ing)|keep(?:ing)?|prefer(?:ring)?|tak(?:e|ing)|build(?:ing)? on|switch to) ${within}{2,80} (?:instead of|rather than)\\b|${start}(?:will )?(?:us(?:e|ing)|prefer(?:ring)?) ${within}{2,60} over (?!(?:each|every|all|time)\\b)`,
  ),
  rule(
    'switched to',
    'decision',
    0.65,
    'switch|moved|moving|migrat',
    `${start}(?:switch(?:ed|ing)|moved|moving|migrat(?:ed|ing)) (?:from [^.!?,]{2,60} )?(?:over )?to (?!the (?:next|other|new (?:house|city)))`,
  ),
  rule(
    'we do so from now on',
    'decision',
    0.65,
    "from now|going forward|we will|we'll|we keep|final call|every|we standardi|it is",
    "\\bfrom now on\\b|^going forward\\b|^final call\\b|^(?:so )?we(?: will|'ll) (?:only |always |never )?(?:use|keep|store|build|ship|support|call|name|run|go|stick|stay|deploy|write|put|require|treat|target|host|expose|version|log)\\b|^we keep\\b|^(?!(?:.{0,60} )?(?:what|that|than|as|how|now|if|when|where) it is)\\S.{1,40} it is(?: for\\b|[,.!]|$)",
  ),
  rule(
    'decided (German)',
    'decision',
    0.7,
    'entschieden|ab sofort|ab jetzt|künftig|festgelegt|beschlossen|statt|bleiben|setzen',
    '^(?:(?:wir )?haben (?:uns )?)?(?:für [^.!?]{2,80} entschieden|beschlossen|festgelegt)\\b|\\b(?:ab sofort|ab jetzt|künftig)\\b|^(?:wir )?(?:nehmen|verwenden|nutzen)\\b[^.!?]{0,80} statt\\b|^(?:wir )?(?:bleiben (?:erst ?mal |vorerst )?bei|setzen (?:voll |ganz )?auf)\\b',
  ),
  rule(
    'decided (Chinese)',
    'decision',
    0.7,
    '决定|选择|选定|选用|选了|而不是|从现在起|今后|以后|采用|改用|统一|一律|定了',
    '^(?:最终|最后|我们?|团队|已经?)*(?:决定(?!权)|选择了|选定|选用|选了|采用|改用|定了)|(?:用|选|采用|使用)[^。！？，]{1,30}而不是|^(?:从现在起|今后|以后)|(?:以后|今后|统一|一律)(?:都|统一|全部)?(?:用|使用|采用|走)',
  ),
];

/** In characters. */
const maxProblem = 160;
/** Verbs that say in the present tense that a thing misbehaves. */
const misbehaves =
  'fails?|crash(?:es|ing)|hangs?|freezes?|leaks?|breaks?|times out|loops?|drops?|swallows?|overwrites?|disconnects?|dies|stalls?|stutters?|flickers?|lags?|corrupts?|duplicates?|ignores?|throws?|explodes?|spikes?|loses?|overflows?|overlaps?|truncates?|misses|returns? (?:the wrong|garbage)|shows? (?:the wrong|an? (?:empty|old)|nothing|stale)|takes? (?:forever|ages|more than|over \\d)|grows? (?:by|about|without|until|\\d)|stops? (?:working|responding|after)|keeps? (?:failing|crashing|\\w{3,20}ing)|goes blank|runs out of';
const often = '(?:still |sometimes |always |often |randomly |now |suddenly |occasionally |constantly |silently )?';

/**
 * Words with which a description begins instead of a problem: `a warning is shown when …`, `so that it does not …`. And
 * people, who do something instead of failing.
 */
const describes =
  /(?:^|\s)(?:so|that|which|whose|who|when|if|where|because|since|and|but|now|also|even|each|any|every|no|nothing|please|without|never|always|until|unless|while|fix|avoid|prevent|handle|it|they|this|we|i|you|users?|people|let's)\s|[.!?;:|—]/i;
const maxSubject = 8;

function isSubject(text: string): boolean {
  return !describes.test(`${text} `) && text.trim().split(' ').length <= maxSubject;
}

/** A note of a problem is short: what fails, and how. */
function problem(name: string, signs: string, cue: string): NoteRule {
  return {
    ...rule(name, 'problem', 0.6, signs, cue),
    ahead: isSubject,
    holds: (clause) => clause.length <= maxProblem,
  };
}

const problems: readonly NoteRule[] = [
  problem(
    'it fails',
    ' fail| crash| hang| freeze| leak| break| times out| loop| drop| swallow| overwrite| disconnect| dies| stall| stutter| flicker| lag| corrupt| duplicate| ignore| throw| explode| spike| lose| overflow| overlap| truncate| misses| return| show| take| grow| stop| keep| goes blank| runs out of| broken| down| flaky| stuck| not working',
    `(?<=\\S )${often}(?:${misbehaves})\\b|(?<=\\S )(?:is|are) (?:still |all |completely )?(?:broken|failing|down|flaky|stuck|not working)\\b`,
  ),
  problem(
    'it does not work',
    "not|n't",
    "(?<=\\S )(?:do|does)(?: not|n't) (?:even |really |always )?(?!(?:need|use|support|require|matter|care|have|allow|know|like|want|contain|include|mean|exist|depend|change|affect|seem|count|belong)\\b)\\w{3,}|(?<=\\S )did(?: not|n't) (?:work|start|build|load)\\b|(?<=\\S )(?:isn't|is not|aren't|are not) (?:working|loading|responding|updated?|found|reachable|available|sent|saved|called|triggered|cleared)\\b|^(?:can(?:'t|not)|could(?: not|n't)|unable to|no way to) ",
  ),
  problem(
    'a fault',
    'leak|race condition|deadlock|regression|error|terrible|too slow|very slow|super slow|timeout|unusable|exception|stack overflow|segfault|out of memory|strange|weird|nasty|annoying|odd|intermittent|random|empty|missing|wrong|off by|garbled|misaligned|blurry|unreadable',
    '\\b(?:memory leaks?|race conditions?|deadlocks?|regressions?|stack overflows?|segfaults?|out of memory)\\b(?! (?:tests?|gates?|suites?|checks?|coverage))|\\b(?:errors?|exceptions?|timeouts?) (?:on|in|when|after|during|at|with)\\b|(?<=\\S )(?:is |are )?(?:terrible|unusable|(?:way |far |much )?too slow|very slow|super slow)\\b|^(?:strange|weird|nasty|annoying|odd|intermittent|random) \\S|(?<=\\S )(?:is|are) (?:suddenly |sometimes |often |always )?(?:empty|missing|wrong|off by|garbled|misaligned|blurry|unreadable)\\b',
  ),
  rule(
    'blocked',
    'problem',
    0.7,
    'blocked|stuck|waiting',
    "^(?:todo |still )?(?:(?:we|i)(?:'re|'m| are| am) )?(?:still )?(?:blocked|stuck|waiting) (?:by|on|until|because|at|with|for|in)\\b|\\b(?:is|are) (?:still )?blocked (?:by|on|until)\\b",
  ),
  rule(
    'problem with',
    'problem',
    0.65,
    'problem|issue|trouble|bug',
    '^(?:the |a |big |another |still )?(?:problems?|issues?|trouble|bugs?) (?:with|in|on|when|where)\\b',
  ),
  rule(
    'it fails (German)',
    'problem',
    0.6,
    'fehl|nicht|hängt|hängen|stürzt|kaputt|blockiert|verliert|langsam|speicherleck|bricht|fest|wart',
    '\\b(?:schlägt|schlagen)\\b[^.!?]{0,80}\\bfehl\\b|\\b(?:funktioniert|funktionieren|startet|starten|lädt|laden|reagiert|reagieren|antwortet|antworten|geht|gehen|baut|kompiliert|klappt|kommt|kommen|erscheint|erscheinen|greift|passt|stimmt|stimmen)\\b[^.!?]{0,80}\\bnicht\\b|\\bnicht mehr\\b|\\b(?:hängt|hängen fest|stecken fest|stürzt|kaputt|bricht [^.!?]{0,60}\\bab|verliert|verschwinde[nt]|zu langsam|sehr langsam|extrem langsam|speicherleck|wartet auf|warten (?:noch )?auf)\\b|^blockiert\\b',
  ),
  rule(
    'it fails (Chinese)',
    'problem',
    0.6,
    '失败|不能|无法|崩溃|报错|卡住|卡死|卡在|卡顿|坏了|丢失|丢了|泄漏|超时|不起作用|没有反应|阻塞|太慢|很慢|变慢|等待|还在等|出错|打不开|不工作|不生效|断开|断线|掉线|连不上|中断|错乱|乱码|闪退|死锁|不稳定|不一致|不准|起不来|不显示|不了',
    '失败|不能(?:用|正常|打开|加载|运行)|无法|崩溃|报错|卡(?:住|死|在|顿)|坏了|丢失|丢了|泄漏|超时|不起作用|没有反应|阻塞|太慢|很慢|变慢|出错|打不开|不工作|不生效|断开|断线|掉线|连不上|中断|错乱|乱码|闪退|死锁|不稳定|不一致|不准|跑不起来|起不来|不显示|[登打更加]\\S{0,2}不了|^(?:等待|还在等)',
  ),
];

const learnings: readonly NoteRule[] = [
  rule(
    'learned',
    'learning',
    0.75,
    'learn|realiz|realis|discover|found out|figured out|notic|turned out|turns out|til |took|apparently|good to know|the trick',
    `\\bit took (?:me|us) [^.!?]{2,40} to (?:understand|realize|realise|notice|see|find out|figure out)\\b|^(?:apparently|good to know)\\b|\\bthe trick (?:is|was) \\S|${start}(?:(?:it )?turn(?:s|ed) out|learn(?:ed|t)|reali[sz]ed|discovered|found out|figured out|noticed|til)\\b(?! how to fix)`,
  ),
  rule(
    'the cause',
    'learning',
    0.75,
    'cause|reason|culprit|because',
    '\\b(?:was|were|is) caused by\\b|\\b(?:root |real |actual )?cause(?: of [^.,;:!?]{1,80})? (?:was|is|turned out)\\b|\\bthe (?:reason|culprit)(?: (?:for|why|was) [^.,;:!?]{1,80})? (?:was|is)\\b|\\bthe culprit\\b|\\b(?:it|this|that) (?:only )?happen(?:s|ed) (?:because|when|if)\\b',
  ),
  rule(
    'remember',
    'learning',
    0.65,
    'remember|note to self|never|always|beware|careful|keep in mind',
    '^(?:remember(?: that)?|note to self|beware|careful|keep in mind)\\b(?! to)|^(?:never|always) \\S',
  ),
  rule(
    'learned (German)',
    'learning',
    0.75,
    'gelernt|herausgefunden|heraus|gemerkt|festgestellt|ursache|lag|grund|liegt',
    '^(?:(?:wir|ich) (?:haben?|hatten?) )?(?:\\S{1,20} )?(?:gelernt|herausgefunden|gemerkt|festgestellt)\\b|\\bherausgestellt, dass\\b|\\bstell(?:t|te) sich heraus\\b|(?:^|\\bdie |\\bder )(?:ursache|grund)\\b[^.!?]{0,60}\\b(?:war|ist|lag)\\b|^es (?:lag|liegt) (?:an|daran)\\b|\\blag (?:an|daran)\\b',
  ),
  rule(
    'learned (Chinese)',
    'learning',
    0.7,
    '学到|发现|原来|原因|意识到|得知|才知道|记住',
    '^(?:我们?|今天|终于|这次|后来)*(?:学到|发现|原来|意识到|得知|才知道|记住)|(?:根本|真正的?)?原因(?:是|在于|就是)|问题(?:出在|的根源)',
  ),
];

const done =
  'finished|implemented|completed|deployed|shipped|released|merged|added|removed|deleted|refactored|wrote|written|updated|upgraded|bumped|fixed|resolved|solved|patched|built|created|rewrote|cleaned up|extracted|renamed|documented|published|enabled|set up|ported|replaced|rolled out|launched|integrated|hooked up|wired up|closed|migrated|converted|optimi[sz]ed|simplified|reduced|deprecated(?= (?:`|the\\b|support\\b))';
/** A state that something is in after a change. */
const changed = 'removed|dropped|deprecated|renamed|replaced|rewritten|moved|merged|fixed|added|implemented';

const progress: readonly NoteRule[] = [
  rule(
    'done',
    'progress',
    0.65,
    'finished|implemented|completed|deployed|shipped|released|merged|added|removed|deleted|refactored|wrote|written|updated|upgraded|bumped|fixed|resolved|solved|patched|built|created|cleaned up|extracted|renamed|documented|published|enabled|set up|ported|replaced|rolled out|launched|integrated|hooked up|wired up|closed|migrated|converted|optimi|simplified|reduced|deprecated',
    `${start}(?:${done})\\b(?! (?:with|by) (?:a|the) (?:user|team)\\b)(?=\\s\\S)(?! (?:from [^.!?,]{2,60} )?to (?:use )?\\S+ instead)`,
  ),
  rule(
    'it has been changed',
    'progress',
    0.65,
    changed,
    `^(?!(?:after|once|when|whenever|until|before|if|unless|while|as|it|they)\\b)(?:(?! (?:as|that|which|because|if|when|since|where|while|until) )${within}){1,80} (?:(?:has|have) been|was|were|(?:is|are)(?= fully)) (?:now |also |fully |finally |completely )?(?:${changed})\\b|^${within}{1,60} (?:has|have) dropped support for\\b|^(?:\`[^\`]{1,60}\`(?:, | and )?){1,3} (?:was |were )?(?:${changed})(?=[.,;]| (?:as|from|in|to|for|with|because)\\b|$)`,
  ),
  rule(
    'it is done',
    'progress',
    0.65,
    'done|finished|complete|live|work|green|pass|merged|shipped|deployed|ready|running|in place|implemented|runs|got ',
    '\\b(?:is|are)(?: now| all| finally)? (?:done|finished|complete|live|merged|shipped|deployed|implemented|working|green|in place|up and running|ready)\\b|\\b(?:works?|pass(?:es)?|runs?)(?: \\S{1,15}){0,3} (?:now|again)\\b|\\bnow (?:works?|pass(?:es)?|runs?)\\b|\\b(?:done|finished) (?:and|with)\\b|^(?:(?:i|we) )?got [^.!?]{2,60} (?:working|running|to work|down to|green)\\b',
  ),
  rule(
    'done (German)',
    'progress',
    0.75,
    'fertig|umgesetzt|behoben|gelöst|erledigt|abgeschlossen|implementiert|ausgerollt|deployt|eingebaut|ergänzt|läuft|laufen|live|hinzugefügt|entfernt|umgestellt|gemergt|eingerichtet',
    '\\b(?:ist|sind) (?:jetzt |nun |endlich )?(?:fertig|umgesetzt|behoben|erledigt|abgeschlossen|live|ausgerollt|gemergt|implementiert)\\b|\\b(?:umgesetzt|behoben|gelöst|erledigt|abgeschlossen|implementiert|ausgerollt|deployt|eingebaut|ergänzt|hinzugefügt|entfernt|gemergt|eingerichtet|fertiggestellt)(?: und \\S{1,30})?\\.?$|\\b(?:läuft|laufen|funktioniert|funktionieren) (?:jetzt|wieder|nun)\\b',
  ),
  rule(
    'done (Chinese)',
    'progress',
    0.75,
    '完成|修复|实现|上线|部署|解决|合并|添加|写了|写好|写完|做了|做好|做完|发布|搞定|升级|重构|删除|迁移|改成|换成|拆成|通过|使用了|工作了|运行了|接入|加上',
    '(?:已经?|刚刚?|终于)[^。！？，]{0,12}(?:完成|修复|实现|上线|部署|解决|合并|发布|写完|做完|搞定)|(?:完成|修复|实现|上线|部署|解决|合并|添加|发布|重构|删除|升级|写|做)(?:好|完)?了|(?:写完|做完|搞定)|把[^。！？，]{1,30}(?:改成|换成|迁移到|拆成|升级到|接入|加上)了?|(?:测试|用例)(?:都|全部|已)?通过|接入了|加上了|(?:可以|能)[^。！？，]{0,6}(?:正常)?(?:使用|工作|运行)了',
  ),
];

const namesApproach = (clause: string): boolean =>
  rejectedIn(`We ${clause.slice(0, 1).toLowerCase()}${clause.slice(1)}`) !== undefined;

const rejections: readonly NoteRule[] = [
  {
    ...rule(
      'decided against',
      'rejected',
      0.8,
      'decided|ruled out|rejected|abandoned|discarded|declined|gave up|dropped|reverted|turned down|scrapped|ditched',
      '^(?:(?:finally|also|then),? )?(?:decided (?:against|not to)|ruled out|rejected|abandoned|discarded|declined|gave up on|dropped|reverted|turned down|scrapped|ditched)\\b',
    ),
    holds: (clause) => namesApproach(clause.replace(/\b(?:scrapped|ditched)\b/i, 'abandoned')),
  },
  {
    ...rule(
      'tried, but',
      'rejected',
      0.8,
      'tried|experimented|tested|evaluated|looked|considered',
      "^(?:(?:we|i)(?:'ve| have)? )?(?:also |first |briefly )?(?:(?:tried|experimented with) [^.!?]{2,200}?(?:\\bbut\\b(?! (?:it |this |that )?(?:now |still )?(?:works|worked|passes|is fine))|[,;] ?(?=(?:didn't|did not|doesn't|does not|no\\b|not\\b|too\\b|made|was|is|far|way|still)))|(?:considered|evaluated|looked (?:at|into)|tested|thought about) [^.!?]{2,120}?(?:\\b(?:and|but)\\b|[,;]) ?(?:it |this |we |i )?(?:then )?(?:dropped|rejected|ruled|discarded|decided against|gave up|passed|too|didn't|doesn't|not worth|is not|isn't))",
    ),
    spansBut: true,
  },
  rule(
    'rejected, in a clause',
    'rejected',
    0.7,
    'rejected|not using|not going|ruled out|discarded|abandoned|dropped|gave up|reverted|scrapped|ditched',
    '[,;] (?:rejected|ruled out|discarded)(?=:|,? (?:because|since|as|due|too)\\b|[.!]?$)|^not (?:using|going with|going to use|doing) \\S|\\b(?:so|and|then) (?:we |i )?(?:abandoned|dropped|gave up on|reverted|scrapped|ditched|rejected) (?:it|that|this|them)\\b|\\bgave up on it\\b',
  ),
  {
    ...rule(
      'rejected (German)',
      'rejected',
      0.8,
      'verworfen|gegen|probiert|versucht|getestet|aufgegeben|ausgeschlossen|evaluiert|frage',
      '\\bverworfen\\b|^(?:(?:wir )?haben uns |bewusst )?gegen [^.!?,]{2,80} entschieden\\b|\\b(?:probiert|ausprobiert|versucht|getestet|evaluiert)\\b[^.!?]{0,40}(?:,|\\baber\\b|[-–—])(?! (?:läuft|funktioniert|klappt|aber (?:es )?(?:läuft|funktioniert)))[^.!?]{2,}|\\b(?:aufgegeben|ausgeschlossen)\\b|\\bkommt nicht in frage\\b',
    ),
    spansBut: true,
  },
  {
    ...rule(
      'rejected (Chinese)',
      'rejected',
      0.8,
      '放弃|否决|试过|尝试过|试了|尝试了|排除|不再|没有采用|不采用|不考虑|弃用|没采用',
      '(?:放弃|否决|排除)了?|(?:试过|尝试过|试了|尝试了)[^。！？]{0,40}(?:但|可是|不过|，)[^。！？]{0,30}(?:太|不|没)|不再考虑|没有采用|没采用|不采用|不考虑|弃用了',
    ),
    spansBut: true,
  },
];

function rule(name: string, kind: NoteKind, confidence: number, signs: string, cue: string): NoteRule {
  return { name, kind, confidence, signs: signs.split('|'), cue: new RegExp(cue, 'i') };
}

/** A cause that was found is a lesson; what was fixed is progress. */
const fixed = /fix|solv|resolv|behoben|gelöst|corrig|arregl|修复|解决|直し|修正/i;

function kindOf({ reason, name }: KeepingRule): NoteKind | undefined {
  const kinds: Record<KeptReason, NoteKind | undefined> = {
    decision: 'decision',
    fix: fixed.test(name) ? 'progress' : 'learning',
    preference: undefined,
    'rejected approach': 'rejected',
  };
  return kinds[reason];
}

const fromConversations: readonly NoteRule[] = [...new Set([...keepingRules.user, ...keepingRules.assistant])].flatMap(
  (one) => {
    const kind = kindOf(one);
    return kind === undefined ? [] : [{ ...one, kind }];
  },
);

const rulesIn = createRuleFinder<NoteRule>([
  ...decisions,
  ...rejections,
  ...learnings,
  ...progress,
  ...problems,
  ...fromConversations,
]);

/** What a sentence of a note says, and how sure that is, 0 to 1; undefined if it says nothing of these kinds. */
export function noteIn(sentence: string): { kind: NoteKind; confidence: number } | undefined {
  const finding = findingIn(sentence, rulesIn, '');
  return finding && { kind: finding.rule.kind, confidence: finding.confidence };
}
