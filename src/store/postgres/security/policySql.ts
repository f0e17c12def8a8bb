/** The statements that turn `accessRules.ts` into row security. Repeatable: they replace what is there. */
import type { AccessRule, OwnerSource } from './accessRules.ts';
import { accessRules, isOwn } from './accessRules.ts';
import { ownerKey } from './identitySql.ts';
import { searchPath } from './searchPath.ts';

export const commands = ['select', 'insert', 'update', 'delete'] as const;
export type Command = (typeof commands)[number];

/**
 * `IS NOT DISTINCT FROM` keeps the planner from choosing an index for the workspace: without statistics, it believes that
 * a workspace has few of the rows, and it has all of them in most databases.
 */
const inWorkspace = (condition: string): string =>
  `workspace_id IS NOT DISTINCT FROM (SELECT bigmind_workspace()) AND (${condition})`;

/**
 * For each table of a statement, the database asks who the caller is. Where the owner of a row decides first, owner and
 * workspace are compared as one text, so that it asks once. No index has this text, which is wanted: without statistics,
 * the planner takes the rows of a person for few, and would read all of them for each row that a statement looks up.
 */
function policyCondition(condition: string): string {
  const column = /^\w+/u.exec(condition)?.[0] ?? '';
  const own = isOwn(column);
  const isOwnRow = `${ownerKey(column)} = ANY ((SELECT bigmind_owner_keys())::text[])`;
  if (condition === own) return isOwnRow;
  if (condition.startsWith(`${own} AND `)) return `${isOwnRow} AND (${condition.slice(`${own} AND `.length)})`;
  if (!condition.startsWith(`${own} OR `)) return inWorkspace(condition);
  return `${isOwnRow} OR (${inWorkspace(condition.slice(`${own} OR `.length))})`;
}

/** Tables that only the functions of the schema reach, so that they need no policy. */
export const hiddenTables = Object.keys(accessRules).filter((table) => commandsOf(table).length === 0);

/** What a role that uses the schema is granted; the policies decide about the rows. */
export function commandsOf(table: string): Command[] {
  const rule = accessRules[table] ?? {};
  return commands.filter((command) => rule[command] !== undefined);
}

export function policiesSql(): string {
  return Object.entries(accessRules)
    .filter(([table]) => !hiddenTables.includes(table))
    .map(([table, rule]) => tablePolicies(table, rule))
    .join('\n');
}

function tablePolicies(table: string, rule: AccessRule): string {
  const policies = commands.map((command) => {
    const condition = rule[command];
    const drop = `DROP POLICY IF EXISTS ${table}_${command} ON ${table};`;
    return condition === undefined ? drop : `${drop}\n${policy(table, command, policyCondition(condition))}`;
  });
  return `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n${policies.join('\n')}`;
}

function policy(table: string, command: Command, condition: string): string {
  const using = command === 'insert' ? '' : ` USING (${condition})`;
  const check = command === 'insert' || command === 'update' ? ` WITH CHECK (${condition})` : '';
  return `CREATE POLICY ${table}_${command} ON ${table} FOR ${command.toUpperCase()}${using}${check};`;
}

/**
 * Tables without a `user_id` get an owner, which the database fills in, whatever a statement says.
 * Names in the function are those of the schema, not those that a caller put before them. A row without a parent
 * is nobody's, and only the purpose `all` sees it: a transfer brings vectors before their documents.
 */
export function ownersSql(schema: string): string {
  return Object.entries(accessRules)
    .flatMap(([table, { owner }]) => (owner === undefined ? [] : [ownerTrigger(schema, table, owner)]))
    .join('\n');
}

function ownerTrigger(schema: string, table: string, { column, from, isKept }: OwnerSource): string {
  return `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${column} TEXT COLLATE "C";
CREATE OR REPLACE FUNCTION bigmind_own_${table}() RETURNS trigger LANGUAGE plpgsql SET search_path = ${searchPath(schema)} AS
  $$ BEGIN NEW.${column} := coalesce(${from}, ''); RETURN NEW; END $$;
CREATE OR REPLACE TRIGGER ${table}_owner BEFORE INSERT${isKept === true ? '' : ' OR UPDATE'} ON ${table} FOR EACH ROW EXECUTE FUNCTION bigmind_own_${table}();
CREATE INDEX IF NOT EXISTS idx_${table}_owner ON ${table} (${column});`;
}
