/** Opens a disk as a power loss left it, and compares its content with what was acknowledged before. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { indexText } from '../../../src/search/query/words.ts';
import { latestVersion } from '../../../src/store/sqlite/schema/migrations/migrations.ts';
import { openStore } from '../../store/support.ts';
import type { FileEngineName } from '../../store/support.ts';
import { environmentOf, program } from '../victim.ts';
import { damagedPage, storeIn } from './claims.ts';
import type { TimedClaim } from './claims.ts';

export interface Verdict {
  acknowledged: number;
  lost: string[];
  unsound: string[];
}

export interface Disk {
  engine: FileEngineName;
  /** Where its files are written; must not exist yet. */
  root: string;
  files: ReadonlyMap<string, Buffer | 'folder'>;
  claims: readonly TimedClaim[];
  /** When the recording started, ISO 8601. */
  begunAt: string;
  /** The number of recorded calls before the loss. */
  point: number;
  /** The initial schema version of a store that this program did not create. */
  schemaBefore?: number;
  /** Whether the built program opens it, too. */
  withProgram: boolean;
}

export async function judge(disk: Disk): Promise<Verdict> {
  const { engine, root, claims, point } = disk;
  writeFiles(disk);
  const file = storeIn(root);
  const unsound: string[] = [];
  const done = claims.filter(({ doneAt }) => doneAt < point);
  const begun = (kind: string): TimedClaim[] => claims.filter((one) => one.kind === kind && one.begunAt < point);
  const erased = new Set(begun('erase').map(({ text }) => text));
  const copies = copiesIn(file);
  if (disk.schemaBefore !== undefined) unsound.push(...upgradedWithoutCopy(file, disk.schemaBefore, copies));
  if (disk.withProgram && begun('damage').length === 0) unsound.push(...troubleOfProgram(disk));
  const { texts, trouble } = await readStore(engine, file, disk.begunAt);
  // The program must refuse a damaged store until it is repaired.
  const damaged = begun('damage')[0];
  const isRepaired = done.some(({ kind }) => kind === 'repair');
  if (damaged === undefined || isRepaired) unsound.push(...trouble);
  const restoring = begun('restore')[0];
  const before = new Set(
    copies.filter(({ name }) => /before-restore|\.kept$/u.test(name)).flatMap((copy) => copy.facts),
  );
  const isThere = (claim: TimedClaim): boolean => {
    switch (claim.kind) {
      case 'fact':
        if (damaged !== undefined && !isRepaired && copies.some(({ facts }) => facts.includes(claim.text))) return true;
        return texts.has(claim.text) || (restoring !== undefined && before.has(claim.text));
      case 'session':
      case 'chunk':
        return texts.has(claim.text);
      case 'backup': {
        const held = factsOf(claim, done);
        return copies.some(({ facts }) => held.every((fact) => facts.includes(fact)));
      }
      case 'damage':
        return [...disk.files.values()].some((content) => content !== 'folder' && content.includes(damagedPage));
      case 'repair':
        return factsOf(claim, done).every((fact) => texts.has(fact));
      case 'restore':
        return !factsOf(claim, done).some((fact) => texts.has(fact));
      case 'erase':
        return !texts.has(claim.text) && !copies.some(({ facts }) => facts.includes(claim.text));
    }
  };
  const due = done.filter(({ kind, text }) => kind !== 'fact' || !erased.has(text));
  const lost = due.filter((claim) => !isThere(claim)).map(({ kind, text }) => `${kind}: ${text}`);
  for (const { text } of done.filter(({ kind }) => kind === 'erase')) unsound.push(...filesContaining(disk, text));
  if (restoring !== undefined) {
    const replaced = factsOf(restoring, done);
    const left = replaced.filter((fact) => texts.has(fact)).length;
    if (left !== 0 && left !== replaced.length) unsound.push('the store is neither the old one nor the restored one');
  }
  return { acknowledged: due.length, lost, unsound };
}

/** The facts that a backup, restore or repair concerns, by their prefix. */
function factsOf({ text }: TimedClaim, done: readonly TimedClaim[]): string[] {
  return done.filter((one) => one.kind === 'fact' && one.text.startsWith(text)).map((one) => one.text);
}

