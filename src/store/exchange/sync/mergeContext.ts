/** What one bundle is merged with, and the rows here that its records name. */
import { tables } from '../../../schema/tables.ts';
import { idOfKey } from '../../sql/governance/projectRows.ts';
import { conversationMark, hasTombstone, isCovered, placeMark } from '../../sql/shared/tombstones.ts';
import { nameOfKey } from '../../../memory/shared/identity.ts';
import type { Hash, IndexText, NewId } from '../../../memory/shared/ports.ts';
import type { MemoryKind } from '../../../memory/shared/vocabulary.ts';
import type { BundleContent, SyncTable } from '../../../memory/sync/records.ts';
import { text, textOrNull } from '../../sql/connection/rowReader.ts';
import type { SqlConnection } from '../../sql/connection/sqlConnection.ts';
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
    const kind = tables[table].kind;
    if (kind === undefined) return;
    this.#touched.set(kind, (this.#touched.get(kind) ?? new Set()).add(id));
  }

  noteWritten(table: SyncTable, key: string): void {
    const keys = this.written.get(table) ?? [];
    keys.push(key);
    this.written.set(table, keys);
  }

  /** Creates a project that is not here yet, with its name on the other machine. */
  async projectId(key: string): Promise<string> {
    const known = this.#projects.get(key);
    if (known !== undefined) return known;
    const { newId, now, userId } = this.ports;
    const id = await idOfKey(this.db, key, { id: newId(), now: now().toISOString() });
    const name = this.content.projects[key] ?? nameOfKey(key);
    const sql = 'INSERT INTO own_projects (user_id, project_id, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    await this.db.run(sql, [userId, id, name]);
    this.#projects.set(key, id);
    return id;
  }

  async agentId(name: string): Promise<string> {
    const id = this.#agents.get(name) ?? (await this.#findAgent(name)) ?? (await this.#addAgent(name));
    this.#agents.set(name, id);
    return id;
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

  async #findAgent(name: string): Promise<string | undefined> {
    const row = await this.db.get('SELECT id FROM agents WHERE name = ?', [name]);
    return row === undefined ? undefined : text(row, 'id');
  }

  async #addAgent(name: string): Promise<string> {
    const id = this.ports.newId();
    const at = this.ports.now().toISOString();
    await this.db.run('INSERT INTO agents (id, name, created_at) VALUES (?, ?, ?)', [id, name, at]);
    return id;
  }
}
