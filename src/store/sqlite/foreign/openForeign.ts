/** Selects the reader for a database of another program. */
import type { OpenForeignConversations, ReadOpencodeRecord } from '../../../memory/archive/foreignConversations.ts';
import { nativeSqlite } from '../engine/native/nativeSupport.ts';
import { copilotSessionStore } from './copilotSessionStore.ts';
import { openForeignDatabase } from './foreignDatabase.ts';
import type { SqliteModule } from './foreignDatabase.ts';
import { opencodeStore } from './opencodeStore.ts';

/** `sqlite` is the module to read with, null if there is none. */
export function createOpenForeign(
  readOpencode: ReadOpencodeRecord,
  sqlite: SqliteModule | null = nativeSqlite() ?? null,
): OpenForeignConversations {
  const databases = { 'copilot-store': copilotSessionStore, opencode: opencodeStore(readOpencode) };
  return (file, format) => openForeignDatabase(databases[format], file, sqlite);
}
