/**
 * Makes one project of a repository and its worktrees, or of a folder and those below it, where the store has several.
 * A notice says so and undoes it; what a person took apart stays apart.
 */
import * as vscode from 'vscode';
import type { ProjectJoin } from '../../memory/governance/identities.ts';
import type { ProjectRef } from '../../memory/shared/identity.ts';
import type { Services } from './host.ts';

/** Keys of projects that a person took apart. */
const keptApart = 'bigmind.projects.keptApart';

export interface ProjectJoinsParts {
  state: vscode.Memento;
  /** Which project a folder is today; it may be gone. */
  refOf: (folder: string) => ProjectRef | undefined;
}

/** Rejects with the error of the store. */
export async function joinProjects({ access, notices }: Services, { state, refOf }: ProjectJoinsParts): Promise<void> {
  const apart = new Set(state.get<string[]>(keptApart, []));
  const done = await access.use(async ({ memory, caller }) => {
    const joins = (await memory.identities.joinable(caller, refOf)).filter(({ from }) => !apart.has(from.key));
    if (joins.length === 0) return undefined;
    const changing = memory.changes.begin(caller);
    await memory.identities.join(changing, joins);
    return { joins, changeId: changing.changeId };
  });
  if (done === undefined) return;
  const undo = async (): Promise<void> => {
    await access.use(({ memory, caller }) => memory.changes.undo(caller, [done.changeId]));
    await state.update(keptApart, [...apart, ...done.joins.map(({ from }) => from.key)]);
    notices.done(vscode.l10n.t('Change undone.'));
  };
  notices.done(sentenceFor(done.joins), { label: vscode.l10n.t('Undo'), run: undo });
}

function sentenceFor(joins: readonly ProjectJoin[]): string {
  const [first, ...others] = joins;
  const into = first?.into.name ?? '';
  return others.length === 0
    ? vscode.l10n.t(
        'The memories of {0} now belong to the project {1}, whose folder it is.',
        first?.from.key ?? '',
        into,
      )
    : vscode.l10n.t(
        'The memories of {0} folders now belong to the projects whose folders they are, such as {1}.',
        joins.length,
        into,
      );
}
