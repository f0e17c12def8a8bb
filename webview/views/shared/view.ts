/** What all views have in common: their page, and how they show waiting and failures. */
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { FailureCard } from '../../../src/protocol/failure.ts';
import { t } from '../../l10n/t.ts';
import { renderFailure } from '../../parts/domain/failure.ts';
import type { LiveState } from '../../client/live.ts';
import type { Page } from '../../client/page.ts';

/** A running query: a `Live`, or a `PagedLive`. */
export interface Asked {
  readonly answer: unknown;
  readonly failure: FailureCard | undefined;
  readonly state: LiveState;
  refresh(): Promise<void>;
}

export abstract class View extends LitElement {
  static override properties: PropertyDeclarations = { page: { attribute: false } };

  declare page: Page;

  /** Beside its list an item is closed; otherwise the user goes back. */
  protected get closeLabel(): string {
    return this.page.isWide && this.page.from === null ? t('Close') : t('Back');
  }

  /** Shown instead of an answer; `nothing` once there is one, however old. */
  protected renderWait(live: Asked): TemplateResult | typeof nothing {
    if (live.answer !== undefined) return nothing;
    if (live.failure !== undefined) return renderFailure(live.failure, this.page, () => void live.refresh());
    const words = live.state === 'slow' ? t('This is taking longer than expected…') : t('Loading…');
    return html`<p class="quiet" role="status">${words}</p>`;
  }
}
