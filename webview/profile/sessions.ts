/**
 * The last sessions; each is a button where the host can open it, and plain text elsewhere. Open ones are marked in
 * words, never by colour alone.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { SessionCard } from '../../src/protocol/profile.ts';
import { fullTime, relativeTime } from './format.ts';

type OpenSession = (id: string) => void;

/** `rest` says how to reach the sessions that are not shown; without `open` none can be opened. */
export function renderSessions(
  sessions: readonly SessionCard[],
  rest: string | undefined,
  now: number,
  open: OpenSession | undefined,
): TemplateResult {
  return html`<section aria-labelledby="sessions">
    <h2 id="sessions">Last sessions</h2>
    ${
      sessions.length === 0
        ? html`<p class="quiet">A session appears here with each chat that uses the memory.</p>`
        : html`<ul class="sessions">
            ${sessions.map((session) => html`<li>${renderSession(session, now, open)}</li>`)}
          </ul>`
    }
    ${rest === undefined ? nothing : html`<p class="quiet">${rest}</p>`}
  </section>`;
}

function renderSession(session: SessionCard, now: number, open: OpenSession | undefined): TemplateResult {
  const title = `Started ${fullTime(session.startedAt)}`;
  if (open === undefined) return html`<div class="session" title=${title}>${renderWords(session, now)}</div>`;
  return html`<button class="session" title=${title} @click=${() => open(session.id)}>
    ${renderWords(session, now)}
  </button>`;
}

function renderWords(session: SessionCard, now: number): TemplateResult {
  const origin = [relativeTime(session.startedAt, now), session.agent, session.project].filter((part) => part !== null);
  return html`<vscode-icon name=${session.open ? 'circle-filled' : 'check'} size="14" aria-hidden="true"></vscode-icon>
    <span class="words">
      ${session.open ? html`<span class="badge">In progress</span>` : nothing}
      <span class="headline">${headlineOf(session)}</span>
      <span class="quiet">${origin.join(' · ')}</span>
    </span>`;
}

function headlineOf({ headline, open }: SessionCard): string {
  if (headline !== '') return headline;
  return open ? 'Not ended yet' : 'No headline';
}
