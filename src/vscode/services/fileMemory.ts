/** The memory that a project keeps in files, `.mind/`, on the machine where the extension runs. */
import type { StartedMind } from '../../capture/mind/mindProject.ts';

export interface FileMemory {
  /** Creates the missing files in the project that contains the folder. `project` is its path. Rejects as `startMind`. */
  start(folder: string): Promise<StartedMind & { project: string }>;
}
