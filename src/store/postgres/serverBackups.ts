/**
 * What means a file in SQLite, on a server: dumps are the administrator's, made with PostgreSQL's own programs. BigMind
 * names these programs, and touches nothing.
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import type { Backups } from '../../memory/upkeep/backups.ts';
import type { StoreFiles } from '../sql/governance/erasure/storeFiles.ts';

const place = 'The memory is in a PostgreSQL database';
// Row security binds the owner of the tables too, so pg_dump fails for it, and leaves half a file. Without one
// transaction, a restore that fails has dropped the schema before.
const dump = 'pg_dump --username=SUPERUSER --format=custom --schema=bigmind --file=bigmind.dump DATABASE';
const restore =
  'pg_restore --username=SUPERUSER --clean --if-exists --single-transaction --dbname=DATABASE bigmind.dump';
const asSuperuser = 'As a superuser, because row security binds the owner of the tables too, run';

/** Every method that would make, read or restore a backup rejects with `not_allowed`. */
export function createServerBackups(): Backups {
  const noBackup = refusal(`${place}, which BigMind does not back up itself.`, `${asSuperuser} ${dump}`);
  const noRestore = refusal(
    `${place}, which BigMind does not restore itself.`,
    `Stop BigMind everywhere. ${asSuperuser} ${restore}`,
  );
  const noRepair = refusal(
    `${place}, which BigMind does not repair itself.`,
    `Its administrator checks it with pg_amcheck and restores a dump: ${restore}. \`bigmind rebuild\` rebuilds the index.`,
  );
  return {
    list: () => Promise.resolve([]),
    inspect: noRestore,
    make: noBackup,
    keepUp: () => Promise.resolve(undefined),
    find: noRestore,
    preview: noRestore,
    restore: noRestore,
    previewRepair: noRepair,
    repair: noRepair,
    findings: () => Promise.resolve([{ status: 'ok', what: `${place}. A superuser makes backups: ${dump}` }]),
    knownDamage: () => undefined,
  };
}

function refusal(message: string, remedy: string): () => Promise<never> {
  return () => Promise.reject(new BigMindError('not_allowed', message, { remedy: `Nothing was changed. ${remedy}` }));
}

/** What keeps erased data, as far as BigMind knows. */
export const olderDumps = 'dumps and other backups of the PostgreSQL server from before the erasure';

/** An erasure deletes the rows of the database. It reports that older dumps keep them. */
export function createServerFiles(): StoreFiles {
  const report = { cleaned: [], removed: [], left: [olderDumps] };
  return {
    copies: {
      find: () => Promise.resolve(report),
      scrub: () => Promise.resolve({ report, isWhole: true }),
      cut: () => Promise.resolve({ holding: [], cleaned: [], left: report.left }),
    },
    forgetLog: () => Promise.resolve('done'),
  };
}
