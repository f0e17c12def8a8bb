/** The table of rights in docs/postgresql-security.md is what the catalogue of a prepared database says. */
import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { commands } from '../../../../src/store/postgres/security/policySql.ts';
import type { SecuredServer } from '../securedServer.ts';
import { aSecuredServer, describeOnServers, failureOf } from '../securedServer.ts';

const page = new URL('../../../../docs/postgresql-security.md', import.meta.url);
const [begin, end] = ['<!-- rights: begin -->', '<!-- rights: end -->'];

interface Right {
  table: string;
  command: string;
  columns: string | null;
  policies: string[] | null;
}

describeOnServers('the documented rights of the application role', (superuser) => {
  let secured: SecuredServer;
  before(async () => {
    secured = await aSecuredServer(superuser);
  });
  after(() => secured.drop());

  it('are those in the database; UPDATE_GOLDEN=1 writes them', async () => {
    const text = readFileSync(page, 'utf8');
    const [before = '', rest = ''] = text.split(begin);
    const [, after = ''] = rest.split(end);
    const now = `${before}${begin}\n\n${await rights()}\n\n${end}${after}`;
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(page, now);
    else assert.equal(text, now, 'UPDATE_GOLDEN=1 renews the table');
  });

  it('are the same for everybody who uses the schema: no login and no PUBLIC has more', async () => {
    const sql = `SELECT DISTINCT a.grantee::regrole::text AS grantee FROM pg_class c, aclexplode(c.relacl) a
      WHERE c.relnamespace = to_regnamespace($1) AND a.grantee <> c.relowner`;
    const { rows } = await secured.admin.query(sql, [secured.schema]);
    assert.deepEqual(rows, [{ grantee: secured.app }]);
  });

  it('let nobody make a row that all share another project, agent or model', async () => {
    const own = await secured.connect(secured.person);
    await own.query('BEGIN');
    for (const [table, column] of [
      ['projects', 'key'],
      ['projects', 'id'],
      ['projects', 'workspace_id'],
      ['projects', 'name'],
      ['agents', 'name'],
      ['agents', 'created_at'],
      ['embedding_models', 'name'],
    ])
      assert.match(await failureOf(own, `UPDATE ${table} SET ${column} = ${column}`), /^42501/u, `${table}.${column}`);
    for (const [table, column] of [
      ['agents', 'version'],
      ['embedding_models', 'last_used'],
    ])
      assert.equal(await failureOf(own, `UPDATE ${table} SET ${column} = ${column}`), 'no error', `${table}.${column}`);
    await own.query('ROLLBACK');
  });

  const rights = async (): Promise<string> => {
    const { schema, app, admin } = secured;
    const sql = `SELECT c.relname AS table, lower(r.command) AS command,
        CASE WHEN has_table_privilege($2, c.oid, r.command) THEN NULL ELSE (SELECT string_agg(a.attname, ', ' ORDER BY a.attname)
          FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND has_column_privilege($2, c.oid, a.attnum, r.command)) END AS columns,
        CASE WHEN NOT c.relrowsecurity THEN '{TRUE}' ELSE (SELECT array_agg(coalesce(pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)))
          FROM pg_policy p WHERE p.polrelid = c.oid AND p.polroles = '{0}' AND p.polcmd IN ('*', r.letter)) END AS policies
      FROM pg_class c, (VALUES ('SELECT', 'r'::"char"), ('INSERT', 'a'), ('UPDATE', 'w'), ('DELETE', 'd')) r(command, letter)
      WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r' AND (has_table_privilege($2, c.oid, r.command)
        OR (r.command <> 'DELETE' AND has_any_column_privilege($2, c.oid, r.command))) ORDER BY 1`;
    const found = (await admin.query<Right>(sql, [schema, app])).rows;
    const names = [...new Set(found.map(({ table }) => table))];
    const tables = new Map<string, string[]>();
    for (const table of names) {
      const cells = commands.map((command) =>
        cellOf(found.find((right) => right.table === table && right.command === command)),
      );
      const rights = cells.join(' | ');
      tables.set(rights, [...(tables.get(rights) ?? []), `\`${table}\``]);
    }
    const lines = [...tables].map(([rights, alike]) => `| ${rights} | ${alike.join(', ')} |`);
    const asOwner = await admin.query<{ name: string }>(
      `SELECT DISTINCT proname AS name FROM pg_proc WHERE pronamespace = to_regnamespace($1) AND prosecdef
         AND has_function_privilege($2, oid, 'EXECUTE') AND prorettype <> 'trigger'::regtype ORDER BY 1`,
      [schema, app],
    );
    const hidden = await admin.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'r'
         AND NOT relname = ANY ($2) ORDER BY 1`,
      [schema, names],
    );
    const list = (rows: { name: string }[]): string => rows.map(({ name }) => `\`${name}\``).join(', ');
    return [
      '| Reads | Adds | Changes | Deletes | Tables |',
      '|---|---|---|---|---|',
      ...lines,
      '',
      `No right: ${list(hidden.rows)}.`,
      '',
      `Functions with the rights of the owner: ${list(asOwner.rows)}.`,
    ].join('\n');
  };
});

/** Own rows, all of the workspace, or those that a rule gives. */
function cellOf(right: Right | undefined): string {
  if (right === undefined) return '–';
  const { columns, policies } = right;
  const [condition = 'FALSE'] = policies ?? [];
  const columnList =
    columns === null
      ? ''
      : `: ${columns
          .split(', ')
          .map((name) => `\`${name}\``)
          .join(', ')}`;
  if (/^(?:TRUE|.*AND true\)+)$/u.test(condition)) return `all${columnList}`;
  const ofOwner = /^\(+length\(workspace_id\).*= ANY \(\( SELECT bigmind_owner_keys\(\)/u.test(
    condition.replaceAll(/\s+/gu, ' '),
  );
  const isOwnOnly = ofOwner && !topLevelHasOr(condition);
  return `${isOwnOnly ? 'own' : 'rule'}${columnList}`;
}

/** Whether a condition is alternatives, of which the owner is one. */
function topLevelHasOr(condition: string): boolean {
  const inner = /\([^()]*\)/gu;
  const outer = condition.startsWith('(') && condition.endsWith(')') ? condition.slice(1, -1) : condition;
  let rest = outer;
  while (inner.test(rest)) rest = rest.replaceAll(inner, '');
  return /\bOR\b/u.test(rest);
}
