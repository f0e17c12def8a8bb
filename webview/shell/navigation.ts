/** The navigation between the views: labels next to icons if there is room, only icons in a narrow side bar. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { OverviewCard } from '../../src/protocol/overview.ts';
import { viewNames, type ViewName } from '../../src/protocol/route.ts';
import { t, tn } from '../l10n/t.ts';

const icons: Record<ViewName, string> = {
  profile: 'account',
  activity: 'calendar',
  memories: 'archive',
  decisions: 'law',
  sessions: 'comment-discussion',
  graph: 'type-hierarchy',
  curation: 'inbox',
  journal: 'beaker',
  reminders: 'bell',
  minds: 'organization',
  audit: 'history',
};

export function viewTitle(view: ViewName): string {
  switch (view) {
    case 'profile':
      return t('Profile');
    case 'activity':
      return t('Activity');
    case 'memories':
      return t('Memories');
    case 'decisions':
      return t('Decisions');
    case 'sessions':
      return t('Sessions');
    case 'graph':
      return t('Graph');
    case 'curation':
      return t('Curation');
    case 'journal':
      return t('Journal');
    case 'reminders':
      return t('Reminders');
    case 'minds':
      return t('Minds');
    case 'audit':
      return t('Audit');
  }
}

export interface Navigation {
  current: ViewName;
  /** What waits for this user. */
  overview: Pick<OverviewCard, 'pending' | 'conflicts' | 'drafts' | 'hasFiles' | 'mode'>;
  go: (view: ViewName) => void;
}

export function renderNavigation({ current, overview, go }: Navigation): TemplateResult {
  const item = (view: ViewName): TemplateResult => {
    const { count: waiting, words } = waitingIn(view, overview);
    const label = waiting === 0 ? viewTitle(view) : `${viewTitle(view)}, ${words}`;
    return html`<li>
      <button
        class="place"
        aria-current=${view === current ? 'page' : nothing}
        aria-label=${label}
        title=${label}
        @click=${() => go(view)}
        @keydown=${moveFocus}
      >
        <vscode-icon name=${icons[view]} aria-hidden="true"></vscode-icon>
        <span class="label">${viewTitle(view)}</span>
        ${waiting === 0 ? nothing : html`<span class="count" aria-hidden="true">${waiting > 99 ? '99+' : waiting}</span>`}
      </button>
    </li>`;
  };
  return html`<nav aria-label=${t('Views')}>
    <ul>
      ${viewNames.filter((view) => isOffered(view, overview)).map(item)}
    </ul>
  </nav>`;
}

/** A personal memory has no directory. */
function isOffered(view: ViewName, { hasFiles, mode }: Navigation['overview']): boolean {
  if (view === 'minds') return mode !== 'personal';
  return view !== 'reminders' || hasFiles;
}

function waitingIn(
  view: ViewName,
  { pending, conflicts, drafts }: Navigation['overview'],
): { count: number; words: string } {
  if (view === 'curation') {
    const words = [
      ...(pending === 0 ? [] : [tn(pending, '{0} pending', '{0} pending')]),
      ...(conflicts === 0 ? [] : [tn(conflicts, '{0} conflict', '{0} conflicts')]),
    ];
    return { count: pending + conflicts, words: words.join(', ') };
  }
  if (view === 'decisions') return { count: drafts, words: tn(drafts, '{0} proposed', '{0} proposed') };
  return { count: 0, words: '' };
}

/** Left, Right, Home and End move along the row, as in VS Code. */
function moveFocus(event: KeyboardEvent): void {
  const list = (event.currentTarget as HTMLElement).closest('ul');
  const places = [...(list?.querySelectorAll('button') ?? [])];
  const here = places.indexOf(event.currentTarget as HTMLButtonElement);
  const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: places.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  places.at(next % places.length)?.focus();
}
