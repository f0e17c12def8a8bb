/**
 * `bigmind migrate`: copies a whole store from a SQLite file into PostgreSQL, or back. It can be stopped at any time;
 * the same command continues.
 */
import { setFlagsFromString } from 'node:v8';
import type { Transfer, TransferReport } from '../../../memory/upkeep/transfer.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../../shared/command.ts';
import { answer, textOption } from '../../shared/command.ts';
import { untilStopped } from '../../shared/untilStopped.ts';
import { isRefused, planText, reportJson, reportText } from './migrateText.ts';
import { placesFrom } from './migratePlaces.ts';
import { createTransferProgress } from './transferProgress.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--from FILE|URL] [--to URL|FILE] [--dry-run]',
  details:
    'One place is a SQLite file, the other one a PostgreSQL server (postgres://USER@HOST/DATABASE). Without a server, it is that of BIGMIND_DB_URL; without a file to copy from, it is the current store. --dry-run only shows what would be copied and refused. Stop it with Ctrl+C; the same command continues.',
  summary: 'Copy the whole memory from a file into PostgreSQL or back, and compare every row.',
  options: { from: { type: 'string' }, to: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const transfer = await context.transfer(
      placesFrom({
        from: textOption(input, 'from'),
        to: textOption(input, 'to'),
        url: context.host.env['BIGMIND_DB_URL'],
        file: context.settings.databaseFile,
      }),
    );
    try {
      return await (input.values['dry-run'] === true ? preview : copy)(transfer, input, context);
    } finally {
      await transfer.close();
    }
  },
};

async function preview(transfer: Transfer, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const plan = await transfer.plan();
  const refused = isRefused(plan);
  answer(input, context, { ...plan, refused }, planText(plan));
  return refused ? 1 : 0;
}

/**
 * V8 lets the space for new objects grow to 128 MB, most of what a transfer would take: its batches are small, but many.
 * Only a flag keeps the space as it is, and V8 reads this one where the space would grow.
 */
const keepYoungSpace = '--semi-space-growth-factor=1';

async function copy(transfer: Transfer, input: CommandInput, context: CommandContext): Promise<ExitCode> {
  setFlagsFromString(keepYoungSpace);
  const report = await runUntilStopped(transfer, context);
  answer(input, context, reportJson(report), reportText(report));
  return report.outcome === 'finished' ? 0 : 1;
}

function runUntilStopped(transfer: Transfer, { note, now }: CommandContext): Promise<TransferReport> {
  const show = createTransferProgress(note, now);
  return untilStopped(note, ({ isStopped, endAtOnce }) =>
    transfer.run({
      onProgress: (progress) => {
        // The index is one transaction.
        if (progress.stage === 'index') endAtOnce();
        show(progress);
      },
      isStopped,
    }),
  );
}
