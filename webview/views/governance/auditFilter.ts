/** What the audit is narrowed down to, as people choose it, as it is kept, and as the host is asked for it. */
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
  /** Local days, both included. */
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

/** What was kept may be partial, or of another version of this page. */
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
