/** The memory that a project keeps in files, `.mind/`, on the machine where the extension runs. */
import type { StartedMind } from '../../capture/mind/files/mindProject.ts';

export interface FileMemory {
  /** Whether the project has memory files that the user has not yet allowed to be sent to assistants. */
  hasForeignFiles(folder: string): Promise<boolean>;
  /** Creates the missing files in the project that contains the folder. `project` is its path. Rejects as `startMind`. */
  start(folder: string): Promise<StartedMind & { project: string; isRepository: boolean }>;
  /** The root of the project that contains the folder. */
  projectFolder(folder: string): string;
}
