/**
 * The audit: who did what with the memory, newest first, with filters. Each query starts at the newest row, so that new
 * rows move nothing out of sight. Archives are read only when the user wants to look that far back.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AuditCard } from '../../../src/protocol/governance/audit.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { number } from '../../parts/design/format.ts';
import { FocusKeeper } from '../../parts/design/keyboard/focusKeeper.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { View } from '../shared/view.ts';
import { auditChoiceFrom, auditFilterOf, isNarrowed, wholeAudit, type AuditChoice } from './auditFilter.ts';
import { renderAuditFilters } from './auditFilterBar.ts';
import { renderAuditRow } from './auditRow.ts';
import { retentionWords } from './auditWords.ts';
import { auditStyles } from './auditStyles.ts';

const pageOfRows = 50;
/** The most that `memory/governance/auditLog.ts` returns at once. */
const maxRows = 1_000;

class AuditView extends View {
  static override styles = [styles, controls, auditStyles];
  static override properties = {
    choice: { state: true },
    rows: { state: true },
    archives: { state: true },
    cursor: { state: true },
  };

  declare private choice: AuditChoice | undefined;
  /** How many rows to request. */
  declare private rows: number;
  declare private archives: boolean;
  /** The index of the row that has the focus, or had it last. */
  declare private cursor: number;

  /** The last answer, which stays visible while another query runs. */
  #shown: AuditCard | undefined;
  readonly #audit = new Live(
    this,
    () => this.page.client,
    'audit',
    () => ({ filter: auditFilterOf(this.#choice), rows: this.rows, archives: this.archives }),
  );

  constructor() {
    super();
    this.rows = pageOfRows;
    this.archives = false;
    this.cursor = 0;
    new FocusKeeper(this, () => this.#focusPlace());
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#shown = this.#audit.answer ?? (this.#audit.failure === undefined ? this.#shown : undefined);
    this.cursor = Math.max(0, Math.min(this.cursor, (this.#shown?.rows.length ?? 1) - 1));
  }

  override render(): TemplateResult {
    const shown = this.#shown;
    return html`<main aria-labelledby="audit">
      <h1 id="audit">${t('Audit')}</h1>
      ${shown === undefined ? nothing : html`<p class="quiet">${this.#whose(shown)} ${retentionWords(shown.retention)}</p>`}
      ${renderAuditFilters({
        choice: this.#choice,
        card: shown,
        isWide: this.page.isWide,
        change: (change) => this.#narrow({ ...this.#choice, ...change }),
      })}
      ${shown === undefined ? this.renderWait(this.#audit) : this.#renderRows(shown)}
    </main>`;
  }

  #whose({ own, noted }: AuditCard): string {
    const whose = own
      ? t('You see your own actions. Admins see the actions of all users.')
      : this.page.overview.mode === 'team'
        ? t('You see the actions of all users, because you are an admin.')
        : t('You see all actions in this memory.');
    return noted === 'off' ? `${whose} ${t('The audit is off, so new actions are not recorded.')}` : whose;
  }

  #renderRows(card: AuditCard): TemplateResult {
    const { rows, total } = card;
    return html`${rows.length === 0 ? this.#renderNothing(card) : html`<p class="quiet" role="status">${tn(Math.max(total, rows.length), '{0} row', '{0} rows')}</p>`}
      <div
        role=${rows.length === 0 ? nothing : 'feed'}
        aria-labelledby=${rows.length === 0 ? nothing : 'audit'}
        aria-busy=${this.#audit.answer === undefined}
        @keydown=${(event: KeyboardEvent) => this.#handleKey(event)}
        @focusin=${(event: FocusEvent) => this.#notice(event)}
      >
        ${rows.map((row, place) =>
          renderAuditRow({
            row,
            place,
            total: Math.max(total, rows.length),
            isCurrent: place === this.cursor,
            go: (route) => this.page.go(route),
          }),
        )}
      </div>
      ${this.#renderMore(card)}`;
  }

  #renderMore({ rows, total, archived }: AuditCard): TemplateResult | typeof nothing {
    if (rows.length >= maxRows) {
      const words = t(
        'These are the newest {0}. To see older ones, select dates or other filters.',
        number(rows.length),
      );
      return html`<p class="quiet">${words}</p>`;
    }
    if (rows.length < total || (archived && this.archives)) {
      return html`<button class="button" @click=${() => this.#showMore()}>${t('Show More')}</button>`;
    }
    if (!archived) return nothing;
    return html`<button class="button" @click=${() => this.#openArchives()}>${t('Search Archives')}</button>`;
  }

  #renderNothing({ noted, archived }: AuditCard): TemplateResult {
    return html`<div tabindex="-1" data-nothing role="status">${this.#emptyWords(noted, archived)}</div>`;
  }

  #emptyWords(noted: string, archived: boolean): TemplateResult {
    if (isNarrowed(this.#choice)) {
      const button = html`<button class="button" @click=${() => this.#narrow(wholeAudit)}>${t('Show All')}</button>`;
      const where = archived && !this.archives ? t('Older rows may be in the archives.') : t('Try other filters.');
      return renderEmpty('search', t('No matching rows'), where, button);
    }
    if (noted === 'off') {
      return renderEmpty(
        'history',
        t('The audit is off'),
        t('To record who does what, set bigmind.audit.level, or BIGMIND_AUDIT, to refusals, changes or reads.'),
      );
    }
    return renderEmpty(
      'history',
      t('No rows yet'),
      t('The audit shows who stores, changes, approves or erases something, and what was refused.'),
    );
  }

  get #choice(): AuditChoice {
    return this.choice ?? auditChoiceFrom(this.page.kept('audit'));
  }

  #narrow(choice: AuditChoice): void {
    this.choice = choice;
    this.page.keep('audit', choice);
    this.rows = pageOfRows;
    this.archives = false;
    this.cursor = 0;
  }

  /** The button may disappear with the last rows; the focus then moves to where the new ones begin. */
  #showMore(): void {
    this.cursor = (this.#shown?.rows.length ?? 1) - 1;
    this.rows = Math.min(maxRows, this.rows + pageOfRows);
  }

  /** If less than a page is shown, the first archived rows fit without requesting more. */
  #openArchives(): void {
    this.archives = true;
    if ((this.#shown?.rows.length ?? 0) >= this.rows) this.#showMore();
  }

  #handleKey(event: KeyboardEvent): void {
    const { target } = event;
    if (event.key === 'Enter' && target instanceof HTMLElement && target.matches('.row')) {
      const link = target.querySelector<HTMLElement>('.link');
      if (link === null) return;
      event.preventDefault();
      link.click();
      return;
    }
    moveAlong(event, '.row', 'column');
  }

  #notice(event: FocusEvent): void {
    const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    if (row !== null) this.cursor = Number(row.getAttribute('data-row'));
  }

  #focusPlace(): HTMLElement | null {
    const row = this.renderRoot.querySelector<HTMLElement>(`[data-row="${String(this.cursor)}"]`);
    return row ?? this.renderRoot.querySelector<HTMLElement>('[data-nothing], summary, select');
  }
}

customElements.define('bigmind-audit-view', AuditView);
