/**
 * A small file for each chat with the names about which something is known in its project, so that a hook before a tool
 * call that contains none of them opens no store. The names are hashed together with the chat's own name, because the file
 * outlives an erasure until the chat's next prompt. A derived file: without it, nothing is said before tool calls.
 */
import { readFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../clients/files/makeFolder.ts';
import { writeWhole } from '../../clients/files/replaceFile.ts';
import { namesInCall } from '../../search/hints/touchedNames.ts';
import { fingerprint } from '../../util/fingerprint.ts';
import type { HookInput } from './hookInput.ts';

/** Milliseconds since its last change after which a chat's file is removed. */
const maxAge = 3 * 86_400_000;

/** The call of a chat, or of one of its sub-agents. */
export type Call = Pick<HookInput, 'mainConversation' | 'subAgent' | 'toolInput' | 'folder'>;

/** Stands before a name of which the chat got all that is known; its sub-agents did not. */
const gotMark = '=';

/** Of the names in the call, those about which something is left to say; none if the chat has no file. Never throws. */
export function knownAmong(call: Call, home: string): ReadonlySet<string> {
  const known = namesOf(call, home);
  if (known.size === 0) return known;
  const names = [...namesInCall(call.toolInput, call.folder ?? process.cwd())];
  return new Set(names.filter((name) => known.has(hashOf(name, call.mainConversation))));
}

/** `got` are names of which the chat got all that is known. Rejects with the file system's error. */
export async function noteKnownNames(
  { left, got }: { left: ReadonlySet<string>; got: ReadonlySet<string> },
  home: string,
  conversation: string,
): Promise<void> {
  const file = fileOf(home, conversation);
  const hashes = [...left].map((name) => hashOf(name, conversation));
  const marked = [...got].map((name) => gotMark + hashOf(name, conversation));
  if (hashes.length + marked.length === 0) await rm(file, { force: true });
  else await write([...hashes, ...marked], home, file);
}

/**
 * Says no more about these names: to the chat until they are noted again, or to the sub-agent alone, because neither sees
 * what the other got. Rejects with the file system's error.
 */
export async function dropNames(names: ReadonlySet<string>, home: string, call: Call): Promise<void> {
  const dropped = new Set([...names].map((name) => hashOf(name, call.mainConversation)));
  const file = fileOf(home, call.mainConversation, call.subAgent);
  const left = [...namesOf(call, home)].filter((hash) => !dropped.has(hash));
  // What the chat got stays in its file for its sub-agents.
  const got = call.subAgent === undefined ? (read(file) ?? []).filter((line) => !left.includes(line)) : [];
  await write([...left, ...got.map((line) => (line.startsWith(gotMark) ? line : gotMark + line))], home, file);
}

/** Removes the file of a chat. Never rejects. */
export async function removeKnownNames(home: string, conversation: string): Promise<void> {
  await rm(fileOf(home, conversation), { force: true }).catch(() => undefined);
}

/** Removes the files of sub-agents, and of chats that ended without saying so, after three days. Never rejects. */
export async function removeOldNames(home: string, now: Date): Promise<void> {
  for (const name of await readdir(folderOf(home)).catch(() => [])) {
    const file = join(folderOf(home), name);
    const changedAt = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
    if (changedAt < now.getTime() - maxAge) await rm(file, { force: true }).catch(() => undefined);
  }
}

/** As hashes: those of which the chat, or the sub-agent, has not got all that is known. */
function namesOf({ mainConversation, subAgent }: Call, home: string): ReadonlySet<string> {
  const ofChat = (): readonly string[] => read(fileOf(home, mainConversation)) ?? [];
  if (subAgent === undefined) return new Set(ofChat().filter((line) => !line.startsWith(gotMark)));
  const own = read(fileOf(home, mainConversation, subAgent));
  return new Set(own ?? ofChat().map((line) => line.replace(gotMark, '')));
}

function hashOf(name: string, conversation: string): string {
  return fingerprint(`${conversation} ${name}`);
}

async function write(lines: readonly string[], home: string, file: string): Promise<void> {
  await makeFolder(folderOf(home), 0o700);
  await writeWhole(file, lines.join('\n'));
}

function read(file: string): readonly string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    // There is none.
    return undefined;
  }
}

function folderOf(home: string): string {
  return join(home, 'cache', 'known-names');
}

function fileOf(home: string, conversation: string, subAgent?: string): string {
  const chat = fingerprint(conversation);
  return join(folderOf(home), subAgent === undefined ? `${chat}.txt` : `${chat}-${fingerprint(subAgent)}.txt`);
}
