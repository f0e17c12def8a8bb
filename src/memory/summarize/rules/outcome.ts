/** Finds the sentences in which an assistant states results or decisions. */
import { shorten } from '../../../util/text.ts';
import type { Request } from '../words/requests.ts';
import { sentencesOf } from '../words/sentences.ts';
import { informativeCount } from '../words/stopWords.ts';
import type { SummaryMessage, Utterance } from '../words/utterances.ts';

const maxLength = 300;
const maxDeeds = 5;
/** Turns whose ends are searched for deeds. */
const turnsRead = 60;
const offers =
  /^(?:let me know|if you(?:'d| would)? (?:like|want|need|have)|would you like|do you want|want me to|shall i|should i (?:also|go ahead)|feel free|happy to|i can also|i can help|please let|is there anything|anything else|sag (?:mir )?bescheid|möchtest du|soll ich|n'hésite|souhaites?-|veux-tu|si quieres|quieres que|avísame|如果(?:你|您)?需要|需要我|要我)/i;
const did =
  /^(?:(?:i|we)(?:'ve| have)? (?:now |also |just |successfully )?|all |successfully )?(?:added|fixed|implemented|created|updated|removed|renamed|refactored|replaced|moved|changed|migrated|merged|committed|published|released|configured|installed|enabled|disabled|extracted|wrote|rewrote|introduced|reverted|resolved|switched|converted|cleaned up|deleted|bumped|upgraded|deployed|finished|completed|corrected|optimi[sz]ed|documented|tested|verified|decided|built)\b(?! (?:by|to|for|in|on)\b)/i;
const done =
  /^(?:done|fertig|erledigt|listo|hecho|terminé|c'est fait|完成|已完成|完了)\b|^(?:done|fixed|in short|tl;dr|ergebnis|résultat|resultado|结果)[:：—-]\s*\S/i;
const holds =
  /\b(?:(?:all |the |\d{1,5} )?(?:\w{1,20} )?(?:tests?|builds?|checks?|suites?|lint|typecheck)(?: now| all)? (?:pass(?:es|ed)?|succeeds?|succeeded|(?:is|are) green)|(?:is|are) (?:now|all) (?:fixed|in place|done|working|ready|green|complete|deployed|available|resolved|live)|now (?:works|passes|returns|uses|runs|handles|supports|builds|compiles)|works (?:now|again)|we(?:'ve| have)? (?:decided|agreed|settled))\b/i;
const otherLanguages =
  /\b(?:hinzugefügt|behoben|umgesetzt|geändert|entfernt|eingebaut|laufen (?:jetzt |wieder )?durch|ajouté|corrigé|implémenté|supprimé|tests passent|añadido|añadí|corregido|corregí|implementado|pruebas pasan)(?=[\s.,!:;]|$)|(?:已|已经)(?:修复|添加|完成|实现|更新|删除|重构)|(?:修复|添加|完成|实现)了|测试(?:都|全部)?(?:已)?通过|(?:修正|追加|実装|完了)しました/i;
const open = /\b(?:not yet|isn't|not done|failed|still fails?|will|should i|next,|to do|you (?:can|should|need))\b/i;

/** A text without any of these states no deed. Most texts are tested, so the pattern is fast and has no `u` flag. */
const anyDeed =
  /\b(?:added|fixed|implemented|created|updated|removed|renamed|refactored|replaced|moved|changed|migrated|merged|committed|published|released|configured|installed|enabled|disabled|extracted|wrote|rewrote|introduced|reverted|resolved|switched|converted|cleaned|deleted|bumped|upgraded|deployed|finished|completed|corrected|optimi[sz]ed|documented|tested|verified|decided|agreed|settled|built|done|pass|passes|passed|succeed|green|in place|working|works|ready|available|live|now|in short|tl;dr|fertig|erledigt|ergebnis|hinzugef|behoben|umgesetzt|ge.ndert|entfernt|eingebaut|laufen|listo|hecho|termin|c'est fait|r.sultat|resultado|ajout|corrig|impl|supprim|tests passent|a.ad|correg|pruebas)|[\u3040-\u30ff\u4e00-\u9fff]/i;

/** At most 300 characters; null if the chat ended with a question, in the middle, or without a stated result. */
export function outcomeFrom(
  messages: readonly SummaryMessage[],
  utterances: readonly Utterance[],
  requests: readonly Request[],
): string | null {
  const ended = messages.findLast(({ type }) => type !== 'thought');
  if (ended?.type !== 'text' || ended.role !== 'assistant') return null;
  let asked = requests.length;
  for (const utterance of utterances.toReversed()) {
    if (utterance.role === 'user') {
      asked -= 1;
      // Thanks, for example: the result is stated before them.
      if (requests[asked]?.isVague !== true) return null;
      continue;
    }
    const sentences = utterance
      .paragraphs()
      .flatMap(sentencesOf)
      .filter((sentence) => !isOffer(sentence));
    if (/[?？]$/u.test(sentences.at(-1) ?? '')) return null;
    const deed = sentenceOfDeeds(sentences);
    if (deed !== null) return deed;
  }
  return null;
}

/** The sentences at the end of turns in which an assistant states what it has done; the last five, in order. */
export function deedsFrom(utterances: readonly Utterance[]): string[] {
  const ends = utterances.filter(
    ({ role }, index) => role === 'assistant' && utterances[index + 1]?.role !== 'assistant',
  );
  const deeds: string[] = [];
  for (const { said, paragraphs } of ends.slice(-turnsRead).reverse()) {
    const deed = anyDeed.test(said) ? sentenceOfDeeds(beginningAndEnd(paragraphs()).flatMap(sentencesOf)) : null;
    if (deed !== null) deeds.unshift(deed);
    if (deeds.length === maxDeeds) break;
  }
  return deeds;
}

/** Whether an assistant offers or asks for something, instead of stating it. */
export function isOffer(sentence: string): boolean {
  return offers.test(sentence);
}

/** Whether an assistant states in the sentence what it has done. */
export function isStatedResult(sentence: string): boolean {
  return weightOf(sentence) > 0;
}

/** Results are stated at the beginning or at the end of a message; the middle explains them. */
function sentenceOfDeeds(sentences: readonly string[]): string | null {
  let best: { sentence: string; weight: number } | undefined;
  for (const sentence of beginningAndEnd(sentences)) {
    const weight = weightOf(sentence);
    if (weight > (best?.weight ?? 0)) best = { sentence, weight };
  }
  return best === undefined ? null : shorten(best.sentence, maxLength);
}

function beginningAndEnd(texts: readonly string[]): readonly string[] {
  return texts.length <= 24 ? texts : [...texts.slice(0, 16), ...texts.slice(-8)];
}

function weightOf(sentence: string): number {
  if (!anyDeed.test(sentence)) return 0;
  const isLabel = /^[^.:]{1,60}:\s/u.test(sentence);
  const weight =
    (did.test(sentence) && !isLabel ? 3 : 0) +
    (done.test(sentence) ? 3 : 0) +
    (holds.test(sentence) ? 2 : 0) +
    (otherLanguages.test(sentence) ? 3 : 0);
  const isOpen = weight === 0 || open.test(sentence) || /[?？:：]$/u.test(sentence);
  return isOpen || informativeCount(sentence) < 1 ? 0 : weight;
}
