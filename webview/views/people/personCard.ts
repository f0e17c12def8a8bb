/** The public card of a person: who they are, what they work on, how active they are, and where they run BigMind. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { PersonCard } from '../../../src/protocol/people/people.ts';
import { t, tn } from '../../l10n/t.ts';
import { dayName, joined } from '../../parts/design/format.ts';
import { stepBounds, stepOf } from '../../parts/calendar/weeks.ts';
import { badgeName } from '../storage/badges.ts';

export function renderPerson(card: PersonCard, place: number): TemplateResult {
  const id = `person-${String(place)}`;
  return html`<li>
    <article class="person" aria-labelledby=${id}>
      <header>
        <h3 id=${id}><bdi>${card.name}</bdi></h3>
        <p class="quiet">${joined([...personWords(card), teamRoleName(card.teamRole)])}</p>
      </header>
      ${card.role === null ? nothing : html`<p dir="auto">${card.role}</p>`} ${renderTopics(card)} ${renderWeeks(card)}
      ${renderBadges(card)} ${renderHeadlines(card)} ${renderInstances(card)}
    </article>
  </li>`;
}

/** The user name, where it says more than the name, and whether it is the reader. */
export function personWords({
  username,
  name,
  isOwn,
}: Pick<PersonCard, 'username' | 'name' | 'isOwn'>): (string | TemplateResult)[] {
  return [...(name === username ? [] : [html`<bdi>${username}</bdi>`]), ...(isOwn ? [t('you')] : [])];
}

function teamRoleName(role: PersonCard['teamRole']): string {
  return { admin: t('Admin of the team'), curator: t('Curator of the team'), member: t('Member of the team') }[role];
}

function renderTopics({ topics }: PersonCard): TemplateResult | typeof nothing {
  if (topics.length === 0) return nothing;
  return html`<ul class="tags" aria-label=${t('Topics')}>
    ${topics.map(({ topic, sessions }) => {
      const counted = sessions === 0 ? t('on the card by choice') : tn(sessions, '{0} session', '{0} sessions');
      return html`<li title=${counted}><span dir="auto">${topic}</span></li>`;
    })}
  </ul>`;
}

/** One picture for all weeks, because the marks differ in size and their sum says it in words. */
function renderWeeks({ weeks }: PersonCard): TemplateResult {
  const bounds = stepBounds(weeks.filter((count) => count > 0));
  const total = weeks.reduce((sum, count) => sum + count, 0);
  const words = tn(total, '{0} session in the last {1} weeks', '{0} sessions in the last {1} weeks', weeks.length);
  return html`<div>
    <div class="weeks" aria-hidden="true">
      ${weeks.map((count) => html`<div class="tile"><div class="mark step-${stepOf(count, bounds)}"></div></div>`)}
    </div>
    <p class="quiet">${words}</p>
  </div>`;
}

function renderBadges({ badges }: PersonCard): TemplateResult | typeof nothing {
  if (badges.length === 0) return nothing;
  return html`<ul class="badges" aria-label=${t('Badges')}>
    ${badges.map((id) => {
      const { icon, name } = badgeName(id);
      return html`<li title=${name}><vscode-icon name=${icon} label=${name}></vscode-icon></li>`;
    })}
  </ul>`;
}

function renderHeadlines({ headlines }: PersonCard): TemplateResult | typeof nothing {
  if (headlines.length === 0) return nothing;
  return html`<ul class="bullets" aria-label=${t('Approved knowledge')}>
    ${headlines.map((title) => html`<li dir="auto">${title}</li>`)}
  </ul>`;
}

function renderInstances({ instances, lastDay }: PersonCard): TemplateResult {
  const names = instances.map(({ name, url }) =>
    url === null || !/^https?:\/\//iu.test(url)
      ? html`<bdi>${name}</bdi>`
      : html`<a href=${url} target="_blank" rel="noopener noreferrer"><bdi>${name}</bdi></a>`,
  );
  return html`<p class="quiet">${joined([t('Last seen on {0}', dayName(lastDay)), ...names])}</p>`;
}
