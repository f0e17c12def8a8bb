/** The last sessions as a list of buttons; open ones are marked in words, never by colour alone. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { SessionCard } from '../../src/protocol/profile.ts';
import type { Send } from './buttons.ts';
import { fullTime, moreFound, relativeTime } from './format.ts';

export function renderSessions(
  sessions: readonly SessionCard[],
  total: number,
  now: number,
  send: Send,
): TemplateResult {
  return html`<section aria-labelledby="sessions">
    <h2 id="sessions">Last sessions</h2>
    ${
      sessions.length === 0
        ? html`<p class="quiet">A session appears here with each chat that uses the memory.</p>`
        : html`<ul class="sessions">
            ${sessions.map((session) => html`<li>${renderSession(session, now, send)}</li>`)}
          </ul>`
    }
    ${total > sessions.length ? html`<p class="quiet">${moreFound(total - sessions.length)}</p>` : nothing}
  </section>`;
}

function renderSession(session: SessionCard, now: number, send: Send): TemplateResult {
  const origin = [relativeTime(session.startedAt, now), session.agent, session.project].filter((part) => part !== null);
  return html`<button
    class="session"
    title=${`Started ${fullTime(session.startedAt)}`}
    @click=${() => send({ type: 'openSession', id: session.id })}
  >
    <vscode-icon name=${session.open ? 'circle-filled' : 'check'} size="14" aria-hidden="true"></vscode-icon>
    <span class="words">
      ${session.open ? html`<span class="badge">In progress</span>` : nothing}
      <span class="headline">${headlineOf(session)}</span>
      <span class="quiet">${origin.join(' · ')}</span>
    </span>
  </button>`;
}

function headlineOf({ headline, open }: SessionCard): string {
  if (headline !== '') return headline;
  return open ? 'Not ended yet' : 'No headline';
}
