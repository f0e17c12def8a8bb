/**
 * Location, size and health of the memory. Checking a large store takes seconds, so the check runs only on request,
 * shows its duration and can be canceled.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { FailureCard } from '../../../src/protocol/failure.ts';
import type { HealthCard } from '../../../src/protocol/profile/profile.ts';
import { t, tn } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';
import { controls } from '../../parts/design/controls.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { fileSize, number } from '../../parts/design/format.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { Refused } from '../../client/client.ts';
import { renderFailure } from '../../parts/domain/failure.ts';
import { remedyOnPage } from '../../parts/domain/remedyOnPage.ts';
import { View } from '../shared/view.ts';
import '../governance/erasing/eraseScope.ts';

type Check =
  | { is: 'idle' | 'calledOff' }
  | { is: 'checking'; since: number; abort: AbortController }
  | { is: 'done'; health: HealthCard }
  | { is: 'failed'; failure: FailureCard };

type Finding = HealthCard['findings'][number];

class StoreHealth extends View {
  static override styles = [
    styles,
    controls,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 8px;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
      }
      .findings {
        display: flex;
        flex-direction: column;
        gap: 8px;
      }
      .findings > li {
        display: flex;
        gap: 8px;
      }
      .problem vscode-icon {
        color: var(--vscode-errorForeground, inherit);
      }
      .warning vscode-icon {
        color: var(--vscode-editorWarning-foreground, var(--vscode-charts-yellow, inherit));
      }
      .ok vscode-icon {
        color: var(--vscode-charts-green, inherit);
      }
    `,
  ];
  static override properties = { check: { state: true }, isRebuilding: { state: true } };

  declare private check: Check;
  declare private isRebuilding: boolean;
  #clock: number | undefined;
  readonly #focus = new FocusKeeper(this, () => this.renderRoot.querySelector<HTMLElement>('.check'));

  constructor() {
    super();
    this.check = { is: 'idle' };
    this.isRebuilding = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.check.is === 'checking') this.#callOff(this.check);
  }

  override render(): TemplateResult {
    const { overview } = this.page;
    return html`<p class="path" title=${overview.location}>${overview.location}</p>
      <p class="quiet">${t('{0} on disk', fileSize(overview.totals.bytes))}</p>
      ${this.#renderCheck()}
      <div class="row">
        ${(['runDoctor', 'openDatabaseFolder', 'showLog', 'exportMemory', 'importMemory'] as const).map((action) =>
          actionButton(action, this.page),
        )}
      </div>
      <bigmind-erase-scope .page=${this.page}></bigmind-erase-scope>`;
  }

  #renderCheck(): TemplateResult {
    const { check } = this;
    switch (check.is) {
      case 'checking':
        return html`<div class="row">
          <span role="status">${t('Checking the memory…')}</span>
          <span class="quiet" aria-hidden="true">${secondsSince(check.since)}</span>
          <button class="button check" @click=${() => this.#callOff(check)}>${t('Cancel')}</button>
        </div>`;
      case 'failed':
        return renderFailure(check.failure, this.page, () => void this.#begin());
      case 'done':
        return html`${this.#renderHealth(check.health)} ${this.#renderButton(t('Check Again'))}`;
      case 'calledOff':
        return html`<p class="quiet" role="status">${t('The check was canceled.')}</p>
          ${this.#renderButton(t('Check Health'))}`;
      case 'idle':
        return this.#renderButton(t('Check Health'));
    }
  }

  #renderButton(words: string): TemplateResult {
    return html`<div class="row">
      <button class="button check" @click=${() => void this.#begin()}>
        <vscode-icon name="pulse" aria-hidden="true"></vscode-icon>${words}
      </button>
    </div>`;
  }

  #renderHealth({ findings, rebuildHelps }: HealthCard): TemplateResult {
    const worth = findings.filter(({ status }) => !['ok', 'off'].includes(status)).length;
    const verdict =
      worth === 0
        ? t('BigMind is healthy.')
        : tn(worth, '{0} check needs your attention.', '{0} checks need your attention.');
    return html`<p role="status">${verdict}</p>
      <ul class="findings">
        ${findings.toSorted((one, other) => weightOf(other) - weightOf(one)).map(renderFinding)}
      </ul>
      ${
        rebuildHelps
          ? html`<div class="row">
              <button
                class="button primary"
                aria-disabled=${this.isRebuilding ? 'true' : nothing}
                @click=${() => void this.#rebuild()}
              >
                ${this.isRebuilding ? t('Rebuilding the search index…') : t('Rebuild Search Index')}
              </button>
            </div>`
          : nothing
      }`;
  }

  async #begin(): Promise<void> {
    const abort = new AbortController();
    this.check = { is: 'checking', since: Date.now(), abort };
    this.#focus.want();
    this.#clock = window.setInterval(() => this.requestUpdate(), 1000);
    try {
      const health = await this.page.client.ask('health', {}, abort.signal);
      this.#end({ is: 'done', health });
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      this.#end({ is: 'failed', failure: thrown.failure });
    }
  }

  #callOff({ abort }: Extract<Check, { is: 'checking' }>): void {
    abort.abort();
    this.#end({ is: 'calledOff' });
  }

  #end(check: Check): void {
    window.clearInterval(this.#clock);
    this.check = check;
  }

  async #rebuild(): Promise<void> {
    if (this.isRebuilding) return;
    this.isRebuilding = true;
    const came = await this.page.execute({ type: 'rebuildIndex' }, t('The search index was rebuilt.'));
    this.isRebuilding = false;
    if (came !== undefined && this.isConnected) await this.#begin();
  }
}

function renderFinding({ status, what, details, ...finding }: Finding): TemplateResult {
  const remedy = remedyOnPage(finding.remedy);
  return html`<li class=${statusOf(status)}>
    <vscode-icon name=${iconOf(status)} label=${meaningOf(status)}></vscode-icon>
    <div class="words">
      <span>${what}</span>
      ${
        details.length === 0
          ? nothing
          : html`<ul class="bullets quiet">
              ${details.map((detail) => html`<li dir="auto">${detail}</li>`)}
            </ul>`
      }
      ${remedy === null ? nothing : html`<span class="quiet">${remedy}</span>`}
    </div>
  </li>`;
}

/** An unknown status of a newer host counts as a warning. */
function statusOf(status: string): 'ok' | 'off' | 'warning' | 'problem' {
  return status === 'ok' || status === 'off' || status === 'problem' ? status : 'warning';
}

function iconOf(status: string): string {
  return { ok: 'check', off: 'circle-outline', warning: 'warning', problem: 'error' }[statusOf(status)];
}

function meaningOf(status: string): string {
  switch (statusOf(status)) {
    case 'ok':
      return t('OK');
    case 'off':
      return t('Off');
    case 'warning':
      return t('Warning');
    case 'problem':
      return t('Problem');
  }
}

function weightOf({ status }: Finding): number {
  return { ok: 0, off: 0, warning: 1, problem: 2 }[statusOf(status)];
}

function secondsSince(time: number): string {
  const seconds = Math.round((Date.now() - time) / 1000);
  return t('{0} s', number(seconds));
}

customElements.define('bigmind-store-health', StoreHealth);
