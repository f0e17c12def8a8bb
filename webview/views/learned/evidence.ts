/** Why a learned fact is believed: the quote and its turn, as part of an opened memory. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import type { Page } from '../../client/page.ts';
import { t, tn } from '../../l10n/t.ts';
import { joined, renderTime } from '../../parts/design/format.ts';
import { quoteStyles } from '../../parts/design/styles/cardStyles.ts';
import { finderName, learnedStateName, learnedTypeName, speakerWords } from '../../parts/domain/learnedWords.ts';
import { turnItem } from '../../../src/protocol/sessions/sessionItem.ts';

export const evidenceStyles = [
  quoteStyles,
  css`
    figure {
      display: flex;
      flex-direction: column;
      gap: 4px;
      margin: 0;
    }
    .who {
      font-weight: 600;
    }
  `,
];

export function renderQuote(
  { evidence, sessionId, createdAt }: MemoryDetailCard,
  page: Page,
): TemplateResult | typeof nothing {
  if (evidence === null) return nothing;
  const { by, quote, seq, type, state } = evidence;
  const open = (): void => {
    if (sessionId !== null) page.go({ view: 'sessions', item: turnItem(sessionId, seq) });
  };
  const parts = [
    learnedTypeName(type),
    learnedStateName(state),
    renderTime(createdAt),
    sessionId === null ? null : html`<button class="link" @click=${open}>${t('Open Session')}</button>`,
  ];
  return html`<figure>
    <blockquote class="quote" dir="auto"><span class="who">${speakerWords(by)}</span> ${quote}</blockquote>
    <figcaption class="quiet">${joined(parts.filter((part) => part !== null))}</figcaption>
  </figure>`;
}

/** `[label, value]`, for entries of a `dl`. */
export function evidenceEntries({ evidence }: MemoryDetailCard, page: Page): [label: string, value: unknown][] {
  if (evidence === null) return [];
  const { when, about, also, alsoTotal, value } = evidence;
  return [
    [t('Useful when'), renderLines(when)],
    [t('About'), about.length === 0 ? null : about.join(', ')],
    [t('Also said in'), alsoTotal === 0 ? null : renderSessions(also, alsoTotal, page)],
    [t('Learned by'), finderName(evidence)],
    [t('Value'), t('{0} of 3', value)],
  ];
}

function renderLines(lines: readonly string[]): TemplateResult | null {
  if (lines.length === 0) return null;
  return html`<ul class="plain">
    ${lines.map((line) => html`<li dir="auto">${line}</li>`)}
  </ul>`;
}

function renderSessions(
  sessions: readonly { id: string; headline: string }[],
  total: number,
  page: Page,
): TemplateResult {
  const rest = total - sessions.length;
  return html`<ul class="plain">
    ${sessions.map(
      ({ id, headline }) =>
        html`<li>
          <button class="link" dir="auto" @click=${() => page.go({ view: 'sessions', item: id })}>
            ${headline === '' ? t('Open Session') : headline}
          </button>
        </li>`,
    )}
    ${rest <= 0 ? nothing : html`<li class="quiet">${tn(rest, 'and {0} more', 'and {0} more')}</li>`}
  </ul>`;
}
