/** What a store needs from outside. */
import type { Hash, IndexText, NewId } from '../../../memory/shared/ports.ts';
import type { AuditSetting } from '../../../memory/shared/vocabulary.ts';

export interface StorePorts {
  hash: Hash;
  newId: NewId;
  now: () => Date;
  indexText: IndexText;
  /** What the audit notes; what is usual for the store when absent. */
  audit?: AuditSetting | undefined;
}
