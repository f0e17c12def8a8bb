/** Opens a file of many conversations: databases through the store, other files here. */
import { extname } from 'node:path';
import type {
  DatabaseFormat,
  ForeignConversations,
  OpenForeignConversations,
} from '../../../memory/archive/foreignConversations.ts';
import { openAiderHistory } from './aiderHistory.ts';
import { openOpencodeSession } from './opencodeStorage.ts';

/** Rejects like the opener of the format. */
export function openCollection(
  file: string,
  format: DatabaseFormat | 'aider',
  openForeign: OpenForeignConversations,
): Promise<ForeignConversations> {
  if (format === 'aider') return openAiderHistory(file);
  const isOlder = format === 'opencode' && extname(file).toLowerCase() === '.json';
  return isOlder ? openOpencodeSession(file) : openForeign(file, format);
}
