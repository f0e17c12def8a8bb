/**
 * Questions for a command, such as "how do I run the integration tests", and which of the commands that succeeded answer
 * them. The patterns are English, German and Chinese.
 */
import { isStopWord } from '../../memory/summarize/words/stopWords.ts';
import { wordsOf } from '../query/words.ts';
import type { RanCommand } from './ranCommands.ts';

/** A word of a question, or a task that it names, with the words of a command that mean it. */
interface Wanted {
  words: readonly string[];
  /** Commands that mean it as a whole. */
  also?: RegExp | undefined;
  isTask: boolean;
}

/** Somebody asks how to do something, or for a command. */
const asking =
  /\bhow\s+(?:(?:do|does|can|could|should|would|must|did|will)\s+(?:i|we|you|one|people|someone|it)|to|(?:is|are|was|were)\s+.*\b(?:run|built|tested|executed|deployed|released|published|installed|formatted|linted|started|compiled))\b|\b(?:commands?|cmd)\b|^\s*(?:re-?)?(?:run|execute)\b|\bwie\b.*\b(?:ich|wir|man|werden|wird)\b|\b(?:befehle?|kommandos?)\b|怎么|如何|怎样|命令/iu;
/** Doing that says nothing about what is done. */
const running =
  /^(?:re-?)?(?:run|runs|running|ran|execut\w+|invok\w+|call|launch\w*|trigger\w*|command|commands|cmd|script|scripts|tool|full|whole|single|suite|suites|project|repo|repository|codebase|code|everything|app|application|program|server|database|db|check|checks|checking|which|local|locally|manually|properly|quickly|führ\w*|ausführ\w*|laufen|lassen|lasse|läuft|befehl\w*|kommando\w*|projekt\w*|anwendung|programm|datenbank|prüf\w*|welche\w*|wird|werden|man|lokal|alle|aus)$/iu;
const runningAnyhow =
  /\b(?:re-?)?(?:run|runs|running|execut\w+|invoke|launch|command|commands|cmd)\b|führ|laufen|befehl|kommando|运行|执行|命令|跑/iu;

/** Tasks of every project: how questions name them, and the words of the commands that do them. */
export const commonTasks: readonly (Wanted & { asked: RegExp })[] = [
  task(
    /(?<!la|con|pro|at|fa|grea|shor)tests?$|^test(?:e|en|ing|ed)$|测试/iu,
    'test spec vitest jest mocha pytest rspec ctest tox phpunit',
  ),
  task(/integration|集成/iu, 'integration'),
  task(/^e2e$|^end-?to-?end$|端到端/iu, 'e2e playwright cypress'),
  task(/^unit|单元/iu, 'unit'),
  task(/^lint\w*$|^lints?$|代码检查/iu, 'lint eslint ruff clippy flake8 pylint stylelint rubocop vet'),
  task(/^format\w*$|^fmt$|格式化/iu, 'fmt format prettier gofmt black rustfmt'),
  task(
    /^(?:re)?build\w*$|^built$|^compil\w*$|^binar(?:y|ies)$|^executable$|^bau(?:e|en|t)$|^kompilier\w*$|构建|编译/iu,
    'build compile tsc',
    /^make(?: -\S+)*$/u,
  ),
  task(/^start\w*$|^serve\w*$|启动/iu, 'start serve server dev up'),
  task(/^deploy\w*$|^ausroll\w*$|部署/iu, 'deploy'),
  task(/^releas\w*$|^publish\w*$|^veröffentlich\w*$|发布/iu, 'release publish goreleaser'),
  task(
    /^install\w*$|^set-?up$|^dependenc(?:y|ies)$|^deps$|^abhängigkeit\w*$|安装|依赖/iu,
    'install setup deps tidy bootstrap',
    /^(?:npm (?:ci|i)|(?:pnpm|bun) i|yarn|uv sync)$/u,
  ),
  task(/^types?$|^type-?check\w*$|^typen$|类型/iu, 'typecheck type tsc mypy pyright'),
  task(/^bench\w*$|基准/iu, 'bench benchmark'),
  task(/^coverage$|^abdeckung$|覆盖率/iu, 'cover coverage cov'),
  task(/^migrat\w*$|迁移/iu, 'migrate migration'),
  task(/^generat\w*$|^generier\w*$|^codegen$|生成/iu, 'generate codegen'),
];

function task(asked: RegExp, words: string, also?: RegExp): Wanted & { asked: RegExp } {
  const meaning = [...new Set(words.split(' ').flatMap((word) => [word, ...wordsOf(word)]))];
  return { asked, words: meaning, isTask: true, also };
}

/** What a command has to do; empty unless the question asks how to run something, or to do such a task. */
export function wantedIn(question: string): Wanted[] {
  if (!asking.test(question)) return [];
  const written = question.toLowerCase().match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}_:.-]*(?<![:.-])/gu) ?? [];
  const unspaced = question.match(/[\p{Script=Han}]+/gu) ?? [];
  const wanted = written.flatMap((word): Wanted[] => {
    const meant = commonTasks.filter(({ asked }) => asked.test(word));
    if (meant.length > 0) return meant;
    return running.test(word) || isStopWord(word) ? [] : [{ words: wordsOf(word), isTask: false }];
  });
  const unspacedTasks = commonTasks.filter(({ asked }) => unspaced.some((text) => asked.test(text)));
  const all = [...new Set([...wanted, ...unspacedTasks])];
  return runningAnyhow.test(question) || all.some(({ isTask }) => isTask) ? all : [];
}

/** Programs that run another one. */
const runners = new Set(
  'run npm pnpm yarn bun bunx npx exec task just mise make go cargo uv poetry python python3 node'.split(' '),
);
/** The share of the question's words that a command may lack; a task that it lacks may be done by another command. */
const maxLacking = 0.4;
/** How many more other words than the best a command may have, so that a run of one test does not answer for all. */
const maxMoreOthers = 3;

/** The commands that answer, best first: by the words of the question, then those with nothing else, then by success. */
export function commandsFor(wanted: readonly Wanted[], commands: readonly RanCommand[], max: number): RanCommand[] {
  const weighed = commands.flatMap((ran) => {
    const words = new Set(wordsOf(ran.command));
    const isDone = (item: Wanted): boolean =>
      item.words.some((word) => words.has(word)) || item.also?.test(ran.command) === true;
    const covered = wanted.filter(isDone);
    const lacking = wanted.filter((item) => !item.isTask && !isDone(item)).length;
    if (covered.length === 0 || lacking > maxLacking * wanted.length) return [];
    const meant = new Set(covered.flatMap((item) => item.words));
    const isWhole = covered.some(({ also }) => also?.test(ran.command) === true);
    const others = isWhole ? 0 : [...words].filter((word) => !meant.has(word) && !runners.has(word)).length;
    return [{ ran, covered: covered.length, others }];
  });
  const ranked = weighed.toSorted(
    (one, other) => other.covered - one.covered || one.others - other.others || other.ran.succeeded - one.ran.succeeded,
  );
  const chosen: RanCommand[] = [];
  const [best] = ranked;
  for (const { ran, covered, others } of ranked) {
    const isPart = best?.covered === wanted.length && covered < wanted.length;
    if (isPart || others > (best?.others ?? 0) + maxMoreOthers) continue;
    const isVariant = chosen.some(({ command }) => `${ran.command} `.startsWith(`${command} `));
    if (!isVariant && chosen.length < max) chosen.push(ran);
  }
  return chosen;
}
