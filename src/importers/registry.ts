/** Every kind that can be imported. Nothing else names one. */
import type { ImportFormat, ImportKind } from '../capture/sources/importKind.ts';
import { aider } from './aider/kind.ts';
import { beads } from './beads/kind.ts';
import { claudeCode } from './claude-code/kind.ts';
import { claudeExport } from './claude-export/kind.ts';
import { claudeMemory } from './claude-memory/kind.ts';
import { cline } from './cline/kind.ts';
import { codex } from './codex/kind.ts';
import { copilot } from './copilot/kind.ts';
import { copilotMemory } from './copilot-memory/kind.ts';
import { crush } from './crush/kind.ts';
import { cursor } from './cursor/kind.ts';
import { entire } from './entire/kind.ts';
import { geminiCli } from './gemini-cli/kind.ts';
import { mcpMemory } from './mcp-memory/kind.ts';
import { memoryBank } from './memory-bank/kind.ts';
import { opencode } from './opencode/kind.ts';
import { opencodeExport } from './opencode-export/kind.ts';
import { plans } from './plans/kind.ts';
import { serena } from './serena/kind.ts';
import { specstory } from './specstory/kind.ts';

/** In the order in which they are listed, and in which they are asked whether a file is theirs. */
export const kinds: readonly ImportKind[] = [
  copilot,
  claudeCode,
  codex,
  geminiCli,
  claudeMemory,
  copilotMemory,
  mcpMemory,
  opencode,
  cline,
  cursor,
  crush,
  aider,
  specstory,
  entire,
  opencodeExport,
  claudeExport,
  serena,
  memoryBank,
  beads,
  plans,
];

export const kindIds: readonly string[] = kinds.map(({ id }) => id);

const byId = new Map(kinds.map((kind) => [kind.id, kind]));
const byFormat = new Map(
  kinds.flatMap((kind) => Object.entries(kind.formats).map(([name, format]) => [name, { kind, format }] as const)),
);

/** Undefined if there is no such kind. */
export function kindNamed(id: string | undefined): ImportKind | undefined {
  return id === undefined ? undefined : byId.get(id);
}

export function formatNamed(name: string): ImportFormat {
  return known(name).format;
}

/** The kind that has a format. */
export function kindOfFormat(name: string): ImportKind {
  return known(name).kind;
}

function known(format: string): { kind: ImportKind; format: ImportFormat } {
  const found = byFormat.get(format);
  if (found === undefined) throw new TypeError(`There is no format ${format}.`);
  return found;
}
