/** One hypothesis: its text, its confidence, its origin, and its resolution. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { HypothesisCard } from '../../../src/protocol/hypotheses/journal.ts';
import { t } from '../../l10n/t.ts';
import { renderTime } from '../../parts/design/format.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import '../../parts/design/longText.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import {
  confidenceName,
  stateIcon,
  stateName,
  verdictAction,
  verdictQuestion,
  verdicts,
  type HypothesisState,
  type Verdict,
} from './hypothesis.ts';
import type { Answer } from './keptJournal.ts';

export interface HypothesisPane {
  hypothesis: HypothesisCard;
  /** Its position among all matches, from 1, and the number of matches. */
  place: number;
  total: number;
  /** Whether it is the tab stop. */
  isCurrent: boolean;
  /** The unsaved resolution, if any. */
  answer: Answer | undefined;
  begin: (verdict: Verdict) => void;
  write: (resolution: string) => void;
  resolve: () => void;
  cancel: () => void;
  reopen: () => void;
  openSession: (id: string) => void;
}

/** In characters, as limited in `memory/shared/input.ts`. */
const maxResolutionLength = 10_000;

export function renderHypothesis(pane: HypothesisPane): TemplateResult {
  const { hypothesis, place, total, isCurrent, answer } = pane;
  const { id, text, status, confidence, resolution } = hypothesis;
  const name = `hypothesis-${String(id)}`;
  return html`<article
    class="card"
    data-hypothesis=${id}
    tabindex=${isCurrent ? 0 : -1}
    aria-labelledby="${name}-state ${name}"
    aria-posinset=${place}
    aria-setsize=${total}
  >
    <p class="status">
      <span class="state" id="${name}-state">
        <vscode-icon name=${stateIcon(status)} aria-hidden="true"></vscode-icon> ${stateName(status)}
      </span>
      <span class="sureness">
        <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect width=${confidence * 100} height="10"></rect>
        </svg>
        ${confidenceName(confidence)}
      </span>
    </p>
    <bigmind-long-text id=${name} .text=${text}></bigmind-long-text>
    ${resolution === null ? nothing : renderResolution(status, resolution)} ${renderOrigin(pane)}
    ${answer === undefined ? renderAnswers(pane) : renderResolving(pane, answer)}
  </article>`;
}

function renderResolution(status: HypothesisState, resolution: string): TemplateResult {
  return html`<div class="quote">
    <p class="quiet">${status === 'abandoned' ? t('Why it was abandoned') : t('Result')}</p>
    <bigmind-long-text .text=${resolution}></bigmind-long-text>
  </div>`;
}

function renderOrigin({ hypothesis, isCurrent, openSession }: HypothesisPane): TemplateResult {
  const { agent, project, sessionId, createdAt, resolvedAt } = hypothesis;
  return html`<p class="quiet">
    ${t('Added')}
    ${renderTime(createdAt)}${agent === null ? nothing : html` · <bdi>${agentName(agent)}</bdi>`}${
      project === null ? nothing : html` · <bdi>${project}</bdi>`
    }${resolvedAt === null ? nothing : html` · ${t('resolved')} ${renderTime(resolvedAt)}`}${
      sessionId === null
        ? nothing
        : html` ·
            <button class="link" tabindex=${isCurrent ? 0 : -1} @click=${() => openSession(sessionId)}>
              ${t('Open Session')}
            </button>`
    }
  </p>`;
}

function renderAnswers({ hypothesis, isCurrent, begin, reopen }: HypothesisPane): TemplateResult {
  const tabindex = isCurrent ? 0 : -1;
  if (hypothesis.status !== 'open') {
    return html`<div class="answers">
      <button class="button" tabindex=${tabindex} @click=${reopen}>${t('Reopen')}</button>
    </div>`;
  }
  return html`<div class="answers" role="group" aria-label=${t('Resolve')}>
    ${verdicts.map(
      (verdict) =>
        html`<button class="button" tabindex=${tabindex} @click=${() => begin(verdict)}>
          <vscode-icon name=${stateIcon(verdict)} aria-hidden="true"></vscode-icon> ${verdictAction(verdict)}
        </button>`,
    )}
  </div>`;
}

function renderResolving({ write, resolve, cancel }: HypothesisPane, answer: Answer): TemplateResult {
  return html`<form class="resolving" @submit=${submitting(resolve)} @keydown=${formKeys(cancel)}>
    <label class="labelled">
      <span>${verdictQuestion(answer.verdict)} ${t('(optional)')}</span>
      <textarea
        class="field"
        data-first
        dir="auto"
        rows="3"
        maxlength=${maxResolutionLength}
        .value=${answer.resolution}
        @input=${(event: Event) => write(textOf(event))}
      ></textarea>
    </label>
    <div class="answers">
      <button class="button primary" type="submit">${verdictAction(answer.verdict)}</button>
      <button class="button" type="button" @click=${cancel}>${t('Cancel')}</button>
    </div>
  </form>`;
}
