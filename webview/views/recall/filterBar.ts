/**
 * What is listed, the search field, the project, and all other filters behind a button with the number of set filters.
 * In a narrow page, one select replaces the row of types. All controls are native, so that the keyboard and screen
 * readers work as usual.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { isSaid, subtypes, type KnowledgeType } from '../../../src/protocol/recall/knowledge.ts';
import type { DecisionChoicesCard } from '../../../src/protocol/decisions/decisions.ts';
import type { ChoicesCard } from '../../../src/protocol/recall/memories.ts';
import { t, tn } from '../../l10n/t.ts';
import type { Option } from '../../parts/design/choices.ts';
import { daySelect, orNull, select, textChoice } from '../../parts/design/choices.ts';
import { number, percent } from '../../parts/design/format.ts';
import { textOf } from '../../parts/design/forms.ts';
import { searchFieldKeys } from '../../parts/design/keyboard/searchKeys.ts';
import { renderSegments, type Segment } from '../../parts/design/segments.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import type { ListName } from '../../parts/domain/knowledgeItem.ts';
import { kindNames, subtypeName } from '../../parts/domain/memoryWords.ts';
import type { KnowledgeChoice } from './knowledgeFilter.ts';
import { everything, filtersIn } from './knowledgeFilter.ts';

/** `review`: what waits for a decision in a personal store. */
export type Listed = ListName | 'all' | 'review';

interface FilterBar {
  choice: KnowledgeChoice;
  /** Undefined until they are loaded. */
  choices: ChoicesCard | undefined;
  people: DecisionChoicesCard | undefined;
  /** Proposed decisions, and what waits for a review here; the choice is hidden where nothing does. */
  counts: { proposed: number; review: number };
  isReview: boolean;
  /** Whether single letters are shortcuts. */
  hasKeys: boolean;
  setKeys: (hasKeys: boolean) => void;
  isWide: boolean;
  /** A text with the number of rows. */
  announcement: string;
  change: (change: Partial<KnowledgeChoice>) => void;
  show: (list: Listed) => void;
  /** What adds something that fits the list. */
  add: unknown;
  /** Moves from the field to the results, or opens the first of them. */
  toList: () => void;
  openFirst: () => void;
}

export function renderFilterBar(bar: FilterBar): TemplateResult {
  const { choice, isReview } = bar;
  const hasFilters = !isReview && choice.list !== 'proposed';
  return html`<div class="bar" role="search">
    <div class="tabs">${renderLists(bar)} ${bar.add}</div>
    ${hasFilters ? renderSearch(bar) : nothing} ${hasFilters && choice.isUnfolded ? renderFilters(bar) : nothing}
  </div>`;
}

/** Those of sessions are among the filters, and here only once they are chosen. */
function renderLists({ choice, counts, isReview, isWide, show }: FilterBar): TemplateResult {
  const { list } = choice;
  const lists: readonly ListName[] = ['fact', 'decision', 'learned', 'hypothesis', 'entry', 'knowledge'];
  const options: Segment<Listed>[] = [
    { value: 'all', label: t('All') },
    ...lists.map((value): Segment<Listed> => ({ value, label: listName(value) })),
    ...(list !== null && isSaid(list) ? [{ value: list, label: listName(list) }] : []),
    ...(counts.proposed > 0 || list === 'proposed'
      ? [{ value: 'proposed' as const, label: t('Proposed'), count: counts.proposed }]
      : []),
    ...(counts.review > 0 || isReview
      ? [{ value: 'review' as const, label: t('To review'), count: counts.review }]
      : []),
  ];
  const chosen = isReview ? 'review' : (list ?? 'all');
  if (isWide) return renderSegments({ label: t('Show'), options, chosen, choose: show });
  const words = ({ label, count = 0 }: Segment<Listed>): string =>
    count === 0 ? label : `${label} (${number(count)})`;
  return renderSelect(
    t('Show'),
    chosen,
    options.map((option): Option<Listed> => [option.value, words(option)]),
    show,
  );
}

function renderSearch(bar: FilterBar): TemplateResult {
  const { choice, choices, change } = bar;
  const { project } = choice;
  const set = filtersIn(choice);
  return html`<div class="search">
    <input
      class="field"
      type="search"
      dir="auto"
      aria-label=${t('Search knowledge')}
      aria-keyshortcuts="/ Control+F"
      placeholder=${t('Search knowledge')}
      .value=${choice.query}
      @input=${(event: Event) => change({ query: textOf(event) })}
      @keydown=${searchFieldKeys(bar.toList, bar.openFirst)}
    />
    ${renderSelect(t('Project'), project ?? '', named(t('All projects'), choices?.projects, project), (value) =>
      change({ project: orNull(value) }),
    )}
    <button
      class="button"
      aria-expanded=${choice.isUnfolded ? 'true' : 'false'}
      aria-controls=${choice.isUnfolded ? 'filters' : nothing}
      @click=${() => change({ isUnfolded: !choice.isUnfolded })}
    >
      ${set === 0 ? t('Filters') : tn(set, 'Filters ({0})', 'Filters ({0})')}
    </button>
    <p class="result-count quiet" role="status">${bar.announcement}</p>
  </div>`;
}

/** Without a visible label: its value says what it is. */
function renderSelect<Value extends string>(
  label: string,
  chosen: string,
  options: readonly Option<Value>[],
  choose: (value: Value) => void,
): TemplateResult {
  return html`<div class="bare">${select(label, chosen, options, choose)}</div>`;
}

