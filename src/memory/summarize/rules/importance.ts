/** How important a session is, computed from its results. */
import type { KeptExchange } from './worthKeeping.ts';

const base = 4;
/** A rule never says more; who was there may. */
const most = 8;

/** From 3, for a chat that was hardly one, to 8. */
export function importanceFrom(kept: readonly KeptExchange[], files: number, requests: number): number {
  if (requests <= 1 && kept.length === 0 && files === 0) return base - 1;
  const decisions = kept.filter(({ reason }) => reason === 'decision').length;
  const fixes = kept.filter(({ reason }) => reason === 'fix').length;
  const grounds = [decisions > 0, decisions > 2, fixes > 0, files > 0, files > 5, requests > 15];
  return Math.min(most, base + grounds.filter(Boolean).length);
}
