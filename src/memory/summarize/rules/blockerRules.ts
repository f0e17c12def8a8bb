/**
 * Finds the sentences in which an assistant says what keeps it from going on: `I could not … because …`, `… is blocked
 * by …`. A sentence about an obstacle that was passed or worked around is left out, and so is one that only supposes
 * an obstacle.
 */
import { clausesOf, isQuoted, isSupposed, sentencesOf } from '../words/sentences.ts';

/** No cue has unbounded repetition, so no text makes it slow. No `u` flag, as in `keepingRule.ts`. */
const cues: readonly RegExp[] = [
  /\b(?:i|we) (?:could not|couldn't|(?:was|were)(?: not|n't) able to|(?:was|were) unable to) [^.!?]{3,200}?\b(?:because|since|as the|due to|until|without)\b/i,
  /\bi (?:cannot|can't|am not able to|am unable to) [^.!?]{3,200}?\b(?:because|due to|until|without)\b/i,
  /\b(?:is|are|remains?|stays?)(?: still| currently| now)? blocked (?:by|on|until|because)\b|^(?:still |currently )?blocked (?:by|on)\b(?!:)/i,
  /(?:^|\b(?:i'm|i am|we're|we are|is|are|still) )waiting (?:for|on) (?:your|you|an? (?:review|approval|answer)|access|approval|credentials|feedback|permission)\b/i,
  /\b(?:ich|wir) (?:konnten?|kann|können) [^.!?]{3,200}?\bnicht\b[^.!?]{0,120}?\b(?:weil|da|solange|wegen)\b/i,
  /\b(?:konnten?|kann|können) (?:ich|wir)\b[^.!?]{0,160}?\bnicht\b[^.!?]{0,120}?\b(?:weil|da|solange|wegen)\b/i,
  /\b(?:ist|sind|bleibt|bleiben) (?:noch |derzeit |weiterhin |aktuell )?blockiert\b/i,
  /\bwart(?:e|en|et) (?:noch )?auf (?:deine?|ihre?|die freigabe|zugang|zugriff|rückmeldung)(?=[\s.,])/i,
  /^(?:但|不过)?(?:我们?|目前|暂时|现在)?(?:还|仍)?(?:无法|没能|未能)[^。！？]{2,80}?(?:因为|由于|原因是)/,
  /^(?:因为|由于)[^。！？]{2,80}?(?:我们?|目前|暂时)(?:还|仍)?(?:无法|没能|未能)/,
  /(?:被|受)[^。！？]{1,40}?阻塞|阻塞(?:于|在)|(?:等待|需要等)(?:你|您)的?(?:确认|审批|授权|回复)/,
];

/** Fast, because most texts hold no blocker. */
const anyCue =
  /could|couldn|can|able|unable|blocked|waiting|konnt|kann|können|blockiert|wart|无法|没能|未能|阻塞|等待|需要等/i;

/** In the same sentence or at the beginning of the next one. */
const passed =
  /\b(?:instead|work(?:ed|ing)? around|workaround|fell back|so i (?!could)|so we (?!could)|therefore i|but (?:it|this|that|i|we)(?:'ve| have)? (?:now |then )?(?:fixed|solved|works?|worked|managed|got)|now (?:fixed|works?|resolved)|stattdessen|daher habe|deshalb habe|inzwischen|umgangen)\b|改用|改为|因此我|所以我|已(?:经)?(?:解决|修复)/i;

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
