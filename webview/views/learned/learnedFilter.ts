/** The filter of what was learned: the user's choice, its kept state, and its controls. */
import { html, nothing, type TemplateResult } from 'lit';
import { learnedTypes, type LearnedType } from '../../../src/memory/shared/vocabulary.ts';
import type { LearnedChoice, LearnedFilterCard } from '../../../src/protocol/learn/learned.ts';
import { isLearnedFilter, learnedChoices } from '../../../src/protocol/learn/learned.ts';
import { t } from '../../l10n/t.ts';
import { orNull, select, type Option } from '../../parts/design/choices.ts';
import { learnedStateName, learnedTypeName } from '../../parts/domain/learnedWords.ts';

export const allCurrent: LearnedFilterCard = { project: null, type: null, state: 'current' };

/** Kept state may come from another version of this page. */
export function learnedFilterFrom(kept: unknown): LearnedFilterCard {
  return isLearnedFilter(kept) ? kept : allCurrent;
}

export function isNarrowed({ project, type, state }: LearnedFilterCard): boolean {
  return project !== null || type !== null || state !== 'current';
}

/** `projects` are the names of those that have memories. */
export function renderLearnedFilter(
  filter: LearnedFilterCard,
  projects: readonly string[],
  change: (filter: LearnedFilterCard) => void,
): TemplateResult {
  const { project, type, state } = filter;
  return html`<div class="choices">
    ${select(t('Project'), project ?? '', projectOptions(projects, project), (value) =>
      change({ ...filter, project: orNull(value) }),
    )}
    ${select(t('Type'), type ?? '', typeOptions(), (value) => change({ ...filter, type: value === '' ? null : value }))}
    ${select(t('Status'), state, stateOptions(), (value) => change({ ...filter, state: value }))}
    ${
      isNarrowed(filter)
        ? html`<button class="link" @click=${() => change(allCurrent)}>${t('Clear Filters')}</button>`
        : nothing
    }
  </div>`;
}

/** The chosen project stays visible, even if nothing is from it any more. */
function projectOptions(projects: readonly string[], chosen: string | null): Option<string>[] {
  const names = chosen === null || projects.includes(chosen) ? projects : [...projects, chosen];
  return [['', t('All projects')], ...names.map((name): Option<string> => [name, name])];
}

function typeOptions(): Option<LearnedType | ''>[] {
  return [['', t('All types')], ...learnedTypes.map((type): Option<LearnedType> => [type, learnedTypeName(type)])];
}

function stateOptions(): Option<LearnedChoice>[] {
  return learnedChoices.map((choice): Option<LearnedChoice> => [choice, choiceName(choice)]);
}

function choiceName(choice: LearnedChoice): string {
  if (choice === 'current') return t('Current');
  return choice === 'all' ? t('All') : learnedStateName(choice);
}
