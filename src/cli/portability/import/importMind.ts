/**
 * `bigmind import mind`: takes projects with memory files into use where they are. Nothing of them is copied: the user's
 * list says that their files may be read, and the stored entries follow the files.
 */
import { resolve } from 'node:path';
import { findMinds } from '../../../markdown/files/findMinds.ts';
import type { FoundMinds } from '../../../markdown/files/findMinds.ts';
import {
  memoryFileName,
  mindFile,
  mindFolderName,
  remindersFileName,
  sessionFileName,
} from '../../../markdown/files/mindFiles.ts';
import { readMind } from '../../../markdown/files/mindProject.ts';
import { isListed, listProject } from '../../../markdown/files/projectList.ts';
import { readMemoryFile } from '../../../markdown/parsing/memoryFile.ts';
import { BigMindError } from '../../../memory/shared/errors.ts';
import type { Caller } from '../../../memory/shared/identity.ts';
import { indexText } from '../../../search/query/words.ts';
import { counted } from '../../../util/text.ts';
import type { MindReport } from '../../mind/mindText.ts';
import { reportText, structuredReport } from '../../mind/mindText.ts';
import { askYesNo, canAsk } from '../../shared/ask.ts';
import { answer } from '../../shared/command.ts';
import type { CommandContext, CommandInput, ExitCode } from '../../shared/command.ts';
import { readable } from './readable.ts';

const memoryFileNames = [memoryFileName, sessionFileName, remindersFileName];

/** In milliseconds, for reading the files of one project. */
const refreshMs = 60_000;

interface FoundProject extends MindReport {
  /** Those that exist, from the project folder. */
  files: string[];
}

interface MindSurvey {
  projects: FoundProject[];
  /** Folders with something named `.mind` that is not used, and why. */
  skipped: { folder: string; reason: string }[];
}

/** Whoever names a project agrees to it; those that are found below a folder are shown first. */
export async function importMind(
  path: string | undefined,
  input: CommandInput,
  context: CommandContext,
): Promise<ExitCode> {
  const place = await context.mindFiles.realPath(resolve(path ?? context.projectFolderOf('.')));
  const home = await context.mindFiles.realPath(context.host.home);
  const found = await readable(place, () => findMinds(place, { home, projectFolderOf: context.projectFolderOf }));
  const survey = await surveyMinds(found, home, context);
  for (const { reason } of survey.skipped) context.note(`Skipped: ${reason}`);
  if (!found.isWhole) context.note(`${place} has more folders than are searched. Give the folder of a project.`);
  const fresh = survey.projects.filter(({ isListed: isKnown }) => !isKnown);
  const isTrial = input.values['dry-run'] === true || input.values['list'] === true;
  if (isTrial || !(await isAgreed(fresh, found, input, context))) {
    const how = isTrial || canAsk() ? '' : ' To use these projects, add --yes, or import one at a time by its path.';
    report(survey, { added: [], rest: `Nothing was changed.${how}` }, input, context);
    return isTrial ? exitCode(survey, found) : 1;
  }
  for (const { folder } of fresh) {
    await listProject(context.mindFiles, context.host.home, { path: folder, added: context.now() });
  }
  for (const { folder } of survey.projects) await refreshEntries(folder, context);
  const after = survey.projects.map((project) => ({ ...project, isListed: true }));
  const added = fresh.map(({ folder }) => folder);
  report({ ...survey, projects: after }, { added, rest: addedText(added, survey.projects.length) }, input, context);
  return exitCode(survey, found);
}

async function surveyMinds(
  { folders, isNamed }: FoundMinds,
  home: string,
  context: CommandContext,
): Promise<MindSurvey> {
  const survey: MindSurvey = { projects: [], skipped: [] };
  for (const folder of folders) {
    try {
      survey.projects.push(await readProject(folder, home, context));
    } catch (thrown) {
      // One bad project must not hide the others.
      if (isNamed || !(thrown instanceof BigMindError)) throw thrown;
      survey.skipped.push({ folder, reason: thrown.message });
    }
  }
  return survey;
}

async function readProject(folder: string, home: string, context: CommandContext): Promise<FoundProject> {
  const { mindFiles, projectFolderOf } = context;
  const project = await mindFiles.realPath(projectFolderOf(folder));
  if (folder === home) {
    throw refused(folder, 'is your home folder, whose .mind is for all projects', 'Give the folder of a project.');
  }
  if (project !== folder) {
    throw refused(
      folder,
      `is in the repository ${project}, and only memory files at its top are read`,
      'Move its .mind there.',
    );
  }
  const content = await readMind(mindFiles, folder, (markdown) => readMemoryFile(markdown, indexText));
  if (content === undefined) {
    throw refused(folder, 'has a folder .mind without memory files', 'Create them with "bigmind mind init".');
  }
  const files: string[] = [];
  for (const name of memoryFileNames) {
    const isThere = (await mindFiles.modified(mindFile(folder, name))) !== undefined;
    if (isThere) files.push(`${mindFolderName}/${name}`);
  }
  return { folder, files, isListed: await isListed(mindFiles, context.host.home, folder), content };
}

function refused(folder: string, what: string, remedy: string): BigMindError {
  return new BigMindError('bad_import', `${folder} ${what}.`, { remedy, details: { path: folder } });
}

async function isAgreed(
  fresh: readonly FoundProject[],
  { isNamed }: FoundMinds,
  input: CommandInput,
  { note }: CommandContext,
): Promise<boolean> {
  if (isNamed || fresh.length === 0 || input.values['yes'] === true) return true;
  if (!canAsk()) return false;
  for (const project of fresh) note(projectText(project));
  const question = `Add ${counted(fresh.length, 'project')} to your list, so that chats there begin with these files?`;
  return askYesNo(question);
}

/** A search finds the entries at once, also one in another project. */
async function refreshEntries(folder: string, context: CommandContext): Promise<void> {
  const { memory, settings, version, projectOf, filesOf } = context;
  const files = filesOf(folder);
  if (files === undefined) return;
  const caller: Caller = await memory.identities.resolve({
    username: settings.username,
    agent: { name: 'bigmind', version },
    project: projectOf(folder),
    files: { ...files, limitTime: () => files.limitTime(refreshMs) },
    conversationId: null,
  });
  await memory.fileEntries?.(caller);
}

function report(
  { projects, skipped }: MindSurvey,
  { added, rest }: { added: readonly string[]; rest: string },
  input: CommandInput,
  context: CommandContext,
): void {
  const json = { projects: projects.map((project) => ({ ...structuredReport(project), files: project.files })) };
  answer(input, context, { ...json, skipped, added }, [...projects.map(projectText), rest].join('\n'));
}

function projectText(project: FoundProject): string {
  return `${reportText(project)}\nFiles: ${project.files.join(', ')}`;
}

function addedText(added: readonly string[], found: number): string {
  if (found === 0) return 'No project was added.';
  if (added.length === 0) return 'Already on your list; the entries are up to date.';
  return [
    `Added ${counted(added.length, 'project')} to your list. Chats there begin with what these files say, and searches find it.`,
    'The files are used where they are; nothing was copied. To undo, run "bigmind mind remove" with the folder.',
  ].join('\n');
}

function exitCode({ projects, skipped }: MindSurvey, { isWhole }: FoundMinds): ExitCode {
  const isRead = projects.every(({ content }) => content.unreadable.length === 0);
  return isRead && skipped.length === 0 && isWhole ? 0 : 1;
}
