/** The filters of the audit. All of them are choices; nothing has to be typed. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AuditLevel } from '../../../src/memory/shared/vocabulary.ts';
import { auditKinds } from '../../../src/memory/shared/vocabulary.ts';
import type { AuditCard } from '../../../src/protocol/governance/audit.ts';
import { auditGroups } from '../../../src/protocol/governance/audit.ts';
import { t } from '../../l10n/t.ts';
import type { Option } from '../../parts/design/choices.ts';
import { daySelect, select } from '../../parts/design/choices.ts';
import type { AuditChoice } from './auditFilter.ts';
import { isNarrowed, wholeAudit } from './auditFilter.ts';
import { auditedKindName, groupName, levelName } from './auditThings.ts';
import { auditAgentName } from './auditWords.ts';

/** Changes first, because most users look for them. */
const levels = ['change', 'refusal', 'read'] as const satisfies readonly AuditLevel[];

interface AuditFilterBar {
  choice: AuditChoice;
  /** Undefined until the first answer. */
  card: Pick<AuditCard, 'users' | 'agents'> | undefined;
  isWide: boolean;
  change: (change: Partial<AuditChoice>) => void;
}

/** In a narrow page the filters are collapsed unless some are set, because they would leave no room for the results. */
export function renderAuditFilters(bar: AuditFilterBar): TemplateResult {
  if (bar.isWide) return renderFilters(bar);
  return html`<details ?open=${isNarrowed(bar.choice)}>
    <summary>${t('Filters')}</summary>
    ${renderFilters(bar)}
  </details>`;
}

function renderFilters({ choice, card, change }: AuditFilterBar): TemplateResult {
  const { user, agent, group, kind, level, from, to } = choice;
  const users = card?.users ?? [];
  const nobodyElse = users.length < 2 && user === null;
  return html`<div class="filters" role="search" aria-label=${t('Filters')}>
    ${nobodyElse ? nothing : choose(t('User'), t('All users'), users, user, String, (value) => change({ user: value }))}
    ${choose(t('Assistant'), t('All assistants'), card?.agents ?? [], agent, auditAgentName, (value) =>
      change({ agent: value }),
    )}
    ${choose(t('Action'), t('All actions'), auditGroups, group, groupName, (value) => change({ group: value }))}
    ${choose(t('Kind'), t('All kinds'), auditKinds, kind, auditedKindName, (value) => change({ kind: value }))}
    ${choose(t('Level'), t('All levels'), levels, level, levelName, (value) => change({ level: value }))}
    <div class="period">
      ${daySelect(t('From'), from, (value) => change({ from: value }))}
      ${daySelect(t('To'), to, (value) => change({ to: value }))}
    </div>
    ${
      isNarrowed(choice)
        ? html`<button class="link" @click=${() => change(wholeAudit)}>${t('Clear Filters')}</button>`
        : nothing
    }
  </div>`;
}

/** The chosen value stays visible, even if no row has it any more. */
function choose<Value extends string>(
  label: string,
  all: string,
  known: readonly Value[],
  chosen: Value | null,
  wordsOf: (value: Value) => string,
  change: (value: Value | null) => void,
): TemplateResult {
  const values = chosen === null || known.includes(chosen) ? known : [...known, chosen];
  const options = values.map((value): Option<Value> => [value, wordsOf(value)]);
  return select<Value | ''>(label, chosen ?? '', [['', all], ...options], (value) =>
    change(value === '' ? null : value),
  );
}
