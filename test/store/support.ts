/** Shared helpers of the store's tests: ports, a simple replacement for the index text of search, folders, builders. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewChunk } from '../../src/memory/archive/chunks.ts';
import type { JudgeFacts } from '../../src/memory/facts/factJudge.ts';
import type { NewFact } from '../../src/memory/facts/factStore.ts';
import type { NewKnowledge } from '../../src/memory/knowledge/knowledgeStore.ts';
import type { Candidate, RecallReader, WordQuery } from '../../src/memory/recall/recall.ts';
import { quotationHash, statementHash } from '../../src/memory/shared/contentHash.ts';
import type { ErrorCode } from '../../src/memory/shared/errors.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { MemoryRef } from '../../src/memory/shared/memoryRef.ts';
import type { Store } from '../../src/memory/store.ts';
import type { OpenSqliteOptions } from '../../src/store/sqlite/openFiles.ts';
import { openPostgresStore } from '../../src/store/postgres/openPostgresStore.ts';
import { openSqliteStore } from '../../src/store/sqlite/openSqliteStore.ts';
import { postgresUrl, recycleSchemas, schemaOf } from './postgresSchemas.ts';

/** The engines whose store is a file. */
export type FileEngineName = 'native' | 'wasm';
/** `npm run test:fast` leaves the slower one to `npm test`. */
export const fileEngineNames: readonly FileEngineName[] =
  process.env['BIGMIND_TEST_FAST'] === undefined ? ['native', 'wasm'] : ['native'];

export type EngineName = FileEngineName | 'postgres';
export const isFileEngine = (engine: EngineName): engine is FileEngineName => engine !== 'postgres';
/** Without a server, which `npm run test:unit` starts, only those with files. */
export const engineNames: readonly EngineName[] =
  postgresUrl === undefined ? fileEngineNames : [...fileEngineNames, 'postgres'];

export const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Lower case, split at everything except letters, marks, digits and `_`; no stems, so that tests are easy to read. */
export const indexText = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).join(' ');

export const loadWasm = (): Promise<Uint8Array> =>
  readFile(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm-browser.wasm'));

export const moment = '2026-03-30T12:00:00.000Z';

export function openStore(engine: EngineName | 'auto', file: string, more: Partial<OpenSqliteOptions> = {}): Store {
  if (engine === 'postgres') {
    return openPostgresStore({
      url: postgresUrl ?? '',
      schema: schemaOf(file),
      hash,
      newId: randomUUID,
      now: () => new Date(moment),
      indexText,
      ...more,
    });
  }
  return openSqliteStore({
    file,
    engine,
    hash,
    newId: randomUUID,
    now: () => new Date(moment),
    indexText,
    loadWasm,
    notice: () => undefined,
    ...more,
  });
}

const folders: string[] = [];

/** Creates a folder in the temporary folder of the system, or in `parent`; `removeFolders` deletes it. */
export function aFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'bigmind store ü '));
  folders.push(folder);
  return folder;
}