function renderFilters({ choice, choices, people, change, hasKeys, setKeys }: FilterBar): TemplateResult {
  const { list, agent, involved, minConfidence, from, to, state, tag, order } = choice;
  const isSearching = choice.query.trim().length >= 2;
  const names = [...new Set([...(people?.deciders ?? []), ...(people?.agents ?? [])])].map((name) => ({ name }));
  const clear = (): void => change({ ...everything, query: choice.query, order, isUnfolded: true });
  return html`<div id="filters" class="filters">
    <div class="choices">
      ${select(t('Type'), typeIn(choice), types(), (value) => change(typeFrom(value, list)))}
      ${select(t('Status'), state, states(list), (value) => change({ state: value }))}
      ${select(t('Assistant'), agent ?? '', named(t('All assistants'), choices?.agents, agent, agentName), (value) =>
        change({ agent: orNull(value) }),
      )}
      ${select(t('Decided by or with'), involved ?? '', named(t('Everyone'), names, involved, agentName), (value) =>
        change({ involved: orNull(value) }),
      )}
      ${textChoice(t('Tag'), tag, (value) => change({ tag: value }))}
      ${select(t('Confidence'), String(minConfidence ?? 0), confidences(), (value) =>
        change({ minConfidence: value === '0' ? null : Number(value) }),
      )}
      ${daySelect(t('From'), from, (value) => change({ from: value }))}
      ${daySelect(t('To'), to, (value) => change({ to: value }))}
      ${isSearching ? nothing : select(t('Sort by'), order, orders(), (value) => change({ order: value }))}
    </div>
    <div class="foot">
      ${filtersIn(choice) === 0 ? nothing : html`<button class="link" @click=${clear}>${t('Clear Filters')}</button>`}
      <label class="switch">
        <input
          type="checkbox"
          .checked=${hasKeys}
          @change=${(event: Event) => setKeys(event.target instanceof HTMLInputElement && event.target.checked)}
        />
        ${t('Use single-letter shortcuts')}
      </label>
    </div>
  </div>`;
}

function listName(list: ListName): string {
  switch (list) {
    case 'decision':
      return t('Decisions');
    case 'learned':
      return t('Learned');
    case 'hypothesis':
      return t('Hypotheses');
    case 'entry':
      return t('From files');
    case 'proposed':
      return t('Proposed decisions');
    case 'fact':
    case 'knowledge':
    case 'chunk':
    case 'message':
    case 'session':
      return kindNames(list);
  }
}

/** The chosen value stays visible, even if no memory has it any more. */
function named(
  all: string,
  known: readonly { name: string; memories?: number }[] = [],
  chosen: string | null,
  wordsOf = (name: string): string => name,
): Option<string>[] {
  const isKnown = chosen === null || known.some(({ name }) => name === chosen);
  return [
    ['', all],
    ...known.map(({ name, memories }): Option<string> => {
      const words = wordsOf(name);
      return [name, memories === undefined ? words : `${words} (${number(memories)})`];
    }),
    ...(isKnown ? [] : ([[chosen, wordsOf(chosen)]] as const)),
  ];
}

type TypeChoice = '' | (typeof subtypes)[number] | `said ${string}`;

function typeIn({ list, subtype }: KnowledgeChoice): TypeChoice {
  return list !== null && isSaid(list) ? `said ${list}` : (subtype ?? '');
}

/** A type of facts leaves the list as it is, unless that has none. */
function typeFrom(value: TypeChoice, list: KnowledgeChoice['list']): Partial<KnowledgeChoice> {
  const said = saidTypes.find((type) => value === `said ${type}`);
  if (said !== undefined) return { list: said, subtype: null };
  const hasFacts = list === null || list === 'fact' || list === 'decision' || list === 'learned';
  return { list: hasFacts ? list : null, subtype: subtypes.find((type) => type === value) ?? null };
}

const saidTypes = ['chunk', 'message', 'session'] as const satisfies readonly KnowledgeType[];

const types = (): Option<TypeChoice>[] => [
  ['', t('All types')],
  ...subtypes.map((type): Option<TypeChoice> => [type, subtypeName(type)]),
  ...saidTypes.map((type): Option<TypeChoice> => [`said ${type}`, kindNames(type)]),
];

const confidences = (): Option<string>[] => [
  ['0', t('Any')],
  ...[0.5, 0.7, 0.9].map((share): Option<string> => [String(share), t('{0} or more', percent(share))]),
  ['1', t('Only {0}', percent(1))],
];

const states = (list: KnowledgeChoice['list']): Option<KnowledgeChoice['state']>[] =>
  list === 'hypothesis'
    ? [
        ['live', t('Current')],
        ['unconfirmed', t('Open')],
        ['confirmed', t('Confirmed')],
        ['deprecated', t('Refuted or abandoned')],
        ['all', t('All')],
      ]
    : [
        ['live', t('Current')],
        ['unconfirmed', t('Not confirmed')],
        ['confirmed', t('Confirmed')],
        ['faded', t('Faded')],
        ['expired', t('Expired')],
        ['replaced', t('Replaced')],
        ['reversed', t('Reversed')],
        ['deprecated', t('Deprecated')],
        ['all', t('All')],
      ];

const orders = (): Option<KnowledgeChoice['order']>[] => [
  ['newest', t('Newest first')],
  ['oldest', t('Oldest first')],
  ['confidence', t('Highest confidence first')],
];
