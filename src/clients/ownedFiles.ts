/**
 * Whole files that BigMind writes for a client: the skill, and the system prompt to import. The last line names the
 * hash of the text above it. So a removal deletes what any version wrote, and never what a user changed.
 */
import { createHash } from 'node:crypto';
import { rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BigMindError } from '../memory/shared/errors.ts';
import type { FilePlan } from './files/filePlan.ts';
import { planOf } from './files/filePlan.ts';
import { readIfThere } from './files/replaceFile.ts';
import type { ClientHost } from './shared/clientHost.ts';
import { joined } from './shared/clientHost.ts';
import type { McpClient } from './shared/clients.ts';

/** The skill's folder and the name in its head must be the same (agentskills.io/specification). */
const skillName = 'bigmind-memory';

/** A file of which BigMind owns every byte. */
interface OwnedFile {
  client: string;
  file: string;
}

/** The skill of a client; undefined if the client reads none. */
export function skillFileOf({ id, skills }: McpClient, host: ClientHost): OwnedFile | undefined {
  return skills === undefined ? undefined : { client: id, file: joined(host, skills(host), skillName, 'SKILL.md') };
}

/** The text to import into a client that reads no file. `home` is BigMind's own folder. */
export function systemPromptFileOf({ id }: McpClient, home: string): OwnedFile {
  return { client: id, file: join(home, 'system-prompt.md') };
}

/**
 * The plan that writes `text`. A changed file is backed up next to itself. Rejects with `not_allowed` if the file must
 * not be written.
 */
export async function planOwnedFile({ client, file }: OwnedFile, text: string): Promise<FilePlan> {
  const before = await readIfThere(file);
  const after = Buffer.from(signed(text));
  const backup = before === undefined || isUnchanged(before) ? 'none' : 'beside';
  return planOf({ client, file, before, after, entry: text, backup, within: undefined });
}

/**
 * The plan that removes the file. Rejects with `conflict` if a user changed it, and with `not_allowed` if it must not be
 * removed.
 */
export async function planOwnedFileRemoval({ client, file }: OwnedFile): Promise<FilePlan> {
  const before = await readIfThere(file);
  if (before !== undefined && !isUnchanged(before)) {
    throw new BigMindError('conflict', `${file} was changed after BigMind wrote it, so it stays.`, {
      remedy: 'Delete it yourself if you do not need it.',
      details: { file },
    });
  }
  return planOf({ client, file, before, after: undefined, entry: undefined, backup: 'none', within: undefined });
}

/** Whether BigMind wrote the file and nobody changed it since. */
export async function isOwned({ file }: OwnedFile): Promise<boolean> {
  const present = await readIfThere(file);
  return present !== undefined && isUnchanged(present);
}

/** Removes the folder of a removed skill, unless it contains other files. Never rejects. */
export async function removeSkillFolder({ file }: Pick<FilePlan, 'file'>): Promise<void> {
  if (file.includes(skillName)) await rmdir(dirname(file)).catch(() => undefined);
}

function signed(text: string): string {
  const body = `${text.trimEnd()}\n\n`;
  return `${body}<!-- BigMind wrote this file (${hashOf(body)}) and removes it only while it is unchanged. -->\n`;
}

function isUnchanged(bytes: Buffer): boolean {
  const text = bytes.toString();
  const at = text.lastIndexOf('<!-- BigMind wrote this file (');
  return at >= 0 && text === signed(text.slice(0, at));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
