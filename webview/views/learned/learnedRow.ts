/** One thing that was learned: the sentence, the quote for it, where it is from, and what a person can do with it. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { LearnedCard } from '../../../src/protocol/learn/learned.ts';
import { t, tn } from '../../l10n/t.ts';
import { joined } from '../../parts/design/format.ts';
import { learnedStateName, learnedTypeName, speakerWords } from '../../parts/domain/learnedWords.ts';
import { cautionFor, cautionMark } from '../../parts/domain/memoryWords.ts';

export interface LearnedRow {
  item: LearnedCard;
  /** Its position in the whole list, from 1, and the number of all. */
  place: number;
  total: number;
  /** Whether it is the tab stop. */
  isCurrent: boolean;
  isSelected: boolean;
  /** Whether it is shown beside the list. */
  isOpened: boolean;
  /** Whether the single-letter keys are enabled. */
  hasKeys: boolean;
  does: LearnedActions;
}

export interface LearnedActions {
  open: (item: LearnedCard) => void;
  openFact: (id: number) => void;
  /** `isRange`: everything from the last selected one. */
  select: (item: LearnedCard, isRange: boolean) => void;
  confirm: (item: LearnedCard) => void;
  edit: (item: LearnedCard) => void;
  decide: (item: LearnedCard) => void;
  dismiss: (item: LearnedCard) => void;
  openTurn: (item: LearnedCard) => void;
}

export function isCurrentFact({ state }: LearnedCard): boolean {
  return state === 'learned' || state === 'confirmed';
}

export function renderLearnedRow(row: LearnedRow): TemplateResult {
  const { item, place, total, isCurrent, isSelected, isOpened, does } = row;
  const name = `learned-${String(item.id)}`;
  const click = (event: MouseEvent): void => {
    if (event.target instanceof Element && event.target.closest('button, input, label') !== null) return;
    // A click that ends a selection of text selects text only.
    if (window.getSelection()?.type === 'Range') return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) does.select(item, event.shiftKey);
    else does.open(item);
  };
  return html`<article
    class="item ${isOpened ? 'opened' : ''} ${isSelected ? 'selected' : ''}"
    data-item=${item.id}
    tabindex=${isCurrent ? 0 : -1}
    aria-labelledby=${name}
    aria-describedby=${`${name}-quote`}
    aria-posinset=${place}
    aria-setsize=${total}
    @click=${click}
  >
    <input
      type="checkbox"
      tabindex=${isCurrent ? 0 : -1}
      aria-labelledby=${name}
      .checked=${isSelected}
      @click=${(event: MouseEvent) => does.select(item, event.shiftKey)}
    />
    <div class="body">
      <p class="sentence ${isCurrentFact(item) ? '' : 'over'}" id=${name} dir="auto">${item.text}</p>
      <blockquote class="quote" id=${`${name}-quote`} dir="auto">
        <span class="who">${speakerWords(item.by)}</span> ${item.quote}
      </blockquote>
      ${renderAbout(row)}
    </div>
    ${renderTools(row)}
  </article>`;
}

function renderAbout({ item, isCurrent, does }: LearnedRow): TemplateResult {
  const { type, project, sessions, value, state, sessionId } = item;
  const tabindex = isCurrent ? 0 : -1;
  const caution = cautionMark(item);
  const parts = [
    state === 'learned' ? null : html`<span class="mark">${learnedStateName(state)}</span>`,
    value === 3 ? html`<span class="mark">${t('Important')}</span>` : null,
    caution === null ? null : html`<span class="mark" title=${cautionFor(item) ?? ''}>${caution}</span>`,
    learnedTypeName(type),
    project,
    sessions < 2 ? null : tn(sessions, 'said in {0} session', 'said in {0} sessions'),
    sessionId === null
      ? null
      : html`<button class="link" tabindex=${tabindex} @click=${() => does.openTurn(item)}>
          ${t('Open Session')}
        </button>`,
  ];
  return html`<p class="about">${joined(parts.filter((part) => part !== null))}</p>
    ${renderSuccessor(item, tabindex, does)}`;
}

function renderSuccessor(
  { replacedBy }: LearnedCard,
  tabindex: number,
  does: LearnedActions,
): TemplateResult | typeof nothing {
  if (replacedBy === null) return nothing;
  const { id, text } = replacedBy;
  return html`<p class="about">
    ${t('Replaced by')}
    <button class="link" dir="auto" tabindex=${tabindex} @click=${() => does.openFact(id)}>${text}</button>
  </p>`;
}

/** Over the end of the row, where VS Code has the actions of a row, too. */
function renderTools({ item, isCurrent, hasKeys, does }: LearnedRow): TemplateResult | typeof nothing {
  if (!isCurrentFact(item)) return nothing;
  const tool = (icon: string, label: string, key: string | null, press: (item: LearnedCard) => void): TemplateResult =>
    html`<button
      class="tool"
      tabindex=${isCurrent ? 0 : -1}
      aria-label=${label}
      aria-keyshortcuts=${key === null || !hasKeys ? nothing : key}
      title=${key === null || !hasKeys ? label : `${label} (${key.toUpperCase()})`}
      @click=${() => press(item)}
    >
      <vscode-icon name=${icon} aria-hidden="true"></vscode-icon>
    </button>`;
  return html`<div class="tools" role="group" aria-label=${t('Actions')}>
    ${item.state === 'learned' ? tool('check', t('Confirm'), 'c', does.confirm) : nothing}
    ${tool('edit', t('Edit…'), 'e', does.edit)} ${tool('law', t('Make a Decision…'), null, does.decide)}
    ${tool('close', t('Dismiss'), 'd', does.dismiss)}
  </div>`;
}
