/** What one bundle is merged with, and the rows here that its records name. */
import { kindOfTable } from '../governance/erasure/secretCuts.ts';
import { conversationMark, hasTombstone, isCovered, placeMark } from '../shared/tombstones.ts';
import type { Hash, IndexText, NewId } from '../../../memory/shared/ports.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import type { BundleContent, SyncTable } from '../../../memory/sync/records.ts';
import { text, textOrNull } from '../engine/rowReader.ts';
import type { SqlConnection } from '../engine/sqlConnection.ts';
import { sessionIdOf } from './recordRows.ts';
import { importedMark } from './recordTables.ts';

export interface MergePorts {
  indexText: IndexText;
  newId: NewId;
  hash: Hash;
  now: () => Date;
  machine: string;
  /** The only user. */
  userId: string;
  username: string;
}

export class MergeContext {
  readonly db: SqlConnection;
  readonly ports: MergePorts;
  readonly content: Pick<BundleContent, 'projects' | 'username'>;
  /** Keys of the records that were written, by table. */
  readonly written = new Map<SyncTable, string[]>();
  readonly #touched = new Map<MemoryKind, Set<string | number>>();
  readonly #projects = new Map<string, string>();
  readonly #agents = new Map<string, string>();

  constructor(db: SqlConnection, ports: MergePorts, content: Pick<BundleContent, 'projects' | 'username'>) {
    this.db = db;
    this.ports = ports;
    this.content = content;
  }

  /** The names of the person here and on the machine that wrote the bundle. */
  get usernames(): string[] {
    return [...new Set([this.ports.username, this.content.username])];
  }

  /** The index is brought up to date for these when the bundle is merged. */
  get touched(): ReadonlyMap<MemoryKind, ReadonlySet<string | number>> {
    return this.#touched;
  }

  /** `id` is that of the row. */
  touch(table: SyncTable, id: string | number): void {
    const kind = kindOfTable(table);
    if (kind === undefined) return;
    this.#touched.set(kind, (this.#touched.get(kind) ?? new Set()).add(id));
  }

  noteWritten(table: SyncTable, key: string): void {
    const keys = this.written.get(table) ?? [];
    keys.push(key);
    this.written.set(table, keys);
  }

  /** Creates a project that is not here yet. */
  projectId(key: string): Promise<string> {
    const name = this.content.projects[key] ?? key;
    return this.#idOf(this.#projects, 'projects', ['key', key], { name });
  }

  agentId(name: string): Promise<string> {
    return this.#idOf(this.#agents, 'agents', ['name', name], {});
  }

  /** Undefined if the session is not here. */
  sessionId(key: string): Promise<string | undefined> {
    return sessionIdOf(this.db, key, this.ports.userId);
  }

  /**
   * Whether a record of this session was erased with it. The conversation of an imported session is erased up to a time;
   * what was said later, or written after the erasure, can be there again.
   */
  async isErasedWith(session: string, said: { at: string | null; isText: boolean }): Promise<boolean> {
    if (!session.startsWith(importedMark)) return hasTombstone(this.db, session);
    const conversation = session.slice(importedMark.length);
    for (const name of this.usernames) {
      const mark = conversationMark(this.ports.hash, name, conversation);
      const row = await this.db.get('SELECT until, erased_at FROM tombstones WHERE uid = ?', [mark]);
      if (row === undefined) continue;
      if (isCovered(said.isText ? text(row, 'erased_at') : textOrNull(row, 'until'), said.at)) return true;
    }
    return false;
  }

  /** Whether the message at this place of an imported session was erased, whatever its name is. */
  async isPlaceErased(session: string, seq: string | number | null): Promise<boolean> {
    if (!session.startsWith(importedMark) || typeof seq !== 'number') return false;
    for (const name of this.usernames) {
      const mark = placeMark(this.ports.hash, name, session.slice(importedMark.length), seq);
      if (await hasTombstone(this.db, mark)) return true;
    }
    return false;
  }

  async #idOf(
    known: Map<string, string>,
    table: 'projects' | 'agents',
    [column, value]: readonly [string, string],
    more: Readonly<Record<string, string>>,
  ): Promise<string> {
    const id =
      known.get(value) ?? (await this.#find(table, column, value)) ?? (await this.#add(table, column, value, more));
    known.set(value, id);
    return id;
  }

  async #find(table: string, column: string, value: string): Promise<string | undefined> {
    const row = await this.db.get(`SELECT id FROM ${table} WHERE ${column} = ?`, [value]);
    return row === undefined ? undefined : text(row, 'id');
  }

  async #add(table: string, column: string, value: string, more: Readonly<Record<string, string>>): Promise<string> {
    const id = this.ports.newId();
    const row = { id, [column]: value, created_at: this.ports.now().toISOString(), ...more };
    const names = Object.keys(row);
    await this.db.run(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      Object.values(row),
    );
    return id;
  }
}
