/** The filled profile: who, how much, the last sessions, what is pinned, which assistants write here. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { AgentCard, FactCard, ProfileCard, TotalsCard } from '../../src/protocol/profile.ts';
import { actionButton, type Send } from './buttons.ts';
import { fileSize, moreFound } from './format.ts';
import type { HostAbilities } from './hostLink.ts';
import { renderSessions } from './sessions.ts';

export function renderProfile(profile: ProfileCard, abilities: HostAbilities, send: Send): TemplateResult {
  const { actions, facts, sessions, totals } = profile;
  const openSession = abilities.opensSessions ? (id: string): void => send({ type: 'openSession', id }) : undefined;
  const rest = (count: number): string | undefined => moreFound(count, actions.includes('searchMemory'));
  return html`<main>
    ${renderPerson(profile)} ${renderTotals(totals)} ${renderButtons(actions, send)}
    ${renderSessions(sessions, rest(totals.sessions - sessions.length), Date.now(), openSession)}
    ${renderFacts(facts, rest(totals.facts - facts.length))} ${renderAboutYou(profile)} ${renderAgents(profile.agents)}
    <footer class="quiet">
      <span class="path" title=${profile.location}>${profile.location}</span>
      <span>${fileSize(totals.bytes)}</span>
    </footer>
  </main>`;
}

function renderPerson({ user, role, project }: ProfileCard): TemplateResult {
  return html`<header>
    <h1>${user}</h1>
    ${role === null ? nothing : html`<p>${role}</p>`}
    <p class="quiet">${project === null ? 'In no project' : html`In project <b>${project}</b>`}</p>
  </header>`;
}

/** Nothing at all, rather than an empty row, where the host offers neither. */
function renderButtons(actions: readonly string[], send: Send): TemplateResult | typeof nothing {
  const offered = (['searchMemory', 'rememberNote'] as const).filter((action) => actions.includes(action));
  if (offered.length === 0) return nothing;
  return html`<div class="buttons">${offered.map((action) => actionButton(action, actions, send))}</div>`;
}

function renderTotals(totals: TotalsCard): TemplateResult {
  const counts: [string, number][] = [
    ['Sessions', totals.sessions],
    ['Facts', totals.facts],
    ['Exchanges', totals.chunks],
    ['Knowledge', totals.knowledge],
    ['Messages', totals.messages],
  ];
  return html`<dl class="totals" aria-label="What is remembered">
    ${counts
      .filter(([, count], index) => count > 0 || index < 2)
      .map(
        ([label, count]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${count.toLocaleString()}</dd>
          </div>`,
      )}
  </dl>`;
}

function renderFacts(facts: readonly FactCard[], rest: string | undefined): TemplateResult {
  return html`<section aria-labelledby="facts">
    <h2 id="facts">Facts</h2>
    ${
      facts.length === 0
        ? html`<p class="quiet">What is decided and learned in your chats appears here.</p>`
        : html`<ul class="facts">
            ${facts.map(({ text, category, project }) => {
              const origin = project === null ? category : `${category} · ${project}`;
              return html`<li><span class="clamped">${text}</span> <span class="quiet">${origin}</span></li>`;
            })}
          </ul>`
    }
    ${rest === undefined ? nothing : html`<p class="quiet">${rest}</p>`}
  </section>`;
}

function renderAboutYou({ preferences, pinnedFacts }: ProfileCard): TemplateResult {
  const nothingYet = preferences === null && pinnedFacts.length === 0;
  return html`<section aria-labelledby="about">
    <h2 id="about">Always in context</h2>
    ${
      nothingYet
        ? html`<p class="quiet">
            Tell an assistant how you like to work, or ask it to pin a fact. It keeps that here.
          </p>`
        : nothing
    }
    ${pinnedFacts.length === 0 ? nothing : renderPinned(pinnedFacts)}
    ${
      preferences === null
        ? nothing
        : html`<h3>Preferences</h3>
            <p class="prose">${preferences}</p>`
    }
  </section>`;
}

function renderPinned(facts: readonly string[]): TemplateResult {
  return html`<h3>Pinned facts</h3>
    <ul class="pinned">
      ${facts.map(
        (fact) => html`<li><vscode-icon name="pinned" aria-hidden="true"></vscode-icon><span>${fact}</span></li>`,
      )}
    </ul>`;
}

function renderAgents(agents: readonly AgentCard[]): TemplateResult | typeof nothing {
  if (agents.length === 0) return nothing;
  return html`<section aria-labelledby="agents">
    <h2 id="agents">Assistants that write here</h2>
    <ul class="agents">
      ${agents.map(
        ({ name, version }) =>
          html`<li>
            <vscode-icon name="hubot" aria-hidden="true"></vscode-icon>
            <span>${name} ${version === null ? nothing : html`<span class="quiet">${version}</span>`}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}
