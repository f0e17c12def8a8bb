/**
 * A planned change of one file: it can be shown first, and applying it changes exactly the bytes that were read, or
 * nothing. Callers plan the content; only this file writes.
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import { backUp, readIfThere, refuseUnlessReplaceable, removeFile, replaceFile } from './replaceFile.ts';

export interface FilePlan {
  /** The client or instruction target that it is for. */
  client: string;
  file: string;
  change: 'create' | 'update' | 'remove' | 'none';
  /** The bytes that stand there; undefined without a file. */
  before: Buffer | undefined;
  /** The bytes that shall stand there; undefined when the file goes. */
  after: Buffer | undefined;
  /** What is put, for people: the server, or the instructions. Undefined when something is taken away. */
  entry: unknown;
  /** Whether a copy is kept; projects have git for that. */
  backup: 'beside' | 'none';
  /** A project folder that no link may lead out of; undefined for files in the person's home. */
  within: string | undefined;
}

export interface CarriedOut {
  file: string;
  /** The copy of what stood there; null when there is none. */
  backup: string | null;
}

/**
 * What a plan for `file` begins with: `before`, which stands there, and `base`, which is to be changed. They differ where
 * an `earlier` plan is for the same file and was not carried out yet; the new plan then does the work of both.
 */
export async function startOf(
  file: string,
  earlier?: FilePlan,
): Promise<{ before: Buffer | undefined; base: Buffer | undefined }> {
  if (earlier?.file === file) return { before: earlier.before, base: earlier.after };
  const before = await readIfThere(file);
  return { before, base: before };
}

/** The plans to be carried out, of some in the order in which they were made: of two for one file the later does for both. */
export function plansToCarryOut(plans: readonly FilePlan[]): FilePlan[] {
  return plans.filter(({ file }, index) => !plans.slice(index + 1).some((later) => later.file === file));
}

/** What a plan needs before the change is worked out of `before` and `after`. */
export type PlannedChange = Omit<FilePlan, 'change'>;

/**
 * The plan for a change of bytes. Rejects with `not_allowed` when there is something to change and the file is a link,
 * read-only or not ours to write.
 */
export async function planOf(planned: PlannedChange): Promise<FilePlan> {
  const change = changeOf(planned);
  if (change !== 'none') await refuseUnlessReplaceable(planned.file, planned.within);
  return { ...planned, change };
}

/**
 * Writes what the plan says, after keeping a copy where it says so. Rejects with `conflict` when the file changed since
 * the plan was made and with `not_allowed` when it cannot be replaced; then nothing is changed.
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
  // A file goes only when nothing but ours stands in it, of which nobody needs a copy.
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
