/**
 * Reads VS Code's own chat sessions: `chatSessions/<id>.jsonl`, a log of changes, and `<id>.json` of older versions,
 * the whole session. A line may change anything before it, so the file is read in full whenever its size changed. The
 * answer of an unfinished request at its end is left until it is complete.
 */
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type {
  ReadTranscript,
  TranscriptHead,
  TranscriptItem,
  TranscriptMessage,
} from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';
import { fieldsFrom, folderFrom, isFields, listFrom, textFrom, timeFrom } from '../../capture/transcripts/fields.ts';
import { conversationNameOf } from '../../capture/transcripts/openedFile.ts';
import { jsonLinesOf } from '../../capture/transcripts/jsonLines.ts';
import { pathFromUri } from '../../capture/transcripts/uriPath.ts';
import { messagesOfRequest } from './chatRequest.ts';
import { ReplayedLog } from './mutationLog.ts';

/** A session is read into memory; a larger one is reported as unreadable. */
const maxSessionLength = 256 * 1024 * 1024;

type Unreadable = Extract<TranscriptItem, { unreadable: unknown }>['unreadable'];

/** A session as parsed from its file. */
interface ReadSession {
  session: Fields | undefined;
  /** Bytes of the file up to the last complete line. */
  end: number;
  unreadable: Unreadable[];
}

/**
 * The final position is the file's length; until all messages were yielded, it is the beginning. Keys are `REQUEST`,
 * `REQUEST/answer`, `REQUEST/thought/N`, `REQUEST/tool/N`, `REQUEST/tool/N/result`, `REQUEST/edits`,
 * `REQUEST/summary/N`.
 */
export const readCopilotChatSession: ReadTranscript = async function* (file, from = transcriptStart) {
  const { size } = await stat(file);
  if (from.offset > 0 && from.offset === size) return;
  const { session, end, unreadable } =
    size > maxSessionLength ? tooLong(size) : await (isWhole(file) ? wholeSession(file) : replayedSession(file));
  for (const damage of unreadable) yield { position: transcriptStart, unreadable: damage };
  if (session === undefined) return;
  const messages = messagesOf(session, isWhole(file));
  const last = messages.at(-1);
  const finished = { offset: end, lastKey: last?.key ?? null };
  yield { position: last === undefined ? finished : transcriptStart, head: headOf(session, file) };
  for (const message of messages) {
    // A caller that stops early starts over: reading cannot resume in the middle.
    yield { position: message === last ? finished : { offset: 0, lastKey: message.key }, message };
  }
};

function isWhole(file: string): boolean {
  return extname(file).toLowerCase() === '.json';
}

function tooLong(size: number): ReadSession {
  return { session: undefined, end: size, unreadable: [{ lineNumber: 1, reason: 'is longer than 256 MB' }] };
}

async function wholeSession(file: string): Promise<ReadSession> {
  const bytes = await readFile(file);
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/u, ''));
    if (isFields(value)) return { session: value, end: bytes.length, unreadable: [] };
  } catch {
    // Reported below.
  }
  const reason = 'is not a JSON object; the file may be truncated';
  return { session: undefined, end: 0, unreadable: [{ lineNumber: 1, reason }] };
}

async function replayedSession(file: string): Promise<ReadSession> {
  const log = new ReplayedLog();
  const unreadable: Unreadable[] = [];
  let end = 0;
  for await (const line of jsonLinesOf(file)) {
    const reason = 'unreadable' in line ? line.unreadable : log.apply(line.value);
    if (reason !== undefined) unreadable.push({ lineNumber: line.lineNumber, reason });
    end = line.offset;
  }
  return { session: isFields(log.value) ? log.value : undefined, end, unreadable };
}

function headOf(session: Fields, file: string): TranscriptHead {
  const requests = listFrom(session['requests']).map(fieldsFrom);
  const folder = folderOf(session, requests);
  const title = textFrom(session['customTitle']);
  const startedAt = timeFrom(session['creationDate']) ?? timeFrom(requests[0]?.['timestamp']);
  const agent = fieldsFrom(requests.find((request) => isFields(request['agent']))?.['agent']);
  const name = textFrom(agent['fullName']) ?? textFrom(session['responderUsername']);
  return {
    conversation: textFrom(session['sessionId']) ?? conversationNameOf(file),
    folder,
    title,
    startedAt,
    ...(name !== undefined && { agent: { name, version: textFrom(agent['extensionVersion']) ?? null } }),
  };
}

/** Copilot stores the window's folders, separated by commas, as the cache key of its rendered context. */
function folderOf(session: Fields, requests: readonly Fields[]): string | undefined {
  const noted = requests.map((request) => textFrom(metadataOf(request)['cacheKey'])?.split(',')[0]);
  const uris = [session['workingDirectory'], ...noted.filter((uri) => uri !== undefined)];
  return uris.map((uri) => folderFrom(pathFromUri(uri))).find((folder) => folder !== undefined);
}

function metadataOf(request: Fields): Fields {
  return fieldsFrom(fieldsFrom(request['result'])['metadata']);
}

function messagesOf(session: Fields, isOld: boolean): TranscriptMessage[] {
  const requests = listFrom(session['requests']).map(fieldsFrom);
  return requests.flatMap((request, place) => {
    const key = textFrom(request['requestId']) ?? `@${String(place)}`;
    const isFinished = isOld || place < requests.length - 1 || isAnswered(request);
    return messagesOfRequest(request, key, isFinished);
  });
}

/** Complete, cancelled and failed requests get no further answer. */
const finalStates = new Set<unknown>([1, 2, 3]);

function isAnswered(request: Fields): boolean {
  const { value } = fieldsFrom(request['modelState']);
  if (value !== undefined) return finalStates.has(value);
  return isFields(request['result']) || request['isCanceled'] === true;
}

/** Times in milliseconds, anywhere in the text: a line of a chat file may contain any change. */
export function chatTimes(text: string): string[] {
  const named = /"(?:creationDate|lastMessageDate|timestamp|completedAt)"\s*:\s*(?<at>\d{13})\b/gu;
  const numbers = [...text.matchAll(named)].map(({ groups }) => Number(groups?.['at']));
  return numbers.sort((one, other) => one - other).flatMap((at) => timeFrom(at) ?? []);
}
