/** The project that a call of the toolset `mind` is about. */
import * as z from 'zod';
import type { FileMemory } from '../../../capture/mind/fileMemory.ts';
import type { EndedSession } from '../../../capture/mind/fileMemory.ts';
import { keepNotes } from '../../../capture/mind/session/keepNotes.ts';
import type { ToolContext } from '../../shared/tool.ts';

export const projectPath = () => z.string().describe('Absolute path of a project folder. Default: this project.');

export interface MindProject {
  mind: FileMemory;
  /** Its folder. */
  project: string;
  /** The session in `SESSION.md` that has just ended because nothing happened for a while. */
  ended: EndedSession | undefined;
}

/** Rejects with `not_found` unless the user started file memory in the project. Ends a session that is over. */
export async function mindProject(
  { caller, memory, toolHost }: ToolContext,
  projectPath?: string,
): Promise<MindProject> {
  const mind = await toolHost.fileMemory();
  const project = await mind.project(projectPath ?? caller.files?.folder);
  const ended = await mind.beginSession(project, (notes, at) => keepNotes(memory.chunks, caller, { notes, at }));
  return { mind, project, ended };
}
