/** One conflict: what two computers wrote, side by side with the differences underlined, and the decision. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ConflictCard, ConflictVersionCard } from '../../../../src/protocol/sync/conflicts.ts';
import { t } from '../../../l10n/t.ts';
import { percent, renderTime } from '../../../parts/design/format.ts';
import '../../../parts/design/longText.ts';
import { renderDecisions, type DecisionButton } from '../entries/decisionBar.ts';
import { maxComparedLength, renderCompared } from '../inbox/comparison.ts';
import { columnName, recordName } from './conflictWords.ts';

export type ConflictChoice = 'keep' | 'take';

interface ConflictPane {
  conflict: ConflictCard;
  showsKeys: boolean;
  settle: (choice: ConflictChoice) => void;
}

export function titleOf({ title, table }: ConflictCard): string {
  return title === '' ? recordName(table) : title;
}

export function renderConflict({ conflict, showsKeys, settle }: ConflictPane): TemplateResult {
  const { table, current, other, foundAt, differences } = conflict;
  const keep: DecisionButton = { label: t('Keep Current Version'), key: 'c', run: () => settle('keep') };
  const take: DecisionButton = { label: t('Use Other Version'), key: 'o', run: () => settle('take') };
  const drop: DecisionButton = { label: t('Delete Other Version'), key: 'c', run: () => settle('keep') };
  return html`<h2 class="entry-title" tabindex="-1" data-heading dir="auto">${titleOf(conflict)}</h2>
    <p class="marks"><span class="mark">${recordName(table)}</span></p>
    <dl class="origin">
      ${current.isThere ? renderVersion(t('Current version'), current) : nothing}
      ${renderVersion(t('Other version'), other)}
      <div>
        <dt>${t('Found by the sync')}</dt>
        <dd>${renderTime(foundAt)}</dd>
      </div>
    </dl>
    ${current.isThere ? nothing : html`<p>${t('This memory was deleted here, so the other version cannot become current.')}</p>`}
    ${renderDecisions({ buttons: current.isThere ? [keep, take] : [drop], showsKeys, whyNot: undefined, id: 'why-not' })}
    ${differences.map((difference) => renderDifference(difference, conflict))}`;
}

function renderVersion(label: string, { machine, isHere, changedAt }: ConflictVersionCard): TemplateResult {
  const where = isHere ? t('{0} (this computer)', machine) : machine;
  return html`<div>
    <dt>${label}</dt>
    <dd><bdi>${where}</bdi>${changedAt === null ? nothing : html`, ${renderTime(changedAt)}`}</dd>
  </div>`;
}

function renderDifference(
  { column, current, other }: ConflictCard['differences'][number],
  versions: Pick<ConflictCard, 'current' | 'other'>,
): TemplateResult {
  const name = columnName(column);
  const [now, then] = [valueIn(column, current), valueIn(column, other)];
  const [label, isThere] = [t('Current version'), versions.current.isThere];
  return html`<section aria-label=${name}>
    <h3>${name}</h3>
    <div class="pair">
      ${renderSide(isThere ? labelOf(label, versions.current) : label, now, then)}
      ${renderSide(labelOf(t('Other version'), versions.other), then, now)}
    </div>
  </section>`;
}

/** With the name of the computer that wrote it. */
function labelOf(label: string, { machine }: ConflictVersionCard): string {
  return `${label} · ${machine}`;
}

function renderSide(label: string, value: string, beside: string): TemplateResult {
  const isLong = value.length + beside.length > maxComparedLength;
  return html`<div>
    <p class="quiet">${label}</p>
    ${
      isLong
        ? html`<bigmind-long-text .text=${value}></bigmind-long-text>`
        : html`<p class="prose" dir="auto">${renderCompared(value, beside)}</p>`
    }
  </div>`;
}

/** As the page shows such a value elsewhere. */
function valueIn(column: string, value: string | null): string {
  if (column === 'deprecated') return value === '1' ? t('Yes') : t('No');
  if (value === null || value === '') return '–';
  return column === 'confidence' ? percent(Number(value)) : value;
}
