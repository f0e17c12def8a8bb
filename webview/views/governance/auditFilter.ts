/** The filter of the audit: the user's choice, its kept state, and the filter sent to the host. */
import { auditKinds, auditLevels } from '../../../src/memory/shared/vocabulary.ts';
import type { AuditFilterCard } from '../../../src/protocol/governance/audit.ts';
import { auditGroups } from '../../../src/protocol/governance/audit.ts';
import type { Checked } from '../../../src/protocol/shared/check.ts';
import { isText, oneOf, orNull, shape } from '../../../src/protocol/shared/check.ts';
import { endOfDay, startOfDay } from '../../parts/design/days.ts';

const isAuditChoice = shape({
  user: orNull(isText),
  agent: orNull(isText),
  group: orNull(oneOf(auditGroups)),
  kind: orNull(oneOf(auditKinds)),
  level: orNull(oneOf(auditLevels)),
  /** Local days, both inclusive. */
  from: orNull(isText),
  to: orNull(isText),
});
export type AuditChoice = Checked<typeof isAuditChoice>;

export const wholeAudit: AuditChoice = {
  user: null,
  agent: null,
  group: null,
  kind: null,
  level: null,
  from: null,
  to: null,
};

/** Kept state may be partial, or come from another version of this page. */
export function auditChoiceFrom(kept: unknown): AuditChoice {
  const whole: unknown = typeof kept === 'object' ? { ...wholeAudit, ...kept } : wholeAudit;
  return isAuditChoice(whole) ? whole : wholeAudit;
}

export function auditFilterOf({ from, to, ...rest }: AuditChoice): AuditFilterCard {
  return {
    ...rest,
    since: from === null ? null : startOfDay(from),
    until: to === null ? null : endOfDay(to),
  };
}

export function isNarrowed(choice: AuditChoice): boolean {
  return Object.values(choice).some((value) => value !== null);
}
