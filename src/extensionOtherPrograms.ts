/**
 * The desktop extension's access to files of other programs: it imports their conversations, with the store's readers
 * of their databases, and writes their configurations. It is loaded with the first command that needs it.
 */
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { blockChoices, chooseBlocks } from './capture/mind/block/memoryBlocks.ts';
import { hasForeignFiles, startMind } from './capture/mind/files/mindProject.ts';
import { isListed } from './capture/mind/files/projectList.ts';
import { remind, markReminderDone } from './capture/mind/reminders/editReminders.ts';
import { dueReminders, readReminders, todayOf } from './capture/mind/reminders/reminders.ts';
import { readWhen, requireWhen } from './capture/mind/reminders/when.ts';
import { projectFolderOf, repositoryTop } from './capture/projects/projectIdentity.ts';
import { redact } from './capture/redaction/redaction.ts';
import { readOpencodeRecord } from './capture/transcripts/formats/opencode.ts';
import type { McpLaunch } from './clients/shared/launch.ts';
import { nodeClientHost } from './nodeHostFacts.ts';
import { nodeBlockParts, nodeMindFiles } from './nodeMindFiles.ts';
import { createOpenForeign } from './store/sqlite/foreign/openForeign.ts';
import { systemClock } from './systemClock.ts';
import { isCaptureWanted } from './vscode/services/capture/captureSetting.ts';
import { createClientFiles } from './vscode/services/clientFiles.ts';
import type { ClientFiles } from './vscode/services/clientFiles.ts';
import type { FileMemory } from './vscode/services/fileMemory.ts';
import { createPastConversations } from './vscode/services/pastConversations.ts';
import type { PastConversations } from './vscode/services/pastConversations.ts';

export function openPastConversations(
  { globalStorageUri }: vscode.ExtensionContext,
  databaseFile: string,
): PastConversations {
  const projectFolders = (): string[] =>
    (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
  return createPastConversations({
    host: nodeClientHost(),
    // The extension's own folder is in `User/globalStorage` in every edition.
    userFolder: dirname(dirname(globalStorageUri.fsPath)),
    openForeign: createOpenForeign(readOpencodeRecord),
    projectFolders,
    databaseFile,
  });
}

/** `home` is BigMind's own folder. */
export function openClientFiles(home: string, launch: McpLaunch): ClientFiles {
  return createClientFiles({ host: nodeClientHost(), home, launch, clock: systemClock, isCaptureWanted });
}

/** The memory in files of the projects on this machine. */
export function openFileMemory(): FileMemory {
  const { home } = nodeClientHost();
  const projectIn = (folder: string): string => projectFolderOf(folder, home);
  return {
    hasForeignFiles: (folder) => hasForeignFiles(nodeMindFiles, projectIn(folder), home),
    start: async (folder) => {
      const project = projectIn(folder);
      const started = await startMind(nodeMindFiles, project, { home, now: systemClock.now() });
      return { project, isRepository: repositoryTop(project) === project, ...started };
    },
    projectFolder: projectIn,
    reminders: async (folder) => {
      const project = projectIn(folder);
      if (!(await isListed(nodeMindFiles, home, project))) return undefined;
      const reminders = await readReminders(nodeMindFiles, project, systemClock);
      const pending = reminders.filter(({ isDone }) => !isDone);
      return { project, pending, due: dueReminders(pending, todayOf(systemClock)) };
    },
    understandsWhen: (when) => readWhen(when, todayOf(systemClock)) !== undefined,
    remind: (folder, { text, when }) => {
      const reminder = { text: redact(text).text, when: requireWhen(redact(when).text, todayOf(systemClock)) };
      return remind(nodeMindFiles, projectIn(folder), reminder);
    },
    markReminderDone: (folder, chosen) =>
      markReminderDone(nodeMindFiles, projectIn(folder), chosen, todayOf(systemClock)),
    blockChoices: async (folder) => blockChoices(await nodeBlockParts(), projectIn(folder)),
    chooseBlocks: async (folder, chosen) => chooseBlocks(await nodeBlockParts(), projectIn(folder), chosen),
  };
}
