/** Where a new fact belongs: in the caller's project, in a named one, or where the fact that it replaces is. */
import { plainLine } from '../trust/quoting.ts';
import type { Caller, ProjectScope } from '../shared/identity.ts';
import { refused } from '../shared/input.ts';
import type { Fact } from './facts.ts';

/** Finds projects by name; see `Identities`. */
export interface Places {
  inProject: (caller: Caller, project: string | null | undefined) => Promise<Caller>;
  scope: (caller: Caller, project: string) => Promise<ProjectScope>;
}

/**
 * The caller in the project of a new fact that replaces `old`. A fact stays in its project, so a given project must be
 * that one; rejects with `invalid_input` otherwise. A decision needs a project, so it gets one if `old` has none.
 */
export async function callerForSuccessor(
  places: Places,
  caller: Caller,
  { old, project, isDecision }: { old: Fact; project: string | null | undefined; isDecision: boolean },
): Promise<Caller> {
  if (old.projectId === null && isDecision) return places.inProject(caller, project);
  if (project !== undefined && (await idOf(places, caller, project)) !== old.projectId) throw elsewhere(old, project);
  return inProjectOf(old, caller);
}

/** The caller as if in the project of a fact; without a project, the caller as it is. */
function inProjectOf({ projectId, projectName }: Fact, caller: Caller): Caller {
  if (projectId === null || projectId === caller.project?.id) return caller;
  const { files: _files, ...elsewhere } = caller;
  return { ...elsewhere, project: { id: projectId, key: projectId, name: projectName ?? projectId } };
}

/** Undefined for a project that is unknown, and for all. */
async function idOf(places: Places, caller: Caller, project: string | null): Promise<string | null | undefined> {
  if (project === null) return null;
  const scope = await places.scope(caller, project);
  return scope !== 'all' && 'projectId' in scope ? scope.projectId : undefined;
}

function elsewhere({ id, projectId, projectName }: Fact, project: string | null): Error {
  const where = projectId === null ? 'applies to every project' : `is in the project ${plainLine(projectName ?? '')}`;
  const what = `is ${project === null ? 'none' : `"${plainLine(project)}"`}, but #${String(id)} ${where}`;
  return refused('project', what, 'A memory stays in the project of the one that it replaces. Nothing was stored.');
}
