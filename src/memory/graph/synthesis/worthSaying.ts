/**
 * Which sentences a synthesis is made of: whole ones that state a cause, a rule or an outcome. What people and agents ask
 * for, plan and suppose is no knowledge. Precision comes before recall: without such a sentence there is no synthesis.
 */
import { keepingRules } from '../../summarize/rules/keepingRules.ts';
import { isOffer, isStatedResult } from '../../summarize/rules/outcome.ts';
import { createRuleFinder, findingIn } from '../../summarize/rules/sentenceRule.ts';
import { clausesOf, isSupposed } from '../../summarize/words/sentences.ts';
import { informativeCount, unspaced } from '../../summarize/words/stopWords.ts';
import { marksOf } from '../../trust/instructionLike.ts';

/** Characters of a sentence; a shorter one says little, and a longer one is cut by no rule that keeps its meaning. */
const minLength = 20;
export const maxSentenceLength = 320;
const minWords = 4;
const sureEnough = 0.6;

const ended = /[.!。！]["')\]”’`]?$/u;
const shape = /^[#|[{<>]|\s\|\s|```|[:：]$|(?:^|\s)(?:[✓✗✔✖×●❯]|\[[ x]\])\s|^`[^`]+`\s[-–—:]\s/u;
/** Names: without them, a sentence must still say something. */
const names = /`[^`]*`|\S*[\w)][/._:#]\w\S*/gu;
const minInformative = 3;
/** It continues a text that is not here. */
const leansBack =
  /^(?:it|they|these|those|that|he|she|here|there(?:'s)?|which|who|and|but|or|so|also|then|however|otherwise|instead|both|either|note|e\.g|i\.e|es|sie|das|diese[rs]?|aber|und|oder|also)\b(?!\s+(?:is|are) (?:no|an?)\b)|^(?:它|这|那|但|而且|所以|因此)/iu;
const announces =
  /^(?:let(?:'s| me| us)|now|next|first|ok(?:ay)?|sure|yes|no|great|good|perfect|hmm+|wait|got it|i see|you'?re right|please|can you|could you|would you|we could|i(?:'ll| will|'m going to| am going to| need to| want| would like|'d like| think we should)|ich (?:werde|möchte|will)|bitte|kannst du|请|让我|我来|我要|能不能|帮我)(?=[\s,.!:]|[\u4e00-\u9fff]|$)/iu;
/** What somebody is to do: a request, an item of a plan, a title of a commit. */
const imperative =
  /^(?:(?:also|then|just|and|maybe|quickly)[, ]+)?(?:(?:quick |bug ?)?fix|add|update|remove|rename|move|check|create|implement|make|test|write|read|review|verify|ensure|explain|tell|show|give|find|look|see|try|run|rerun|refactor|replace|change|delete|drop|extract|extend|support|handle|document|investigate|debug|improve|simplify|clean|set|setup|configure|install|enable|disable|introduce|merge|rebase|commit|push|pull|revert|bump|upgrade|migrate|convert|modify|adjust|track|store|save|load|parse|return|include|search|think|help|do|go|get|start|stop|keep going|continue|proceed|consider|prepare|plan|analy[sz]e|compare|list|describe|summari[sz]e|print|log|rewrite|rework|split|combine|apply|address|resolve|open|close|allow)\b(?![-_./(])(?![\w-]*[('’.]\w)(?!\s(?:is|are|was|were|has|have|had|must|cannot|can't|never|always|does|did|will|needs?|takes?|fails?|keeps?|returns?)\b)/iu;
const conventional = /^(?:feat|fix|chore|docs|test|refactor|perf|ci|build|style|revert)(?:\([^)]{1,40}\))?!?:\s/u;
const wishes =
  /\b(?:can|could|would|will|should|do|did) (?:you|we|i)\b|\b(?:i|we)(?:'d| would) (?:like|love|prefer|want)\b|\bi (?:want|need|think|guess|wonder|suppose)\b|\b(?:let me|i'll|we'll|i will|we will|i'm (?:going|trying)|we're going|going to|we should|you should|you could|we need to|i need to|we want|to ?do)\b|\bplease\b|\byou take\b|\bich (?:möchte|will|glaube|denke)\b|我(?:想|认为|觉得)|请/iu;
const hedges =
  /\b(?:maybe|perhaps|probably|possibly|might|likely|not sure|i suspect|seems?|apparently|appears to|presumably|vielleicht|wahrscheinlich|vermutlich)\b|可能|也许|大概/iu;

/** Why something is so. */
const cause =
  /\b(?:because|due to|caused by|root cause|thanks to|as a result|so that|which is why|that's why|therefore|(?:this|that|which) (?:means|causes|prevents|breaks|avoids)|leads? to|results? in|(?:happens|occurs|fails?|failed|breaks?|crashes|hangs|times out|stops) (?:when|if|because|on|with|after|as soon as)|turn(?:s|ed) out|(?:cause|reason|culprit|problem|issue|bug) (?:is|was)(?: that)?\b|weil|deshalb|daher|dadurch|führt zu|die ursache|der grund|liegt (?:an|daran))\b|因为|由于|导致|原因|所以/iu;
/** What holds. */
const rule =
  /\b(?:must|never|always|requires?|required|mandatory|forbidden|not allowed|cannot|can't|has to|have to|is only|are only|only (?:if|when|after|one|the)|unless|at most|at least|by default|no longer|does(?:n't| not)|is(?:n't| not) (?:supported|allowed|possible|thread-safe|safe|needed|enough|used)|instead of|rather than|muss|müssen|darf|dürfen|nie(?:mals)?|immer|nur|statt)\b|必须|不能|不要|禁止|总是|始终|只能|而不是|默认/iu;
/** What something does under a condition. */
const behavior =
  /^(?:the |an? |each |every |all )?\S+(?: \S+){0,3}? (?:\w{2,}[^\Ws]s|is|are)\b[^.!?]{3,200}\b(?:when(?:ever)?|after|before|until|once|if)\b/iu;
/** What came of something, about a subject. */
const outcome =
  /\b(?:was|were|has been|have been|is|are|got) (?:now |since )?(?:fixed|solved|resolved|added|removed|replaced|renamed|moved|migrated|merged|released|deployed|reverted|rejected|dropped|chosen|decided|introduced|deprecated)\b|\bnow (?:uses?|returns?|supports?|handles?|passes|works|runs|stores?|writes?|reads?|calls?|checks?|requires?|lives?|fetches|prints?|shows?|skips?|keeps?)\b|\bwe (?:chose|decided|agreed|switched|settled|kept|dropped|rejected)\b|(?:已|已经)(?:修复|添加|完成|实现|更新|删除|替换)/iu;

const findersOf = {
  user: createRuleFinder(keepingRules.user),
  assistant: createRuleFinder(keepingRules.assistant),
};

/** Whether it is a whole sentence, and no request, question, heading, path, list of words or order to a model. */
export function isWholeStatement(sentence: string): boolean {
  if (sentence.length < minLength || sentence.length > maxSentenceLength) return false;
  if (shape.test(sentence) || /[?？…]/u.test(sentence.slice(-2)) || /\.{3}["')\]]?$/u.test(sentence)) return false;
  if (announces.test(sentence) || conventional.test(sentence) || isOffer(sentence)) return false;
  if (!isClosed(sentence) || isWordList(sentence)) return false;
  return marksOf(sentence).length === 0;
}

/** Whether a sentence of a conversation states what is worth knowing later. */
export function isWorthSaying(sentence: string): boolean {
  if (!isWholeStatement(sentence) || !ended.test(sentence)) return false;
  if (!startsLikeSentence(sentence) || leansBack.test(sentence) || imperative.test(sentence)) return false;
  if (!unspaced.test(sentence) && informativeCount(sentence.replace(names, ' ')) < minInformative) return false;
  if (wishes.test(sentence) || hedges.test(sentence) || isSupposed(sentence.slice(0, 8))) return false;
  if (clausesOf(sentence).some(({ asks }) => asks)) return false;
  if ([cause, rule, behavior, outcome].some((cue) => cue.test(sentence)) || isStatedResult(sentence)) return true;
  return [findersOf.user, findersOf.assistant].some(
    (rulesIn) => (findingIn(sentence, rulesIn, '')?.confidence ?? 0) >= sureEnough,
  );
}

/** A letter in lower case continues something, unless it is a name. */
function startsLikeSentence(sentence: string): boolean {
  return !/^[a-zß-öø-ÿ]+[\s,]/u.test(sentence) && !/^[)\].,;:!–—-]/u.test(sentence);
}

/** A sentence that was cut leaves a bracket or a quotation open. */
function isClosed(sentence: string): boolean {
  const count = (mark: string): number => sentence.split(mark).length - 1;
  if (count('`') % 2 === 1 || count('"') % 2 === 1) return false;
  return [
    ['(', ')'],
    ['[', ']'],
    ['“', '”'],
    ['（', '）'],
  ].every(([open = '', close = '']) => count(open) === count(close));
}

/** `entire, go, session` or `src/a.ts src/b.ts`. */
function isWordList(sentence: string): boolean {
  if (unspaced.test(sentence)) return false;
  const words = sentence.split(/\s+/u).filter((word) => /^[("'`]?\p{L}[\p{L}'’-]*[.,;:!)"'`]*$/u.test(word));
  if (words.length < minWords) return true;
  const parts = sentence.split(/,\s/u);
  return parts.length > 2 && parts.every((part) => part.split(' ').length < minWords);
}
