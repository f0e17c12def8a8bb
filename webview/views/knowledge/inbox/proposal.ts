/** A proposal for the curator: its text, who proposed it and why, and similar entries. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ProposalCard } from '../../../../src/protocol/knowledge/curation.ts';
import type { Page } from '../../../client/page.ts';
import { t } from '../../../l10n/t.ts';
import { renderTime } from '../../../parts/design/format.ts';
import { beginningOf } from '../../../parts/design/longText.ts';
import { categoryName, cautionFor, originName } from '../../../parts/domain/memoryWords.ts';
import { authorName, importanceName, relationName, statusName } from '../entries/entry.ts';
import { renderCompared } from './comparison.ts';

type Similar = ProposalCard['similar'][number];

/** In characters, for texts side by side; the whole text is shown and merged elsewhere. */
const maxLengthBeside = 2_000;

interface EntryHead {
  title: string;
  category: string;
  importance: number;
}

export function renderEntryHead({ title, category, importance }: EntryHead): TemplateResult {
  return html`<h2 class="entry-title" tabindex="-1" data-heading dir="auto">${title}</h2>
    <p class="marks">
      <span class="mark">${categoryName(category)}</span>
      <span class="mark">${importanceName(importance)}</span>
    </p>`;
}

export function renderOrigin(proposal: ProposalCard, page: Page): TemplateResult {
  const { author, agent, instance, session, createdAt } = proposal;
  const caution = cautionFor(proposal);
  return html`<dl class="origin">
    <div>
      <dt>${t('Proposed by')}</dt>
      <dd><bdi>${authorName(author, agent)}</bdi>, ${renderTime(createdAt)}</dd>
    </div>
    ${
      instance === null
        ? nothing
        : html`<div>
            <dt>${t('Instance')}</dt>
            <dd><bdi>${instance}</bdi></dd>
          </div>`
    }
    <div>
      <dt>${t('Origin')}</dt>
      <dd>${originName(proposal.origin)}</dd>
    </div>
    ${
      caution === null
        ? nothing
        : html`<div>
            <dt>${t('Caution')}</dt>
            <dd>${caution}</dd>
          </div>`
    }
    ${
      session === null
        ? nothing
        : html`<div>
            <dt>${t('Session')}</dt>
            <dd dir="auto">${renderSession(session, author === page.overview.user, page)}</dd>
          </div>`
    }
  </dl>`;
}

/** Only their own users can open sessions, so only the user's own session is a link. */
function renderSession(session: { id: string; headline: string }, isOwn: boolean, page: Page): TemplateResult {
  const words = session.headline === '' ? t('No headline yet') : session.headline;
  if (!isOwn) return html`${words}`;
  return html`<button class="link" @click=${() => page.go({ view: 'sessions', item: session.id })}>${words}</button>`;
}

export function renderEvidence({ evidence, session }: ProposalCard): TemplateResult {
  return html`<section aria-labelledby="evidence">
    <h3 id="evidence">${t('Evidence')}</h3>
    ${
      evidence.length === 0
        ? html`<p class="quiet">
            ${session === null ? t('It does not come from a session.') : t('Nothing kept from its session mentions it.')}
          </p>`
        : html`<ul class="evidence">
            ${evidence.map(
              ({ kind, text }) =>
                html`<li>
                  <span class="quiet">${kind === 'chunk' ? t('Exchange') : t('Fact')}</span>
                  <blockquote class="prose" dir="auto">${text}</blockquote>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

/** Each similar entry next to the proposal, with the differences underlined in both. */
export function renderSimilar(proposal: ProposalCard): TemplateResult {
  const { similar } = proposal;
  return html`<section aria-labelledby="similar">
    <h3 id="similar">${t('Similar entries')}</h3>
    ${
      similar.length === 0
        ? html`<p class="quiet">${t('There are no similar entries yet.')}</p>`
        : html`<ul class="similar">
            ${similar.map((entry) => html`<li>${renderPair(proposal, entry)}</li>`)}
          </ul>`
    }
  </section>`;
}

export function renderPair(proposal: ProposalCard, entry: Similar): TemplateResult {
  return html`<p>
      <strong>${relationName(entry)}</strong>
      <span class="quiet">#${entry.id}, ${statusName(entry.status)}</span>
    </p>
    <div class="pair">
      <div>
        <p class="quiet">${t('This proposal')}</p>
        ${renderTitle(proposal.title, entry.title)}
        <p class="prose" dir="auto">${renderBeginning(proposal.content, entry.content)}</p>
      </div>
      <div>
        <p class="quiet">#${entry.id}</p>
        ${renderTitle(entry.title, proposal.title)}
        <p class="prose" dir="auto">${renderBeginning(entry.content, proposal.content)}</p>
      </div>
    </div>`;
}

function renderTitle(title: string, other: string): TemplateResult {
  return html`<p class="entry-name" dir="auto">${renderCompared(title, other)}</p>`;
}

function renderBeginning(content: string, other: string): TemplateResult {
  const beginning = beginningOf(content, maxLengthBeside);
  return html`${renderCompared(beginning, other)}${beginning.length < content.length ? '…' : nothing}`;
}
