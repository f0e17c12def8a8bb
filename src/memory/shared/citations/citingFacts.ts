/** Checks the code that facts cite, for the facts of the project whose files the caller has. */
import type { Caller } from '../identity.ts';
import type { CheckLimits, CitationCheck } from './checkCitations.ts';
import { checkCitations } from './checkCitations.ts';

/** A fact, whatever else is read with it. */
interface CitingFact {
  id: number | string;
  projectId: string | null;
  sourceRef: string | null;
  /** Fingerprints of the lines that `sourceRef` names; null if it names none. */
  citedLines: string | null;
}

/** By the id of the fact, as text. */
export type CitationChecks = ReadonlyMap<string, CitationCheck>;

/**
 * Without facts that cite no lines and facts of other projects. Takes at most the time limit of `checkCitations`, and
 * never fails.
 */
export async function checkCitingFacts(
  { files, project }: Pick<Caller, 'files' | 'project'>,
  facts: readonly CitingFact[],
  limits?: CheckLimits,
): Promise<CitationChecks> {
  const isOwn = ({ projectId, citedLines }: CitingFact): boolean =>
    citedLines !== null && projectId !== null && projectId === project?.id;
  const own = files === undefined ? [] : facts.filter(isOwn);
  if (own.length === 0) return new Map();
  const citations = own.map(({ sourceRef, citedLines }) => ({ sourceRef, fingerprint: citedLines }));
  const checks = await checkCitations(files, citations, limits);
  return new Map(
    own.flatMap(({ id }, place) => {
      const check = checks[place];
      return check === undefined ? [] : [[String(id), check] as const];
    }),
  );
}

/** For models and terminals; undefined for a fact that cites no lines of this project. */
export function citationText(check: CitationCheck | undefined): string | undefined {
  switch (check?.state) {
    case 'there':
      return 'cited code unchanged';
    case 'moved':
      return `cited code now at ${check.sourceRef}`;
    case 'gone':
      return 'cited code is gone';
    case 'unchecked':
      return 'cited code not checked';
    case undefined:
      return undefined;
  }
}

/** Whether the lines that a fact cites are gone, so that it is not sent automatically. */
export function isGone(checks: CitationChecks, { id }: Pick<CitingFact, 'id'>): boolean {
  return checks.get(String(id))?.state === 'gone';
}
