/**
 * The navigation: the places, and below them the views of the current place if it has several that are no filter. Each row is one tab stop;
 * Left, Right, Home and End move along it, as in VS Code.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { OverviewCard } from '../../src/protocol/overview.ts';
import type { ViewName } from '../../src/protocol/route.ts';
import { t, tn } from '../l10n/t.ts';
import { moveAlong } from '../parts/design/keyboard/roving.ts';
import {
  placeNames,
  placeOf,
  placeTitle,
  sideBarViews,
  viewsOf,
  viewTitle,
  type Offered,
  type PlaceName,
} from './places.ts';

interface Navigation {
  current: ViewName;
  /** What waits for this user. */
  overview: Offered & Pick<OverviewCard, 'pending' | 'conflicts'>;
  go: (view: ViewName) => void;
  /** Opens the other places in the editor; undefined where all are shown. */
  openInEditor: (() => void) | undefined;
}

interface Entry {
  title: string;
  isCurrent: boolean;
  waiting: Waiting;
  icon?: 'gear' | 'link-external';
  open: () => void;
}

export function renderNavigation(navigation: Navigation): TemplateResult {
  const { openInEditor } = navigation;
  return openInEditor === undefined ? renderPlaces(navigation) : renderSideBar(navigation, openInEditor);
}

/** What needs the user is in the editor. */
function renderSideBar({ current, overview, go }: Navigation, openInEditor: () => void): TemplateResult {
  const shown = sideBarViews.map((view): Entry => {
    const title = view === 'home' ? viewTitle(view) : t('Search');
    return { title, isCurrent: view === current, waiting: none, open: () => go(view) };
  });
  const waiting = waitingIn('curation', overview);
  const more: Entry = {
    title: t('Open in Editor'),
    isCurrent: false,
    waiting,
    icon: 'link-external',
    open: openInEditor,
  };
  return html`<nav aria-label=${t('Places')}>${renderRow('places', [...shown, more], 'page')}</nav>`;
}

function renderPlaces({ current, overview, go }: Navigation): TemplateResult {
  const here = placeOf(current, overview);
  const views = here === 'knowledge' ? [] : viewsOf(here, overview);
  const places = placeNames.flatMap((place) => placeEntry(place, { isCurrent: place === here, overview, go }) ?? []);
  const within = views.map((view): Entry => ({
    title: viewTitle(view),
    isCurrent: view === current,
    waiting: waitingIn(view, overview),
    open: () => go(view),
  }));
  return html`<nav aria-label=${t('Places')}>
    ${renderRow('places', places, views.length < 2 ? 'page' : 'true')}
    ${views.length < 2 ? nothing : renderRow('views', within, 'page')}
  </nav>`;
}

function placeEntry(
  place: PlaceName,
  { isCurrent, overview, go }: Pick<Navigation, 'overview' | 'go'> & { isCurrent: boolean },
): Entry | undefined {
  const views = viewsOf(place, overview);
  const [view] = views;
  if (view === undefined) return undefined;
  const waiting = views.map((one) => waitingIn(one, overview)).find(({ count }) => count > 0) ?? none;
  const entry = { title: placeTitle(place), isCurrent, waiting, open: () => go(view) };
  return place === 'manage' ? { ...entry, icon: 'gear' } : entry;
}

function renderRow(name: 'places' | 'views', entries: readonly Entry[], current: 'true' | 'page'): TemplateResult {
  const stop = Math.max(
    0,
    entries.findIndex(({ isCurrent }) => isCurrent),
  );
  return html`<ul class=${name} @keydown=${(event: KeyboardEvent) => moveAlong(event, 'button', 'row')}>
    ${entries.map(({ title, isCurrent, waiting: { count, words }, icon, open }, index) => {
      const label = count === 0 ? title : `${title}, ${words}`;
      return html`<li class=${icon === undefined ? '' : 'last'}>
        <button
          class="place"
          tabindex=${index === stop ? 0 : -1}
          aria-current=${isCurrent ? current : nothing}
          aria-label=${label}
          title=${label}
          @click=${open}
        >
          ${icon === undefined ? title : html`<vscode-icon name=${icon} aria-hidden="true"></vscode-icon>`}
          ${count === 0 ? nothing : html`<span class="count" aria-hidden="true">${count > 99 ? '99+' : count}</span>`}
        </button>
      </li>`;
    })}
  </ul>`;
}

interface Waiting {
  count: number;
  words: string;
}

const none: Waiting = { count: 0, words: '' };

/** What needs this user; a proposal of a rule is none. */
function waitingIn(view: ViewName, { pending, conflicts }: Navigation['overview']): Waiting {
  if (view !== 'curation') return none;
  const words = [
    ...(pending === 0 ? [] : [tn(pending, '{0} pending', '{0} pending')]),
    ...(conflicts === 0 ? [] : [tn(conflicts, '{0} conflict', '{0} conflicts')]),
  ];
  return { count: pending + conflicts, words: words.join(', ') };
}
