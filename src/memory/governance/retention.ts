/**
 * How long a store keeps its audit and archived messages: forever, unless an admin sets a number of days. Then what is
 * older is deleted for good, of everybody, once a day by any process that uses the store. Nothing else is ever deleted by
 * its age: facts, decisions, knowledge, hypotheses, sessions with their summaries, kept exchanges and profiles stay,
 * whether they are pinned or confirmed or not.
 */
import { counted } from '../../util/text.ts';
import { hoursBefore, localDay } from '../../util/time.ts';
import type { Actor, AuditFiles } from '../shared/audit.ts';
import { actorOf } from '../shared/audit.ts';
import type { DeletedStep } from '../shared/background/deletedSteps.ts';
import { inSteps } from '../shared/background/deletedSteps.ts';
import type { Caller } from '../shared/identity.ts';
import { requireWholeBetween } from '../shared/input.ts';
import type { MaintenanceStore } from '../shared/maintenance.ts';
import type { Clock } from '../shared/ports.ts';
import { retentionDayLimits } from '../shared/settingLimits.ts';
import type { BigMindError } from '../shared/errors.ts';

const retainedKinds = ['audit', 'message'] as const;
export type RetainedKind = (typeof retainedKinds)[number];

/** Days by kind; 0 keeps everything. */
export type RetentionDays = Readonly<Record<RetainedKind, number>>;

/** What is older than its days. */
interface OldRows {
  total: number;
  /** ISO 8601; null if there is none. */
  oldest: string | null;
}

/** Acts for everybody in the workspace, except for `set`. */
export interface RetentionStore {
  days(): Promise<RetentionDays>;
  /** Noted in the audit, whatever it notes otherwise. Returns `not_allowed` by the rights of the actor. */
  set(change: { kind: RetainedKind; days: number; at: string; by: Actor }): Promise<'set' | 'not_allowed'>;
  /** Whether this user may set it, and see what would be deleted. */
  maySet(userId: string): Promise<boolean>;
  old(kind: RetainedKind, before: string): Promise<OldRows>;
  deleteOld(kind: RetainedKind, before: string): Promise<DeletedStep>;
}

interface RetentionParts {
  store: RetentionStore;
  maintenance: Pick<MaintenanceStore, 'forgetWords'>;
  clock: Clock;
  /** Of a store in a file; they count as audit. */
  files?: AuditFiles | undefined;
  refusalOf: () => Promise<BigMindError>;
}

export interface RetentionState {
  days: RetentionDays;
  /** What the next run deletes; null for a caller who may not see it. */
  due: Readonly<Record<RetainedKind, OldRows>> | null;
}

const none: OldRows = { total: 0, oldest: null };

/** What is kept for how long: shown, set, and done. */
export class Retention {
  readonly #parts: RetentionParts;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** The state as it is, or as it would be with other days. Changes nothing. */
  async preview(caller: Caller, changed: Partial<RetentionDays> = {}): Promise<RetentionState> {
    const { store } = this.#parts;
    const days = { ...(await store.days()), ...checked(changed) };
    if (!(await store.maySet(caller.user.id))) return { days, due: null };
    return { days, due: { audit: await this.#old('audit', days), message: await this.#old('message', days) } };
  }

  /** Rejects with `not_allowed` for anyone but an admin. What is older is deleted by the next run. */
  async set(caller: Caller, changed: Partial<RetentionDays>): Promise<void> {
    const { store, clock, refusalOf } = this.#parts;
    const days = checked(changed);
    for (const kind of retainedKinds) {
      const wanted = days[kind];
      if (wanted === undefined) continue;
      const at = clock.now().toISOString();
      if ((await store.set({ kind, days: wanted, at, by: actorOf(caller) })) === 'not_allowed') throw await refusalOf();
    }
  }

  /** Deletes what is older, in steps between which others can write. Returns the numbers deleted. */
  async run(): Promise<Record<RetainedKind, number>> {
    const { store, maintenance, files } = this.#parts;
    const days = await store.days();
    const deleted = { audit: 0, message: 0 };
    for (const kind of retainedKinds) {
      const before = this.#before(days[kind]);
      if (before === undefined) continue;
      deleted[kind] = await inSteps(() => store.deleteOld(kind, before));
      if (kind !== 'audit') continue;
      for (const day of this.#oldFiles(before)) deleted.audit += files?.remove(day) ?? 0;
    }
    if (deleted.message > 0) while ((await maintenance.forgetWords()) === 'more');
    return deleted;
  }

  async #old(kind: RetainedKind, days: RetentionDays): Promise<OldRows> {
    const before = this.#before(days[kind]);
    if (before === undefined) return none;
    const found = await this.#parts.store.old(kind, before);
    if (kind !== 'audit') return found;
    const { files } = this.#parts;
    const inFiles = this.#oldFiles(before).map((day) => ({ day, rows: files?.read(day).length ?? 0 }));
    const total = inFiles.reduce((sum, { rows }) => sum + rows, found.total);
    return { total, oldest: inFiles.at(-1)?.day ?? found.oldest };
  }

  /** Days all of whose rows are older, newest first. */
  #oldFiles(before: string): string[] {
    return (this.#parts.files?.days() ?? []).filter((day) => day < before.slice(0, 10));
  }

  #before(days: number): string | undefined {
    return days === 0 ? undefined : hoursBefore(this.#parts.clock.now(), days * 24);
  }
}

function checked(days: Partial<RetentionDays>): Partial<RetentionDays> {
  const { min, max } = retentionDayLimits;
  const whole = retainedKinds.flatMap((kind) => {
    const given = days[kind];
    return given === undefined ? [] : [[kind, requireWholeBetween(`The days of ${nameOf[kind]}`, given, min, max)]];
  });
  return Object.fromEntries(whole) as Partial<RetentionDays>;
}

const nameOf: Readonly<Record<RetainedKind, string>> = { audit: 'the audit', message: 'archived messages' };
const rowOf: Readonly<Record<RetainedKind, string>> = { audit: 'row of the audit', message: 'archived message' };

/** What is kept for how long, one sentence for each kind. */
export function retentionText({ days }: RetentionState): string {
  const sentences = retainedKinds.map((kind) => {
    const name = nameOf[kind].replace(/^./u, (letter) => letter.toUpperCase());
    const verb = kind === 'audit' ? 'is' : 'are';
    return `${name} ${verb} kept ${days[kind] === 0 ? 'forever' : `for ${counted(days[kind], 'day')}`}.`;
  });
  return sentences.join(' ');
}

/** What the next run deletes, such as "3 rows of the audit, the oldest of 2026-03-30"; undefined for nothing. */
export function oldRowsText(due: Readonly<Record<RetainedKind, OldRows>>, timeZone: string): string | undefined {
  const parts = retainedKinds.flatMap((kind) => {
    const { total, oldest } = due[kind];
    if (total === 0) return [];
    const rows = kind === 'audit' ? counted(total, rowOf.audit, 'rows of the audit') : counted(total, rowOf.message);
    const day = oldest === null ? '' : `, the oldest of ${oldest.length === 10 ? oldest : localDay(oldest, timeZone)}`;
    return [`${rows}${day}`];
  });
  return parts.length === 0 ? undefined : parts.join(' and ');
}

export const keptText =
  'Facts, decisions, knowledge, hypotheses, sessions with their summaries, kept exchanges and profiles stay, pinned and confirmed ones too.';