export function aFile(): string {
  return join(aFolder(), 'memory.db');
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) {
    recycleSchemas(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

export function visit(store: Store, more: { username?: string; project?: string | null } = {}): Promise<Caller> {
  const { username = 'ada', project = 'github.com/acme/rocket' } = more;
  const visitor = {
    username,
    agent: { name: 'test agent', version: '1.0' },
    project: project === null ? undefined : { key: project, name: project.split('/').at(-1) ?? project },
    conversationId: 'conversation',
  };
  const fresh = { userId: randomUUID(), agentId: randomUUID(), projectId: randomUUID() };
  return store.identity.resolve(visitor, fresh, moment, 'personal');
}

export function aFact(caller: Caller, fact: string, more: Partial<NewFact> = {}): NewFact {
  return {
    userId: caller.user.id,
    agentId: caller.agent.id,
    projectId: caller.project?.id ?? null,
    category: 'codebase',
    fact,
    confidence: 1,
    tags: [],
    sourceSession: null,
    sourceRef: null,
    contentHash: statementHash(hash, fact),
    uid: randomUUID(),
    words: [...new Set(fact.toLowerCase().split(' '))],
    statedInProject: caller.project?.id ?? null,
    now: moment,
    ...more,
  };
}

export function aChunk(caller: Caller, sessionId: string, content: string, more: Partial<NewChunk> = {}): NewChunk {
  return {
    sessionId,
    userId: caller.user.id,
    agentId: caller.agent.id,
    role: 'user',
    content,
    flagReason: null,
    speaker: null,
    tags: [],
    sourceRef: null,
    contentHash: quotationHash(hash, content),
    uid: randomUUID(),
    createdAt: moment,
    ...more,
  };
}

export function aKnowledge(caller: Caller, title: string, more: Partial<NewKnowledge> = {}): NewKnowledge {
  const content = more.content ?? `About ${title}.`;
  return {
    category: 'standard',
    title,
    content,
    importance: 5,
    mode: 'personal',
    userId: caller.user.id,
    agentId: caller.agent.id,
    sourceSession: null,
    contentHash: statementHash(hash, `${title}\n${content}`),
    uid: randomUUID(),
    now: moment,
    ...more,
  };
}

/** Never reopens an ended session. */
export const never = { startedSince: '9999', closedSince: '9999' };

export function openSession(
  store: Store,
  caller: Caller,
  externalId: string,
  now = moment,
): ReturnType<Store['sessions']['open']> {
  const session = {
    id: randomUUID(),
    userId: caller.user.id,
    agentId: caller.agent.id,
    projectId: caller.project?.id ?? null,
    externalId,
    reopenWindow: never,
    now,
  };
  return store.sessions.open(session, randomUUID());
}

/** Returns the memories that contain one of the words, without context, in the store's order; sessions are last. */
export async function findMemories(
  store: Store,
  caller: Caller,
  terms: string[],
  more: Partial<WordQuery> = {},
): Promise<Candidate[]> {
  const query: WordQuery = { terms, userId: caller.user.id, scope: 'all', limit: 20, ...more };
  const sessions = await recallOf(store).findSessions(query);
  const refs = [
    ...(await recallOf(store).find(query)),
    ...sessions.map(({ id }) => ({ kind: 'session' as const, id })),
  ];
  const memories = (await recallOf(store).passages(refs, 0)).flat();
  const same = (ref: MemoryRef, { kind, id }: Candidate): boolean => ref.kind === kind && ref.id === id;
  return refs.flatMap((ref) => memories.find((memory) => same(ref, memory)) ?? []);
}

/** Returns the code of the `BigMindError` with a remedy that a promise rejects with; rethrows any other error. */
export async function codeOf(promise: Promise<unknown>): Promise<ErrorCode | 'no error'> {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    if (error instanceof BigMindError && error.remedy !== undefined) return error.code;
    throw error;
  }
}

/** Reports no similar facts. */
export const noJudgement: JudgeFacts = () => [];

type Answers = Omit<AnswersOf<RecallReader>, 'wordsFrom'> & { wordsFrom: (prefix: string) => Promise<string[]> };

type AnswersOf<Reader> = {
  [Method in keyof Reader]: Reader[Method] extends (...given: infer Given) => Promise<infer T>
    ? (...given: Given) => Promise<T>
    : never;
};

/** Runs each method in a separate read, for tests that need only one result. */
export function recallOf({ recall }: Pick<Store, 'recall'>): Answers {
  return {
    statistics: (terms) => recall.read((reader) => reader.statistics(terms)),
    wordsFrom: (prefix) =>
      recall.read(async (reader) => {
        const [words = []] = await reader.wordsFrom([prefix]);
        return words;
      }),
    find: (query) => recall.read((reader) => reader.find(query)),
    findSessions: (query) => recall.read((reader) => reader.findSessions(query)),
    openings: (sessionIds) => recall.read((reader) => reader.openings(sessionIds)),
    findSuperseded: (query) => recall.read((reader) => reader.findSuperseded(query)),
    newest: (filter, limit) => recall.read((reader) => reader.newest(filter, limit)),
    count: (filter) => recall.read((reader) => reader.count(filter)),
    passages: (refs, reach) => recall.read((reader) => reader.passages(refs, reach)),
    toolCalls: (filter, wanted) => recall.read((reader) => reader.toolCalls(filter, wanted)),
  };
}

/** Waits for a change of another process, of which a server tells a moment after the commit. */
export async function nextToken({ maintenance }: Pick<Store, 'maintenance'>, before: string): Promise<string> {
  for (;;) {
    const token = await maintenance.changeToken();
    if (token !== before) return token;
  }
}
