/**
 * Reads one statement of a memory file: what it is, how sure that is, its reason, and what it did not choose. A label
 * decides if there is one, then the section, then the rules for notes.
 */
import { alternativesIn } from '../../memory/decisions/alternatives.ts';
import { noteIn } from '../../memory/summarize/rules/noteRules.ts';
import { sentencesOf } from '../../memory/summarize/words/sentences.ts';
import { oneLine } from '../../util/text.ts';
import type { Entry, EntryKind } from './entry.ts';
import { labelledIn } from './labels.ts';

export type StatementEntry = Omit<Entry, 'line' | 'date' | 'isFromWeb'>;

/** How sure the form of a statement makes its kind; a reason adds to it (Mind Architecture, 6). */
const confidences = { boldLabel: 0.8, label: 0.7, section: 0.6 } as const;
const reasonBonus = 0.2;
/** Of a rule's own confidence. */
const shareOfRule = 0.8;

/** Says that there is nothing: `Blocked: None`. */
const nothing = /^(?:none|nothing|n\/?a|no|nope|keine?[rsn]?|nichts|无|没有|暂无|-+|tbd|\?+)[.!。]?$/iu;
const asks = /[?？]["')\]]?$/u;
/** What is still open: `decision: whether to shard`. */
const isOpen = /^(?:whether|if we should|ob (?:wir|man|ich|das|der|die|es|sich)|是否|要不要)(?![\p{Script=Latin}])/iu;

/** Where a reason begins; the conjunction is no part of it. */
const because =
  /[,;，；]?\s*(?:(?<![\p{L}\p{N}])(?:because|since|given that|due to|so that|as(?=\s(?:it|they|we|there|the|our|nobody|no|most|all|this|that)\b)|weil|da(?=\s\p{L}+\s)|damit|denn)\s+|因为|由于)/iu;
/** Only a rejected approach has its reason behind a `but`. */
const but = /[,;，；]?\s*(?:(?<![\p{L}\p{N}])(?:but|aber)\s+|但是|但)/iu;
/** A rejected approach is often followed by its fault alone: `…, too slow`. */
const fault = /,\s(?=(?:too|no|not|nobody|hard|far|way|it|zu|kein|es)\s)|[，,]\s?(?=\S{0,3}(?:太|没|不))/iu;
const dash = /\s[-–—]\s/u;

/** The entries in a statement; a section with a kind of its own makes an entry of any statement. */
export function entriesIn(statement: string, section: EntryKind | undefined): StatementEntry[] {
  const plain = oneLine(statement);
  const labelled = labelledIn(plain);
  if (labelled === 'none') return [];
  if (labelled !== undefined) {
    const { kind, text, isBold, isBlocked } = labelled;
    if (text === '' || saysNothing(text)) return [];
    const isRejected = kind === 'experience' && noteIn(`tried ${text}`)?.kind === 'rejected';
    // A goal or a stack says nothing without its label.
    const said = kind === 'state' ? plain : text;
    return [
      entryFrom(isRejected ? 'rejected' : kind, said, isBold ? confidences.boldLabel : confidences.label, isBlocked),
    ];
  }
  if (section !== undefined) {
    return !saysNothing(plain) ? [entryFrom(section, withoutEmphasis(plain), confidences.section, false)] : [];
  }
  return sentencesOf(plain).flatMap((sentence): StatementEntry[] => {
    const note = noteIn(sentence);
    return note === undefined
      ? []
      : [entryFrom(note.kind, sentence, note.confidence * shareOfRule, isBlockedBy(sentence))];
  });
}

function saysNothing(text: string): boolean {
  return nothing.test(text) || asks.test(text) || isOpen.test(text);
}

function entryFrom(kind: EntryKind, text: string, confidence: number, isBlocked: boolean): StatementEntry {
  const hasReason = kind === 'decision' || kind === 'rejected';
  const reason = hasReason ? reasonIn(text, kind) : null;
  const resolution = kind === 'problem' ? resolutionIn(text) : null;
  return {
    kind,
    text: withoutEmphasis(text),
    confidence: rounded(Math.min(1, confidence + (reason === null ? 0 : reasonBonus))),
    reason,
    alternatives: kind === 'decision' ? notChosenIn(text) : [],
    status: kind === 'problem' ? (resolution === null ? (isBlocked ? 'blocked' : 'open') : 'resolved') : null,
    resolution,
  };
}

const left = /^(?:switch|mov|migrat)(?:ed|ing|e)? from (?<before>[^.!?,]{2,60}?) to /iu;

/** A label or the form says that something was chosen, so `A over B` needs no verb. */
function notChosenIn(text: string): string[] {
  const { before } = left.exec(text)?.groups ?? {};
  if (before !== undefined) return [before];
  const found = alternativesIn(text);
  return found.length > 0 ? found : alternativesIn(`chose ${text}`).map((one) => one.split(dash)[0] ?? one);
}

/** `It was slow, so we dropped it.` */
const reasonFirst =
  /^(?<reason>[^]{3,200}?),? so (?:we |i )?(?:abandoned|dropped|reverted|scrapped|ditched|rejected|gave up on) it\b/iu;

function reasonIn(text: string, kind: EntryKind): string | null {
  const { reason: first } = reasonFirst.exec(text)?.groups ?? {};
  if (first !== undefined) return first;
  const markers = kind === 'rejected' ? [because, but, dash, fault] : [because, dash];
  for (const marker of markers) {
    const found = marker.exec(text);
    if (found === null) continue;
    const reason = text.slice(found.index + found[0].length).replace(/[，,](?:最后|所以|于是)[^]*$|[.!。！\s]+$/gu, '');
    if (found.index > 0 && reason !== '') return reason;
  }
  return null;
}

/** What a problem says about its own end: `… - tried A, fixed with B`, `… → B`. */
const resolved =
  /(?:^|[\s,;(])(?<resolution>(?:fixed|solved|resolved|worked around)(?: it)? (?:with|by|in|via)\s[^]{2,}|(?:gelöst|behoben) (?:mit|durch|indem)\s[^]{2,})$|(?:→|->|=>)\s{0,3}(?<arrow>\S[^]*)$/iu;

function resolutionIn(text: string): string | null {
  const { resolution, arrow } = resolved.exec(text)?.groups ?? {};
  return (resolution ?? arrow)?.replace(/[.)。\s]+$/u, '') ?? null;
}

function isBlockedBy(sentence: string): boolean {
  return /^(?:still )?(?:blocked|stuck|waiting|blockiert|wartet|阻塞|等待)/iu.test(sentence);
}

function withoutEmphasis(text: string): string {
  return text.replace(/\*\*|__|~~/gu, '').trim();
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
