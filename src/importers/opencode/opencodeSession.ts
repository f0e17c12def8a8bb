/** Reads what `opencode export` writes: a session as JSON, with the messages and parts that its database has. */
import type { TranscriptHead, TranscriptMessage } from '../../memory/archive/transcript.ts';
import { opencodeTitle } from '../../memory/archive/foreignConversations.ts';
import { fieldsFrom, folderFrom, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import type { TranscriptLines } from '../../capture/transcripts/transcriptFile.ts';
import { wholeFileReader } from '../../capture/transcripts/transcriptFile.ts';
import { readOpencodeRecord } from './opencode.ts';

export function isOpencodeSession(beginning: string): boolean {
  return /^\s*\{\s*"info"\s*:\s*\{\s*"id"\s*:\s*"ses_/u.test(beginning);
}

export const readOpencodeSession = wholeFileReader(
  (file) => new SessionLines(file),
  ({ info, messages }) => [info, ...listFrom(messages)],
);

/** The session, then its messages; those of a sub-agent are skipped. */
class SessionLines implements TranscriptLines {
  head: TranscriptHead;
  #isOfSubAgent = false;

  constructor(file: string) {
    this.head = { conversation: conversationNameOf(file) };
  }

  read(line: Fields): TranscriptMessage[] {
    if (!Array.isArray(line['parts'])) this.#start(line);
    if (this.#isOfSubAgent) return [];
    const info = fieldsFrom(line['info']);
    const parts = listFrom(line['parts']).map((part) => ({
      id: textFrom(fieldsFrom(part)['id']) ?? '',
      data: JSON.stringify(part),
    }));
    return readOpencodeRecord({ id: textFrom(info['id']) ?? '', data: JSON.stringify(info), parts });
  }

  #start(session: Fields): void {
    const folder = folderFrom(session['directory']);
    const title = opencodeTitle(textFrom(session['title']) ?? '');
    const startedAt = timeFrom(fieldsFrom(session['time'])['created']);
    this.#isOfSubAgent = textFrom(session['parentID']) !== undefined;
    this.head = {
      conversation: textFrom(session['id']) ?? this.head.conversation,
      folder,
      ...(title !== '' && { title }),
      startedAt,
      agent: { name: 'opencode', version: textFrom(session['version']) ?? null },
    };
  }
}
