/**
 * Recorded chats for a server that the recording process does not reach: each batch is kept as a delivery, from which
 * the server records the same messages. A delivery can be repeated, because a message is stored once.
 */
import { isRooted } from '../../util/paths.ts';
import type { SessionOrigin } from '../sessions/sessions.ts';
import type { AgentRef, ProjectRef } from '../shared/identity.ts';
import type { RecordedMessage } from './recording.ts';
import type { TranscriptItem, TranscriptMessage } from './transcript.ts';

/** The chat that a delivery is about. */
export interface DeliveredChat {
  /** As the client names it. */
  conversation: string;
  /** The client in which the chat takes place. */
  agent: AgentRef;
  project: ProjectRef | null;
}

/** A message after redaction. */
export interface DeliveredMessage extends Omit<RecordedMessage, 'uid' | 'contentHash' | 'sourceRef'> {
  /** Its name in the transcript. */
  key: string;
}

/** Where a reading of a transcript begins: at its start, where the last one ended, or again in a rewritten file. */
export const readingTypes = ['whole', 'resumed', 'rewritten'] as const;
type ReadingType = (typeof readingTypes)[number];

export interface DeliveredMessages extends DeliveredChat {
  type: 'messages';
  format: string;
  origin: SessionOrigin;
  reading: ReadingType;
  /** ISO 8601; null if the transcript does not state it. */
  startedAt: string | null;
  title: string | null;
  messages: readonly DeliveredMessage[];
}

/** The chat is about to be compacted, or has ended. */
interface DeliveredEvent extends DeliveredChat {
  type: 'compacted' | 'ended';
}

export type Delivery = DeliveredMessages | DeliveredEvent;

export interface Outbox {
  /** Resolves once the delivery is durable. */
  put(delivery: Delivery): Promise<void>;
}

/** A project as others know it: a folder of this computer means nothing to them, so only its name is sent. */
export function projectForOthers({ key, name }: ProjectRef): ProjectRef {
  return isRooted(key) ? { key: `name:${name.toLowerCase()}`, name } : { key, name };
}

/** Where the reading of `deliveredItems` begins: before its items, at them, or after them. */
export const readingOffsets: Readonly<Record<ReadingType, number>> = { whole: 0, resumed: 1, rewritten: 2 };

const position = { offset: 1, lastKey: null };

/** The items of the transcript from which a delivery was made. */
export function deliveredItems({ conversation, startedAt, title, messages }: DeliveredMessages): TranscriptItem[] {
  const head = { conversation, ...(startedAt !== null && { startedAt }), ...(title !== null && { title }) };
  const items: TranscriptItem[] = [{ position, head }];
  let branch: string | null = null;
  for (const message of messages) {
    if (message.branch !== branch) items.push({ position, head: { conversation, branch: message.branch ?? '' } });
    branch = message.branch;
    items.push({ position, message: transcriptMessage(message) });
  }
  return items;
}

/** A message of the archive as it is delivered; `key` is its name in the transcript. */
export function deliveredMessage(message: RecordedMessage, key: string): DeliveredMessage {
  const { role, type, content, createdAt, tool, files, work, branch, begins, copiedFrom } = message;
  return { key, role, type, content, createdAt, tool, files, work, branch, begins, ...(copiedFrom && { copiedFrom }) };
}

function transcriptMessage({
  createdAt,
  tool,
  files,
  work,
  begins,
  copiedFrom,
  ...message
}: DeliveredMessage): TranscriptMessage {
  const { branch: _branch, ...said } = message;
  return {
    ...said,
    files,
    ...(createdAt !== null && { createdAt }),
    ...(tool !== null && { tool }),
    ...(work !== null && { work }),
    ...(begins !== null && { begins }),
    copiedFrom,
  };
}
