/**
 * Reads an architecture decision record: its title, and as the reason what was decided, why, and what was rejected. The
 * forms of Nygard and of MADR, and bold labels instead of headings, in English, German and Chinese. A proposal is none.
 */
import { oneLine } from '../../util/text.ts';
import { frontMatterOf } from '../../capture/notes/frontMatter.ts';
import { headingIn, linesOutsideCode, withoutComments } from '../../capture/notes/markdownBlocks.ts';
import type { Entry } from '../parsing/entry.ts';
import { isStatement, maxLearnedConfidence } from './learnedEntry.ts';

type Part = 'status' | 'decision' | 'rejected' | 'considered' | 'context' | 'consequences';

/** What the heading or the label of each part begins with. */
const parts: readonly (readonly [Part, RegExp])[] = [
  ['status', /^(?:status|状态|狀態)/iu],
  ['decision', /^(?:the )?(?:decisions?|decided|chosen option|our choice|entscheidung|beschluss|决定|决策|決定)/iu],
  ['rejected', /^(?:(?:considered and )?rejected|verworfen|否决|放弃)/iu],
  // Among them may be the option that was chosen.
  ['considered', /^(?:(?:considered |other )?(?:alternatives?|options)|alternativen|optionen|备选|備選)/iu],
  ['context', /^(?:context|problem|motivation|background|issue|kontext|hintergrund|背景)/iu],
  ['consequences', /^(?:consequences|results?|folgen|konsequenzen|后果|影響|影响)/iu],
];

/** In characters. */
const maxReason = 3_000;
const number = /^(?:adr[-\s]*)?#?\d+\s*[.:)–—-]\s*|^adr[-\s]*\d+\s+/iu;
const bold = /^\*\*(?<label>[^*]{3,40}?)[.:：]?\*\*[.:：]?\s*(?<text>.*)$/u;
const statusLine = /^(?:[-*]\s+)?(?:\*\*)?status(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*(?<text>\S.*)$/iu;
const notDecided = /^\W*(?:proposed|draft|in discussion|under review|vorgeschlagen|entwurf|提议|草案)/iu;
const notNow = /superseded|deprecated|replaced by|obsolete|rejected|abgelöst|ersetzt|verworfen|废弃|取代/iu;

/** One entry, or none if the text states no decision. */
export function decisionRecordIn(text: string): Entry[] {
  const { lines } = frontMatterOf(text);
  const all = text.split('\n');
  const inFront = all.slice(0, lines).find((line) => statusLine.test(line));
  const { title, line, said } = sectionsOf(withoutComments(all.slice(lines).join('\n')));
  const status = oneLine(statusLine.exec(inFront ?? '')?.groups?.['text'] ?? said.status.join(' '));
  if (title === undefined || notDecided.test(status) || !isStatement(said.decision.join(' '))) return [];
  const rest = [
    ...said.decision,
    ...said.rejected.map((one) => `Rejected: ${one}`),
    ...said.considered.map((one) => `Considered: ${one}`),
    ...said.context,
    ...said.consequences,
  ];
  const reason = [...(notNow.test(status) ? [`${status.replace(/[.\s]+$/u, '')}.`] : []), ...rest].join('\n');
  return [
    {
      ...{ kind: 'decision', text: title, line: line + lines, date: null, confidence: maxLearnedConfidence },
      ...{ reason: reason.slice(0, maxReason), alternatives: [], status: null, resolution: null, isFromWeb: false },
    },
  ];
}

/** The paragraphs and bullets of each part, each on one line, and the first heading with its line, from 1. */
function sectionsOf(markdown: string): { title: string | undefined; line: number; said: Record<Part, string[]> } {
  const said: Record<Part, string[]> = {
    ...{ status: [], decision: [], rejected: [], considered: [], context: [], consequences: [] },
  };
  let [title, titleLine]: [string | undefined, number] = [undefined, 1];
  let part: Part | undefined;
  let isOpen = false;
  for (const { line: written, place } of linesOutsideCode(markdown)) {
    const heading = headingIn(written)?.title;
    const status = statusLine.exec(written)?.groups?.['text'];
    const { label, text: labelled = '' } = bold.exec(written.trim())?.groups ?? {};
    const ofLabel = label === undefined ? undefined : partOf(label);
    let line = written.trim();
    if (heading !== undefined) {
      if (title === undefined) [title, titleLine] = [oneLine(heading.replace(number, '')), place + 1];
      else part = partOf(heading) ?? (headingIn(written)?.level === 2 ? undefined : part);
      line = '';
    } else if (status !== undefined) {
      said.status.push(status);
      line = '';
    } else if (ofLabel !== undefined) [part, line, isOpen] = [ofLabel, labelled, false];
    // A table says little without its columns.
    if (part === undefined || line === '' || line.startsWith('|')) isOpen = false;
    else {
      addLine(said[part], line, isOpen);
      isOpen = true;
    }
  }
  return { title: title === '' ? undefined : title, line: titleLine, said };
}

/** Joins a line that was broken by hand with the one before. */
function addLine(lines: string[], line: string, isOpen: boolean): void {
  const plain = line.replaceAll(/\[(?<text>[^\]]+)\]\([^)\s]*\)/gu, '$<text>');
  const item = plain.replace(/^(?:[-*+]|\d{1,2}[.)])\s+/u, '');
  if (isOpen && item === plain) lines.push(`${lines.pop() ?? ''} ${plain}`.trim());
  else lines.push(item);
}

function partOf(title: string): Part | undefined {
  return parts.find(([, words]) => words.test(title.trim()))?.[0];
}
