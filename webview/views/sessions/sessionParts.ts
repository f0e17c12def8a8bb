/** The parts of a session beside its transcript: its summary, its facts and kept exchanges, and the files that it touched. */
import { html, nothing, type TemplateResult } from 'lit';
import type { SessionDetailCard, TurnCard } from '../../../src/protocol/sessions/sessions.ts';
import { t, tn } from '../../l10n/t.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import { joined, percent, renderTime } from '../../parts/design/format.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { typeOrCategoryName } from '../../parts/domain/memoryWords.ts';
import { namesFile } from '../../parts/domain/source.ts';
import '../../parts/design/longText.ts';
import type { Page } from '../../client/page.ts';

/** In characters, for the part of an exchange that is shown initially. */
const turnAtFirst = 600;
const filesAtFirst = 8;

export function renderTimes({ startedAt, endedAt, open, imported, project, agent }: SessionDetailCard): TemplateResult {
  const parts = [
    html`${t('Started')} ${renderTime(startedAt)}`,
    endedAt === null ? null : html`${t('ended')} ${renderTime(endedAt)}`,
    imported ? t('imported') : null,
    open && !imported ? t('in progress') : null,
    project,
    agent === null ? null : agentName(agent),
  ];
  return html`<p class="quiet">${joined(parts.filter((part) => part !== null))}</p>`;
}

export function renderTopics(topics: readonly string[], choose: (topic: string) => void): unknown {
  if (topics.length === 0) return nothing;
  return html`<ul class="chips" aria-label=${t('Topics')}>
    ${topics.map(
      (topic) =>
        html`<li>
          <button class="chip" title=${t('Sessions about {0}', topic)} @click=${() => choose(topic)}>${topic}</button>
        </li>`,
    )}
  </ul>`;
}

export function renderStory(session: SessionDetailCard): TemplateResult {
  const { outcome, summary, keyFacts } = session;
  return html`${part(t('Outcome'), outcome === null ? null : longText(outcome))}
  ${part(t('Summary'), summary === null ? null : longText(summary))} ${part(t('Key facts'), bullets(keyFacts))}`;
}

/** Each opens the map of what is known about it, or the file where the host has an editor. */
export function renderFiles(files: readonly string[], page: Page): unknown {
  if (files.length === 0) return nothing;
  const row = (file: string): TemplateResult => {
    const isOpenable = page.abilities.opensSources && namesFile(file);
    return html`<li>
      <button class="link path" title=${t('Show on the Map')} @click=${() => page.go({ view: 'graph', item: file })}>
        ${file}
      </button>
      ${
        isOpenable
          ? html`<button
              class="button"
              aria-label=${`${t('Open in Editor')}: ${file}`}
              @click=${() => page.openSource(file)}
            >
              ${t('Open in Editor')}
            </button>`
          : nothing
      }
    </li>`;
  };
  const [shown, rest] = [files.slice(0, filesAtFirst), files.slice(filesAtFirst)];
  return part(
    tn(files.length, '{0} file touched', '{0} files touched'),
    html`<ul class="files">
        ${shown.map(row)}
      </ul>
      ${
        rest.length === 0
          ? nothing
          : html`<details>
              <summary>${tn(rest.length, '{0} more', '{0} more')}</summary>
              <ul class="files">
                ${rest.map(row)}
              </ul>
            </details>`
      }`,
  );
}

export function renderYield(session: SessionDetailCard, page: Page): TemplateResult {
  const { factsOfIt, factTotal, chunkTurns, chunkTotal } = session;
  return html`${part(
    tn(factTotal, '{0} fact from this session', '{0} facts from this session'),
    factTotal === 0
      ? null
      : html`<ul class="bullets">
            ${factsOfIt.map((fact) => renderFact(fact, page))}
          </ul>
          ${renderRest(factTotal - factsOfIt.length)}`,
  )}
  ${part(
    tn(chunkTotal, '{0} kept exchange', '{0} kept exchanges'),
    renderTurns(chunkTurns, chunkTotal, (id) => page.go({ view: 'knowledge', item: itemOf({ kind: 'chunk', id }) })),
  )}`;
}

/** Explains why nothing is shown. */
export function renderUnsummarized({
  summary,
  outcome,
  chunkTotal,
  messageTotal,
  factTotal,
  open,
  imported,
}: SessionDetailCard): unknown {
  const hasContent = summary !== null || outcome !== null || chunkTotal + messageTotal + factTotal > 0;
  if (hasContent) return nothing;
  const words =
    open && !imported ? t('Nothing from this session was kept yet.') : t('Nothing else from this session was kept.');
  return html`<p class="quiet">${words}</p>`;
}

function part(title: string, content: unknown): unknown {
  if (content === null) return nothing;
  return html`<section>
    <h3>${title}</h3>
    ${content}
  </section>`;
}

function longText(text: string): TemplateResult {
  return html`<bigmind-long-text .text=${text} is-markdown></bigmind-long-text>`;
}

function bullets(lines: readonly string[]): TemplateResult | null {
  if (lines.length === 0) return null;
  return html`<ul class="bullets">
    ${lines.map((line) => html`<li dir="auto">${line}</li>`)}
  </ul>`;
}

function renderTurns(turns: readonly TurnCard[], total: number, open: (id: string) => void): TemplateResult | null {
  if (total === 0) return null;
  return html`<ol class="turns">
      ${turns.map(
        ({ id, speaker, text, reason }) =>
          html`<li class="turn">
            <p class="speaker">
              <strong>${speaker}</strong> ${reason === null ? nothing : html`<span class="quiet">${reason}</span>`}
              <button class="link" aria-label=${t('Open number {0}', id)} @click=${() => open(id)}>#${id}</button>
            </p>
            <bigmind-long-text .text=${text} is-markdown at-first=${turnAtFirst}></bigmind-long-text>
          </li>`,
      )}
    </ol>
    ${renderRest(total - turns.length)}`;
}

function renderFact(fact: SessionDetailCard['factsOfIt'][number], page: Page): TemplateResult {
  const { id, text, confidence, deprecated } = fact;
  const about = [
    typeOrCategoryName(fact),
    confidence >= 1 ? null : t('{0} confidence', percent(confidence)),
    deprecated ? t('Deprecated') : null,
  ];
  return html`<li>
    <button class="link" dir="auto" @click=${() => page.go({ view: 'knowledge', item: itemOf({ kind: 'fact', id }) })}>
      ${text}
    </button>
    <span class="quiet">${joined(about.filter((one) => one !== null))}</span>
  </li>`;
}

function renderRest(rest: number): unknown {
  return rest <= 0 ? nothing : html`<p class="quiet">${tn(rest, 'and {0} more', 'and {0} more')}</p>`;
}
