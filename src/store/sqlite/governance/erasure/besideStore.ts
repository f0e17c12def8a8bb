/** What lies beside the rows of a store on disk, as erasures see it: its copies and its write-ahead log. */
import type { CopiesReport } from '../../../../memory/governance/erasure.ts';
import type { CopiesWithSecrets } from '../../../../memory/governance/secrets.ts';
import type { Redact } from '../../../../memory/shared/ports.ts';
import type { SqlRow } from '../../engine/sqlConnection.ts';

export interface StoreCopies {
  /** What `scrub` would do, as far as the schemas of the copies tell. */
  find(): Promise<CopiesReport>;
  /** Gives up between two copies once `isOver`. */
  scrub(tombstones: readonly SqlRow[], isOver?: () => boolean): Promise<Scrubbed>;
  /** Which copies hold what today's rules would cut, and cuts it where that is asked. */
  cut(redact: Redact, clean: boolean): Promise<CopiesWithSecrets>;
}

/** `isWhole` when no copy is worth another try: what stays is damaged, and will be. */
export interface Scrubbed {
  report: CopiesReport;
  isWhole: boolean;
}

/** What lies beside the rows; a store in a browser has nothing there. */
export interface BesideStore {
  copies: StoreCopies;
  forgetLog: () => Promise<'done' | 'held'>;
}
