/**
 * Which notes of a session are worth keeping for good (Mind Architecture, "Smart Promotion"): rejected approaches with a
 * reason, insights, and what was decided or learned. The rest is true for the session only.
 */
import { noteIn } from '../../memory/summarize/rules/noteRules.ts';
import { createTextComparer } from '../../memory/shared/similarity/similarity.ts';
import type { IndexText } from '../../memory/shared/ports.ts';
import { maySendAutomatically } from '../../memory/trust/trust.ts';
import { shorten } from '../../util/text.ts';
import type { Entry } from '../parsing/entry.ts';
import type { LabelledKind } from '../writing/labelStyle.ts';

export interface Promoted {
  kind: LabelledKind;
  text: string;
}

/** From this similarity on, a note says what the memory says already; from the second, it is about the same. */
const sameFrom = 0.9;
const nearFrom = 0.7;
const maxCompared = 80;

/**
 * In the order of `notes`. A note like an entry in `known` of the same kind is left out, and one that is about the same
 * says so.
 */
export function promotedFrom(notes: readonly Entry[], known: readonly Entry[], indexText: IndexText): Promoted[] {
  const { read, compare } = createTextComparer(indexText);
  const before = known.map((entry) => ({ entry, words: read(entry.text.replace(comparison, '')) }));
  return notes.flatMap((note): Promoted[] => {
    const kind = promotedKind(note);
    if (kind === undefined) return [];
    const words = read(note.text);
    const alike = before
      .filter(({ entry }) => familyOf(entry.kind) === familyOf(kind))
      .map(({ entry, words: others }) => ({ entry, similarity: compare(words, others).similarity }))
      .sort((one, other) => other.similarity - one.similarity)[0];
    if (alike !== undefined && alike.similarity > sameFrom && !saysMore(note.text, alike.entry.text)) return [];
    before.push({ entry: { ...note, kind }, words });
    const isNear = alike !== undefined && alike.similarity >= nearFrom;
    return [{ kind, text: isNear ? `${note.text} (compare ${nameOf(alike.entry)})` : note.text }];
  });
}

/** What was added to a line that is nearly the same as another one. */
const comparison = / \(compare [^]*\)$/u;

/** Another file, version or identifier is news, however alike the sentences are. */
function saysMore(note: string, known: string): boolean {
  return [...note.matchAll(new RegExp(technical, 'gu'))].some(([name]) => !known.includes(name));
}

/** Undefined for a note that is not promoted. */
function promotedKind({ kind, text, reason, isFromWeb }: Entry): LabelledKind | undefined {
  if (isFromWeb || !maySendAutomatically({ origin: null, texts: [text] })) return undefined;
  if (kind === 'rejected') return reason === null ? undefined : kind;
  if (kind === 'decision' || kind === 'learning') return kind;
  return kind === 'experience' && isInsight(text) ? 'learning' : undefined;
}

/** A path, a file, an identifier, a version, an abbreviation or code. */
const technical =
  /`[^`]+`|(?<![\p{L}\d])(?:[\w.-]+\/[\w./-]+|[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|cs|cpp|h|css|html|json|ya?ml|toml|sql|sh|md)|[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+|[a-z0-9]+_[a-z0-9_]+|[A-Z]{3,}|v?\d+\.\d+(?:\.\d+)?)(?![\p{L}\d])/u;
const insight =
  /\b(?:because|turns out|root cause|caused by|only (?:works?|if|when|with)|needs?|requires?|must(?: not)?|cannot|can't|doesn't support|weil|liegt an|braucht|benötigt|nur (?:wenn|mit))\b|因为|由于|原来|导致|必须|只有|需要/iu;

function isInsight(text: string): boolean {
  return technical.test(text) || insight.test(text) || noteIn(text)?.kind === 'learning';
}

/** Kinds that say the same of a thing; a decision for it and its rejection do not. */
function familyOf(kind: Entry['kind']): Entry['kind'] {
  return kind === 'gotcha' ? 'learning' : kind;
}

function nameOf({ date, text }: Entry): string {
  const said = `"${shorten(text.replaceAll('"', "'"), maxCompared)}"`;
  return date === null ? said : `${date}: ${said}`;
}
