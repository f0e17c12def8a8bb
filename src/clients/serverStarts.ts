/**
 * How long the MCP server took to answer a client that started it, for the last starts. Some clients wait for a second
 * only and then go on without a word, so the doctor says it. A line is appended after the handshake; whatever goes wrong with
 * that loses a line and nothing else. Times are milliseconds from the start of the process.
 */
import { readFileSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../memory/shared/findings.ts';
import { writeWhole } from './files/replaceFile.ts';

export interface ServerStart {
  /** What the client calls itself. */
  client: string;
  ms: number;
}

/** How many starts count. */
const maxStarts = 20;
/** Bytes; beyond them only the lines that count are kept. */
const maxSize = 8_192;
/** Milliseconds; Codex 0.169 leaves out a server that needs longer than about a second until it has listed its tools. */
const slowMs = 800;
const maxName = 60;

/** Appends the start to the record in BigMind's folder `home`. Never rejects. */
export async function noteServerStart(home: string, { client, ms }: ServerStart): Promise<void> {
  const file = startsFile(home);
  const name =
    client
      .replaceAll(/[^\w .-]+/gu, ' ')
      .trim()
      .slice(0, maxName) || 'unknown client';
  try {
    await appendFile(file, `${String(Math.round(ms))} ${name}\n`, { mode: 0o600 });
    if ((await stat(file)).size > maxSize)
      await writeWhole(
        file,
        linesIn(file)
          .map((line) => `${line}\n`)
          .join(''),
      );
  } catch {
    // The folder is not there yet, is read-only or full: the server goes on without the note.
  }
}

/** What the doctor says of the starts; nothing before the first. Reads a file and never throws. */
export function serverStartFindings(home: string): Finding[] {
  const starts = linesIn(startsFile(home)).flatMap(startFrom);
  if (starts.length === 0) return [];
  const clients = [...new Set(starts.map(({ client }) => client))].toSorted();
  const medians = clients.map((client) => ({
    client,
    ms: medianOf(starts.filter((start) => start.client === client)),
  }));
  const each = medians.map(({ client, ms }) => `${String(ms)} ms for ${client}`).join(', ');
  const median = String(medianOf(starts));
  const what = `MCP server starts took ${median} ms (median of the last ${String(starts.length)}): ${each}.`;
  if (medians.every(({ ms }) => ms <= slowMs)) return [{ status: 'ok', what }];
  const remedy =
    'Codex waits about a second, then continues without the memory and shows no error. Run "bigmind install CLIENT" for the client, so that it uses the compiled program. Also check whether this computer is busy or a virus scanner checks each start.';
  return [{ status: 'warning', what, remedy }];
}

function startsFile(home: string): string {
  return join(home, 'server-starts.txt');
}

/** The last ones; a line that another process is writing may be half there. */
function linesIn(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => startFrom(line).length > 0)
      .slice(-maxStarts);
  } catch {
    // No server has started yet, or its note cannot be read.
    return [];
  }
}

function startFrom(line: string): ServerStart[] {
  const [, ms, client] = /^(\d{1,7}) ([\w .-]{1,60})$/u.exec(line) ?? [];
  return ms === undefined || client === undefined ? [] : [{ ms: Number(ms), client }];
}

function medianOf(starts: readonly ServerStart[]): number {
  const sorted = starts.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
