/**
 * The schema of a new database, and how an older one becomes it. Versions are those of SQLite's migrations: a change of
 * the schema is a migration there and a step here, under the same number, and an edit of `src/schema`, today's state.
 * `test/store/postgres/schema.test.ts` compares both engines.
 */
import { declaredNames, tables } from '../../../schema/tables.ts';
import { latestVersion } from '../../sqlite/schema/migrations/migrations.ts';
import { functions } from './functions.ts';
import { serverTables } from './serverTables.ts';
import { feedbackStep, graphKeys, graphStep, learnStep, ownProjectsFill, ownProjectsStep } from './steps.ts';
import { createTables } from './tableSql.ts';

export { latestVersion };

/** The version with which PostgreSQL became an engine; older ones exist in SQLite only. */
export const firstVersion = 16;

export interface PostgresMigration {
  version: number;
  name: string;
  /**
   * The oldest version whose programs may go on while the tables are newer than they know, so that servers are replaced
   * one after another: what they read and write still means the same. Undefined: none, they are refused. So are programs from
   * before this field.
   */
  oldestProgram?: number;
  sql: string;
  /** Run when the tables that `sql` created have their workspaces and policies. */
  after?: string;
}

/** Steps after `firstVersion`, in order, without gaps. */
export const migrations: readonly PostgresMigration[] = [
  { version: 17, name: 'graph', sql: inBytes(graphStep), after: graphKeys },
  // A server needs no sync: all machines use it.
  { version: 18, name: 'sync', sql: 'SELECT 1' },
  // Policies and functions are created again after the steps.
  {
    version: 19,
    name: 'server rights',
    sql: `DROP FUNCTION IF EXISTS bigmind_identity();
      DROP FUNCTION IF EXISTS bigmind_find_words(text, text, text, text, bigint);
      DROP FUNCTION IF EXISTS bigmind_put_words(bigint[], text[]);
      ${functions}`,
  },
  { version: 20, name: 'learning', sql: inBytes(learnStep) },
  { version: 21, name: 'feedback', sql: inBytes(feedbackStep) },
  { version: 22, name: 'own projects', sql: inBytes(ownProjectsStep), after: ownProjectsFill },
  {
    version: 23,
    name: 'server ranking',
    sql: 'DROP FUNCTION IF EXISTS bigmind_find_words(text, text, text, text, bigint)',
  },
];

const ofServers = declaredNames.filter((name) => tables[name].onlyIn !== 'files');

/** Creates everything in an empty schema. */
export const today = functions + inBytes(serverTables + createTables(ofServers));

/** Text is compared by its bytes, as in SQLite, whatever the server's locale. */
function inBytes(sql: string): string {
  return sql.replaceAll(/\bTEXT\b/gu, 'TEXT COLLATE "C"');
}
