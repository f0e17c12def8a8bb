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
import { placeNames, placeOf, placeTitle, viewsOf, viewTitle, type Offered, type PlaceName } from './places.ts';

export interface Navigation {
  current: ViewName;
  /** What waits for this user. */
  overview: Offered & Pick<OverviewCard, 'pending' | 'conflicts'>;
  go: (view: ViewName) => void;
}

interface Entry {
  title: string;
  isCurrent: boolean;
  waiting: Waiting;
  isIcon?: boolean;
  view: ViewName;
}

export function renderNavigation({ current, overview, go }: Navigation): TemplateResult {
  const here = placeOf(current, overview);
  const views = here === 'knowledge' ? [] : viewsOf(here, overview);
  const places = placeNames.flatMap((place) => placeEntry(place, place === here, overview) ?? []);
  const within = views.map((view): Entry => ({
    title: viewTitle(view),
    isCurrent: view === current,
    waiting: waitingIn(view, overview),
    view,
  }));
  return html`<nav aria-label=${t('Places')}>
    ${renderRow('places', places, views.length < 2 ? 'page' : 'true', go)}
    ${views.length < 2 ? nothing : renderRow('views', within, 'page', go)}
  </nav>`;
}

function placeEntry(place: PlaceName, isCurrent: boolean, overview: Navigation['overview']): Entry | undefined {
  const views = viewsOf(place, overview);
  const [view] = views;
  if (view === undefined) return undefined;
  const waiting = views.map((one) => waitingIn(one, overview)).find(({ count }) => count > 0) ?? none;
  return { title: placeTitle(place), isCurrent, waiting, isIcon: place === 'manage', view };
}

function renderRow(
  name: 'places' | 'views',
  entries: readonly Entry[],
  current: 'true' | 'page',
  go: Navigation['go'],
): TemplateResult {
  const stop = Math.max(
    0,
    entries.findIndex(({ isCurrent }) => isCurrent),
  );
  return html`<ul class=${name} @keydown=${(event: KeyboardEvent) => moveAlong(event, 'button', 'row')}>
    ${entries.map(({ title, isCurrent, waiting: { count, words }, isIcon, view }, index) => {
      const label = count === 0 ? title : `${title}, ${words}`;
      return html`<li class=${isIcon === true ? 'last' : ''}>
        <button
          class="place"
          tabindex=${index === stop ? 0 : -1}
          aria-current=${isCurrent ? current : nothing}
          aria-label=${label}
          title=${label}
          @click=${() => go(view)}
        >
          ${isIcon === true ? html`<vscode-icon name="gear" aria-hidden="true"></vscode-icon>` : title}
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
