/**
 * `bigmind import --list`: a table of what can be imported. It does not open the store, and reads only a few lines of
 * each file.
 */
import { withOwnTimes } from '../../../capture/sources/conversationTimes.ts';
import { isOfNotes } from '../../../capture/sources/source.ts';
import type { Source, SourceKind } from '../../../capture/sources/source.ts';
import { localDay } from '../../../util/time.ts';
import { answer } from '../../shared/command.ts';
import type { CommandContext, CommandInput, ExitCode } from '../../shared/command.ts';
import { chosenSources, placesText } from './chosenSources.ts';
import type { PastChoice } from './chosenSources.ts';
import { otherProjectsText, sizeText } from './importText.ts';

export async function listSources(
  kind: SourceKind | undefined,
  path: string | undefined,
  choice: PastChoice,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const { clock } = context.memory;
  const all = await withOwnTimes(await chosenSources(kind, path, choice, context), clock.now(), choice.since);
  const sources = all.filter(
    ({ folder }) => choice.wanted?.(folder === undefined ? undefined : context.pastProjectOf(folder)) !== false,
  );
  const listed = sources.map((source) => ({ ...source, files: source.files.map(({ path: file }) => file) }));
  const text =
    sources.length > 0
      ? tableOf(sources, clock.timeZone)
      : nothingText(all, placesText(kind, choice, context), context);
  answer(input, context, { sources: listed }, text);
  return 0;
}

function nothingText(all: readonly Source[], places: string, context: CommandContext): string {
  const projects = all.map(
    ({ folder, title }) => (folder === undefined ? undefined : context.pastProjectOf(folder)?.name) ?? title,
  );
  if (projects.length > 0) return `Found nothing for that project. ${otherProjectsText(projects)}`;
  return `Found nothing. Searched:\n${places}`;
}

const titles = ['kind', 'project', 'from', 'conversations', 'size', 'first', 'last'];

function tableOf(sources: readonly Source[], timeZone: string): string {
  const rows = sources.map(({ kind, title, program, conversations, files, bytes, from, to }) => [
    kind,
    title,
    program,
    isOfNotes(kind) ? `${String(files.length)} of notes` : (conversations?.toLocaleString('en') ?? 'many'),
    sizeText(bytes),
    localDay(from, timeZone),
    localDay(to, timeZone),
  ]);
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(titles), ...rows.map(line)].join('\n');
}
