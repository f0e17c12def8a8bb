/** Above the decisions: the choice between these and the proposed ones, the button for a new one, words, and filters. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { decisionStatuses } from '../../../src/memory/shared/vocabulary.ts';
import type { DecisionChoicesCard } from '../../../src/protocol/decisions/decisions.ts';
import { t, tn } from '../../l10n/t.ts';
import { orNull, select, type Option } from '../../parts/design/choices.ts';
import { textOf } from '../../parts/design/forms.ts';
import { searchFieldKeys } from '../../parts/design/keyboard/searchKeys.ts';
import { renderSegments } from '../../parts/design/segments.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import { decisionStatusName, type DecisionStatus } from '../../parts/domain/decisionWords.ts';
import type { DecisionChoice, DecisionTab } from './decisionFilter.ts';
import { allDecisions, filtersIn } from './decisionFilter.ts';

export interface DecisionFilterBar {
  choice: DecisionChoice;
  tab: DecisionTab;
  /** Undefined until they are loaded. */
  choices: DecisionChoicesCard | undefined;
  /** Proposed decisions that wait. */
  drafts: number;
  /** A text with the number of decisions. */
  announcement: string;
  change: (change: Partial<DecisionChoice>) => void;
  show: (tab: DecisionTab) => void;
  add: () => void;
  /** Moves from the field to the list, or opens the first decision. */
  toList: () => void;
  openFirst: () => void;
}

export function renderDecisionFilterBar(bar: DecisionFilterBar): TemplateResult {
  const { tab, drafts, choice } = bar;
  return html`<div class="bar">
    <div class="tabs">
      ${renderSegments({
        label: t('Show'),
        options: [
          { value: 'decided', label: t('Decided') },
          { value: 'proposed', label: t('Proposed'), count: drafts },
        ],
        chosen: tab,
        choose: bar.show,
      })}
      <button class="button" data-add @click=${bar.add}>
        <vscode-icon name="add" aria-hidden="true"></vscode-icon> ${t('New Decision…')}
      </button>
    </div>
    ${tab === 'decided' ? renderSearch(bar) : nothing}
    ${tab === 'decided' && choice.isUnfolded ? renderFilters(bar) : nothing}
  </div>`;
}

function renderSearch({ choice, announcement, change, toList, openFirst }: DecisionFilterBar): TemplateResult {
  const set = filtersIn(choice);
  return html`<div class="search" role="search">
    <input
      class="field"
      type="search"
      dir="auto"
      aria-label=${t('Search decisions')}
      aria-keyshortcuts="/ Control+F"
      placeholder=${t('Search decisions')}
      .value=${choice.words}
      @input=${(event: Event) => change({ words: textOf(event) })}
      @keydown=${searchFieldKeys(toList, openFirst)}
    />
    <button
      class="button"
      aria-expanded=${choice.isUnfolded ? 'true' : 'false'}
      aria-controls=${choice.isUnfolded ? 'filters' : nothing}
      @click=${() => change({ isUnfolded: !choice.isUnfolded })}
    >
      ${set === 0 ? t('Filters') : tn(set, 'Filters ({0})', 'Filters ({0})')}
    </button>
    <p class="result-count quiet" role="status">${announcement}</p>
  </div>`;
}

function renderFilters({ choice, choices, change }: DecisionFilterBar): TemplateResult {
  const { project, involved, status } = choice;
  const { projects = [], deciders = [], agents = [] } = choices ?? {};
  const names = [...new Set([...deciders, ...agents])];
  const clear = (): void => change({ ...allDecisions, words: choice.words, isUnfolded: true });
  return html`<div id="filters" class="filters">
    <div class="choices">
      ${select(t('Project'), project ?? '', named(t('All projects'), projects, project), (value) =>
        change({ project: orNull(value) }),
      )}
      ${select(t('Status'), status ?? '', statuses(), (value) => change({ status: value === '' ? null : value }))}
      ${select(t('Decided by or with'), involved ?? '', named(t('Everyone'), names, involved, agentName), (value) =>
        change({ involved: orNull(value) }),
      )}
    </div>
    ${filtersIn(choice) === 0 ? nothing : html`<button class="link" @click=${clear}>${t('Clear Filters')}</button>`}
  </div>`;
}

/** The chosen value stays visible, even if no decision has it any longer. */
function named(
  all: string,
  known: readonly string[],
  chosen: string | null,
  wordsOf = (name: string): string => name,
): Option<string>[] {
  const names = chosen === null || known.includes(chosen) ? known : [...known, chosen];
  return [['', all], ...names.map((name): Option<string> => [name, wordsOf(name)])];
}

const statuses = (): Option<DecisionStatus | ''>[] => [
  ['', t('Any')],
  ...decisionStatuses.map((status): Option<DecisionStatus> => [status, decisionStatusName(status)]),
];
