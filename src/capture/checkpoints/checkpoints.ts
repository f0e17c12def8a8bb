/**
 * Reads the checkpoints of Entire from a Git repository. A checkpoint has a folder for each session, `0`, `1` and so
 * on, with `metadata.json` and the transcript in the form of the agent that had it: `full.jsonl`, and `full.jsonl.001`
 * and so on if it is long. The oldest ones have no such folders, and `raw_transcript` was the name in a layout that was
 * given up. A checkpoint usually repeats the session from its beginning, but some have only what was said since the one
 * before. So the checkpoints of a session are one conversation, whose messages have the names that the reader of the
 * agent's own transcripts gives them.
 */
import type { ForeignConversation, ForeignConversations } from '../../memory/archive/foreignConversations.ts';
import { BigMindError } from '../../memory/shared/errors.ts';
import { howToFetch } from '../../importers/entire/kind.ts';
import { openGit } from '../git/gitObjects.ts';
import type { GitObjects } from '../git/gitObjects.ts';
import { inPortions } from '../sources/sourceFolders.ts';
import { fieldsFrom, textFrom, timeFrom } from '../transcripts/fields.ts';
import type { Fields } from '../transcripts/fields.ts';
import { parsedObject } from '../transcripts/salvage.ts';
import { itemsOfSession } from './checkpointItems.ts';
import type { CheckpointSession, CheckpointTranscript } from './checkpointItems.ts';

interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** How long Git may take to list the checkpoints, or to read one. */
  limitMs?: number;
}

const fiveMinutes = 300_000;
/** In bytes. Entire begins another chunk after 50 MB. */
const maxChunk = 64 * 1024 * 1024;
const maxMetadata = 4 * 1024 * 1024;

