/**
 * One hypothesis in full: its confidence, its origin, its resolution, and the actions that resolve or reopen it. An
 * action shows its expected effect at once; if it is refused, the stored values and the input come back.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { HypothesisCard } from '../../../src/protocol/hypotheses/hypotheses.ts';
import { isCount, isText, oneOf, shape, type Checked } from '../../../src/protocol/shared/check.ts';
import { Live } from '../../client/live.ts';
import { t } from '../../l10n/t.ts';
import { joined, renderTime } from '../../parts/design/format.ts';
import { formKeys, submitting, textOf } from '../../parts/design/forms.ts';
import '../../parts/design/longText.ts';
import { quoteStyles } from '../../parts/design/styles/cardStyles.ts';
import { agentName } from '../../parts/domain/agentName.ts';
import {
  confidenceName,
  hypothesisStateName,
  stateIcon,
  verdictAction,
  verdictQuestion,
  verdicts,
  verdictText,
  type Verdict,
} from '../../parts/domain/hypothesisWords.ts';
import { OpenedView } from '../shared/openedView.ts';
import { hypothesisStyles } from './hypothesisStyles.ts';

/** In characters, as limited in `memory/shared/input.ts`. */
const maxResolutionLength = 10_000;

/** An unsaved resolution. */
const isAnswer = shape({ id: isCount, verdict: oneOf(verdicts), resolution: isText });
type Answer = Checked<typeof isAnswer>;

class HypothesisDetail extends OpenedView<Answer> {
  static override styles = [OpenedView.styles, quoteStyles, hypothesisStyles];
  static override properties = { number: { attribute: false } };

  declare number: number;
  protected readonly draftName = 'hypothesisAnswer';
  readonly #live = new Live(
    this,
    () => this.page.client,
    'hypothesis',
    () => ({ id: this.number }),
  );

  override render(): TemplateResult {
    const { answer } = this.#live;
    const name = `${t('Hypothesis')} #${String(this.number)}`;
    const head = html`<h2 id="title" tabindex="-1">${name}</h2>`;
    return this.renderFrame(this.#live, null, head, answer === undefined ? nothing : this.#renderBody(answer));
  }

  /** It is not erased here. */
  protected override get ref(): undefined {
    return undefined;
  }

  protected override draftFrom(kept: unknown): Answer | undefined {
    return isAnswer(kept) && kept.id === this.number ? kept : undefined;
  }

  #renderBody(hypothesis: HypothesisCard): TemplateResult {
    const { text, status, confidence, resolution } = hypothesis;
    const { draft } = this;
    return html`<p class="status">
        <span class="state">
          <vscode-icon name=${stateIcon(status)} aria-hidden="true"></vscode-icon> ${hypothesisStateName(status)}
        </span>
        <span class="sureness">
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width=${confidence * 100} height="10"></rect>
          </svg>
          ${confidenceName(confidence)}
        </span>
      </p>
      <bigmind-long-text .text=${text}></bigmind-long-text>
      ${
        resolution === null
          ? nothing
          : html`<div class="quote">
              <p class="quiet">${status === 'abandoned' ? t('Why it was abandoned') : t('Result')}</p>
              <bigmind-long-text .text=${resolution}></bigmind-long-text>
            </div>`
      }
      ${draft === undefined || status !== 'open' ? this.#renderActions(hypothesis) : this.#renderForm(hypothesis, draft)}
      ${this.#renderOrigin(hypothesis)}`;
  }

  #renderActions(hypothesis: HypothesisCard): TemplateResult {
    if (hypothesis.status !== 'open') {
      return html`<div class="actions">
        <button class="button" @click=${() => void this.#reopen(hypothesis)}>${t('Reopen')}</button>
      </div>`;
    }
    return html`<div class="actions" role="group" aria-label=${t('Resolve')}>
      ${verdicts.map(
        (verdict) =>
          html`<button class="button" @click=${() => this.#begin(hypothesis, verdict)}>
            <vscode-icon name=${stateIcon(verdict)} aria-hidden="true"></vscode-icon> ${verdictAction(verdict)}
          </button>`,
      )}
    </div>`;
  }

  #renderForm(hypothesis: HypothesisCard, answer: Answer): TemplateResult {
    const cancel = (): void => void this.endDraft();
    return html`<form @submit=${submitting(() => void this.#resolve(hypothesis, answer))} @keydown=${formKeys(cancel)}>
      <label class="labelled">
        <span>${verdictQuestion(answer.verdict)} ${t('(optional)')}</span>
        <textarea
          class="field"
          dir="auto"
          rows="3"
          maxlength=${maxResolutionLength}
          .value=${answer.resolution}
          @input=${(event: Event) => this.keepDraft({ ...answer, resolution: textOf(event) })}
        ></textarea>
      </label>
      <div class="answers">
        <button class="button primary" type="submit">${verdictAction(answer.verdict)}</button>
        <button class="button" type="button" @click=${cancel}>${t('Cancel')}</button>
      </div>
    </form>`;
  }

  #renderOrigin({ agent, project, sessionId, createdAt, resolvedAt }: HypothesisCard): TemplateResult {
    const open = (id: string): void => this.page.go({ view: 'sessions', item: id });
    const parts = [
      html`${t('Added')} ${renderTime(createdAt)}`,
      agent === null ? null : html`<bdi>${agentName(agent)}</bdi>`,
      project === null ? null : html`<bdi>${project}</bdi>`,
      resolvedAt === null ? null : html`${t('resolved')} ${renderTime(resolvedAt)}`,
      sessionId === null
        ? null
        : html`<button class="link" @click=${() => open(sessionId)}>${t('Open Session')}</button>`,
    ];
    return html`<p class="quiet">${joined(parts.filter((part) => part !== null))}</p>`;
  }

  #begin({ id }: HypothesisCard, verdict: Verdict): void {
    this.keepDraft({ id, verdict, resolution: '' });
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('textarea')?.focus());
  }

  async #resolve({ id }: HypothesisCard, answer: Answer): Promise<void> {
    const { verdict: status } = answer;
    const resolution = answer.resolution.trim() === '' ? null : answer.resolution.trim();
    this.#live.patch((before) => ({ ...before, status, resolution, resolvedAt: new Date().toISOString() }));
    await this.endDraft();
    const command = { type: 'resolveHypothesis' as const, id, status, resolution };
    if ((await this.page.execute(command, verdictText(status))) === undefined) this.restoreConfidence(answer);
  }

  async #reopen({ id, version }: HypothesisCard): Promise<void> {
    this.#live.patch((before) => ({ ...before, status: 'open', resolution: null, resolvedAt: null }));
    await this.endDraft();
    await this.page.execute({ type: 'reopenHypothesis', id, version }, t('Hypothesis reopened.'));
  }
}

customElements.define('bigmind-hypothesis-detail', HypothesisDetail);
