/** What the owner of a database with row security does before others use it. */
import type { OpenRight } from '../shared/maintenance.ts';

export interface ServerAdmin {
  /**
   * Creates or upgrades the schema, and lets the members of `role` use it. `key` becomes the key of the server, `new`
   * one that it returns in base64url. The key until then stays valid, unless `dropsOldKey`. Takes from everybody the
   * rights to the database that it may; those in `openRights` stay. Rejects with `not_allowed` for a login that does not
   * own the schema, and for a new key while two are valid.
   */
  prepare: (options: {
    role?: string | undefined;
    key?: Uint8Array | 'new' | undefined;
    dropsOldKey?: boolean;
  }) => Promise<{ role: string; version: number; hasOldKey: boolean; openRights: OpenRight[]; newKey?: string }>;
  /**
   * From now on, a login is one user of a workspace and nobody else. Rejects with `not_found` for an unknown login or
   * user, and with `not_allowed` for the login of the owner, or of a server that has written.
   */
  addLogin: (login: { login: string; workspace: string; username: string }) => Promise<void>;
  /**
   * After a restore from a dump: revokes the tokens that it brought back, unless they are kept, and forgets the key of the
   * server. Until then, no token is accepted. Returns how many were revoked, and the logins that are users again.
   */
  confirmRestore: (options: { keepsTokens: boolean }) => Promise<{
    revoked: number;
    logins: { login: string; workspace: string; username: string }[];
  }>;
  /** Whether the login was a user; it is nobody from now on. */
  removeLogin: (login: string) => Promise<boolean>;
}
