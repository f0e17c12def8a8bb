/** Reads and changes the rows of a store past it, as another program or an older version would. */
import { readFile, readdir } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { dirname, join } from 'node:path';
import { translateSql } from '../../src/store/postgres/engine/translateSql.ts';
import { queryPostgres } from './postgresSchemas.ts';
import type { EngineName } from './support.ts';

type Row = Record<string, unknown>;

/** On SQLite, the store must be closed before a change. */
export async function queryRows(engine: EngineName, file: string, sql: string, ...params: string[]): Promise<Row[]> {
  if (engine === 'postgres') return queryPostgres(file, translateSql(sql), params);
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    const rows = database.prepare(sql).all(...params);
    return rows.map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/**
 * The places where a store keeps text, with all their text: the files in its folder, or the tables of a server. A
 * server keeps the bytes of deleted rows for a while, but nobody can ask it for them.
 */
export async function storedTexts(engine: EngineName, file: string): Promise<{ place: string; text: string }[]> {
  return engine === 'postgres' ? textsOfTables(file) : textsOfFiles(dirname(file));
}

async function textsOfFiles(folder: string): Promise<{ place: string; text: string }[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (path) => ({ place: path, text: await readFile(path, 'latin1') })));
}

async function textsOfTables(file: string): Promise<{ place: string; text: string }[]> {
  const sql = 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()';
  const texts: { place: string; text: string }[] = [];
  for (const { name } of await queryPostgres<{ name: string }>(file, sql)) {
    const rows = await queryPostgres<{ row: string }>(file, `SELECT t::text AS row FROM ${name} t`);
    texts.push({ place: name, text: rows.map(({ row }) => row).join('\n') });
  }
  return texts;
}
