/** What an empty list says: which filter hides everything, or what will appear here and how. */
import { html, type TemplateResult } from 'lit';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { renderLearnNow } from '../learned/learningStatus.ts';
import { filtersIn, type KnowledgeChoice } from './knowledgeFilter.ts';

interface EmptyList {
  choice: KnowledgeChoice;
  isSearching: boolean;
  page: Page;
  clear: () => void;
}

export function renderEmptyList({ choice, isSearching, page, clear }: EmptyList): TemplateResult {
  const button = html`<button class="button" @click=${clear}>${t('Show All')}</button>`;
  if (isSearching) return renderEmpty('search', t('No results'), t('Try other words or fewer filters.'), button);
  // There may be decided or learned things of other types.
  if (choice.list === 'fact' || choice.project !== null || filtersIn(choice) > 0)
    return renderEmpty('filter', t('Nothing matches these filters'), t('Remove a filter.'), button);
  switch (choice.list) {
    case 'decision':
      return renderEmpty(
        'law',
        t('No decisions yet'),
        t(
          'A decision records who decided what, with which assistant, why, what was rejected, and later whether it was right. Assistants save decisions here, and you can add one yourself.',
        ),
      );
    case 'learned':
      return renderEmpty('lightbulb', t('Nothing learned yet'), whatLearningDoes(), renderLearnNow(page));
    case 'hypothesis':
      return renderEmpty(
        'beaker',
        t('No hypotheses yet'),
        `${t('A hypothesis is something that is not proved yet. Resolve it when you know the result.')} ${t('To let assistants add hypotheses, turn on the toolset journal with the setting bigmind.toolsets or BIGMIND_TOOLSETS.')}`,
      );
    case 'entry':
      return renderEmpty(
        'file',
        t('Nothing from files yet'),
        t('Statements of memory files, plans, comments and commits of your projects appear here.'),
      );
    case 'knowledge':
      return renderEmpty(
        'library',
        t('No team knowledge yet'),
        t('Architecture, standards, decisions, patterns and terms that everyone should know appear here.'),
      );
    case 'chunk':
    case 'message':
    case 'session':
    case 'proposed':
    case null:
      return renderEmpty(
        'archive',
        t('Nothing decided or learned yet'),
        t(
          'What your assistants learn and decide with you appears here. You can change or erase all of it. To find what was said in recorded chats, search.',
        ),
        html`<p class="quiet">${whatLearningDoes()}</p>
          ${renderLearnNow(page)}`,
      );
  }
}

function whatLearningDoes(): string {
  return t(
    'A language model that you choose can read your recorded sessions and note what is worth knowing later, with a quote for each note. It is off until you turn it on.',
  );
}
