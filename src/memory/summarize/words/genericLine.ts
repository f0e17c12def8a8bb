/**
 * Whether a line describes a particular session, or is generic enough for any session: `Respond to the PR comments`.
 */
import { isCommonplace, isStopWord, unspaced, writtenWords } from './stopWords.ts';

/** Words about working with code and its tools, which do not describe the subject of the work. */
const workflow: ReadonlySet<string> = new Set(
  (
    'review reviews reviewed reviewer reviewing respond responding reply address addresses addressed addressing apply applied resolve resolved comment comments feedback suggestion remark remarks finding findings nit nits ' +
    'branch branches pr prs mr pull request requests merge merges merged merging rebase rebased conflict conflicts diff local remote current commit commits committed push pushed test tests testing tested failing failed broken green ' +
    'build builds lint linter linting ci pipeline workflow check checks format formatting typo typos cleanup clean wip initial minor misc small various several remaining latest previous following above below together again everything ' +
    'message reason effort summary summarize generate continue proceed invoke command slash session chat task tasks ticket tickets todo todos job document documents doc docs markdown ' +
    'brainstorm brainstorming else ultrathink think access available linear jira github gitlab tool tools skill skills plugin plugins agent agents subagent subagents mcp claude copilot codex showing right meaningful group later failure failures running revert reverted far additional'
  ).split(' '),
);
const germanWorkflow: ReadonlySet<string> = new Set(
  'branch änderung änderungen kommentar kommentare anmerkung anmerkungen rückmeldung prüfe prüfen überprüfe überprüfen schau schaue schauen lies lese setze setzen umsetzen folgenden folgende plan behebe beheben repariere fehlgeschlagenen fehlschlagenden fehler tests zugriff zugang aktuellen aktuelle diesen diese dieser dieses meinem meinen'.split(
    ' ',
  ),
);
const hanWorkflow =
  /审查|评审|检查|查看|看看|看一下|回复|处理|解决|修复|修改|更改|改动|变更|更新|评论|意见|反馈|分支|提交|合并|请求|测试|构建|编译|报错|错误|失败|代码|文件|计划|方案|以下|下面|上述|实施|执行|实现|继续|当前|这个|这些|本地|一下|所有|全部|[的了吧吗在并和与中上里把请帮我你]/gu;
/** A ticket key is as informative as two words. */
const ticketKey = /^[a-z]{2,10}-\d{1,6}$/iu;

/** Whether a line has fewer than two specific words. */
export function isGeneric(line: string): boolean {
  return ownWordCount(line) < 2;
}

/** The number of specific words, without those of any coding session; without spaces, two characters count as one. */
export function ownWordCount(line: string): number {
  return writtenWords(line).reduce((sum, written) => {
    if (unspaced.test(written)) return sum + written.replace(hanWorkflow, '').length / 2;
    if (ticketKey.test(written)) return sum + 2;
    const lower = written.toLowerCase();
    const isCommon = isStopWord(written) || isCommonplace(lower) || workflow.has(lower) || germanWorkflow.has(lower);
    return isCommon ? sum : sum + 1;
  }, 0);
}

const points =
  /\b(?:this|that|these|those|the (?:local|current|last|latest|open|failing)|my|our)\s+(?:\w+\s+)?(?:branch|prs?|mr|pull requests?|changes?|commits?|diff|feedback|comments?|tests?|build|methods?|functions?|files?|code|messages?|errors?|flags?)\b|\bthe (?:branch|prs?|pull request|diff|review comments|pr comments)\b|\b(?:diese[rmns]?|den|dem|der|die|aktuellen?)\s+(?:branch|pr|pull request|änderung(?:en)?|kommentaren?|tests?)(?=[\s.,!?]|$)|(?:这个|当前|该|本)(?:分支|pr|提交|改动)|(?:这些)(?:改动|修改|变更|测试|评论)/iu;

/** A ticket and nothing else. */
const namesTicket = /^(?:\S{1,20}\s+){0,3}[a-z]{2,10}-\d{1,6}\W{0,3}$/iu;

/** Whether a line refers to something that only the branch names: `this branch`, `the failing tests`, `SHOP-12`. */
export function pointsAtBranch(line: string): boolean {
  return points.test(line) || namesTicket.test(line) || /\b(?:this|these|those)\b/iu.test(line);
}
