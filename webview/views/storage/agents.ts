/** The assistants and other clients that write to this memory. */
import { html, nothing, type TemplateResult } from 'lit';
import type { AgentCard } from '../../../src/protocol/profile/profile.ts';
import { t, tn } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';
import { renderTime } from '../../parts/design/format.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import type { Page } from '../../client/page.ts';

export function renderAgents(agents: readonly AgentCard[], page: Page): TemplateResult {
  return html`<section aria-labelledby="agents">
    <h2 id="agents">${t('Assistants')}</h2>
    ${
      agents.length === 0
        ? html`<p class="quiet">${t('None yet. Assistants appear here after they remember something.')}</p>`
        : html`<ul class="agents">
            ${agents.map(renderAgent)}
          </ul>`
    }
    <div class="quick more">${actionButton('connectClient', page)}</div>
  </section>`;
}

function renderAgent({ name, version, sessions, facts, lastSeen }: AgentCard): TemplateResult {
  const counts = [
    sessions === 0 ? null : tn(sessions, '{0} session', '{0} sessions'),
    facts === 0 ? null : tn(facts, '{0} fact', '{0} facts'),
  ].filter((count) => count !== null);
  return html`<li>
    <div class="words">
      <span
        ><bdi>${agentName(name)}</bdi> ${version === null ? nothing : html`<bdi class="quiet">${version}</bdi>`}</span
      >
      ${counts.length === 0 ? nothing : html`<span class="quiet">${counts.join(' · ')}</span>`}
    </div>
    ${lastSeen === null ? nothing : html`<span class="quiet">${renderTime(lastSeen)}</span>`}
  </li>`;
}
