/** The places of the page, and the views in each. The last one, behind the gear, is about the memory itself. */
import type { OverviewCard } from '../../src/protocol/overview.ts';
import type { Route, ViewName } from '../../src/protocol/route.ts';
import { t } from '../l10n/t.ts';

export const placeNames = ['home', 'sessions', 'knowledge', 'map', 'team', 'manage'] as const;
export type PlaceName = (typeof placeNames)[number];

const viewsIn: Record<PlaceName, readonly ViewName[]> = {
  home: ['home'],
  sessions: ['sessions'],
  // The list shows what waits for a review in a personal memory.
  knowledge: ['knowledge', 'curation'],
  map: ['graph'],
  team: ['curation', 'people'],
  manage: ['profile', 'reminders', 'audit'],
};

/** What the page shows beside an editor; everything else opens in the editor. */
export const sideBarViews = ['home', 'knowledge'] as const satisfies readonly ViewName[];

export function isForSideBar({ view, item }: Route): boolean {
  return item === null && sideBarViews.some((one) => one === view);
}

/** What decides which views there are. */
export type Offered = Pick<OverviewCard, 'hasFiles' | 'mode'>;

/** The views of a place for this user, in order; none if there is no such place. */
export function viewsOf(place: PlaceName, { hasFiles, mode }: Offered): ViewName[] {
  const hasTeam = mode !== 'personal';
  if (place === 'team' && !hasTeam) return [];
  return viewsIn[place].filter((view) => {
    if (view === 'reminders') return hasFiles;
    // What others proposed is reviewed with the team.
    return view !== 'curation' || hasTeam === (place === 'team');
  });
}

export function placeOf(view: ViewName, offered: Offered): PlaceName {
  return placeNames.find((place) => viewsOf(place, offered).includes(view)) ?? 'home';
}

export function placeTitle(place: PlaceName): string {
  switch (place) {
    case 'home':
      return t('Home');
    case 'sessions':
      return t('Sessions');
    case 'knowledge':
      return t('Knowledge');
    case 'map':
      return t('Map');
    case 'team':
      return t('Team');
    case 'manage':
      return t('Manage');
  }
}

export function viewTitle(view: ViewName): string {
  switch (view) {
    case 'home':
      return t('Home');
    case 'profile':
      return t('Storage');
    case 'knowledge':
      return t('Knowledge');
    case 'sessions':
      return t('Sessions');
    case 'graph':
      return t('Map');
    case 'curation':
      return t('Review');
    case 'reminders':
      return t('Reminders');
    case 'people':
      return t('People');
    case 'audit':
      return t('Audit');
  }
}
