/**
 * Reads the documents that a project writes for people and no client sends by itself: the rules in CONTRIBUTING.md, and
 * in CHANGELOG.md what breaks for those who upgrade. English, German and Chinese.
 */
import { oneLine } from '../../util/text.ts';
import { blocksOf, linesOutsideCode, type MarkdownBlock } from '../../capture/notes/markdownBlocks.ts';
import { sentencesOf, withoutBold } from '../../memory/summarize/words/sentences.ts';
import type { Entry } from '../parsing/entry.ts';
import { isStatement, maxLearnedConfidence } from './learnedEntry.ts';

const paths = /(?:^|\/)(?:(?<rules>contributing)|(?<changes>change(?:s|log)|breaking[-_]changes))\.md$/iu;

/** A rule for anyone who changes the project: what must be, or an imperative, and not what happens to be so. */
const rule =
  /(?<![\p{L}'’])(?:must(?:n['’]t)?|(?<!(?:\b(?:ha(?:ve|s|d)|was|were)|['’](?:ve|d))\s)never|(?<!\b(?:can|could|is|are|be|will)\s)always(?! runs?\b)|can ?not(?! (?:have|know|be|guarantee)\b)|(?<=^\P{L}*|[,;:(–—]\s|\b(?:please|and|but|or)\s)(?:(?:do not|don['’]t)(?! (?:need|have|want|worry|hesitate|feel|know|be)\b)|avoid)|should (?:not|never|always|be|also|use)|(?:is|are) required|(?:muss|müssen)(?! nicht\b)|niemals|immer|darf|dürfen|sollte[nt]?)(?![\p{L}'’])|必须|禁止|不要|不得|务必/iu;
/**
 * What every project says about people, licenses and how to ask, and says nothing about its code, encouragements and
 * questions.
 */
const idle =
  /code of conduct|licen[sc]e|copyright|sign(?:ed)?[- ]?off|\bcla\b|dco\b|security (?:issue|vulnerabilit)|search (?:the )?(?:existing )?issues|bug report|feature request|respectful|welcome|thank|happy|good idea|[!?！？]$/iu;
const breaking =
  /^(?:\W*)(?:breaking(?: changes?)?|backwards?[- ]incompatib\w*|incompatib\w*|inkompatib\w*|破坏性|不兼容)/iu;
const removed = /^(?:\W*)(?:removed|removals|entfernt|移除)/iu;
/** `**Breaking:** `, `[BREAKING] `, `BREAKING CHANGE: ` */
const labelled = /^(?:\*\*|\[)?breaking(?: changes?)?(?:\*\*[:：]?|\]:?|[:：]\*\*|[:：])\s+/iu;
/** As tools add them to a change: `([#12](https://…))`, `(#12)`. */
const links = /\s?\((?:\[[^[\]]{1,80}\]\([^()]{1,300}\)|#\d{1,9})\)/gu;
const version = /(?<![\d.])v?\d{1,6}\.\d{1,6}(?:\.\d{1,9})?[\w.+-]*/u;

const table = /^\s*\|/u;
/** `> `, and what GitHub makes a box: `> [!NOTE]`. */
const quote = /^\s*>\s?(?:\[!\w+\])?/u;

/** In characters; what is longer explains more than one rule. */
const maxRule = 400;
const maxOfFile = 60;

/** What reads the file; undefined for another file than these. */
export function projectRulesReader(path: string): ((text: string) => Entry[]) | undefined {
  const { rules, changes } = paths.exec(path)?.groups ?? {};
  if (rules !== undefined) return rulesIn;
  return changes === undefined ? undefined : breakingChangesIn;
}

function rulesIn(text: string): Entry[] {
  return entriesOf(blocksOf(text), (said, { headings }) =>
    idle.test(headings.join('\n')) ? [] : sentencesOf(said).filter((one) => rule.test(one) && !idle.test(one)),
  );
}

function breakingChangesIn(text: string): Entry[] {
  return entriesOf(blocksOf(text), (said, { headings }) => {
    const isBreaking = labelled.test(said) || headings.some((heading) => breaking.test(heading));
    if (!isBreaking && !headings.some((heading) => removed.test(heading))) return [];
    const since = headings.map((heading) => version.exec(heading)?.[0]).findLast((found) => found !== undefined);
    const what = `${isBreaking ? 'Breaking' : 'Removed'}${since === undefined ? '' : ` in ${since}`}`;
    return [`${what}: ${withoutBold(said.replace(labelled, '').replaceAll(links, ''))}`];
  });
}

/** The first of the file, which are the newest of a changelog. */
function entriesOf(
  blocks: readonly MarkdownBlock[],
  statementsIn: (said: string, block: MarkdownBlock) => string[],
): Entry[] {
  const found = blocks.flatMap((block) => {
    const lines = linesOutsideCode(block.text).flatMap(({ line }) => (table.test(line) ? [] : line.replace(quote, '')));
    return statementsIn(oneLine(lines.join(' ')), block)
      .filter((text) => text.length <= maxRule && isStatement(text))
      .map((text): Entry => ({
        ...{ kind: 'decision', text, line: block.line, date: null, confidence: maxLearnedConfidence },
        ...{ reason: null, alternatives: [], status: null, resolution: null, isFromWeb: false },
      }));
  });
  return found.slice(0, maxOfFile);
}
