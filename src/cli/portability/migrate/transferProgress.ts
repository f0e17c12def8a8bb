/** The progress of a transfer, one line a second. */
import type { TransferProgress } from '../../../memory/upkeep/transfer.ts';

/** Milliseconds between two lines. */
const noteEvery = 1_000;

const verbs = { copy: 'Copying', compare: 'Comparing' } as const;

/** Passes lines such as "Copying messages: 34,000 of 90,000 rows (38%), 5,200 rows/s" to `note`. */
export function createTransferProgress(
  note: (line: string) => void,
  now: () => Date,
): (progress: TransferProgress) => void {
  let stage: TransferProgress['stage'] | undefined;
  let before: Pick<TransferProgress, 'table' | 'rows'> = { table: null, rows: 0 };
  let [started, noted, done] = [0, 0, 0];
  return (progress) => {
    const at = now().getTime();
    if (progress.stage !== stage) [stage, started, done] = [progress.stage, at, 0];
    done += progress.rows - (progress.table === before.table ? before.rows : 0);
    before = progress;
    if (progress.stage === 'index') {
      note('Building the search index. If you stop now, the next run builds it.');
      return;
    }
    if (at - noted < noteEvery) return;
    noted = at;
    const rate = at > started ? `, ${inWords(Math.round((done * 1_000) / (at - started)))} rows/s` : '';
    note(`${verbs[progress.stage]} ${progress.table ?? ''}: ${shareOf(progress)}${rate}`);
  };
}

function shareOf({ rows, total }: TransferProgress): string {
  const share = total === 0 ? 100 : Math.floor((100 * rows) / total);
  return `${inWords(rows)} of ${inWords(total)} rows (${String(share)}%)`;
}

export function inWords(number: number): string {
  return number.toLocaleString('en');
}
