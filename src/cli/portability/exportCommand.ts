/** `bigmind export`: all canonical data as one JSON document, or an archive of Markdown files. */
import { resolve } from 'node:path';
import { protectedWith } from '../../capture/protectedExport.ts';
import { writeWhole } from '../../clients/files/replaceFile.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Snapshot } from '../../memory/upkeep/snapshot.ts';
import { privacyOf, rowsOf } from '../../memory/upkeep/snapshot.ts';
import { fileTrouble } from '../../util/fileTrouble.ts';
import { counted } from '../../util/text.ts';
import type { Command, CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer, textOption, wrongUsage } from '../shared/command.ts';
import { writeNew } from './exportFiles.ts';
import { ownFileAt } from './ownFiles.ts';
import { exportMarkdown } from './markdown/exportMarkdown.ts';
import { newPassphrase } from './passphrase.ts';

export const exportCommand: Command = {
  name: 'export',
  usage: '[--output FILE [--force]] [--encrypt] | --markdown DIR [--project NAME] [--since 7d|DATE] [--force]',
  details:
    '--encrypt protects the file with a passphrase, in the age format. --markdown keeps an archive in a folder: a file for each session, one with the facts of each project, and index.md. The next run writes only what changed and removes what was erased. --project and --since choose which sessions are added. A file that you changed is kept as NAME.edited.md. --force also uses a folder with files of others, and leaves them as they are.',
  summary: 'Export everything as JSON, or sessions as Markdown files.',
  options: {
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean' },
    encrypt: { type: 'boolean' },
    markdown: { type: 'string' },
    project: { type: 'string' },
    since: { type: 'string' },
  },
  takes: { min: 0, max: 0 },
  run: async (input, context) => {
    const folder = textOption(input, 'markdown');
    if (folder?.trim() === '') throw wrongUsage('--markdown names no folder.', 'Give the folder of the archive.');
    if (folder !== undefined) return exportMarkdown(folder, input, context);
    refuseMarkdownOptions(input);
    const snapshot = await context.memory.portability.export(context.settings.username);
    const file = textOption(input, 'output');
    if (input.values['encrypt'] === true) return exportProtected(snapshot, file, input, context);
    if (file === undefined) {
      context.out(JSON.stringify(snapshot, null, input.values['json'] === true ? undefined : 2));
      await noted(snapshot, context);
      return 0;
    }
    const text = `${JSON.stringify(snapshot, null, 2)}\n`;
    await writeExport({ file: resolve(file), content: text, ifExists: ifExistsFrom(input) }, context);
    await noted(snapshot, context);
    const rows = rowsOf(snapshot);
    answer(input, context, { file, rows }, `${counted(rows, 'row')} written to ${file}.`);
    return 0;
  },
};

function refuseMarkdownOptions({ values }: CommandInput): void {
  const option = ['project', 'since'].find((name) => values[name] !== undefined);
  if (option !== undefined) throw wrongUsage(`--${option} needs --markdown DIR.`, 'A JSON export contains everything.');
}

/** Binary output could end up on a terminal, so a protected export requires a file. */
async function exportProtected(
  snapshot: Snapshot,
  file: string | undefined,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  if (file === undefined)
    throw wrongUsage('--encrypt needs the name of a file.', 'Add --output FILE, for example bigmind.json.age');
  const passphrase = await newPassphrase(context.host.env);
  const bytes = await protectedWith(passphrase, `${JSON.stringify(snapshot, null, 2)}\n`);
  await writeExport({ file: resolve(file), content: bytes, ifExists: ifExistsFrom(input) }, context);
  await noted(snapshot, context);
  const rows = rowsOf(snapshot);
  const how = `To open it without BigMind: age -d ${file}`;
  answer(input, context, { file, rows, encrypted: true }, `${counted(rows, 'row')} written to ${file}. ${how}`);
  return 0;
}

/** Called only after the output was written, so that the audit contains only completed exports. Says whose memories it has. */
function noted(snapshot: Snapshot, { memory, settings, note }: CommandContext): Promise<void> {
  const privacy = privacyOf(snapshot);
  if (privacy !== undefined) note(privacy);
  return memory.portability.noteExported(snapshot, settings.username);
}

interface ExportFile {
  file: string;
  content: string | Uint8Array;
  ifExists: 'replace' | 'refuse';
}

function ifExistsFrom({ values }: CommandInput): ExportFile['ifExists'] {
  return values['force'] === true ? 'replace' : 'refuse';
}

/**
 * Writes the file completely or not at all, readable only by its owner. Neither the store nor a backup is ever
 * overwritten.
 */
async function writeExport({ file, content, ifExists }: ExportFile, { settings }: CommandContext): Promise<void> {
  const own = await ownFileAt(file, settings.databaseFile);
  if (own !== undefined) {
    const what = own === 'store' ? 'is the database itself' : 'is in the backup folder';
    throw new BigMindError('invalid_input', `${file} ${what}.`, {
      remedy: 'Choose another place with --output. Nothing was written.',
    });
  }
  try {
    await (ifExists === 'replace' ? writeWhole(file, content, 0o600) : writeNew(file, content));
  } catch (cause) {
    const remedy = 'Choose another place with --output, or replace the file with --force. Nothing was written.';
    throw new BigMindError('invalid_input', `${file} cannot be written: ${fileTrouble(cause)}.`, { remedy, cause });
  }
}
