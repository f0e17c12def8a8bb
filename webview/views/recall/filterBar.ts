/**
 * The search field, the kinds of memories below it, and all other filters behind a button with the number of set
 * filters. In a narrow page, the kinds are behind it too. All controls are native, so that the keyboard and screen
 * readers work as usual.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { FactType, MemoryKind } from '../../../src/memory/shared/vocabulary.ts';
import { factTypes, memoryKinds } from '../../../src/memory/shared/vocabulary.ts';
import type { ChoicesCard } from '../../../src/protocol/recall/memories.ts';
import { t, tn } from '../../l10n/t.ts';
import type { Option } from '../../parts/design/choices.ts';
import { daySelect, orNull, select, textChoice } from '../../parts/design/choices.ts';
import { number, percent } from '../../parts/design/format.ts';
import { textOf } from '../../parts/design/forms.ts';
import { searchFieldKeys } from '../../parts/design/keyboard/searchKeys.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import { factTypeName, kindNames } from '../../parts/domain/memoryWords.ts';
import type { MemoryChoice } from './memoryFilter.ts';
import { everything, filtersIn } from './memoryFilter.ts';

export interface FilterBar {
  choice: MemoryChoice;
  /** Undefined until they are loaded. */
  choices: ChoicesCard | undefined;
  isWide: boolean;
  /** A text with the number of memories. */
  announcement: string;
  change: (change: Partial<MemoryChoice>) => void;
  /** Moves from the field to the results, or opens the first of them. */
  toList: () => void;
  openFirst: () => void;
}

export function renderFilterBar(bar: FilterBar): TemplateResult {
  const { choice, isWide, change } = bar;
  const set = filtersIn(choice);
  // In a wide page the kinds are next to the button, so they are not counted on it.
  const folded = isWide && choice.kinds.length > 0 ? set - 1 : set;
  return html`<div class="bar" role="search">
    <div class="search">
      <input
        class="field"
        type="search"
        dir="auto"
        aria-label=${t('Search memories')}
        aria-keyshortcuts="/ Control+F"
        placeholder=${t('Search memories')}
        .value=${choice.query}
        @input=${(event: Event) => change({ query: textOf(event) })}
        @keydown=${searchFieldKeys(bar.toList, bar.openFirst)}
      />
      <button
        class="button"
        aria-expanded=${choice.isUnfolded ? 'true' : 'false'}
        aria-controls=${choice.isUnfolded ? 'filters' : nothing}
        @click=${() => change({ isUnfolded: !choice.isUnfolded })}
      >
        ${folded === 0 ? t('Filters') : tn(folded, 'Filters ({0})', 'Filters ({0})')}
      </button>
      <p class="result-count quiet" role="status">${bar.announcement}</p>
    </div>
    ${isWide ? renderKinds(bar, set) : nothing} ${choice.isUnfolded ? renderFilters(bar, set) : nothing}
  </div>`;
}

function renderKinds({ choice, change }: FilterBar, set: number): TemplateResult {
  return html`<div class="kinds">
    <div class="chips" role="group" aria-label=${t('Kinds')}>
      ${memoryKinds.map((kind) => renderKind(kind, choice, change))}
    </div>
    ${set === 0 ? nothing : html`<button class="link" @click=${() => change(cleared)}>${t('Clear Filters')}</button>`}
  </div>`;
}

function renderFilters(bar: FilterBar, set: number): TemplateResult {
  const { choice, choices, isWide, change } = bar;
  const { project, agent, minConfidence, from, to, state, factType, tag, order } = choice;
  const isSearching = choice.query.trim().length >= 2;
  return html`<div id="filters" class="filters">
    ${isWide ? nothing : renderKinds(bar, set)}
    <div class="choices">
      ${select(t('Project'), project ?? '', named(t('All projects'), choices?.projects, project), (value) =>
        change({ project: orNull(value) }),
      )}
      ${select(t('Assistant'), agent ?? '', named(t('All assistants'), choices?.agents, agent, agentName), (value) =>
        change({ agent: orNull(value) }),
      )}
      ${select(t('Type'), factType ?? '', types(), (value) => change({ factType: value === '' ? null : value }))}
      ${textChoice(t('Tag'), tag, (value) => change({ tag: value }))}
      ${select(t('Confidence'), String(minConfidence ?? 0), confidences(), (value) =>
        change({ minConfidence: value === '0' ? null : Number(value) }),
      )}
      ${select(t('Status'), state, states(), (value) => change({ state: value }))}
      ${daySelect(t('From'), from, (value) => change({ from: value }))}
      ${daySelect(t('To'), to, (value) => change({ to: value }))}
      ${isSearching ? nothing : select(t('Sort by'), order, orders(), (value) => change({ order: value }))}
    </div>
  </div>`;
}

const { query: _query, order: _order, isUnfolded: _isUnfolded, ...cleared } = everything;

function renderKind(kind: MemoryKind, choice: MemoryChoice, change: FilterBar['change']): TemplateResult {
  const isOn = choice.kinds.includes(kind);
  const toggle = (): void =>
    change({ kinds: isOn ? choice.kinds.filter((one) => one !== kind) : [...choice.kinds, kind] });
  return html`<button class="chip" aria-pressed=${isOn ? 'true' : 'false'} @click=${toggle}>
    ${kindNames(kind)}
  </button>`;
}

/** The chosen value stays visible, even if no memory has it any more. */
function named(
  all: string,
  known: ChoicesCard['projects'] = [],
  chosen: string | null,
  wordsOf = (name: string): string => name,
): Option<string>[] {
  const isKnown = chosen === null || known.some(({ name }) => name === chosen);
  return [
    ['', all],
    ...known.map(({ name, memories }): Option<string> => [name, `${wordsOf(name)} (${number(memories)})`]),
    ...(isKnown ? [] : ([[chosen, wordsOf(chosen)]] as const)),
  ];
}

const types = (): Option<FactType | ''>[] => [
  ['', t('All types')],
  ...factTypes.map((type): Option<FactType> => [type, factTypeName(type)]),
];

const confidences = (): Option<string>[] => [
  ['0', t('Any')],
  ...[0.5, 0.7, 0.9].map((share): Option<string> => [String(share), t('{0} or more', percent(share))]),
  ['1', t('Only {0}', percent(1))],
];

const states = (): Option<MemoryChoice['state']>[] => [
  ['live', t('Current')],
  ['faded', t('Faded')],
  ['expired', t('Expired')],
  ['deprecated', t('Deprecated')],
  ['all', t('All')],
];

const orders = (): Option<MemoryChoice['order']>[] => [
  ['newest', t('Newest first')],
  ['oldest', t('Oldest first')],
  ['confidence', t('Highest confidence first')],
];
