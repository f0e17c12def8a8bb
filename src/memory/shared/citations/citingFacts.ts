/** Checks the code that facts cite, for the facts of the project whose files the caller has. */
import type { Caller } from '../identity.ts';
import type { CheckLimits, CitationCheck } from './checkCitations.ts';
import { checkCitations } from './checkCitations.ts';

/** A fact, whatever else is read with it. */
export interface CitingFact {
  id: number | string;
  projectId: string | null;
  sourceRef: string | null;
  /** Fingerprints of the lines that `sourceRef` names; null if it names none. */
  citedLines: string | null;
}

/**
 * By the id of the fact, as text. Facts that cite no lines and facts of other projects are absent. Takes at most the
 * time limit of `checkCitations`, and never fails.
 */
export async function checkCitingFacts(
  { files, project }: Pick<Caller, 'files' | 'project'>,
  facts: readonly CitingFact[],
  limits?: CheckLimits,
): Promise<ReadonlyMap<string, CitationCheck>> {
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

/** Whether the lines that a fact cites are gone, so that it is not sent automatically. */
export function isGone(checks: ReadonlyMap<string, CitationCheck>, { id }: Pick<CitingFact, 'id'>): boolean {
  return checks.get(String(id))?.state === 'gone';
}
