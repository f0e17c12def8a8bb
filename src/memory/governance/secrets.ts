/**
 * Finds and removes secrets in stored rows that the current redaction rules would remove: an older version had fewer
 * rules, or a user added a pattern. A finding names the place and the rule, never the secret.
 */
import { counted } from '../../util/text.ts';
import type { Finding } from '../shared/findings.ts';
import type { MaintenanceStore } from '../shared/maintenance.ts';
import type { Redact } from '../shared/ports.ts';
import type { ErasureCleanup } from './scopeErasure.ts';

/** One or more secrets in one column of one row. */
export interface SecretPlace {
  table: string;
  column: string;
  /** The row's id, as users and tools name it. */
  id: string;
  /** The names of the matching rules, one for each secret. */
  rules: readonly string[];
  /** False if the column identifies the row, so that it cannot be changed. */
  cleanable: boolean;
}

/** `find` only reports secrets; `clean` removes them, too. */
export type SecretsTask = 'find' | 'clean';

/** The rows and copies of a store, as a search for secrets needs them. */
export interface SecretsStore {
  /**
   * Checks a batch of rows after `from`; `clean` also redacts them. `next` is the next position; null after the last
   * table.
   */
  look(
    from: SecretsCursor,
    redact: Redact,
    task: SecretsTask,
  ): Promise<{ found: SecretPlace[]; next: SecretsCursor | null }>;
  /** Checks the copies of the store; `clean` also redacts them. */
  lookInCopies(redact: Redact, task: SecretsTask): Promise<CopiesWithSecrets>;
  /** Redactions before storing, by rule, from the audit rows still in this store. */
  tally(): Promise<CutTally>;
}

/** A position in the search: the number of a table, and the row before the next batch. */
export interface SecretsCursor {
  table: number;
  after: number;
}

/** Backups and other copies of the store, by their paths. */
export interface CopiesWithSecrets {
  /** Still contain secrets: no cleaning was requested, or they are too old or cannot be written. */
  holding: string[];
  /** Now without secrets. */
  cleaned: string[];
  /** Not checked: damaged, or with a name that is not ours. */
  left: string[];
}

/** Redactions before storing. */
export interface CutTally {
  /** ISO 8601; null if nothing was removed. */
  since: string | null;
  byRule: { rule: string; count: number }[];
}

interface SecretsParts {
  redact: Redact;
  maintenance: Pick<MaintenanceStore, 'forgetWords'>;
  erasureCleanup: Pick<ErasureCleanup, 'forgetLog'>;
}

/** Finds and cleans stored secrets, in the store and in its copies. */
export class Secrets {
  readonly #store: SecretsStore;
  readonly #parts: SecretsParts;

  constructor(store: SecretsStore, parts: SecretsParts) {
    this.#store = store;
    this.#parts = parts;
  }

  tally(): Promise<CutTally> {
    return this.#store.tally();
  }

  /** All findings; changes nothing. */
  find(): Promise<SecretPlace[]> {
    return this.#walk('find');
  }

