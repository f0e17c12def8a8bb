/** Reads a delivery from JSON that another program may have written; the rules of recording apply to its texts later. */
import { isRecord } from '../../util/parsedValues.ts';
import type { AgentRef, ProjectRef } from '../shared/identity.ts';
import { messageTypes, transcriptRoles } from '../shared/vocabulary.ts';
import { messageWorkKinds, type Work } from '../summarize/words/work.ts';
import { readingTypes, type DeliveredChat, type DeliveredMessage, type Delivery } from './outbox.ts';

/** In characters. */
const maxName = 500;
const maxMessages = 2_000;
const maxFiles = 200;

/** Undefined if it is not a delivery. Further fields are ignored, because a newer program may send more. */
export function deliveryFrom(value: unknown): Delivery | undefined {
  if (!isRecord(value)) return undefined;
  const chat = deliveredChatFrom(value);
  if (chat === undefined) return undefined;
  const event = oneOf(['compacted', 'ended'], value['type']);
  if (event !== undefined) return { type: event, ...chat };
  const format = formatFrom(value['format']);
  const origin = oneOf(['live', 'import'], value['origin']);
  const reading = oneOf(readingTypes, value['reading']);
  const [startedAt, title] = [textOrNull(value['startedAt']), textOrNull(value['title'])];
  const messages = listFrom(value['messages'], messageFrom, maxMessages);
  if (value['type'] !== 'messages' || format === undefined || origin === undefined || reading === undefined)
    return undefined;
  if (startedAt === undefined || title === undefined || messages === undefined) return undefined;
  return { type: 'messages', ...chat, format, origin, reading, startedAt, title, messages };
}

/** The chat that a delivery or a question is about; undefined if it names none. */
export function deliveredChatFrom({
  conversation,
  agent,
  project,
}: Record<string, unknown>): DeliveredChat | undefined {
  const by = agentFrom(agent);
  const place = project === null ? null : projectFrom(project);
  if (!isName(conversation) || by === undefined || place === undefined) return undefined;
  return { conversation, agent: by, project: place };
}

function agentFrom(value: unknown): AgentRef | undefined {
  if (!isRecord(value)) return undefined;
  const { name, version } = value;
  return isName(name) && (version === null || isName(version)) ? { name, version } : undefined;
}

function projectFrom(value: unknown): ProjectRef | undefined {
  if (!isRecord(value)) return undefined;
  const { key, name } = value;
  return isName(key) && isName(name) ? { key, name } : undefined;
}

function messageFrom(value: unknown): DeliveredMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { key, content } = value;
  const role = oneOf(transcriptRoles, value['role']);
  const type = oneOf(messageTypes, value['type']);
  const begins = value['begins'] === null ? null : oneOf(['POST_COMPACTING', 'SPLIT_POINT'], value['begins']);
  const work = value['work'] === null ? null : workFrom(value['work']);
  const files = listFrom(value['files'], textFrom, maxFiles);
  const [createdAt, tool, branch] = ['createdAt', 'tool', 'branch'].map((name) => textOrNull(value[name]));
  if (typeof key !== 'string' || typeof content !== 'string' || role === undefined || type === undefined)
    return undefined;
  if (begins === undefined || work === undefined || files === undefined) return undefined;
  if (createdAt === undefined || tool === undefined || branch === undefined) return undefined;
  const copiedFrom = isName(value['copiedFrom']) ? value['copiedFrom'] : undefined;
  return { key, role, type, content, createdAt, tool, files, work, branch, begins, ...(copiedFrom && { copiedFrom }) };
}

function workFrom(value: unknown): Work | undefined {
  if (!isRecord(value)) return undefined;
  const work: Work = {};
  for (const kind of messageWorkKinds) {
    const items = value[kind] === undefined ? undefined : listFrom(value[kind], textFrom, maxFiles);
    if (items !== undefined) work[kind] = items;
  }
  return work;
}

function listFrom<T>(value: unknown, read: (item: unknown) => T | undefined, max: number): T[] | undefined {
  if (!Array.isArray(value) || value.length > max) return undefined;
  const items = value.map(read).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
}

function oneOf<const T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}

/** The name of a format; any, because a newer program may know more. It becomes part of a `source_ref`. */
function formatFrom(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z\d-]{0,40}$/u.test(value) ? value : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxName;
}

function textFrom(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textOrNull(value: unknown): string | null | undefined {
  return value === null ? null : textFrom(value);
}
