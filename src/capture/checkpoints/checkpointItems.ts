/**
 * Reads one session from its checkpoints. Transcripts of JSON lines are joined into one, in which each line is once and
 * follows those before it. Those that are one JSON value are read one by one. Readers need files, so what they read is
 * in a private folder meanwhile.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadTranscript, TranscriptHead, TranscriptItem } from '../../memory/archive/transcript.ts';
import { transcriptStart } from '../../memory/archive/transcript.ts';
import { pathWithin } from '../../util/paths.ts';
import type { ImportKind } from '../sources/importKind.ts';
import { fieldsFrom } from '../transcripts/fields.ts';
import { parsed } from '../transcripts/salvage.ts';
import { formatOfText } from '../transcripts/transcriptFormat.ts';
import { isOpencodeSession, readOpencodeSession } from '../../importers/opencode/opencodeSession.ts';
import { formatNamed, kindOfFormat, kinds } from '../../importers/registry.ts';

/** A transcript in a checkpoint. */
export interface CheckpointTranscript {
  /** `ab12cd34ef56/0` */
  name: string;
  /** The ids of the objects that it consists of. */
  chunks: readonly string[];
  /** ISO 8601; empty if it is not known. */
  at: string;
  /** As Entire names it, such as `Claude Code`. */
  agent: string | undefined;
}

export interface CheckpointSession {
  /** As the agent names it, if that is known. */
  id: string;
  branch: string | undefined;
  /** Oldest first. */
  transcripts: CheckpointTranscript[];
}

/** In bytes. All lines of a session are in memory at once. */
const maxLines = 512 * 1024 * 1024;

/** `contentOf` leaves out chunks that are missing or too long. */
export async function* itemsOfSession(
  session: CheckpointSession,
  contentOf: (transcript: CheckpointTranscript) => Promise<Buffer[]>,
): AsyncGenerator<TranscriptItem> {
  const folder = await mkdtemp(join(tmpdir(), 'bigmind-'));
  const seen = new Set<string>();
  const itemsIn = async function* (content: Buffer, extension: string, from: CheckpointTranscript) {
    const form = formOf(content, from);
    if (form === undefined) {
      yield unreadable(from, 1, `is in a form that BigMind does not read (${from.agent ?? 'of an unknown agent'})`);
      return;
    }
    const file = join(folder, `${session.id}${extension}`);
    await writeFile(file, content, { mode: 0o600 });
    yield* itemsOf(form, file, { session, from, seen });
  };
  try {
    let lines: Buffer = Buffer.alloc(0);
    for (const transcript of session.transcripts) {
      const chunks = await contentOf(transcript);
      if (chunks.length < transcript.chunks.length)
        yield unreadable(transcript, 1, 'is not whole: a part is missing or longer than 64 MB');
      if (isValue(chunks[0])) for (const chunk of chunks) yield* itemsIn(chunk, '.json', transcript);
      else if (lines.length < maxLines) lines = withLines(lines, chunks);
      else yield unreadable(transcript, 1, 'is not read, because the session is longer than 512 MB');
    }
    const newest = session.transcripts.at(-1);
    if (lines.length > 0 && newest !== undefined) yield* itemsIn(lines, '.jsonl', newest);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function unreadable({ name }: CheckpointTranscript, lineNumber: number, reason: string): TranscriptItem {
  return { position: transcriptStart, unreadable: { lineNumber, reason: `of checkpoint ${name} ${reason}` } };
}

/** Lists that chats have which are one value, in forms of several agents. */
const lists = ['messages', 'items', 'timeline', 'chatMessages'];

/** Whether a transcript is one JSON value, perhaps a damaged one, and not one value per line. */
function isValue(chunk: Buffer | undefined): boolean {
  const text = chunk?.toString('utf8') ?? '';
  const value = fieldsFrom(parsed(text));
  return /^\s*\{\s*\n/u.test(text) || lists.some((name) => Array.isArray(value[name]));
}

const lineFeed = Buffer.from('\n');

/** What usually begins with all lines until then, or else has more lines behind them. */
function withLines(lines: Buffer, chunks: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(chunks.flatMap((chunk) => (chunk.at(-1) === lineFeed[0] ? chunk : [chunk, lineFeed])));
  if (whole.subarray(0, lines.length).equals(lines)) return whole;
  const known = new Set(lines.toString('latin1').split('\n'));
  const added = whole.toString('latin1').split('\n');
  const news = added.filter((line) => !known.has(line)).map((line) => Buffer.from(`${line}\n`, 'latin1'));
  return Buffer.concat([lines, ...news]);
}

interface Form {
  kind: ImportKind | undefined;
  read: ReadTranscript;
}

/** In bytes. */
const beginningLength = 256 * 1024;

/** Undefined for a form that nothing reads. */
function formOf(content: Buffer, { agent }: CheckpointTranscript): Form | undefined {
  const beginning = content.toString('utf8', 0, beginningLength);
  const named = kinds.find(({ program }) => program.toLowerCase() === agent?.toLowerCase());
  if (isOpencodeSession(beginning)) return { kind: named, read: readOpencodeSession };
  // Of a long chat that is one value, Entire keeps only the messages in each chunk.
  const only = beginning.startsWith('{"messages":') ? Object.keys(named?.formats ?? {})[0] : undefined;
  const format = formatOfText(beginning) ?? only;
  const reading = format === undefined ? undefined : formatNamed(format);
  if (format === undefined || reading?.shape !== 'conversation') return undefined;
  return { kind: kindOfFormat(format), read: reading.read };
}

interface About {
  session: CheckpointSession;
  from: CheckpointTranscript;
  /** Keys of messages that were read before. */
  seen: Set<string>;
}

/** The project is the repository, and not the folder in which somebody worked; files are relative to that. */
async function* itemsOf(
  { kind, read }: Form,
  file: string,
  { session, from, seen }: About,
): AsyncGenerator<TranscriptItem> {
  let at: string[] = [];
  const withoutFolder = ({ folder, agent, ...head }: TranscriptHead): TranscriptHead => {
    if (folder !== undefined) at = [folder];
    const name = kind?.agent?.(agent?.name) ?? agent?.name;
    return {
      branch: session.branch,
      ...head,
      ...(name !== undefined && { agent: { name, version: agent?.version ?? null } }),
    };
  };
  const position = transcriptStart;
  for await (const item of read(file)) {
    if ('head' in item) yield { position, head: withoutFolder(item.head) };
    else if ('unreadable' in item) yield unreadable(from, item.unreadable.lineNumber, item.unreadable.reason);
    else if (!seen.has(item.message.key)) {
      const { files, ...message } = item.message;
      seen.add(message.key);
      yield { position, message: { ...message, ...(files && { files: files.map((path) => pathWithin(at, path)) }) } };
    }
  }
}