/** Rejects with `bad_import` if Git cannot read it, or if it has no transcripts. */
export async function openCheckpoints(
  gitFolder: string,
  { env, limitMs = fiveMinutes }: Surroundings,
): Promise<ForeignConversations> {
  const reading = async <T>(work: (git: GitObjects) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(limitMs);
    try {
      return await work(openGit(gitFolder, { env, signal }));
    } catch (error) {
      if (!signal.aborted && !(error instanceof BigMindError)) throw error;
      const reason = error instanceof BigMindError ? error.message : 'Git took too long.';
      throw new BigMindError('bad_import', `${gitFolder} cannot be read: ${reason}`, { cause: error });
    }
  };
  const sessions = await reading(sessionsIn);
  if (sessions.length === 0) {
    // Entire also fetches only the names of checkpoints.
    const reason = `has no transcripts in checkpoints. Perhaps they were not fetched: ${howToFetch}`;
    throw new BigMindError('bad_import', `${gitFolder} ${reason}`, { details: { gitFolder } });
  }
  const contentOf = ({ chunks }: CheckpointTranscript): Promise<Buffer[]> =>
    reading(async (git) => (await all(git.read(chunks, maxChunk))).map(({ content }) => content));
  return {
    list: () => sessions.map(conversationOf),
    items: (id) => {
      const session = sessions.find((each) => each.id === id);
      return session === undefined ? [] : itemsOfSession(session, contentOf);
    },
    close: () => Promise.resolve(),
  };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Entire may replace the transcript of a checkpoint, so a sum over its objects stands for the number of turns. */
function conversationOf({ id, branch, transcripts }: CheckpointSession): ForeignConversation {
  const ids = transcripts.flatMap(({ chunks }) => chunks);
  const turns = ids.reduce((sum, each) => (sum + Number.parseInt(each.slice(0, 12), 16)) % 2 ** 48, 0);
  const endedAt = transcripts.at(-1)?.at ?? '';
  return {
    head: { conversation: id, branch },
    turns,
    endedAt: endedAt === '' ? null : endedAt,
  };
}

/** What the references have for one session of one checkpoint. */
interface Part {
  metadata?: string;
  /** The reference with the transcript: another one may have it, too, in another version. */
  reference?: string;
  /** By their numbers. */
  chunks: Map<number, string>;
}

/** References of its own come first, then the branch of this repository, then those of others as last fetched. */
const places = ['refs/entire/checkpoints', 'refs/heads/entire/checkpoints', 'refs/remotes'];
const checkpointReference = /^refs\/(?:(?:heads|remotes\/.+)\/)?entire\/checkpoints\/(?<within>.+)$/u;
const partFile =
  /^(?<name>[\da-z]{1,64}(?:\/\d{1,6})?)\/(?:metadata\.json|(?:full\.jsonl|raw_transcript)(?:\.(?<chunk>\d{1,6}))?)$/iu;

/** Oldest first. */
async function sessionsIn(git: GitObjects): Promise<CheckpointSession[]> {
  const parts = new Map<string, Part>();
  const listed = await inPortions(await git.references(...places), async ({ name, id: to }) => {
    const within = checkpointReference.exec(name)?.groups?.['within'];
    return { name, within, files: within === undefined ? [] : await all(git.files({ to })) };
  });
  for (const { name: reference, within = '', files } of listed) {
    // `v1` has all checkpoints, each in a folder `ab/12cd34ef56`; another reference is that of one checkpoint.
    const own = /^v\d+(?:\/|$)/u.test(within) ? undefined : within.slice(within.lastIndexOf('/') + 1);
    for (const { path, id } of files)
      if (id !== null) notePart(parts, own === undefined ? path.replace('/', '') : `${own}/${path}`, { reference, id });
  }
  const metadata = await metadataOf(git, parts);
  const sessions = new Map<string, CheckpointSession>();
  for (const [name, { metadata: about = '', chunks }] of parts) {
    if (chunks.size === 0) continue;
    const { session_id: named, created_at: at, agent, branch } = metadata.get(about) ?? {};
    const id = sessionId(textFrom(named)) ?? name.replace('/', '-');
    const session = sessions.get(id) ?? { id, branch: textFrom(branch), transcripts: [] };
    const ordered = [...chunks].sort(([one], [other]) => one - other).map(([, chunk]) => chunk);
    session.transcripts.push({ name, chunks: ordered, at: timeFrom(at) ?? '', agent: textFrom(agent) });
    sessions.set(id, session);
  }
  for (const { transcripts } of sessions.values()) transcripts.sort(compared);
  return [...sessions.values()].sort((one, other) => compared(one.transcripts.at(-1), other.transcripts.at(-1)));
}

function notePart(parts: Map<string, Part>, path: string, { reference, id }: { reference: string; id: string }): void {
  const { name, chunk = '0' } = partFile.exec(path)?.groups ?? {};
  if (name === undefined) return;
  const part = parts.get(name) ?? { chunks: new Map<number, string>() };
  parts.set(name, part);
  if (path.endsWith('.json')) part.metadata ??= id;
  else if ((part.reference ??= reference) === reference) part.chunks.set(Number(chunk), id);
}

/** By the ids of their objects. */
async function metadataOf(git: GitObjects, parts: ReadonlyMap<string, Part>): Promise<Map<string, Fields>> {
  const ids = new Set([...parts.values()].flatMap(({ metadata, chunks }) => (chunks.size > 0 ? (metadata ?? []) : [])));
  const found = await all(git.read([...ids], maxMetadata));
  return new Map(found.map(({ id, content }) => [id, fieldsFrom(parsedObject(content.toString('utf8')))]));
}

/** The agent's own id, which older versions put behind a date; undefined for what may not name a file, such as `CON`. */
function sessionId(named: string | undefined): string | undefined {
  const id = named?.replace(/^\d{4}-\d{2}-\d{2}-(?=[\da-f]{8}-)/iu, '');
  return id !== undefined && /^[\w-]{5,200}$/u.test(id) ? id : undefined;
}

function compared(one: CheckpointTranscript | undefined, other: CheckpointTranscript | undefined): number {
  const [mine, its] = [`${one?.at ?? ''} ${one?.name ?? ''}`, `${other?.at ?? ''} ${other?.name ?? ''}`];
  return mine < its ? -1 : Number(mine > its);
}
