/** The dependencies of a store. */
import type { Hash, IndexText, NewId } from '../../../memory/shared/ports.ts';
import type { AuditSetting } from '../../../memory/shared/vocabulary.ts';

export interface StorePorts {
  hash: Hash;
  newId: NewId;
  now: () => Date;
  indexText: IndexText;
  /** What the audit notes; if undefined, the default of the store. */
  audit?: AuditSetting | undefined;
  /** Called with each transaction, which it runs. */
  traced?: (<T>(kind: 'read' | 'write', work: () => Promise<T>) => Promise<T>) | undefined;
}
