/** Where a command puts a new memory: in the project of the folder, in a named one, or where its predecessor is. */
import type { Caller } from '../../memory/shared/identity.ts';
import { refused } from '../../memory/shared/input.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import type { CommandContext, CommandInput } from './command.ts';
import { textOption } from './command.ts';

export const placingOptions = { project: { type: 'string' }, supersedes: { type: 'string' } } as const;

/**
 * The caller in the project of `--project`, which is created if it is new. What replaces a memory stays in its project,
 * so `--project` with `--supersedes` must name that one.
 */
export async function placedCaller(input: CommandInput, { memory, caller: resolve }: CommandContext): Promise<Caller> {
  const [project, supersedes] = [textOption(input, 'project'), textOption(input, 'supersedes')];
  const caller = await resolve();
  if (project !== undefined && supersedes !== undefined) {
    const { id, projectId, projectName } = await memory.facts.own(caller, supersedes, 'supersede');
    const scope = await memory.identities.scope(caller, project);
    if (scope === 'all' || !('projectId' in scope) || scope.projectId !== projectId) {
      const where = projectName === null ? 'applies to every project' : `is in the project ${plainLine(projectName)}`;
      const what = `is "${plainLine(project)}", but #${String(id)} ${where}`;
      throw refused('project', what, 'A memory stays in the project of the one that it replaces. Nothing was stored.');
    }
  }
  return memory.identities.inProject(caller, project);
}
