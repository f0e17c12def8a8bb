/**
 * What belongs to one server on this computer: a store in which hooks note how far they read, and the recorded chats
 * that wait for it. It is apart from the user's own memory, so that nothing of that is ever delivered, and from what
 * belongs to other servers.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

interface ServerFolder {
  folder: string;
  databaseFile: string;
  outbox: string;
}

/** `home` is BigMind's folder, `address` as `teamServerAddress` returns it. */
export function serverFolder(home: string, address: string): ServerFolder {
  const folder = join(serversFolder(home), createHash('sha256').update(address, 'utf8').digest('hex').slice(0, 16));
  return { folder, databaseFile: join(folder, 'memory.db'), outbox: join(folder, 'outbox') };
}

/** Has a folder for each server. */
export function serversFolder(home: string): string {
  return join(home, 'servers');
}
