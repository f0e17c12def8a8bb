/** `bigmind import --list`: what could be imported, as a table. Only names, sizes and dates are looked at, and no store. */
import type { Source, SourceKind } from '../../capture/sources/source.ts';
import { answer } from '../command.ts';
import type { CommandContext, CommandInput, ExitCode } from '../command.ts';
import type { PastChoice } from './importPast.ts';
import { chosenSources, placesText } from './chosenSources.ts';
import { sizeText } from './importText.ts';

export async function listSources(
  kind: SourceKind | undefined,
  path: string | undefined,
  { since, wanted }: PastChoice,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const all = await chosenSources(kind, path, context);
  const sources = all.filter(
    ({ to, folder }) =>
      (since === undefined || to >= since) &&
      wanted?.(folder === undefined ? undefined : context.pastProjectOf(folder)) !== false,
  );
  const listed = sources.map((source) => ({ ...source, files: source.files.map(({ path: file }) => file) }));
  const text = sources.length === 0 ? `Nothing was found. Looked at:\n${placesText(context)}` : tableOf(sources);
  answer(input, context, { sources: listed }, text);
  return 0;
}

const titles = ['kind', 'project', 'from', 'conversations', 'size', 'first', 'last'];

function tableOf(sources: readonly Source[]): string {
  const rows = sources.map(({ kind, title, program, conversations, files, bytes, from, to }) => [
    kind,
    title,
    program,
    conversations === 0 ? `${String(files.length)} of notes` : (conversations?.toLocaleString('en') ?? 'many'),
    sizeText(bytes),
    from.slice(0, 10),
    to.slice(0, 10),
  ]);
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(titles), ...rows.map(line)].join('\n');
}
