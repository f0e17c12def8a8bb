/** Files of a store in addition to its database, for erasures: its copies and its write-ahead log. */
import type { CopiesReport } from '../../../../memory/governance/erasure.ts';
import type { CopiesWithSecrets, SecretsTask } from '../../../../memory/governance/secrets.ts';
import type { Redact } from '../../../../memory/shared/ports.ts';
import type { SqlRow } from '../../connection/sqlConnection.ts';

export interface StoreCopies {
  /** Reports what `scrub` would do, judged by the schema versions of the copies. */
  find(): Promise<CopiesReport>;
  /** Erases in all copies. Stops between two copies once `isOver`. */
  scrub(tombstones: readonly SqlRow[], isOver?: () => boolean): Promise<Scrubbed>;
  /** Finds copies with secrets by the current rules; `clean` also removes the secrets. */
  cut(redact: Redact, task: SecretsTask): Promise<CopiesWithSecrets>;
}

/** `isWhole`: a retry would change nothing, because the remaining copies are damaged. */
interface Scrubbed {
  report: CopiesReport;
  isWhole: boolean;
}

/** A store in a browser has no such files. */
export interface StoreFiles {
  copies: StoreCopies;
  forgetLog: () => Promise<'done' | 'held'>;
}
