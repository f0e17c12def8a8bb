/** `bigmind import bigmind`: our own export, merged. */
import { readFile } from 'node:fs/promises';
import { reportText } from '../../memory/portability.ts';
import { answer } from '../command.ts';
import type { CommandContext, CommandInput, ExitCode } from '../command.ts';
import { readable } from './readable.ts';

export async function importSnapshotFile(
  path: string,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const json = await readable(path, () => readFile(path, 'utf8'));
  const report = await context.memory.portability.import(json, context.settings.username);
  answer(input, context, report, reportText(report));
  return 0;
}
