/**
 * The sections of a recap, each with its most important lines first. What came from the web, or reads like instructions
 * to a model, has no line.
 */
import type { Hypothesis } from '../hypotheses/hypotheses.ts';
import type { ListedMemory } from '../recall/catalogue.ts';
import type { HandOff } from '../recall/handOffs.ts';
import type { ListedSession } from '../sessions/sessions.ts';
import { isClosingHeadline } from '../sessions/sessions.ts';
import type { RecapSectionName } from '../shared/vocabulary.ts';
import { recapSections, resolvedStatuses } from '../shared/vocabulary.ts';
import { maySendAutomatically } from '../trust/trust.ts';
import type { AnyDecision } from './recapDecisions.ts';
import { decisionsFrom } from './recapDecisions.ts';
import { lineOf } from './recapLine.ts';
import type { Candidate, RecapLine } from './recapLine.ts';
import type { Period } from './recapPeriod.ts';

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
  /** Of any time; without details only those that were replaced. */
  decisions: readonly AnyDecision[];
  /** Live facts that are decisions without details. */
  stated: readonly ListedMemory[];
  /** Other facts, and team knowledge. */
  memories: readonly ListedMemory[];
  hypotheses: readonly Hypothesis[];
  /** Those that are open. */
  handOffs: readonly HandOff[];
}

/** All sections, also empty ones, and how many memories are left out because of their origin or their text. */
export function sectionsFrom(material: RecapMaterial, period: Period): { sections: RecapSection[]; withheld: number } {
  const { decided, replaced, reversed } = decisionsFrom(material.decisions, period);
  const candidates: Record<RecapSectionName, Candidate[]> = {
    ...stepsFrom(material.handOffs),
    decided: [...decided, ...memoriesFrom(material.stated)],
    replaced,
    reversed,
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
  const origin = readWeb && summarizedBy !== 'person' ? 'web' : 'agent';
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
