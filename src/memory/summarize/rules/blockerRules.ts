/**
 * Finds the sentences in which an assistant says what keeps it from going on: `I could not run … because …`, `The
 * release is blocked by …`. Only work can be kept from going on, so each sentence needs a verb or a noun of work: who
 * cannot recommend something has an opinion, who cannot find something has a finding, and a button is blocked by
 * design. A sentence about an obstacle that was passed or worked around is left out, and so is one that only supposes
 * an obstacle.
 */
import { clausesOf, isQuoted, isSupposed, sentencesOf } from '../words/sentences.ts';

/** What an agent does with code, tools and services. Not `find`, `see` or `reproduce`, whose failure is a finding. */
const works = {
  en: '(?:re-?)?(?:run|build|compile|test|start|try|check|verify|validate)|execute|launch|boot|install|set up|configure|access|reach|open|connect|log ?in|sign in|authenticate|deploy|publish|release|push|pull|fetch|clone|check ?out|download|upload|merge|rebase|commit|submit|create|apply|save|finish|complete|continue|proceed|go on|move on|load|import|export|migrate|update|upgrade|send|generate',
  de: 'ausführen|laufen lassen|starten|testen|prüfen|überprüfen|verifizieren|bauen|kompilieren|installieren|einrichten|zugreifen|öffnen|erreichen|verbinden|anmelden|einloggen|deployen|ausliefern|ausrollen|veröffentlichen|pushen|hochladen|herunterladen|laden|klonen|anlegen|erstellen|speichern|fertigstellen|abschließen|beenden|fortfahren|fortsetzen|weitermachen|mergen|zusammenführen|committen|importieren|exportieren|migrieren|aktualisieren',
  zh: '运行|执行|安装|构建|编译|部署|发布|推送|提交|拉取|克隆|下载|上传|访问|连接|登录|打开|启动|测试|验证|创建|保存|完成|继续|合并|导入|导出|更新|升级',
} as const;
/** Steps of a project. A thread, a request or a button is blocked by design. */
const tasks = {
  en: '(?:work|release|deploy|deployment|rollout|merge|pr|pull request|migration|upgrade|task|step|ticket|issue|feature|fix|implementation|build|ci|pipeline|review)s?(?: #?\\d{1,6})?(?: (?:of|for|to|in|from|on) [^.!?,;]{1,40}?)?',
  de: '(?:arbeit|auslieferung|veröffentlichung|migration|aufgabe|umstellung|freigabe|prüfung|release|merge|build|schritt|pull request|deployment|ticket|upgrade)(?: \\S{1,20}){0,4}?',
  zh: '(?:发布|部署|合并|测试|任务|工作|升级|迁移|上线|构建|开发|进度)',
} as const;
const couldNot =
  "(?:(?:i|we) (?:could not|couldn't|(?:was|were)(?: not|n't) able to|(?:was|were) unable to)|i (?:cannot|can't|am not able to|am unable to))";
const isStuck = `(?:^|\\b(?:${tasks.en} (?:is|are|remains?|stays?)|i'm|i am|we're|we are) )(?:still |currently |now )?`;
const cannotInChinese = `(?:还|仍)?(?:无法|没能|未能)(?:成功|正常|直接)?(?:${works.zh})`;

/** No cue has unbounded repetition, so no text makes it slow. No `u` flag, as in `keepingRule.ts`. */
const cues: readonly RegExp[] = [
  new RegExp(
    `\\b${couldNot} (?:\\w{1,12}ly |also |even |yet )?(?:(?:${works.en})|get [^.!?]{1,60} to (?:work|${works.en}))\\b[^.!?]{0,200}?\\b(?:because|since|as the|due to|until|without)\\b`,
    'i',
  ),
  new RegExp(`${isStuck}blocked (?:by|on|until|because)\\b(?!:)`, 'i'),
  new RegExp(
    `${isStuck}waiting (?:for|on) (?:your|you|an? (?:review|approval|answer)|access|approval|credentials|feedback|permission)\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:(?:ich|wir) (?:konnten?|kann|können)|(?:konnten?|kann|können) (?:ich|wir))\\b[^.!?]{0,160}? nicht (?:\\S{1,20} ){0,3}?(?:${works.de}),? (?:weil|da|solange|wegen|bis)\\b`,
    'i',
  ),
  new RegExp(`\\b${tasks.de} (?:ist|sind|bleibt|bleiben) (?:noch |derzeit |weiterhin |aktuell )?blockiert\\b`, 'i'),
  /(?:^|\b(?:ich|wir) )wart(?:e|en) (?:noch |weiterhin )?auf (?:deine?|ihre?|eure?|die freigabe|zugang|zugriff|rückmeldung)(?=[\s.,])/i,
  new RegExp(`^(?:但|不过)?(?:我们?|目前|暂时|现在)?${cannotInChinese}[^。！？]{0,80}?(?:因为|由于|原因是)`),
  new RegExp(`^(?:因为|由于)[^。！？]{2,80}?(?:我们?|目前|暂时)${cannotInChinese}`),
  new RegExp(`${tasks.zh}[^。！？，]{0,10}(?:(?:被|受)[^。！？]{1,40}?阻塞|阻塞(?:于|在))`),
  /(?:^|我们?|正在|仍在|还在)(?:等待|需要等)(?:你|您)的?(?:确认|审批|授权|回复)/,
];

/** Fast, because most texts hold no blocker. */
const anyCue =
  /could|couldn|can|able|unable|blocked|waiting|konnt|kann|können|blockiert|wart|无法|没能|未能|阻塞|等待|需要等/i;

/** In the same sentence or at the beginning of the next one. */
const passed =
  /\b(?:instead|work(?:ed|ing)? around|workaround|fell back|so i (?!could)|so we (?!could)|therefore i|but (?:it|this|that|i|we)(?:'ve| have)? (?:now |then )?(?:fixed|solved|works?|worked|managed|got)|which (?:i|we)(?:'ve| have)? (?:now |since |then )?(?:fixed|solved|corrected|repaired)|now (?:fixed|works?|resolved)|and (?:it|this|that|everything) (?:now )?(?:works|runs|passes|builds)|stattdessen|daher habe|deshalb habe|inzwischen|umgangen)\b|改用|改为|因此我|所以我|已(?:经)?(?:解决|修复)/i;

/** At most this many sentences of one answer are read. */
const sentencesRead = 200;

/** `paragraphs` are the assistant's own words. */
export function blockersIn(paragraphs: readonly string[]): string[] {
  const read = paragraphs.filter((paragraph) => anyCue.test(paragraph)).flatMap(sentencesOf);
  const sentences = read.slice(0, sentencesRead);
  return sentences.filter((sentence, place) => {
    const next = (sentences[place + 1] ?? '').slice(0, 40);
    return isBlocked(sentence) && !passed.test(sentence) && !passed.test(next);
  });
}

function isBlocked(sentence: string): boolean {
  return clausesOf(sentence).some(({ text, asks }) => {
    if (asks) return false;
    return cues.some((cue) => {
      const found = cue.exec(text);
      return found !== null && !isSupposed(text.slice(0, found.index)) && !isQuoted(text, found.index);
    });
  });
}
