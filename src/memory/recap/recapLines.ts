/**
 * The lines of a recap. Each is the text of one stored memory and names it; nothing is rephrased. What came from the
 * web, or reads like instructions to a model, has no line.
 */
import { oneLine, shorten } from '../../util/text.ts';
import type { Decision } from '../decisions/decisionStatus.ts';
import { textsOf } from '../decisions/decisionStatus.ts';
import type { Hypothesis } from '../hypotheses/hypotheses.ts';
import type { ListedMemory } from '../recall/catalogue.ts';
import type { HandOff } from '../recall/handOffs.ts';
import type { ListedSession } from '../sessions/sessions.ts';
import { isClosingHeadline } from '../sessions/sessions.ts';
import type { RecapKind, RecapSectionName, ResolvedStatus } from '../shared/vocabulary.ts';
import { recapSections, resolvedStatuses } from '../shared/vocabulary.ts';
import { worseOrigin } from '../trust/origin.ts';
import { maySendAutomatically } from '../trust/trust.ts';
import type { Period } from './recapPeriod.ts';

/** Characters of the text and of the note of a line. */
const maxText = 200;

export interface RecapLine {
  /** With `id`, the memory that the line is from. A decision and a hand-off are facts. */
  kind: RecapKind;
  id: string;
  /** One line of at most 200 characters, not escaped. */
  text: string;
  /** The outcome of a session, why a decision was reversed, what replaced it, or how a hypothesis was resolved. */
  note: string | null;
  /** The number of the fact that replaced a decision. */
  successor: number | null;
  /** Of a hypothesis. */
  status: ResolvedStatus | null;
  projectName: string | null;
  /** When it happened: ISO 8601 in UTC. */
  at: string;
}

export interface RecapSection {
  name: RecapSectionName;
  /** The most important first. */
  lines: RecapLine[];
  /** Counts also the lines that are not shown. */
  total: number;
}

/** What the store has of a period. */
export interface RecapMaterial {
  sessions: readonly ListedSession[];
  /** Of any time. */
  decisions: readonly Decision[];
  /** Facts and team knowledge. */
  memories: readonly ListedMemory[];
  hypotheses: readonly Hypothesis[];
  /** Those that are open. */
  handOffs: readonly HandOff[];
}

/** A line, and whether it may be sent to a model unasked. */
interface Candidate {
  line: RecapLine;
  isSent: boolean;
}

/** All sections, also empty ones, and how many memories are left out because of their origin or their text. */
export function sectionsFrom(material: RecapMaterial, period: Period): { sections: RecapSection[]; withheld: number } {
  const candidates: Record<RecapSectionName, Candidate[]> = {
    ...stepsFrom(material.handOffs),
    ...decisionsFrom(material.decisions, period),
    sessions: sessionsFrom(material.sessions),
    learned: memoriesFrom(material.memories),
    resolved: material.hypotheses.map(hypothesisFrom),
  };
  const withheld = Object.values(candidates).flatMap((found) => found.filter(({ isSent }) => !isSent));
  const sections = recapSections.map((name) => {
    const lines = candidates[name].filter(({ isSent }) => isSent).map(({ line }) => line);
    return { name, lines, total: lines.length };
  });
  return { sections, withheld: new Set(withheld.map(({ line }) => `${line.kind} ${line.id}`)).size };
}

/** The newest hand-off first. */
function stepsFrom(handOffs: readonly HandOff[]): Record<'next_steps' | 'blockers', Candidate[]> {
  const linesOf = ({ fact }: HandOff, steps: readonly string[]): Candidate[] => {
    const isSent = maySendAutomatically({ origin: fact.origin, texts: [fact.fact] });
    return steps.map((text) => ({ line: lineOf('fact', fact.id, { ...fact, at: fact.createdAt, text }), isSent }));
  };
  return {
    next_steps: handOffs.flatMap((handOff) => linesOf(handOff, handOff.nextSteps)),
    blockers: handOffs.flatMap((handOff) => linesOf(handOff, handOff.blockers)),
  };
}

type DecisionSection = 'decided' | 'replaced' | 'reversed';

/** A decision that was replaced or reversed within the period is not listed again as taken. */
function decisionsFrom(decisions: readonly Decision[], period: Period): Record<DecisionSection, Candidate[]> {
  const isWithin = (at: string): boolean => at >= period.since && at < period.until;
  // A decision that is out of force was last changed when it got there.
  const ended = (status: Decision['status']): Decision[] =>
    decisions.filter((one) => one.status === status && isWithin(one.fact.updatedAt));
  const [replaced, reversed] = [ended('superseded'), ended('reversed')];
  const taken = decisions.filter(({ fact, status }) => isWithin(fact.createdAt) && status !== 'retired');
  const decided = taken.filter((one) => !replaced.includes(one) && !reversed.includes(one));
  const byId = new Map(decisions.map((one) => [one.fact.id, one]));
  return {
    decided: decided.toSorted((one, other) => other.fact.confidence - one.fact.confidence).map(takenFrom),
    replaced: replaced.toSorted(lastChangedFirst).map((one) => replacedFrom(one, byId)),
    reversed: reversed.toSorted(lastChangedFirst).map(reversedFrom),
  };
}

