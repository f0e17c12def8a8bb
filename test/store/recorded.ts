/** Builders for recorded conversations, whose messages belong to heaps and eras. */
import type { RecordedBatch, RecordedMessage } from '../../src/memory/archive/recording.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { MessageType } from '../../src/memory/shared/vocabulary.ts';
import { hash } from './support.ts';

export interface MessageInput {
  content: string;
  role?: RecordedMessage['role'];
  type?: MessageType;
  begins?: RecordedMessage['begins'];
  tool?: string;
  files?: readonly string[];
  work?: RecordedMessage['work'];
  branch?: string;
}

/** Builds a conversation with one message per minute from `startedAt`; uids are `NAME PLACE`, counted from 1. */
export function aRecording(
  caller: Caller,
  name: string,
  startedAt: string,
  inputs: readonly (string | MessageInput)[],
): RecordedBatch {
  const messages = inputs.map((one, place): RecordedMessage => {
    const {
      content,
      role,
      type = 'text',
      begins = null,
      tool = null,
      files = [],
      work = null,
      branch = null,
    } = typeof one === 'string' ? { content: one } : one;
    return {
      uid: `${name} ${String(place + 1)}`,
      role: role ?? (place % 2 === 0 ? 'user' : 'assistant'),
      type,
      content,
      contentHash: hash(content),
      sourceRef: `claude-code:${name}#${String(place + 1)}`,
      createdAt: new Date(Date.parse(startedAt) + place * 60_000).toISOString(),
      tool,
      files,
      work,
      branch,
      begins,
    };
  });
  return {
    userId: caller.user.id,
    agentId: caller.agent.id,
    projectId: caller.project?.id ?? null,
    conversation: name,
    format: 'claude-code',
    origin: 'import',
    startedAt,
    messages,
    silentBefore: startedAt,
    isRewritten: false,
    file: null,
    now: startedAt,
  };
}
