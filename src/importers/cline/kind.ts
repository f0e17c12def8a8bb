/**
 * Finds the tasks of Cline, and of Roo Code and Kilo Code, which began as copies of it: a folder for each task in the
 * extension's storage in VS Code and editors made from it, and a folder for each task or session in `~/.cline/data` of
 * its command line and apps. Kilo Code's first command line kept tasks, too.
 */
import { basename, dirname, join } from 'node:path';
import type { ImportKind } from '../../capture/sources/importKind.ts';
import { ignoreLeftOut, placeFrom } from '../../capture/sources/source.ts';
import type { FoundFiles, LeaveOut, SourceFile, SourceHost } from '../../capture/sources/source.ts';
import {
  eachOnce,
  fileAt,
  filesByFolder,
  foldersNamed,
  inPortions,
  namesIn,
} from '../../capture/sources/sourceFolders.ts';
import { userFolderCandidates } from '../../capture/sources/userFolders.ts';
import { folderFrom } from '../../capture/transcripts/fields.ts';
import { textAtStart } from '../../capture/transcripts/openedFile.ts';
import {
  agentOf,
  clineTimes,
  historyName,
  manifestOf,
  readClineTask,
  sessionEnding,
  taskFolderIn,
  taskNameOf,
} from './clineTask.ts';

const id = 'cline';
const extensions = [
  'saoudrizwan.claude-dev',
  'saoudrizwan.cline-nightly',
  'rooveterinaryinc.roo-cline',
  'rooveterinaryinc.roo-code-nightly',
  'kilocode.kilo-code',
] as const;
/** Editors made from VS Code, in which its extensions run. */
const editors = ['Cursor', 'Windsurf', 'Trae', 'Positron'] as const;
const editorServers = ['.cursor-server', '.windsurf-server', '.trae-server', '.positron-server'] as const;

const start =
  /^\s*(?:\[|\{\s*"version"\s*:\s*2\s*,\s*"messages"\s*:\s*\[)\s*\{\s*"role"\s*:\s*"user"\s*,\s*"content"\s*:\s*(?:\[\s*\{\s*"type"\s*:\s*"text"\s*,\s*"text"\s*:\s*)?"(?:<explicit_instructions|<task>|<user_message>)/u;
const sessionStart = /^\s*\{\s*"version"\s*:\s*1\s*,[^[]{0,400}"agent"\s*:[^[]{0,400}"messages"\s*:\s*\[/u;
const subAgentStart = /^\s*\{\s*"version"\s*:\s*1\s*,[^[]{0,400}"agent"\s*:\s*"(?:subagent|teammate)"/u;

export const cline: ImportKind = {
  id,
  program: 'Cline',
  title: 'Cline, Roo Code and Kilo Code',
  imports: 'Tasks of Cline, Roo Code and Kilo Code, without those of their sub-agents',
  one: 'a task of Cline, Roo Code or Kilo Code',
  none: 'task of Cline, Roo Code or Kilo Code',
  icon: 'comment-discussion',
  unit: 'conversation',
  formats: {
    [id]: { shape: 'conversation', rank: 45, read: readClineTask, isRewritten: true, timesOf: clineTimes },
  },
  extensions: ['.json'],
  async find(host, leaveOut) {
    const folders = (await eachOnce(places(host))).map((folder) => tasksBelow(folder, leaveOut));
    return byProject((await Promise.all(folders)).flat(), leaveOut);
  },
  places,
  findIn: async (folder, leaveOut) => byProject(await tasksBelow(folder, leaveOut), leaveOut),
  async findFile(path) {
    const file = await fileAt(path, id, taskNameOf(path));
    return file === undefined ? undefined : (await byProject([file], ignoreLeftOut))[0];
  },
  remedy: 'Give a file or a folder of tasks, or omit the path to search everywhere.',
  recognize: (beginning) => start.test(beginning) || sessionStart.test(beginning),
  isAt: (path) => basename(path) === historyName,
  looksLikeAnyJson: true,
  agent: (name) => name ?? 'Cline',
};

/** The folders `globalStorage`, and the data of the command lines of Cline and Kilo Code. */
function places(host: SourceHost): string[] {
  const users = userFolderCandidates(host).map(({ folder }) => folder);
  const desktop = users.slice(0, 1).map((folder) => dirname(dirname(folder)));
  const others = [
    ...desktop.flatMap((folder) => editors.map((name) => join(folder, name, 'User'))),
    ...editorServers.map((name) => join(host.home, name, 'data', 'User')),
  ];
  const data =
    placeFrom(host, 'CLINE_DATA_DIR') ?? join(placeFrom(host, 'CLINE_DIR') ?? join(host.home, '.cline'), 'data');
  const kilo = join(host.home, '.kilocode', 'cli', 'global');
  return [...[...users, ...others].map((folder) => join(folder, 'globalStorage')), data, kilo];
}

/** The tasks in a folder: of one task, of all tasks, of an extension, or of the storage of an editor. */
async function tasksBelow(folder: string, leaveOut: LeaveOut): Promise<SourceFile[]> {
  const storages = [folder, join(folder, 'globalStorage'), join(folder, 'User', 'globalStorage')];
  const found = storages.flatMap((storage) => extensions.map((name) => foldersNamed(storage, name)));
  const homes = [folder, join(folder, 'data'), ...(await Promise.all(found)).flat()];
  const tasks = [
    folder,
    ...(
      await Promise.all(
        [folder, ...homes.flatMap((home) => [join(home, 'tasks'), join(home, 'sessions')])].map(foldersIn),
      )
    ).flat(),
  ];
  const paths = [...new Set(tasks)].flatMap((task) => [
    join(task, historyName),
    join(task, `${basename(task)}${sessionEnding}`),
  ]);
  const files = await inPortions(paths, (path) => fileAt(path, id, taskNameOf(path), leaveOut));
  return files.filter((file) => file !== undefined);
}

async function foldersIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).folders.map((name) => join(folder, name));
}

/** In bytes. The folder of the project follows the user's first words. */
const lookedAt = 64 * 1024;

/** The tasks of each program and project, without sessions of sub-agents. */
async function byProject(files: readonly SourceFile[], leaveOut: LeaveOut): Promise<FoundFiles[]> {
  const read = await inPortions(files, async (file) => {
    const beginning = await textAtStart(file.path, lookedAt).catch(() => '');
    const shown = taskFolderIn(beginning.replaceAll('\\n', '\n').replaceAll('\\\\', '\\'));
    const folder = folderFrom((await manifestOf(file.path))['cwd']) ?? shown;
    return { file, folder, isSubAgent: subAgentStart.test(beginning) };
  });
  for (const { file } of read.filter(({ isSubAgent }) => isSubAgent)) leaveOut(file.path, 'subAgent');
  const located = read.filter(({ isSubAgent }) => !isSubAgent);
  const programs = [...new Set(located.map(({ file }) => agentOf(file.path)))];
  return programs.flatMap((program) =>
    filesByFolder(located.filter(({ file }) => agentOf(file.path) === program)).map((found) => ({ ...found, program })),
  );
}
