/** The ports of the domain, for a composition root in Node. */
import { createHash, randomUUID } from 'node:crypto';
import { redact } from './capture/redaction/redaction.ts';
import type { Ports } from './memory/shared/ports.ts';
import { indexText } from './search/query/words.ts';
import { systemClock } from './systemTime.ts';

export function createNodePorts(): Ports {
  return {
    clock: systemClock,
    newId: randomUUID,
    hash: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
    redact,
    indexText,
  };
}
