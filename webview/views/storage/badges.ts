/** Badges: their names and conditions, the progress, and the day on which they were earned. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { BadgeCard } from '../../../src/protocol/profile/profile.ts';
import { t, tn } from '../../l10n/t.ts';
import { dayName, number } from '../../parts/design/format.ts';

/** How many future badges are shown before the user asks for all of them. */
const nextShown = 3;

export function renderBadges(
  badges: readonly BadgeCard[],
  { isWhole, toggle }: { isWhole: boolean; toggle: () => void },
): TemplateResult {
  const earned = badges.filter(isEarned);
  const coming = badges.filter((badge) => !isEarned(badge)).sort((one, other) => shareOf(other) - shareOf(one));
  const shown = [...earned, ...(isWhole ? coming : coming.slice(0, nextShown))];
  const rest = coming.length - nextShown;
  return html`<section aria-labelledby="badges">
    <h2 id="badges">${t('Badges')}</h2>
    <p class="quiet">${t('{0} of {1} earned', number(earned.length), number(badges.length))}</p>
    <ul class="badges">
      ${shown.map(renderBadge)}
    </ul>
    ${
      rest <= 0
        ? nothing
        : html`<button class="link more" aria-expanded=${isWhole ? 'true' : 'false'} @click=${toggle}>
            ${isWhole ? t('Show Fewer Badges') : tn(rest, 'Show {0} More Badge', 'Show {0} More Badges')}
          </button>`
    }
  </section>`;
}

function renderBadge(badge: BadgeCard): TemplateResult {
  const { icon, name, how } = wordsOf(badge);
  return html`<li class=${isEarned(badge) ? '' : 'coming'}>
    <vscode-icon name=${isEarned(badge) ? icon : 'circle-large-outline'} aria-hidden="true"></vscode-icon>
    <div class="words">
      <span class="name">${name}</span>
      <span class="quiet">${how}</span>
      ${isEarned(badge) ? renderEarned(badge) : renderProgress(badge, name)}
    </div>
  </li>`;
}

function renderEarned({ earnedOn }: BadgeCard): TemplateResult {
  const words = earnedOn === null ? t('Earned') : t('Earned on {0}', dayName(earnedOn, 'long'));
  return html`<span class="quiet">${words}</span>`;
}

function renderProgress({ have, need }: BadgeCard, name: string): TemplateResult {
  return html`<progress value=${have} max=${need} aria-label=${name}></progress>
    <span class="quiet">${t('{0} of {1}', number(have), number(need))}</span>`;
}

function isEarned({ have, need }: BadgeCard): boolean {
  return have >= need;
}

function shareOf({ have, need }: BadgeCard): number {
  return have / Math.max(1, need);
}

/** The icon and name of a badge; for an unknown one, its id. */
export function badgeName(id: string): Pick<BadgeWords, 'icon' | 'name'> {
  return wordsOf({ id, earnedOn: null, have: 0, need: 0 });
}

interface BadgeWords {
  icon: string;
  name: string;
  how: string;
}

/** A badge that this page does not know, of a newer host, is shown with its id. */
function wordsOf({ id, need }: BadgeCard): BadgeWords {
  switch (id) {
    case 'first-session':
      return {
        icon: 'comment-discussion',
        name: t('First session'),
        how: t('An assistant took part in a conversation'),
      };
    case 'first-memory':
      return { icon: 'archive', name: t('First memory'), how: t('A fact or an exchange was remembered') };
    case 'streak-7':
      return { icon: 'flame', name: t('A week in a row'), how: daysInARow(need) };
    case 'streak-30':
      return { icon: 'flame', name: t('A month in a row'), how: daysInARow(need) };
    case 'streak-100':
      return { icon: 'flame', name: t('100 days'), how: daysInARow(need) };
    case 'facts-100':
      return { icon: 'library', name: t('Well read'), how: factsSoFar(need) };
    case 'facts-1000':
      return {
        icon: 'library',
        name: t('Walking library'),
        how: factsSoFar(need),
      };
    case 'chronicler':
      return {
        icon: 'book',
        name: t('Chronicler'),
        how: tn(need, '{0} session with a summary', '{0} sessions with a summary'),
      };
    case 'gardener':
      return {
        icon: 'trash',
        name: t('Gardener'),
        how: tn(need, '{0} outdated fact deprecated', '{0} outdated facts deprecated'),
      };
    case 'polyglot':
      return {
        icon: 'plug',
        name: t('Polyglot'),
        how: tn(need, '{0} assistant shares this memory', '{0} assistants share this memory'),
      };
    case 'cartographer':
      return { icon: 'map', name: t('Cartographer'), how: tn(need, 'Worked in {0} project', 'Worked in {0} projects') };
    case 'archaeologist':
      return {
        icon: 'cloud-download',
        name: t('Archaeologist'),
        how: tn(need, '{0} past conversation imported', '{0} past conversations imported'),
      };
    case 'librarian':
      return {
        icon: 'organization',
        name: t('Librarian'),
        how: tn(need, '{0} proposal approved for the team', '{0} proposals approved for the team'),
      };
    case 'curator':
      return { icon: 'inbox', name: t('Curator'), how: tn(need, '{0} proposal reviewed', '{0} proposals reviewed') };
    case 'scientist':
      return {
        icon: 'beaker',
        name: t('Scientist'),
        how: tn(need, '{0} hypothesis resolved', '{0} hypotheses resolved'),
      };
    default:
      return { icon: 'star-full', name: id, how: '' };
  }
}

/** Deprecated facts count too, so the number may exceed the facts that are shown. */
function factsSoFar(need: number): string {
  return tn(need, '{0} fact remembered, including deprecated ones', '{0} facts remembered, including deprecated ones');
}

function daysInARow(need: number): string {
  return tn(need, '{0} day in a row with a session', '{0} days in a row with a session');
}
