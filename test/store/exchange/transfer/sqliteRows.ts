/** The rows of a SQLite file, read without the code under test. */
import { DatabaseSync } from 'node:sqlite';
import { copiedTables } from '../../../../src/store/exchange/transfer/transferTables.ts';

export function rowsIn(file: string): Record<string, unknown[]> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const read = ({ name, key }: { name: string; key: readonly string[] }): [string, unknown[]] => {
      const rows = db.prepare(`SELECT * FROM ${name} ORDER BY ${key.join(', ')}`).all();
      return [name, rows.map((row) => ({ ...row }))];
    };
    return Object.fromEntries(copiedTables.map(read));
  } finally {
    db.close();
  }
}

export function change(file: string, ...statements: readonly string[]): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    for (const sql of statements) db.exec(sql);
  } finally {
    db.close();
  }
}
