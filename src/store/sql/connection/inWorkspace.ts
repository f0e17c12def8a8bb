import type { SqlConnection } from './sqlConnection.ts';

/**
 * A condition on the rows of one table. Policies add it for every login but a superuser, so only code that must not
 * reach other workspaces by any login says it.
 */
export function inWorkspace({ dialect }: SqlConnection): string {
  return dialect === 'postgres' ? 'workspace_id = (SELECT bigmind_workspace())' : 'TRUE';
}
