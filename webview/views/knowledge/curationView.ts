/**
 * What waits for a decision: proposals of team knowledge, and the conflicts of a sync if there are any. The view itself
 * contains only the choice between them, and the overview of the shortcuts.
 */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { t } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { Shortcuts } from '../../parts/design/keyboard/shortcuts.ts';
import { renderSegments, type Segment } from '../../parts/design/segments.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { keepCuration, keptCuration, type KeptCuration, type Tab } from '../shared/curationState.ts';
import { View } from '../shared/view.ts';
import { curationFrame } from './curationFrame.ts';
import './conflicts/conflicts.ts';
import './inbox/inbox.ts';

class CurationView extends View {
  static override styles = [styles, controls, curationFrame];
  static override properties = { kept: { state: true }, showsKeys: { state: true } };

  declare private kept: KeptCuration | undefined;
  declare private showsKeys: boolean;

  constructor() {
    super();
    this.showsKeys = false;
    new Shortcuts(this, () => this.#kept.keys, { '?': { run: () => (this.showsKeys = !this.showsKeys) } });
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    // After the last conflict, its tab stays until the user leaves the view.
    if (this.#kept.tab === 'conflicts') this.kept = this.#kept;
  }

  override render(): TemplateResult {
    const { tab, keys } = this.#kept;
    // In a narrow page, an opened entry uses the whole page.
    const isAlone = !this.page.isWide && this.page.route.item !== null;
    return html`<main aria-labelledby="curation">
      <header>
        <h1 id="curation">${t('Review')}</h1>
        <button
          class="button"
          aria-expanded=${this.showsKeys}
          aria-controls="keys"
          @click=${() => (this.showsKeys = !this.showsKeys)}
        >
          ${t('Shortcuts')} ${keys ? html`<kbd aria-hidden="true">?</kbd>` : nothing}
        </button>
      </header>
      <div id="keys" ?hidden=${!this.showsKeys}>${this.showsKeys ? this.#renderKeys(tab, keys) : nothing}</div>
      ${isAlone ? nothing : this.#renderTabs(tab)} ${isAlone ? nothing : this.#renderExplanation(tab)}
      ${this.#renderTab(tab, keys)}
    </main>`;
  }

  #renderTab(tab: Tab, keys: boolean): TemplateResult {
    switch (tab) {
      case 'waiting':
        return html`<bigmind-curation-inbox .page=${this.page} .keys=${keys}></bigmind-curation-inbox>`;
      case 'conflicts':
        return html`<bigmind-curation-conflicts .page=${this.page} .keys=${keys}></bigmind-curation-conflicts>`;
    }
  }

  #renderTabs(chosen: Tab): TemplateResult | typeof nothing {
    const { pending, conflicts } = this.page.overview;
    if (conflicts === 0 && chosen !== 'conflicts') return nothing;
    const options: Segment<Tab>[] = [
      { value: 'waiting', label: t('Pending'), count: pending },
      { value: 'conflicts', label: t('Conflicts'), count: conflicts },
    ];
    return renderSegments({ label: t('Status'), options, chosen, choose: (tab) => this.#show(tab) });
  }

  #renderExplanation(tab: Tab): TemplateResult | typeof nothing {
    if (tab !== 'conflicts' || this.page.overview.conflicts === 0) return nothing;
    return html`<p class="quiet">
      ${t('Two of your computers changed these memories before a sync. One version is current, and the other one is kept until you decide.')}
    </p>`;
  }

  #renderKeys(tab: Tab, keys: boolean): TemplateResult {
    const meanings: [string[], string][] = [
      [['j', '↓'], t('Next entry')],
      [['k', '↑'], t('Previous entry')],
      ...(tab === 'conflicts' ? keysOfConflicts() : keysOfEntries()),
      [['Enter'], t('Open entry')],
      [['Esc'], t('Back')],
      [[t('Ctrl+Z')], t('Undo')],
      [['?'], t('Show shortcuts')],
    ];
    return html`<dl class="keys">
        ${meanings.map(
          ([pressed, meaning]) =>
            html`<div>
              <dt>${pressed.map((key) => html`<kbd>${key}</kbd> `)}</dt>
              <dd>${meaning}</dd>
            </div>`,
        )}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          .checked=${keys}
          @change=${(event: Event) =>
            this.#keep({ ...this.#kept, keys: event.target instanceof HTMLInputElement && event.target.checked })}
        />
        ${t('Use single-letter shortcuts')}
      </label>`;
  }

  get #kept(): KeptCuration {
    return this.kept ?? keptCuration(this.page);
  }

  #keep(kept: KeptCuration): void {
    this.kept = kept;
    keepCuration(this.page, kept);
  }

  #show(tab: Tab): void {
    this.#keep({ ...this.#kept, tab });
    this.page.go({ view: 'curation', item: null });
  }
}

function keysOfEntries(): [string[], string][] {
  return [
    [['x', t('Space')], t('Select for bulk review')],
    [['a'], t('Approve')],
    [['e'], t('Edit')],
    [['m'], t('Merge')],
    [['d'], t('Deprecate')],
  ];
}

function keysOfConflicts(): [string[], string][] {
  return [
    [['c'], t('Keep the current version')],
    [['o'], t('Use the other version')],
  ];
}

customElements.define('bigmind-curation-view', CurationView);
