/** `bigmind export`: everything canonical as one JSON document, to standard output or to a file. */
import { writeWhole } from '../clients/replaceFile.ts';
import { BigMindError } from '../memory/errors.ts';
import { snapshotTables } from '../memory/portability.ts';
import type { Snapshot } from '../memory/portability.ts';
import { counted } from '../util/text.ts';
import { answer, textOption } from './command.ts';
import type { Command } from './command.ts';

export const exportCommand: Command = {
  name: 'export',
  usage: '[--output FILE]',
  summary: 'Write everything as JSON, to standard output or to a file.',
  options: { output: { type: 'string', short: 'o' } },
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    const snapshot = await context.memory.portability.export(context.settings.username);
    const file = textOption(input, 'output');
    if (file === undefined) {
      context.out(JSON.stringify(snapshot, null, input.values['json'] === true ? undefined : 2));
      return 0;
    }
    await writeSnapshot(file, snapshot);
    const rows = snapshotTables.reduce((sum, table) => sum + snapshot.tables[table].length, 0);
    answer(input, context, { file, rows }, `${counted(rows, 'row')} written to ${file}.`);
    return 0;
  },
};

/** The file is there whole or not at all, and only its owner may read it. */
async function writeSnapshot(file: string, snapshot: Snapshot): Promise<void> {
  try {
    await writeWhole(file, `${JSON.stringify(snapshot, null, 2)}\n`, 0o600);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const remedy = 'Choose another place with --output.';
    throw new BigMindError('invalid_input', `The export could not be written: ${reason}.`, { remedy, cause });
  }
}
