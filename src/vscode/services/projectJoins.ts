/**
 * Makes one project of a repository and its worktrees where the store has several. A notice says so and undoes it; what a
 * person took apart stays apart.
 */
import * as vscode from 'vscode';
import type { ProjectJoin } from '../../memory/governance/identities.ts';
import type { ProjectRef } from '../../memory/shared/identity.ts';
import type { Services } from './host.ts';

/** `refOf` says which project a key names today; its folder may be gone. Rejects with the error of the store. */
export async function joinProjects(
  { access, notices }: Pick<Services, 'access' | 'notices'>,
  refOf: (key: string) => ProjectRef | undefined,
): Promise<void> {
  const done = await access.use(async ({ memory, caller }) => {
    const joinable = await memory.identities.joinable(caller, refOf);
    const joins = joinable.filter(({ isCertain, isTakenApart }) => isCertain && !isTakenApart);
    if (joins.length === 0) return undefined;
    const changing = memory.changes.begin(caller);
    await memory.identities.join(changing, joins);
    return { joins, changeId: changing.changeId };
  });
  if (done === undefined) return;
  const undo = async (): Promise<void> => {
    await access.use(({ memory, caller }) => memory.changes.undo(caller, [done.changeId]));
    notices.done(vscode.l10n.t('Change undone.'));
  };
  notices.unasked(sentenceFor(done.joins), [{ label: vscode.l10n.t('Undo'), run: undo }]);
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
