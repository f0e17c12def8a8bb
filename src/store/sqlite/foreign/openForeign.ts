/** Selects the reader for what another program keeps in one file. */
import { BigMindError } from '../../../memory/shared/errors.ts';
import type {
  ForeignConversations,
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
interface ForeignReaders {
  opencode: ReadOpencodeRecord;
  crush: ReadCrushRecord;
  /** Absent where no Git is started. */
  checkpoints?: (gitFolder: string) => Promise<ForeignConversations>;
}

/** `sqlite` is the module to read with, null if there is none. */
export function createOpenForeign(
  { opencode, crush, checkpoints = withoutGit }: ForeignReaders,
  sqlite: SqliteModule | null = nativeSqlite() ?? null,
): OpenForeignConversations {
  const databases = {
    'copilot-store': copilotSessionStore,
    opencode: opencodeStore(opencode),
    crush: crushStore(crush),
  };
  return (file, format, state) =>
    format === 'checkpoints' ? checkpoints(file) : openForeignDatabase(databases[format], file, sqlite, state);
}

function withoutGit(gitFolder: string): Promise<never> {
  return Promise.reject(
    new BigMindError('bad_import', `${gitFolder} cannot be read here, because Git is not started.`),
  );
}
