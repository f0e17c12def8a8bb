/** The project that a call of the toolset `mind` is about. */
import * as z from 'zod';
import type { FileMemory } from '../../../markdown/fileMemory.ts';
import { keepNotes } from '../../../markdown/session/keepNotes.ts';
import { bigMindErrorFrom } from '../../../memory/shared/errors.ts';
import type { ToolContext } from '../../shared/tool.ts';

export const projectPath = () => z.string().describe('Absolute path of a project folder. Default: this project.');

interface CalledProject {
  mind: FileMemory;
  /** Its folder. */
  project: string;
}

/** Rejects with `not_found` unless the user started file memory in the project. Changes nothing. */
export async function calledProject({ caller, toolHost }: ToolContext, path?: string): Promise<CalledProject> {
  const mind = await toolHost.fileMemory();
  return { mind, project: await mind.project(path ?? caller.files?.folder) };
}

/**
 * The same for a tool that writes: first ends a session of the chat's own project that is over. `problem` says why one
 * could not be ended; the next call tries again.
 */
export async function projectToWrite(
  context: ToolContext,
  path?: string,
): Promise<CalledProject & { problem: string | undefined }> {
  const { caller, memory } = context;
  const called = await calledProject(context, path);
  const { mind, project } = called;
  if (path !== undefined && project !== (await calledProject(context).catch(() => undefined))?.project) {
    return { ...called, problem: undefined };
  }
  const keep = (notes: string, at: Date): Promise<void> => keepNotes(memory.chunks, caller, { notes, at });
  const problem = await mind.beginSession(project, keep).then(
    () => undefined,
    (thrown: unknown) => bigMindErrorFrom(thrown).message,
  );
  return { ...called, problem };
}
