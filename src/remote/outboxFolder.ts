/**
 * Recorded chats that wait for a server, each part in a file that only its user can read. Recording writes them and
 * waits for the disk, never for the network; a window of VS Code delivers and removes them. What a server refuses for
 * good is kept aside, so that it does not block the rest.
 */
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../clients/files/makeFolder.ts';
import { writeWhole } from '../clients/files/replaceFile.ts';
import type { DeliveredMessage, DeliveredMessages, Delivery, Outbox } from '../memory/archive/outbox.ts';
import type { Ports } from '../memory/shared/ports.ts';
import { codeOf } from '../util/fileTrouble.ts';

/** Characters of the messages in one file; a single message may be longer. */
const maxCharacters = 500_000;

interface OutboxFolderParts extends Pick<Ports, 'clock' | 'newId'> {
  /** Since when the server is used; see `serverUse.ts`. */
  since: () => Promise<Date>;
}

export class OutboxFolder implements Outbox {
  readonly #folder: string;
  readonly #parts: OutboxFolderParts;
  #count = 0;

  constructor(folder: string, parts: OutboxFolderParts) {
    this.#folder = folder;
    this.#parts = parts;
  }

  async put(delivery: Delivery): Promise<void> {
    await makeFolder(this.#folder, 0o700);
    const since = await this.#parts.since();
    for (const part of delivery.type === 'messages' ? partsOf(saidSince(since, delivery)) : [delivery]) {
      await writeWhole(join(this.#folder, this.#newName()), JSON.stringify(part), 0o600);
    }
  }

  /** The names of the waiting parts, in the order in which they were recorded. */
  waiting(): Promise<string[]> {
    return namesIn(this.#folder);
  }

  /** The number of parts that the server refused. */
  async refusedCount(): Promise<number> {
    return (await namesIn(this.#refused)).length;
  }

  /** The JSON of a part; undefined if another window has delivered it. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.#folder, name), 'utf8');
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return undefined;
      throw thrown;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  async setAside(name: string): Promise<void> {
    await makeFolder(this.#refused, 0o700);
    await rename(join(this.#folder, name), join(this.#refused, name)).catch((thrown: unknown) => {
      // Another window was faster.
      if (codeOf(thrown) !== 'ENOENT') throw thrown;
    });
  }

  /** Deletes everything that waits, and what was refused. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** In alphabetical order, also within a millisecond of this process. */
  #newName(): string {
    this.#count += 1;
    const time = this.#parts.clock.now().getTime().toString(16).padStart(12, '0');
    return `${time}-${String(this.#count).padStart(6, '0')}-${this.#parts.newId()}.json`;
  }

  get #refused(): string {
    return join(this.#folder, 'refused');
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

/** Without what was said before. A message without a time is as old as its chat, and new if only news were read. */
function saidSince(since: Date, delivery: DeliveredMessages): DeliveredMessages {
  const { startedAt, reading, title, messages } = delivery;
  const isNew = (time: string | null): boolean =>
    time === null ? reading === 'resumed' : Date.parse(time) >= since.getTime();
  const kept = messages.filter(({ createdAt }) => isNew(createdAt ?? startedAt));
  return { ...delivery, messages: kept, title: startedAt !== null && isNew(startedAt) ? title : null };
}

/** The later parts of a reading begin where the one before ends. */
function partsOf(delivery: DeliveredMessages): DeliveredMessages[] {
  const parts: DeliveredMessage[][] = [];
  let room = 0;
  for (const message of delivery.messages) {
    room -= message.content.length;
    if (room < 0 || parts.length === 0) {
      parts.push([]);
      room = maxCharacters - message.content.length;
    }
    parts.at(-1)?.push(message);
  }
  const later = delivery.reading === 'whole' ? 'resumed' : delivery.reading;
  return parts.map((messages, place) => ({ ...delivery, messages, reading: place === 0 ? delivery.reading : later }));
}
