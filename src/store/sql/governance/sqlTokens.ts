/** Tokens of agents over SQL. Rights are checked in the transaction that writes. */
import type { AgentToken, TokenChange, TokenStore } from '../../../memory/governance/tokens.ts';
import { number, text, textOrNull } from '../connection/rowReader.ts';
import type { SqlConnection, SqlEngine, SqlRow } from '../connection/sqlConnection.ts';
import { effectiveMode, isNotErased, rightTo } from '../shared/accessRights.ts';
import { noteAudit } from '../shared/auditRows.ts';

const selectTokens = `SELECT t.id, u.username, t.agent, t.is_read_only, t.created_at, t.expires_at, t.last_used_at, t.revoked_at
  FROM tokens t JOIN users u ON u.id = t.user_id AND ${isNotErased}`;

export function createSqlTokens(engine: SqlEngine): TokenStore {
  return {
    add: (token, change) =>
      engine.write(async (db) => {
        const known = await db.get(`SELECT id FROM users WHERE username = ? AND ${isNotErased}`, [token.username]);
        const userId = known === undefined ? token.freshUserId : text(known, 'id');
        const { now } = change;
        const noted = { at: now, by: change.by, action: 'add_token', kind: 'token', detail: token.agent } as const;
        if (!(await mayManage(db, userId, change))) {
          await noteAudit(db, { ...noted, level: 'refusal' });
          return (await effectiveMode(db)) === 'team' ? 'not_admin' : 'personal';
        }
        if (known === undefined) await addMember(db, userId, token.username, now);
        const { id, agent, tokenHash, isReadOnly, expiresAt } = token;
        await db.run(
          `INSERT INTO tokens (id, user_id, agent, token_hash, is_read_only, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          [id, userId, agent, tokenHash, isReadOnly ? 1 : 0, now, expiresAt],
        );
        await noteAudit(db, { ...noted, uid: id });
        return 'added';
      }),
    list: (userId, mode) =>
      engine.read(async (db) => {
        const isAll = (await rightTo(db, 'manage_tokens', userId, mode)) === 'all';
        const owner = isAll ? { sql: '', params: [] } : { sql: 'WHERE t.user_id = ?', params: [userId] };
        const sql = `${selectTokens} ${owner.sql} ORDER BY t.created_at DESC, t.id`;
        return (await db.all(sql, owner.params)).map(tokenFromRow);
      }),
    revoke: (id, change) =>
      engine.write(async (db) => {
        const row = await db.get('SELECT user_id, agent, revoked_at FROM tokens WHERE id = ?', [id]);
        if (row === undefined || !(await mayManage(db, text(row, 'user_id'), change))) return 'not_found';
        if (textOrNull(row, 'revoked_at') !== null) return 'unchanged';
        await db.run('UPDATE tokens SET revoked_at = ? WHERE id = ?', [change.now, id]);
        const detail = text(row, 'agent');
        await noteAudit(db, { at: change.now, by: change.by, action: 'revoke_token', kind: 'token', uid: id, detail });
        return 'revoked';
      }),
    async find(tokenHash) {
      // Row security would compare the token's user with all users, and each request of a server finds its token.
      const called = await engine.callFunction?.('bigmind_find_token', tokenHash);
      const [row] =
        called ?? (await engine.read((db) => db.all(`${selectTokens} WHERE t.token_hash = ?`, [tokenHash])));
      return row === undefined ? undefined : tokenFromRow(row);
    },
    noteUse: (id, now) =>
      engine.write(async (db) => {
        await db.run('UPDATE tokens SET last_used_at = ? WHERE id = ?', [now, id]);
      }),
  };
}

/** `owner` is the user of the token. */
async function mayManage(db: SqlConnection, owner: string, { userId, mode }: TokenChange): Promise<boolean> {
  return owner === userId || (await rightTo(db, 'manage_tokens', userId, mode)) === 'all';
}

async function addMember(db: SqlConnection, id: string, username: string, now: string): Promise<void> {
  const sql = `INSERT INTO users (id, username, role, created_at) VALUES (?, ?, 'member', ?)`;
  await db.run(sql, [id, username, now]);
}

function tokenFromRow(row: SqlRow): AgentToken {
  return {
    id: text(row, 'id'),
    username: text(row, 'username'),
    agent: text(row, 'agent'),
    isReadOnly: number(row, 'is_read_only') === 1,
    createdAt: text(row, 'created_at'),
    expiresAt: textOrNull(row, 'expires_at'),
    lastUsedAt: textOrNull(row, 'last_used_at'),
    revokedAt: textOrNull(row, 'revoked_at'),
  };
}
