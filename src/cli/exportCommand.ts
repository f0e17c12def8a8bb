/** `bigmind export`: everything canonical as one JSON document, to standard output or to a file. */
import { resolve } from 'node:path';
import { writeWhole } from '../clients/replaceFile.ts';
import { BigMindError } from '../memory/errors.ts';
import { snapshotTables } from '../memory/portability.ts';
import { counted } from '../util/text.ts';
import { answer, textOption } from './command.ts';
import type { Command, CommandContext } from './command.ts';
import { writeNew } from './exportFiles.ts';
import { fileTrouble } from '../util/fileTrouble.ts';

export const exportCommand: Command = {
  name: 'export',
  usage: '[--output FILE [--force]]',
  summary: 'Write everything as JSON, to standard output or to a file.',
  options: { output: { type: 'string', short: 'o' }, force: { type: 'boolean' } },
  takes: { least: 0, most: 0 },
  run: async (input, context) => {
    const snapshot = await context.memory.portability.export(context.settings.username);
    const file = textOption(input, 'output');
    if (file === undefined) {
      context.out(JSON.stringify(snapshot, null, input.values['json'] === true ? undefined : 2));
      return 0;
    }
    const text = `${JSON.stringify(snapshot, null, 2)}\n`;
    await writeExport(resolve(file), text, input.values['force'] === true, context);
    const rows = snapshotTables.reduce((sum, table) => sum + snapshot.tables[table].length, 0);
    answer(input, context, { file, rows }, `${counted(rows, 'row')} written to ${file}.`);
    return 0;
  },
};

/** The file is there whole or not at all, and only its owner may read it. The store itself is never written over. */
async function writeExport(file: string, text: string, force: boolean, context: CommandContext): Promise<void> {
  const store = resolve(context.settings.databaseFile);
  if ([store, `${store}-wal`, `${store}-shm`].includes(file)) {
    throw new BigMindError('invalid_input', `${file} is the store itself.`, {
      remedy: 'Choose another place with --output. Nothing was written.',
    });
  }
  try {
    await (force ? writeWhole(file, text, 0o600) : writeNew(file, text));
  } catch (cause) {
    const remedy = 'Choose another place with --output, or replace the file with --force. Nothing was written.';
    throw new BigMindError('invalid_input', `${file} cannot be written: ${fileTrouble(cause)}.`, { remedy, cause });
  }
}
