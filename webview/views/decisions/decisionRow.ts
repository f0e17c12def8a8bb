/** A decision as one row of the timeline, below its month: the title, how it stands, who decided, and what was rejected. */
import { html, nothing, type TemplateResult } from 'lit';
import type { DecisionCard } from '../../../src/protocol/decisions/decisions.ts';
import { language, t } from '../../l10n/t.ts';
import { joined, renderTime } from '../../parts/design/format.ts';
import type { RowLook } from '../../parts/design/virtualList.ts';
import {
  decidersText,
  decisionStatusName,
  outcomeText,
  type DecisionStatus,
} from '../../parts/domain/decisionWords.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { cautionFor, cautionMark } from '../../parts/domain/memoryWords.ts';

/** Scrolling formats months all the time, and creating their names is slow. */
const names = new Map<string, string>();

const keyOf = ({ id }: DecisionCard): string => itemOf({ kind: 'fact', id });

export const timelineLook: RowLook<DecisionCard> = { keyOf, headingOf: monthOf, render: renderRow, isShort: false };

/** In the order of how well they match, months would alternate. */
export const foundLook: RowLook<DecisionCard> = { ...timelineLook, headingOf: () => null };

function monthOf({ createdAt }: DecisionCard): string {
  const time = new Date(createdAt);
  if (Number.isNaN(time.getTime())) return t('Unknown date');
  const key = `${language()} ${String(time.getFullYear())} ${String(time.getMonth())}`;
  const name = names.get(key) ?? time.toLocaleDateString(language(), { month: 'long', year: 'numeric' });
  names.set(key, name);
  return name;
}

function renderRow(decision: DecisionCard): TemplateResult {
  const { title, status, alternatives } = decision;
  const isOver = status !== 'active';
  return html`<span class="glyph decision ${isOver ? 'over' : ''}" title=${decisionStatusName(status)}></span>
    <span class="words">
      <span class="text ${isOver ? 'faded' : ''}" dir="auto">${title}</span>
      <span class="about">${joined(aboutOf(decision))}</span>
      ${
        alternatives.length === 0
          ? nothing
          : html`<span class="about more" dir="auto">${t('Rejected: {0}', alternatives.join(' · '))}</span>`
      }
    </span>`;
}

/** A reversed decision says so already. */
function outcomeOf(status: DecisionStatus, outcome: NonNullable<DecisionCard['outcome']>): string {
  return status === outcome.verdict ? t('{0} of 10', outcome.rating) : outcomeText(outcome);
}

function aboutOf(decision: DecisionCard): unknown[] {
  const { status, outcome, createdAt, project } = decision;
  const caution = cautionMark(decision);
  return [
    status === 'active' ? null : html`<span class="mark">${decisionStatusName(status)}</span>`,
    caution === null ? null : html`<span class="mark" title=${cautionFor(decision) ?? ''}>${caution}</span>`,
    outcome === null ? null : outcomeOf(status, outcome),
    createdAt === '' ? null : renderTime(createdAt),
    decidersText(decision),
    project,
  ].filter((part) => part !== null);
}
