/** Builders of transcript lines in the documented shapes, and a folder to write them to. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ReadTranscript,
  TranscriptHead,
  TranscriptItem,
  TranscriptMessage,
} from '../../../src/memory/archive/transcript.ts';
import type { TranscriptPosition } from '../../../src/memory/shared/transcriptPosition.ts';
import { fastFolder } from '../../support/fastFolder.ts';

type Line = Record<string, unknown>;

/** A folder for one test's files. */
export class TranscriptFolder {
  readonly #folder = mkdtempSync(join(fastFolder, 'bigmind transcripts '));

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Writes strings and buffers unchanged, and objects as lines of JSON. */
  write(name: string, ...lines: (Line | string | Buffer)[]): string {
    writeFileSync(this.path(name), '');
    return this.append(name, ...lines);
  }

  append(name: string, ...lines: (Line | string | Buffer)[]): string {
    for (const line of lines) {
      const isRaw = typeof line === 'string' || Buffer.isBuffer(line);
      appendFileSync(this.path(name), isRaw ? line : `${JSON.stringify(line)}\n`);
    }
    return this.path(name);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface Reading {
  items: TranscriptItem[];
  head: TranscriptHead | undefined;
  messages: TranscriptMessage[];
  unreadable: { lineNumber: number; reason: string }[];
  position: TranscriptPosition;
}

export async function reading(read: ReadTranscript, file: string, from?: TranscriptPosition): Promise<Reading> {
  const items: TranscriptItem[] = [];
  for await (const item of read(file, from)) items.push(item);
  return {
    items,
    head: items.flatMap((item) => ('head' in item ? [item.head] : [])).at(-1),
    messages: items.flatMap((item) => ('message' in item ? [item.message] : [])),
    unreadable: items.flatMap((item) => ('unreadable' in item ? [item.unreadable] : [])),
    position: items.at(-1)?.position ?? from ?? { offset: 0, lastKey: null },
  };
}

/** A message as a short text to compare. */
export function asText({ role, type, content }: TranscriptMessage): string {
  return `${role} ${type}: ${content}`;
}

const minute = 60_000;
const morning = Date.parse('2026-03-02T09:00:00.000Z');

/** An event of a Copilot transcript; `at` is its minute and gives its id. */
export function anEvent(type: string, at: number, data: Line, more: Line = {}): Line {
  const timestamp = new Date(morning + at * minute).toISOString();
  return { type, data, id: `e${String(at)}`, timestamp, parentId: at === 0 ? null : `e${String(at - 1)}`, ...more };
}

export function aCopilotStart(data: Line = {}): Line {
  return anEvent('session.start', 0, {
    sessionId: 'c1',
    version: 1,
    producer: 'copilot-agent',
    copilotVersion: '0.67.0',
    startTime: '2026-03-02T09:00:00.000Z',
    ...data,
  });
}

export const claudeConversation = '0b0e2a2e-52d1-4bb5-9a55-0d6e3c5a1f10';

/** A line of a Claude Code conversation; `at` is its minute and gives its uuid. Its parent is the line before it. */
export function aClaudeLine(type: string, at: number, content: unknown, more: Line = {}): Line {
  return {
    parentUuid: at === 0 ? null : `u${String(at - 1)}`,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/ada/shop',
    sessionId: claudeConversation,
    version: '2.1.0',
    gitBranch: 'main',
    type,
    message: { role: type, content },
    uuid: `u${String(at)}`,
    timestamp: new Date(morning + at * minute).toISOString(),
    ...more,
  };
}
