/** Selects the reader for a database of another program. */
import type {
  OpenForeignConversations,
  ReadCrushRecord,
  ReadOpencodeRecord,
} from '../../../memory/archive/foreignConversations.ts';
import { nativeSqlite } from '../engine/native/nativeSupport.ts';
import { copilotSessionStore } from './copilotSessionStore.ts';
import { crushStore } from './crushStore.ts';
import { openForeignDatabase } from './foreignDatabase.ts';
import type { SqliteModule } from './foreignDatabase.ts';
import { opencodeStore } from './opencodeStore.ts';

/** How the messages in the databases of other programs are read. */
export interface ForeignReaders {
  opencode: ReadOpencodeRecord;
  crush: ReadCrushRecord;
}

/** `sqlite` is the module to read with, null if there is none. */
export function createOpenForeign(
  { opencode, crush }: ForeignReaders,
  sqlite: SqliteModule | null = nativeSqlite() ?? null,
): OpenForeignConversations {
  const databases = {
    'copilot-store': copilotSessionStore,
    opencode: opencodeStore(opencode),
    crush: crushStore(crush),
  };
  return (file, format) => openForeignDatabase(databases[format], file, sqlite);
}