function writeFiles({ root, files }: Disk): void {
  mkdirSync(root);
  for (const [path, content] of files) {
    const place = join(root, path);
    if (content === 'folder') mkdirSync(place);
    else writeFileSync(place, content);
  }
  // The machine was off for a while, so nothing waits for the lock of a process that died with it.
  for (const [path, content] of files) if (content === 'folder') utimesSync(join(root, path), 1, 1);
}

/** Opens the store as the product does, so that a log is replayed; then reads the rows with SQLite. */
async function readStore(
  engine: FileEngineName,
  file: string,
  begunAt: string,
): Promise<{ texts: Set<string>; trouble: string[] }> {
  const trouble: string[] = [];
  const store = openStore(engine, file, { staleLockMs: 2000, indexText });
  try {
    const { damage, indexMissing, indexOrphans } = await store.maintenance.inspect();
    trouble.push(...damage);
    if (indexMissing + indexOrphans > 0) trouble.push(`${String(indexMissing + indexOrphans)} gaps in the index`);
  } catch (thrown) {
    return { texts: new Set(), trouble: [thrown instanceof Error ? thrown.message : String(thrown)] };
  } finally {
    await store.close();
  }
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const column = (sql: string, ...values: string[]): string[] =>
      db
        .prepare(sql)
        .all(...values)
        .map((row) => String(row['text']));
    // Facts of a fixture are older than the audit and have no row in it.
    const factsWithoutAudit = column(
      `SELECT fact AS text FROM facts
      WHERE created_at >= ? AND NOT EXISTS (SELECT 1 FROM audit WHERE kind = 'fact' AND memory_uid = facts.uid)`,
      begunAt,
    );
    trouble.push(...factsWithoutAudit.map((text) => `nothing in the audit about: ${text}`));
    const texts = column(`SELECT fact AS text FROM facts UNION ALL SELECT content FROM conversation_chunks
      UNION ALL SELECT one_liner FROM sessions`);
    return { texts: new Set(texts), trouble };
  } finally {
    db.close();
  }
}

interface Copy {
  name: string;
  facts: string[];
}

/** Complete backups and their facts. The state that an interrupted restore kept gets its name at the next backup. */
function copiesIn(file: string): Copy[] {
  const folder = join(dirname(file), 'backups');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(?:db|kept)$/u.test(name))
    .flatMap((name) => {
      try {
        const db = new DatabaseSync(join(folder, name), { readOnly: true });
        try {
          const isSound = db.prepare('PRAGMA integrity_check').get()?.['integrity_check'] === 'ok';
          const rows = db.prepare('SELECT fact FROM facts').all();
          return isSound ? [{ name, facts: rows.map((row) => String(row['fact'])) }] : [];
        } finally {
          db.close();
        }
      } catch {
        // An incomplete backup counts as missing.
        return [];
      }
    });
}

/** SQLite recovers the file as it would for the program. The oldest stores have no version at all. */
function upgradedWithoutCopy(file: string, schemaBefore: number, copies: readonly Copy[]): string[] {
  const db = new DatabaseSync(file);
  try {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    const isKept = copies.some(({ name }) => /-before-v\d+/u.test(name));
    if (version <= schemaBefore || isKept) return [];
    return [
      `at version ${String(version)} of ${String(latestVersion)} without a copy of version ${String(schemaBefore)}`,
    ];
  } finally {
    db.close();
  }
}

/** Finds the text in any named file; a program cannot reach what is left in free blocks of the disk. */
function filesContaining({ files }: Disk, text: string): string[] {
  return [...files].flatMap(([path, content]) =>
    content !== 'folder' && content.includes(text)
      ? [`erased text is still in ${path.replaceAll(/[0-9a-f-]{36}/gu, 'ID')}`]
      : [],
  );
}

function troubleOfProgram({ engine, root }: Disk): string[] {
  const env = environmentOf({ engine, file: `${root}/home`, env: { BIGMIND_DB_PATH: storeIn(root) } });
  const run = (...args: string[]): string[] => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
    return status === 0 ? [] : [`bigmind ${args[0] ?? ''}: ${stderr.trim() || stdout.trim()}`];
  };
  return [...run('save', 'The program goes on after the power is back'), ...run('doctor', '--json')];
}