function takenFrom({ fact }: Decision): Candidate {
  return { line: lineOf('fact', fact.id, { ...fact, at: fact.createdAt, text: fact.fact }), isSent: isSent(fact) };
}

/** The title of the successor is shown only if that is a decision that may be sent. */
function replacedFrom({ fact, successor }: Decision, byId: ReadonlyMap<number, Decision>): Candidate {
  const next = successor === null ? undefined : byId.get(successor.id)?.fact;
  const note = next !== undefined && isSent(next) ? next.fact : null;
  const line = lineOf('fact', fact.id, { ...fact, at: fact.updatedAt, text: fact.fact, note });
  return { line: { ...line, successor: successor?.id ?? null }, isSent: isSent(fact) };
}

function reversedFrom({ fact, outcomes }: Decision): Candidate {
  const [outcome] = outcomes;
  const notes = outcome?.notes ?? null;
  const origin = worseOrigin(fact.origin ?? 'agent', outcome?.origin ?? 'agent');
  const line = lineOf('fact', fact.id, { ...fact, at: fact.updatedAt, text: fact.fact, note: notes });
  return { line, isSent: maySendAutomatically({ origin, texts: [...textsOf(fact), notes] }) };
}

function isSent(fact: Decision['fact']): boolean {
  return maySendAutomatically({ origin: fact.origin, texts: textsOf(fact) });
}

function lastChangedFirst(one: Decision, other: Decision): number {
  return other.fact.updatedAt.localeCompare(one.fact.updatedAt);
}

/** By importance, then by what was kept from them. Without a headline, a session says nothing. */
function sessionsFrom(sessions: readonly ListedSession[]): Candidate[] {
  const kept = ({ facts, chunks }: ListedSession): number => facts + chunks;
  return sessions
    .filter(({ oneLiner }) => oneLiner !== '' && !isClosingHeadline(oneLiner))
    .toSorted((one, other) => other.importance - one.importance || kept(other) - kept(one))
    .map(sessionFrom);
}

/** Of a session that read the web, only a headline by a person is shown. */
function sessionFrom(session: ListedSession): Candidate {
  const { id, oneLiner, outcome, readWeb, summarizedBy } = session;
  const note = readWeb ? null : outcome;
  const origin = summarizedBy === 'person' ? null : readWeb ? 'web' : null;
  return {
    line: lineOf('session', id, { ...session, at: session.startedAt, text: oneLiner, note }),
    isSent: maySendAutomatically({ origin, texts: [oneLiner, note] }),
  };
}

/** Pinned ones, then by importance or confidence. The list is newest first, and sorting keeps that order. */
function memoriesFrom(memories: readonly ListedMemory[]): Candidate[] {
  const weightOf = ({ isPinned, importance, confidence }: ListedMemory): number =>
    (isPinned ? 1 : 0) + (importance === null ? (confidence ?? 0) : importance / 10);
  return memories.toSorted((one, other) => weightOf(other) - weightOf(one)).map(memoryFrom);
}

function memoryFrom(memory: ListedMemory): Candidate {
  const { kind, id, title, text, origin, readsLikeOrders, createdAt } = memory;
  const whole = title === null ? text : `${title}: ${text}`;
  const isHostile = readsLikeOrders && origin !== 'person';
  return {
    line: lineOf(kind === 'knowledge' ? 'knowledge' : 'fact', id, { ...memory, at: createdAt, text: whole }),
    isSent: !isHostile && maySendAutomatically({ origin, texts: [] }),
  };
}

function hypothesisFrom(hypothesis: Hypothesis): Candidate {
  const { id, hypothesis: text, resolution: note, origin, status, resolvedAt, createdAt } = hypothesis;
  const line = lineOf('hypothesis', id, { ...hypothesis, at: resolvedAt ?? createdAt, text, note });
  const resolved = resolvedStatuses.find((one) => one === status) ?? null;
  return { line: { ...line, status: resolved }, isSent: maySendAutomatically({ origin, texts: [text, note] }) };
}

function lineOf(
  kind: RecapKind,
  id: number | string,
  { text, note = null, at, projectName }: Pick<RecapLine, 'text' | 'at' | 'projectName'> & { note?: string | null },
): RecapLine {
  return {
    kind,
    id: String(id),
    text: shorten(oneLine(text), maxText),
    note: note === null || note.trim() === '' ? null : shorten(oneLine(note), maxText),
    successor: null,
    status: null,
    projectName,
    at,
  };
}