  /**
   * Removes secrets from rows, index and vectors, in steps between which others can write, and then from freed pages
   * and the log. Returns what was there. If it is interrupted, the next run finds the rest.
   */
  async clean(): Promise<SecretPlace[]> {
    const found = await this.#walk('clean');
    if (found.some(({ cleanable }) => cleanable)) {
      while ((await this.#parts.maintenance.forgetWords()) === 'more');
      await this.#parts.erasureCleanup.forgetLog();
    }
    return found;
  }

  /** Backups and other copies of the store; changes nothing. */
  findInCopies(): Promise<CopiesWithSecrets> {
    return this.#store.lookInCopies(this.#parts.redact, 'find');
  }

  /** Rewrites each copy that contains a secret. */
  cleanCopies(): Promise<CopiesWithSecrets> {
    return this.#store.lookInCopies(this.#parts.redact, 'clean');
  }

  async #walk(task: SecretsTask): Promise<SecretPlace[]> {
    const all: SecretPlace[] = [];
    let from: SecretsCursor | null = { table: 0, after: 0 };
    while (from !== null) {
      const step: Awaited<ReturnType<SecretsStore['look']>> = await this.#store.look(from, this.#parts.redact, task);
      all.push(...step.found);
      from = step.next;
    }
    return all;
  }
}

const exportsRemedy = 'Older exports and copies elsewhere still contain them: delete those.';

export function secretFindings(found: readonly SecretPlace[], what: 'found' | 'cleaned'): Finding[] {
  if (found.length === 0) return [{ status: 'ok', what: 'The memory contains no known secrets.' }];
  const cleaned = found.filter(({ cleanable }) => cleanable);
  const named = found.filter(({ cleanable }) => !cleanable);
  const findings: Finding[] = [];
  if (cleaned.length > 0) {
    findings.push({
      status: what === 'cleaned' ? 'ok' : 'problem',
      what: `${counted(secretsIn(cleaned), 'secret')} ${what === 'cleaned' ? 'removed from' : 'found in'} ${counted(cleaned.length, 'place')}: ${rulesText(cleaned)}.`,
      remedy:
        what === 'cleaned'
          ? `${exportsRemedy} Others may have read them, so replace the keys.`
          : { code: 'clean_secrets' },
      details: cleaned.map(placeText),
    });
  }
  if (named.length > 0) {
    findings.push({
      status: 'warning',
      what: `${counted(secretsIn(named), 'secret')} in names that identify rows: ${rulesText(named)}.`,
      remedy:
        'BigMind cannot remove them from a name: rename the user, the project or the client, or erase what belongs to it.',
      details: named.map(placeText),
    });
  }
  return findings;
}

/** Findings about copies; copies without secrets give none. */
export function copyFindings({ holding, cleaned, left }: CopiesWithSecrets, what: 'found' | 'cleaned'): Finding[] {
  const findings: Finding[] = [];
  if (cleaned.length > 0) {
    const said = `Secrets were removed from ${counted(cleaned.length, 'backup or older copy', 'backups and older copies')}.`;
    findings.push({ status: 'ok', what: said, details: cleaned });
  }
  if (holding.length > 0) {
    findings.push({
      status: 'problem',
      what: `Secrets are in ${counted(holding.length, 'backup or older copy', 'backups and older copies')} of the database.`,
      remedy:
        what === 'cleaned'
          ? 'They are too old to be cleaned, or could not be written. Try again, or delete them when you no longer need them.'
          : { code: 'clean_secrets' },
      details: holding,
    });
  }
  if (left.length > 0) {
    findings.push({
      status: 'warning',
      what: `${counted(left.length, 'copy', 'copies')} of the database cannot be checked: damaged, in use, or with a name that is not from BigMind.`,
      remedy: 'Try again, or delete them when you no longer need them.',
      details: left,
    });
  }
  return findings;
}

/** One sentence about redactions before storing, without the secrets; undefined if there were none. */
export function tallyText({ since, byRule }: CutTally): string | undefined {
  if (since === null || byRule.length === 0) return undefined;
  const all = byRule.reduce((sum, { count }) => sum + count, 0);
  const rules = byRule.map(({ rule, count }) => `${String(count)} × ${rule}`).join(', ');
  return `Removed before storing since ${since.slice(0, 10)}: ${String(all)} (${rules}).`;
}

function secretsIn(places: readonly SecretPlace[]): number {
  return places.reduce((sum, { rules }) => sum + rules.length, 0);
}

function rulesText(places: readonly SecretPlace[]): string {
  const counts = new Map<string, number>();
  for (const rule of places.flatMap(({ rules }) => rules)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => `${String(count)} × ${rule}`).join(', ');
}

function placeText({ table, column, id, rules }: SecretPlace): string {
  return `in the table ${table}, row ${id}, column ${column}; found as: ${rules.join(', ')}`;
}
