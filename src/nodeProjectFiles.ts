/** The memory in files of the projects on this machine, for the desktop extension. It is loaded at its first use. */
import { blockChoices, chooseBlocks } from './markdown/block/memoryBlocks.ts';
import { hasForeignFiles, startMind } from './markdown/files/mindProject.ts';
import { isListed } from './markdown/files/projectList.ts';
import { dueReminders, readReminders, todayOf } from './markdown/reminders/reminders.ts';
import { projectFolderOf, repositoryTop } from './capture/projects/projectIdentity.ts';
import { redact } from './capture/redaction/redaction.ts';
import { silenceMinuteLimits } from './memory/shared/settingLimits.ts';
import { nodeClientHost } from './nodeHostFacts.ts';
import { nodeBlockParts, nodeFileMemory, nodeMindFiles } from './nodeMindFiles.ts';
import { systemClock } from './systemTime.ts';
import type { ProjectFiles } from './vscode/services/projectFiles.ts';

export function openProjectFiles(): ProjectFiles {
  const { home } = nodeClientHost();
  const projectIn = (folder: string): string => projectFolderOf(folder, home);
  const ports = { clock: systemClock, redact };
  // The extension ends no session in files.
  const fileMemory = nodeFileMemory(ports, silenceMinuteLimits.default);
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
      const reminders = await readReminders(nodeMindFiles, project, ports);
      const pending = reminders.filter(({ isDone }) => !isDone);
      return { project, pending, due: dueReminders(pending, todayOf(systemClock)) };
    },
    remind: async (folder, { text, when }) => {
      const memory = await fileMemory();
      return (await memory.remind(await memory.project(projectIn(folder)), { message: text, when, isFromWeb: false }))
        .reminder;
    },
    markReminderDone: async (folder, chosen) => {
      const memory = await fileMemory();
      return memory.completeReminder(await memory.project(projectIn(folder)), chosen);
    },
    blockChoices: async (folder) => blockChoices(await nodeBlockParts(), projectIn(folder)),
    chooseBlocks: async (folder, chosen) => chooseBlocks(await nodeBlockParts(), projectIn(folder), chosen),
  };
}
