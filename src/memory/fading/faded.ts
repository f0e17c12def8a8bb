/**
 * How faded a fact is. A plain fact that nobody uses sinks with its age: context blocks and offers prefer others. Nothing
 * is deleted by that, and its confidence stays. Time counts only while use is recorded and chats take place, so that
 * neither an upgrade, nor an import, nor an absence makes facts fade at once.
 */
import { minFadingDays } from '../shared/settingLimits.ts';
import type { FactType, Origin } from '../shared/vocabulary.ts';

/** Days with chats that must have passed since the last use. */
export const minChatDays = 20;
/** Days of use beyond these do not make a fact last longer. */
const maxUsedDays = 10;

/** What decides how faded a fact is. Times are ISO 8601 in UTC. */
export interface FactUse {
  id: number;
  type: FactType;
  /** 0 to 1. */
  confidence: number;
  origin: Origin | null;
  expiresAt: string | null;
  isPinned: boolean;
  /** When it was last stored, confirmed or changed; empty if an old database has no time. */
  changedAt: string;
  /** Its last use, or its import; null if neither was noted. */
  unusedSince: string | null;
  /** On how many days it was used. */
  usedDays: number;
}

/** The time by which facts are judged. */
export interface FadingTime {
  now: Date;
  /** After how many days a certain fact that was never used starts to fade; 0 turns fading off. */
  days: number;
  /** Since when this store notes use; ISO 8601 in UTC. */
  recordedSince: string;
  /** The first of the user's last `minChatDays` days with chats; null if there were fewer. */
  chatsSince: string | null;
}

/** Since when a fact was not used, and how faded it is: above 0, at most 1. */
export interface Faded {
  since: string;
  degree: number;
}

/**
 * Undefined for a fact that has not faded. A fact lasts up to twice as long if it was used on many days, and half as
 * long if it is not certain at all; then it fades, completely after as much time again.
 */
export function fadedFrom(fact: FactUse, { now, days, recordedSince, chatsSince }: FadingTime): Faded | undefined {
  if (days === 0 || neverFades(fact)) return undefined;
  const since = lastOf([fact.changedAt, fact.unusedSince ?? '', recordedSince]);
  if (chatsSince === null || since >= chatsSince) return undefined;
  const lasts = daysItLasts(fact, days);
  const degree = (daysBetween(since, now) - lasts) / lasts;
  return degree > 0 ? { since, degree: Math.min(1, degree) } : undefined;
}

/** Decisions, what a person wrote or pinned, and what ends by itself. */
function neverFades({ type, origin, isPinned, expiresAt }: FactUse): boolean {
  return type === 'decision' || origin === 'person' || isPinned || expiresAt !== null;
}

function daysItLasts({ confidence, usedDays }: FactUse, days: number): number {
  const certain = 0.5 + 0.5 * confidence;
  const used = 1 + Math.min(usedDays, maxUsedDays) / maxUsedDays;
  return Math.max(minFadingDays, days * certain * used);
}

/** The latest time. An unreadable one counts as none. */
function lastOf(times: readonly string[]): string {
  const readable = times.map((time) => Date.parse(time)).filter((time) => !Number.isNaN(time));
  return readable.length === 0 ? '' : new Date(Math.max(...readable)).toISOString();
}

function daysBetween(since: string, now: Date): number {
  return (now.getTime() - Date.parse(since)) / 86_400_000;
}
