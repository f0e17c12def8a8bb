/**
 * Finds conversations of Codex: one rollout each, in one folder per day, or in a single folder if archived. The first
 * line names the project. Sub-agents have separate rollouts, which are skipped.
 */
import { join } from 'node:path';
import { codexConversationOf } from './codexRollout.ts';
import { uncompressedName } from '../../capture/transcripts/openedFile.ts';
import { beginningOf } from '../../capture/transcripts/transcriptFormat.ts';
import { placeFrom } from '../../capture/sources/source.ts';
import type { FoundFiles, LeaveOut, SourceFile, SourceHost } from '../../capture/sources/source.ts';
import { fileAt, filesByFolder, inPortions, namesIn } from '../../capture/sources/sourceFolders.ts';
import type { LocatedFile } from '../../capture/sources/sourceFolders.ts';

export const codexFormat = 'codex';

/** `CODEX_HOME`, or `.codex` in the home folder. */
export function codexHome(host: SourceHost): string {
  return placeFrom(host, 'CODEX_HOME') ?? join(host.home, '.codex');
}

/** By project. `place` is the home of Codex, or any folder below it, down to that of one day. */
export async function codexSources(place: string, leaveOut: LeaveOut): Promise<FoundFiles[]> {
  const found = await Promise.all(
    [join(place, 'sessions'), join(place, 'archived_sessions'), place].map((folder) => rolloutsBelow(folder, 3)),
  );
  const paths = [...new Set(found.flat())];
  const rollouts = await inPortions(paths, (path) => rolloutAt(path, leaveOut));
  return filesByFolder(rollouts.filter((rollout) => rollout !== undefined));
}

/** Year folders contain month folders, and those contain day folders. */
async function rolloutsBelow(folder: string, depth: number): Promise<string[]> {
  const { files, folders } = await namesIn(folder);
  const deeper = depth === 0 ? [] : folders.filter((name) => /^\d{2,4}$/u.test(name));
  const below = await Promise.all(deeper.map((name) => rolloutsBelow(join(folder, name), depth - 1)));
  return [
    ...files.filter((name) => /^rollout-.*\.jsonl?$/u.test(uncompressedName(name))).map((name) => join(folder, name)),
    ...below.flat(),
  ];
}

async function rolloutAt(path: string, leaveOut: LeaveOut): Promise<LocatedFile | undefined> {
  const file = await fileAt(path, codexFormat, codexConversationOf(path), leaveOut);
  if (file === undefined) return undefined;
  const beginning = (await beginningOf(path)) ?? '';
  if (!/"source"\s*:\s*\{\s*"subagent"/u.test(beginning)) return located(file);
  leaveOut(path, 'subAgent');
  return undefined;
}

/**
 * A rollout and its folder. The folder precedes long fields of the first line, such as instructions, so the beginning
 * of the file suffices.
 */
export async function located(file: SourceFile): Promise<LocatedFile> {
  const beginning = (await beginningOf(file.path)) ?? '';
  const { named, shown } =
    /"cwd"\s*:\s*"(?<named>(?:[^"\\]|\\.)*)"|<environment_context>(?:\\n|\s)*(?:<cwd>|Current working directory: )(?<shown>[^<]*?)(?:<|\\n)/u.exec(
      beginning,
    )?.groups ?? {};
  const quoted = named ?? shown;
  return { file, folder: quoted === undefined ? undefined : textOf(`"${quoted}"`) };
}

function textOf(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // A file that is damaged here is reported when it is read.
    return undefined;
  }
}
