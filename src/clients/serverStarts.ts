/**
 * Records how long the MCP server's last starts took until it answered its client. Some clients wait only about a
 * second and then continue silently without it, so the doctor reports slow starts. A line is appended after the
 * handshake; a failure loses only that line. Times are milliseconds from the start of the process.
 */
import { readFileSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../memory/shared/findings.ts';
import { writeWhole } from './files/replaceFile.ts';

interface ServerStart {
  /** The name that the client reports. */
  client: string;
  ms: number;
}

/** Only this many starts are evaluated. */
const maxStarts = 20;
/** In bytes; a larger file is reduced to the evaluated lines. */
const maxSize = 8_192;
/** In milliseconds; Codex 0.169 drops a server that takes longer than about a second to list its tools. */
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
    // The folder does not exist yet, is read-only or full: the server continues without the record.
  }
}

/** The doctor's findings on server starts; empty before the first start. Reads a file and never throws. */
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

/** The last valid lines; a line that another process is writing may be incomplete. */
function linesIn(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => startFrom(line).length > 0)
      .slice(-maxStarts);
  } catch {
    // No server has started yet, or its record cannot be read.
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
