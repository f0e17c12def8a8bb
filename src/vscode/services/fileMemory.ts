/** The memory that a project keeps in files, `.mind/`, on the machine where the extension runs. */
import type { ContextFile } from '../../capture/mind/block/contextFiles.ts';
import type { BlockChoice, RefreshedBlocks } from '../../capture/mind/block/memoryBlocks.ts';
import type { StartedMind } from '../../capture/mind/files/mindProject.ts';

export interface FileMemory {
  /** Whether the project has memory files that the user has not yet allowed to be sent to assistants. */
  hasForeignFiles(folder: string): Promise<boolean>;
  /** Creates the missing files in the project that contains the folder. `project` is its path. Rejects as `startMind`. */
  start(folder: string): Promise<StartedMind & { project: string }>;
  /** The instruction files of the project, and which of them contain its memory. Undefined as for `blockChoices`. */
  blockChoices(folder: string): Promise<BlockChoice[] | undefined>;
  /** Writes the memory into `chosen`, and removes it from those chosen before. Undefined as for `chooseBlocks`. */
  chooseBlocks(folder: string, chosen: readonly ContextFile[]): Promise<RefreshedBlocks | undefined>;
}
