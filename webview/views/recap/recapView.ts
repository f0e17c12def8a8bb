/**
 * What happened in the last day, week or month, or since a date, in one project or in all. Each line opens the memory
 * that it is from.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { RecapSectionName } from '../../../src/memory/shared/vocabulary.ts';
import type { RecapCard, RecapLineCard, RecapSectionCard } from '../../../src/protocol/recap/recap.ts';
import type { Route } from '../../../src/protocol/route.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { daySelect, orNull, select, type Option } from '../../parts/design/choices.ts';
import { controls } from '../../parts/design/controls.ts';
import { copyText } from '../../parts/design/copyText.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { entries } from '../../parts/design/entries.ts';
import { joined } from '../../parts/design/format.ts';
import { moveAlong } from '../../parts/design/keyboard/roving.ts';
import { renderSegments } from '../../parts/design/segments.ts';
import { detailStyles } from '../../parts/design/styles/detailStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { View } from '../shared/view.ts';
import { keepRecap, keptRecap, recapPeriods, recapQuery, type RecapChoice } from './recapChoice.ts';
import { aboutLine, headingOf, markdownOf, noteOf, periodLabel, recapTitle, totalsOf } from './recapWords.ts';

export class RecapView extends View {
  static override styles = [
    styles,
    controls,
    entries,
    detailStyles,
    css`
      .choices {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 12px;
        align-items: end;
      }
      .choices .labelled {
        flex: 0 1 14em;
      }
      .choices .labelled .field {
        height: 2.2em;
      }
      .lines {
        display: flex;
        flex-direction: column;
        gap: 12px;
      }
      .lines ul {
        margin: 0 -8px;
      }
      .entry {
        display: flex;
        flex-direction: column;
      }
    `,
  ];
  static override properties = { stop: { state: true } };

  declare onClose: () => void;
  /** The index of the line that is the tab stop. */
  declare private stop: number;

  readonly #recap = new Live(
    this,
    () => this.page.client,
    'recap',
    () => recapQuery(keptRecap(this.page)),
  );
  readonly #known = new Live(
    this,
    () => this.page.client,
    'choices',
    () => ({}),
  );

  constructor() {
    super();
    this.stop = 0;
  }

  /** Focuses the heading. */
  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector('h2')?.focus());
  }

  override render(): TemplateResult {
    const { answer } = this.#recap;
    return html`<article aria-labelledby="title">
      <header>
        <div class="way">
          <button class="button back" @click=${() => this.onClose()}>
            ${this.page.isWide ? t('Close') : t('Back')}
          </button>
          ${answer === undefined || answer.sections.length === 0 ? nothing : this.#renderCopy(answer)}
        </div>
        <h2 id="title" tabindex="-1">${answer === undefined ? t('What happened') : recapTitle(answer)}</h2>
        ${answer === undefined ? nothing : html`<p class="quiet" role="status">${totalsOf(answer)}</p>`}
      </header>
      ${this.#renderChoices(keptRecap(this.page))} ${this.renderWait(this.#recap)}
      ${answer === undefined ? nothing : this.#renderRecap(answer)}
    </article>`;
  }

  #renderCopy(recap: RecapCard): TemplateResult {
    return html`<button class="button" @click=${() => void copyText(this.page, markdownOf(recap))}>
      ${t('Copy as Markdown')}
    </button>`;
  }

  #renderChoices(choice: RecapChoice): TemplateResult {
    const { period, day, project } = choice;
    return html`<div class="choices">
      ${renderSegments({
        label: t('Period'),
        options: recapPeriods.map((value) => ({ value, label: periodLabel(value) })),
        chosen: period,
        choose: (value) => this.#choose({ ...choice, period: value }),
      })}
      ${period === 'date' ? daySelect(t('From'), day, (value) => this.#choose({ ...choice, day: value })) : nothing}
      ${select(t('Project'), project ?? '', this.#projects(project), (value) =>
        this.#choose({ ...choice, project: orNull(value) }),
      )}
    </div>`;
  }

  /** The project of this window and the chosen one are offered, even without a memory. */
  #projects(chosen: string | null): Option<string>[] {
    const known = this.#known.answer?.projects.map(({ name }) => name) ?? [];
    const names = [this.page.overview.project, chosen, ...known].filter((name) => name !== null);
    return [['', t('All projects')], ...[...new Set(names)].map((name) => [name, name] as const)];
  }

  #renderRecap(recap: RecapCard): TemplateResult {
    const { sections, withheld } = recap;
    if (sections.length === 0) return html`${this.#renderNothing()} ${renderWithheld(withheld)}`;
    let place = 0;
    const all = sections.map((section) => ({
      section,
      lines: section.lines.map((line) => ({ line, place: place++ })),
    }));
    const stop = Math.min(this.stop, place - 1);
    return html`<div class="lines" @keydown=${(event: KeyboardEvent) => moveAlong(event, '.entry', 'column')}>
        ${all.map(({ section, lines }) =>
          renderSection(
            section,
            lines.map((one) => this.#renderLine(section.name, one.line, { place: one.place, stop })),
          ),
        )}
      </div>
      ${renderWithheld(withheld)}`;
  }

  #renderNothing(): TemplateResult {
    return renderEmpty(
      'history',
      t('Nothing to report'),
      t('Choose a longer period or another project. Sessions appear here once they have a headline.'),
    );
  }

  #renderLine(
    section: RecapSectionName,
    line: RecapLineCard,
    { place, stop }: { place: number; stop: number },
  ): TemplateResult {
    const note = noteOf(section, line);
    return html`<li>
      <button
        class="entry"
        tabindex=${place === stop ? 0 : -1}
        @focus=${() => (this.stop = place)}
        @click=${() => this.page.go(routeTo(line))}
      >
        <span dir="auto">${line.text}</span>
        ${note === null ? nothing : html`<span class="quiet" dir="auto">${note}</span>`}
        <span class="quiet">${joined(aboutLine(line))}</span>
      </button>
    </li>`;
  }

  #choose(choice: RecapChoice): void {
    keepRecap(this.page, choice);
    this.stop = 0;
    this.requestUpdate();
  }
}

function routeTo({ kind, id }: RecapLineCard): Route {
  if (kind === 'session') return { view: 'sessions', item: id };
  return { view: 'knowledge', item: itemOf({ kind, id }) };
}

function renderSection(section: RecapSectionCard, lines: readonly TemplateResult[]): TemplateResult {
  return html`<section aria-labelledby=${section.name}>
    <h3 id=${section.name}>${headingOf(section)}</h3>
    <ul>
      ${lines}
    </ul>
  </section>`;
}

function renderWithheld(withheld: number): TemplateResult | typeof nothing {
  if (withheld === 0) return nothing;
  return html`<p class="quiet">
    ${tn(
      withheld,
      '{0} memory is left out, because it came from the web or reads like instructions to an assistant.',
      '{0} memories are left out, because they came from the web or read like instructions to an assistant.',
    )}
  </p>`;
}

customElements.define('bigmind-recap', RecapView);
