/** A server takes chats of formats that only a newer program knows. */
import assert from 'node:assert/strict';
import { deliveryFrom } from '../../src/memory/archive/deliveryFrom.ts';

const delivery = {
  type: 'messages',
  conversation: 'chat-1',
  agent: { name: 'a newer agent', version: null },
  project: null,
  origin: 'live',
  reading: 'whole',
  startedAt: null,
  title: null,
  messages: [],
};
const formatOf = (format: unknown): string | undefined => {
  const read = deliveryFrom({ ...delivery, format });
  return read?.type === 'messages' ? read.format : undefined;
};

describe('the format of a delivered chat', () => {
  it('is any name of lower-case letters, digits and hyphens', () => {
    for (const format of ['claude-code', 'opencode', 'newer-agent-2']) assert.equal(formatOf(format), format);
  });

  it('is refused if it is no name', () => {
    for (const format of ['', 'Claude Code', '../x', '2a', `a${'b'.repeat(41)}`, 7, null, undefined])
      assert.equal(formatOf(format), undefined, String(format));
  });
});
