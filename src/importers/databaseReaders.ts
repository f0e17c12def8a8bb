/** How the messages in databases of other programs are read. */
import { readCrushRecord } from './crush/crushRecord.ts';
import { readOpencodeRecord } from './opencode/opencode.ts';

export const databaseReaders = { opencode: readOpencodeRecord, crush: readCrushRecord };
