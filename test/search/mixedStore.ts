/**
 * A store of about 300 memories of every kind, in many scripts. A seeded generator creates it, so that both engines
 * store the same memories with the same ids and times.
 */
import { createHash } from 'node:crypto';
import { assembleBigMind } from '../../src/assemble.ts';
import type { BigMind } from '../../src/assemble.ts';
import { redact } from '../../src/capture/redaction/redaction.ts';
import type { ArchiveLine } from '../../src/memory/archive/archive.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Ports } from '../../src/memory/shared/ports.ts';
import { indexText } from '../../src/search/query/words.ts';
import { anEmptyStore } from '../store/emptyStore.ts';
import { openStore } from '../store/support.ts';
import type { EngineName } from '../store/support.ts';

/** Texts hidden among the others, each with queries that must find it. */
export const plantedTexts: [text: string, ...questions: string[]][] = [
  ['Call getUserById before the cache is warm.', 'getUserById', 'user by id cache', 'GETUSERBYID'],
  ['The address stands in BIGMIND_DB_URL.', 'BIGMIND_DB_URL', 'bigmind_db_url', 'where is the DB URL?'],
  ['See src/store/sqlite/passages.ts for it.', 'src/store/sqlite/passages.ts', 'passages.ts'],
  ['It failed with ECONNREFUSED on 127.0.0.1.', 'ECONNREFUSED', 'connection refused? ECONNREFUSED'],
  ['The compiler says TS2345 about the argument.', 'TS2345', 'what is TS2345'],
  ['Release day is 🚀 day.', '🚀', 'what about 🚀?'],
  ['我们把数据库放在本地磁盘上。', '数据库', '本地磁盘', '数据库放在哪里'],
  ['本物のエディタでテストする。', 'テスト', 'エディタ'],
  ['เราเก็บข้อมูลไว้ในเครื่อง', 'ข้อมูล', 'เครื่อง'],
  ['로컬 데이터베이스에 저장합니다.', '데이터베이스', '저장'],
  ['Мы решили хранить всё в одном файле.', 'решили хранить', 'файле'],
  ['Größe und Café: naïveté überall.', 'grosse café', 'Größe', 'naivete'],
  ['We chose Postgres for the warehouse.', 'postgras', 'Postgres', 'which database for the warehouse'],
  ['Kubernetes evicts the importer nightly.', 'kubernets', 'kubernetes importer'],
];

const nouns =
  'cache build deploy index token server window editor branch schema queue worker parser panel report budget'.split(
    ' ',
  );
const verbs = 'fails holds needs moves breaks loads keeps drops writes reads'.split(' ');
const speakers = ['Caroline', 'Melanie', 'Joanna Park'];

export interface MixedStore {
  bigmind: BigMind;
  caller: Caller;
}

export async function openMixedStore(engine: EngineName): Promise<MixedStore> {
  let time = Date.parse('2026-01-05T08:00:00.000Z');
  let ids = 0;
  const ports: Ports = {
    clock: { now: () => new Date(time), timeZone: 'Europe/Berlin' },
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    hash: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    redact,
    indexText,
  };
  const store = openStore(engine, anEmptyStore(engine), { indexText, now: () => ports.clock.now() });
  const bigmind = assembleBigMind(store, ports, 'personal');
  const callerIn = (conversationId: string): Promise<Caller> =>
    bigmind.memory.identities.resolve({
      username: 'ada',
      agent: { name: 'tests', version: '1' },
      project: { key: 'github.com/acme/rocket', name: 'rocket' },
      conversationId,
    });
  const caller = await callerIn('asking');
  const draw = numbers(41);
  const one = (from: readonly string[]): string => from[Math.floor(draw() * from.length)] ?? '';
  const sentence = (): string =>
    `The ${one(nouns)} ${one(verbs)} the ${one(nouns)} ${String(Math.floor(draw() * 12))} times.`;
  const talk = (length: number): string => Array.from({ length }, sentence).join(' ');
  await importTalks(bigmind, caller, sentence, one);
  for (let n = 0; n < 70; n += 1) {
    time += 26 * 3_600_000;
    const planted = n % 5 === 2 ? plantedTexts[Math.floor(n / 5)]?.[0] : undefined;
    const speaker = n % 4 === 1 ? await callerIn(`chat ${String(n % 20)}`) : caller;
    if (n % 4 === 3) {
      await bigmind.memory.knowledge.promote(speaker, {
        category: 'pattern',
        title: `${one(nouns)} ${String(n)}`,
        content: planted ?? sentence(),
      });
    } else if (n % 4 === 1) {
      const content = planted ?? talk(1 + Math.floor(draw() * 9));
      await bigmind.memory.chunks.append(speaker, {
        content,
        role: draw() < 0.5 ? 'user' : 'assistant',
        flagReason: one(nouns),
      });
      if (n % 12 === 1)
        await bigmind.memory.sessions.end(speaker, { oneLiner: sentence(), topics: [one(nouns)], summary: talk(3) });
    } else {
      const confidence = Math.round(draw() * 10) / 10;
      await bigmind.memory.facts.store(speaker, {
        category: n % 8 === 0 ? 'preference' : 'codebase',
        fact: planted ?? sentence(),
        confidence,
      });
    }
  }
  time += 24 * 3_600_000;
  return { bigmind, caller };
}

async function importTalks(
  bigmind: BigMind,
  caller: Caller,
  sentence: () => string,
  one: (from: readonly string[]) => string,
): Promise<void> {
  const lines = Array.from({ length: 240 }, (_, n): ArchiveLine => {
    const people = n % 3 === 0;
    const repeated = n % 60 === 7 ? 'As I said, the budget holds.' : sentence();
    return {
      lineNumber: n + 1,
      session: `talk ${String(n % 7)}`,
      sessionStartedAt: `2025-0${String((n % 7) + 1)}-1${String(n % 7)}T10:00:00Z`,
      role: people || n % 2 === 0 ? 'user' : 'assistant',
      ...(people && { speaker: one(speakers) }),
      content: n % 5 === 0 ? `${repeated} ${one(['Right?', 'I think so.', 'It was yesterday.'])}` : repeated,
      sourceRef: `T${String(n)}`,
    };
  });
  await bigmind.memory.archive.importMessages(caller, lines, { projectId: null });
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
