/**
 * The input of writes to facts: what a caller may give, with defaults and limits, and its validation. Everything is
 * checked and redacted before anything is stored.
 */
import { isoTimeFrom, localSpanOf } from '../../util/time.ts';
import { citeSource } from '../shared/citations/citeSource.ts';
import type { Caller } from '../shared/identity.ts';
import { limits, refused, requireBetween, requireOneOf } from '../shared/input.ts';
import type { Intake } from '../shared/intake.ts';
import type { Clock } from '../shared/ports.ts';
import type { FactCategory, FactType, Visibility } from '../shared/vocabulary.ts';
import { categoryOfType, factCategories, factTypes, visibilities } from '../shared/vocabulary.ts';
import type { Evidence } from './evidence.ts';
import type { DecisionDetails } from './facts.ts';

/** Parts that are the same for a new fact, a successor and an edit. */
interface FactParts {
  category?: string | undefined;
  type?: string | undefined;
  /** 0 to 1. */
  confidence?: number | undefined;
  tags?: readonly string[] | undefined;
  /** Default for a new fact: `private`. */
  visibility?: string | undefined;
  /** When the fact expires, in the future: ISO 8601 with a time zone, or a date, which means the end of that local day. */
  expiresAt?: string | undefined;
  /** The same in hours from now; not together with `expiresAt`. */
  expiresInHours?: number | undefined;
  decision?: DecisionDetails;
}

/** What only a new fact has. */
interface NewParts {
  /** As in `Identities.inProject`: absent is the caller's project. A successor stays where the old fact is. */
  project?: string | null | undefined;
  /** Lines of a file are compared with the caller's files; see `citeSource`. */
  sourceRef?: string | undefined;
  /** Facts that it rests on: numbers, `#` and a number, or uids. */
  informedBy?: readonly (number | string)[];
  /** The kept exchange that a decision was drafted from. */
  keptIn?: KeptIn;
  /** Verified evidence from the caller's session; see `Learning.evidenceFor`. */
  evidence?: Evidence | undefined;
}

/** A kept exchange by its permanent name, and its session. */
export interface KeptIn {
  uid: string;
  sessionId: string;
}

/** At least one of `category` and `type` is required. Confidence is 1 by default. */
export interface FactInput extends FactParts, NewParts {
  /** At most 10,000 characters. */
  fact: string;
}

/**
 * The changed parts of a fact; absent parts stay. `never` removes the expiry. A category without a type, or the other
 * way around, changes only that.
 */
export interface FactEditInput extends FactParts {
  factId: number;
  /** The version that the editor saw; an edit of an older one is rejected. */
  version?: number | undefined;
  fact?: string;
  expires?: 'never';
  /** The project of a fact that has none; any other fact stays in its own. */
  projectId?: string;
}

/** Category, type, tags and visibility that are not given are taken from the old fact. */
export interface SuccessorInput extends FactParts, NewParts {
  /** A number, `#` and a number, or a uid. */
  factId: number | string;
  fact: string;
}

export interface GivenParts {
  category?: FactCategory;
  type?: FactType;
  confidence?: number;
  tags?: string[];
  visibility?: Visibility;
  expiresAt?: string | null;
  decision?: DecisionDetails;
}

/** The given parts, validated and redacted. */
export function partsFrom(input: FactParts, intake: Intake, clock: Clock): GivenParts {
  const { category, type, confidence, tags, visibility, decision } = input;
  const expiresAt = expiryFrom(input, clock);
  return {
    ...(category !== undefined && { category: requireOneOf('category', category, factCategories) }),
    ...(type !== undefined && { type: requireOneOf('type', type, factTypes) }),
    ...(confidence !== undefined && { confidence: requireBetween('confidence', confidence, 0, 1) }),
    ...(tags !== undefined && { tags: intake.list('tags', tags, 100) }),
    ...(visibility !== undefined && { visibility: requireOneOf('visibility', visibility, visibilities) }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(decision !== undefined && { decision: detailsFrom(decision, intake) }),
  };
}

/** The category of a new fact; a type determines it if none is given. */
export function requireCategory({ category, type }: GivenParts): FactCategory {
  if (category !== undefined) return category;
  if (type !== undefined) return categoryOfType[type];
  throw refused('category', 'is missing', `Give a category (${factCategories.join(', ')}) or a type.`);
}

/** The parts of an edit, of which there must be at least one. */
export function editFrom(input: FactEditInput, intake: Intake, clock: Clock): GivenParts & { fact?: string } {
  const parts = partsFrom(input, intake, clock);
  const given = {
    ...parts,
    ...(input.expires === 'never' && { expiresAt: null }),
    ...(input.fact !== undefined && { fact: intake.statement('fact', input.fact, limits.fact) }),
  };
  if (Object.keys(given).length > 0) return given;
  throw refused('The edit', 'changes nothing', 'Give fact, category, type, confidence, tags, visibility or an expiry.');
}

const maxExpiryHours = 24 * 366 * 100;

function expiryFrom({ expiresAt, expiresInHours }: FactParts, clock: Clock): string | undefined {
  const now = clock.now();
  if (expiresInHours !== undefined) {
    if (expiresAt !== undefined) throw refused('expires_at', 'and expires_in are both given', 'Give one of them.');
    if (expiresInHours > 0 && expiresInHours <= maxExpiryHours)
      return new Date(now.getTime() + expiresInHours * 3_600_000).toISOString();
    const valid = `Use hours above 0, at most ${maxExpiryHours.toLocaleString('en')}. Nothing was stored.`;
    throw refused('expires_in', `is ${String(expiresInHours)} hours`, valid);
  }
  if (expiresAt === undefined) return undefined;
  const remedy = 'Use ISO 8601, such as 2026-03-30 or 2026-03-30T09:15:00Z. Nothing was stored.';
  const time = localSpanOf(expiresAt, clock.timeZone)?.end ?? isoTimeFrom(expiresAt);
  if (time === undefined) throw refused('expires_at', `"${expiresAt.slice(0, 60)}" is not a date`, remedy);
  if (time > now.toISOString()) return time;
  throw refused('expires_at', `${time} is in the past`, 'Give a time in the future. Nothing was stored.');
}

function detailsFrom(details: DecisionDetails, intake: Intake): DecisionDetails {
  return {
    decidedBy: intake.text('decided_by', details.decidedBy, limits.shortText),
    assistedBy: intake.list('assisted_by', details.assistedBy, 200),
    rationale: intake.statement('rationale', details.rationale, limits.fact),
    alternatives: intake.list('alternatives', details.alternatives, limits.shortText),
  };
}

/** The source of a fact, and the fingerprints of the lines that it names. */
export async function sourceFrom(
  { files }: Caller,
  intake: Intake,
  given: string | undefined,
): Promise<{ sourceRef: string | null; citedLines: string | null }> {
  const text = intake.optional('source_ref', given, limits.shortText);
  if (text === null) return { sourceRef: null, citedLines: null };
  const { sourceRef, fingerprint } = await citeSource(files, text);
  return { sourceRef, citedLines: fingerprint };
}

/** The number in `12` or `#12`, or else a uid. */
export function factRefFrom(ref: string): number | string {
  const number = /^#?(?<digits>\d{1,15})$/u.exec(ref.trim())?.groups?.['digits'];
  return number === undefined ? ref.trim().toLowerCase() : Number(number);
}
