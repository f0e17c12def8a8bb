/**
 * A planned change of one file. It can be shown first; applying it changes exactly the bytes that were read, or
 * nothing. Callers plan the content; only this file writes.
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import { backUp, readIfThere, refuseUnlessReplaceable, removeFile, replaceFile } from './replaceFile.ts';

export interface FilePlan {
  /** The client or instruction target of the plan. */
  client: string;
  file: string;
  change: 'create' | 'update' | 'remove' | 'none';
  /** The current bytes; undefined without a file. */
  before: Buffer | undefined;
  /** The new bytes; undefined if the file is deleted. */
  after: Buffer | undefined;
  /** The added server or instructions, for display. Undefined for a removal. */
  entry: unknown;
  /** Whether a copy is kept next to the file; projects have Git for that. */
  backup: 'beside' | 'none';
  /** A project folder that no link may lead out of; undefined for files in the home folder. */
  within: string | undefined;
}

export interface CarriedOut {
  file: string;
  /** The copy of the previous content; null if there is none. */
  backup: string | null;
}

/**
 * The starting point of a plan for `file`: `before`, its current content, and `base`, the content to change. They
 * differ if an `earlier` plan for the same file has not been carried out yet; the new plan then covers both.
 */
export async function startOf(
  file: string,
  earlier?: FilePlan,
): Promise<{ before: Buffer | undefined; base: Buffer | undefined }> {
  if (earlier?.file === file) return { before: earlier.before, base: earlier.after };
  const before = await readIfThere(file);
  return { before, base: before };
}

/** The plans to carry out, given in the order in which they were made: of two for one file, the later covers both. */
export function plansToCarryOut(plans: readonly FilePlan[]): FilePlan[] {
  return plans.filter(({ file }, index) => !plans.slice(index + 1).some((later) => later.file === file));
}

/** A plan before its change is derived from `before` and `after`. */
type PlannedChange = Omit<FilePlan, 'change'>;

/**
 * The plan for a change of bytes. Rejects with `not_allowed` if there is a change and the file is a link, read-only
 * or not writable by the user.
 */
export async function planOf(planned: PlannedChange): Promise<FilePlan> {
  const change = changeOf(planned);
  if (change !== 'none') await refuseUnlessReplaceable(planned.file, planned.within);
  return { ...planned, change };
}

/**
 * Carries out the plan, after keeping a copy if it requires one. Rejects with `conflict` if the file changed since
 * the plan was made and with `not_allowed` if it cannot be replaced; then nothing is changed.
 */
export async function carryOut(plan: FilePlan, now: Date): Promise<CarriedOut> {
  const { file, before, after, within } = plan;
  if (plan.change === 'none') return { file, backup: null };
  await refuseUnlessReplaceable(file, within);
  if (!same(await readIfThere(file), before)) {
    throw new BigMindError('conflict', `Another program changed ${file} in the meantime.`, {
      remedy: 'Nothing was changed. Run the command again.',
      details: { file },
    });
  }
  // A file is deleted only if it contains nothing but BigMind's own content, which needs no copy.
  const keepsCopy = before !== undefined && after !== undefined && plan.backup === 'beside';
  const backup = keepsCopy ? await backUp(file, now) : null;
  await (after === undefined ? removeFile(file, within) : replaceFile(file, after, within));
  return { file, backup };
}

function changeOf({ before, after, entry }: PlannedChange): FilePlan['change'] {
  if (same(before, after)) return 'none';
  if (entry === undefined) return 'remove';
  return before === undefined ? 'create' : 'update';
}

function same(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other);
}
