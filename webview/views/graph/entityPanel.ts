/**
 * The selected entity: what its memories come to, what they mention together with it and say about its relations, the
 * memories themselves, and its names. Parts without anything in them are left out.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { foundRoute } from '../../../src/protocol/foundRoute.ts';
import type { EntityCard, NeighbourCard, RelationCard } from '../../../src/protocol/graph/graph.ts';
import type { MemoryCard } from '../../../src/protocol/recall/memories.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { renderEmpty } from '../../parts/design/empty.ts';
import { joined, renderTime } from '../../parts/design/format.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { detailStyles } from '../../parts/design/styles/detailStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { cautionFor, cautionMark, kindName, statusName, typeOrCategoryName } from '../../parts/domain/memoryWords.ts';
import { allSessions, sessionFilterName } from '../sessions/sessionFilter.ts';
import { View } from '../shared/view.ts';
import { entityKindName, isolated, kindIconStyles, relationText, renderKindIcon } from './model/entityWords.ts';
import './otherNames.ts';
import { panelStyles } from './panelStyles.ts';
import { renderSyntheses } from './renderSyntheses.ts';

/** The rest is shown on request. */
const neighboursAtFirst = 12;

class EntityPanel extends View {
  static override styles = [styles, controls, chipStyles, detailStyles, kindIconStyles, panelStyles];
  static override properties = {
    entity: { attribute: false },
    project: { attribute: false },
    isDrawn: { attribute: false },
    areAllShown: { state: true },
  };

  /** A key, or another name. */
  declare entity: string;
  /** The filter; null for all projects. */
  declare project: string | null;
  declare isDrawn: boolean;
  declare onAllProjects: () => void;
  declare onDraw: (isDrawn: boolean) => void;
  declare onOpen: (key: string) => void;
  declare onClose: () => void;
  /** Called with the key of the entity, once it is found. */
  declare onFound: (key: string) => void;
  /** All neighbors. */
  declare private areAllShown: boolean;
  #found: string | undefined;

  readonly #card = new Live(
    this,
    () => this.page.client,
    'entity',
    () => ({ name: this.entity, project: this.project }),
  );

  constructor() {
    super();
    this.areAllShown = false;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const key = this.#card.answer?.key;
    if (key === undefined || key === this.#found) return;
    this.#found = key;
    this.onFound(key);
  }

  /** Focuses the heading of the entity. */
  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector('h2')?.focus());
  }

  override render(): TemplateResult {
    const { answer } = this.#card;
    return html`<article aria-labelledby="title">
      <header>
        <div class="way">
          <button class="button back" @click=${() => this.onClose()}>${this.closeLabel}</button>
          <button class="button" @click=${() => this.onDraw(!this.isDrawn)}>
            ${this.isDrawn ? t('Hide Drawing') : t('Show Drawing')}
          </button>
          ${
            answer?.kind === 'file'
              ? html`<button class="button" @click=${() => this.#showSessions(answer)}>${t('Show Sessions')}</button>`
              : nothing
          }
        </div>
        <h2 id="title" tabindex="-1"><bdi>${answer?.name ?? this.entity}</bdi></h2>
        ${answer === undefined ? nothing : renderKnown(answer)}
      </header>
      ${this.#isElsewhere() ? this.#renderElsewhere() : this.renderWait(this.#card)}
      ${answer === undefined ? nothing : this.#renderEntity(answer)}
    </article>`;
  }

  /** The filter is hidden in a narrow page. */
  #isElsewhere(): boolean {
    return this.project !== null && this.#card.failure?.code === 'not_found';
  }

  #renderElsewhere(): TemplateResult {
    return html`<div role="alert">
      ${renderEmpty(
        'filter',
        t('No results'),
        t('No memory of the project {0} mentions this entity.', isolated(this.project ?? '')),
        html`<button class="button" @click=${() => this.#showAllProjects()}>${t('Show All Projects')}</button>`,
      )}
    </div>`;
  }

  /** The button is gone then. */
  #showAllProjects(): void {
    this.onAllProjects();
    this.focus();
  }

  #renderEntity(card: EntityCard): TemplateResult {
    return html`${renderSyntheses(card.syntheses, (memory) => this.#open(memory))} ${this.#renderNeighbours(card)}
      ${this.#renderRelations(card)} ${this.#renderMentions(card)}
      <bigmind-other-names .page=${this.page} .card=${card} .project=${this.project}></bigmind-other-names>`;
  }

  #renderNeighbours({ neighbours }: EntityCard): TemplateResult | typeof nothing {
    if (neighbours.length === 0) return nothing;
    const shown = this.areAllShown ? neighbours : neighbours.slice(0, neighboursAtFirst);
    return html`<section aria-labelledby="neighbours">
      <h3 id="neighbours">${t('Mentioned together with it')}</h3>
      <ul class="neighbours">
        ${shown.map((one) => html`<li>${this.#renderNeighbour(one)}</li>`)}
      </ul>
      ${
        shown.length === neighbours.length
          ? nothing
          : html`<button class="link" @click=${() => void this.#showAll(shown.length)}>
              ${t('Show More Neighbors')}
            </button>`
      }
    </section>`;
  }

  #renderNeighbour({ key, name, kind, together }: NeighbourCard): TemplateResult {
    return html`${renderKindIcon(kind)}
      <span>
        <button class="link" @click=${() => this.onOpen(key)}><bdi>${name}</bdi></button>
        <span class="unseen">${entityKindName(kind)}</span>
        <span class="quiet">${tn(together, '{0} memory', '{0} memories')}</span>
      </span>`;
  }

  /** The button is gone then, and the focus moves to the first of the others. */
  async #showAll(shown: number): Promise<void> {
    this.areAllShown = true;
    await this.updateComplete;
    this.renderRoot.querySelectorAll<HTMLElement>('.neighbours .link')[shown]?.focus();
  }

  #renderRelations({ relations }: EntityCard): TemplateResult | typeof nothing {
    if (relations.length === 0) return nothing;
    return html`<section aria-labelledby="relations">
      <h3 id="relations">${t('Relations')}</h3>
      <ul class="plain">
        ${relations.map((one) => this.#renderRelation(one))}
      </ul>
    </section>`;
  }

  #renderRelation({ from, relation, to, memory }: RelationCard): TemplateResult {
    return html`<li>
      ${relationText(relation, isolated(from.name), isolated(to.name))}
      ${memory === null ? nothing : html`<div class="stated">${this.#renderLink(memory)}</div>`}
    </li>`;
  }

  #renderMentions({ mentions, memories }: EntityCard): TemplateResult {
    const rest = memories - mentions.length;
    return html`<section aria-labelledby="mentions">
      <h3 id="mentions">${t('Memories')}</h3>
      <ul class="mentions">
        ${mentions.map((memory) => html`<li>${this.#renderLink(memory)} ${renderAbout(memory)}</li>`)}
      </ul>
      ${rest > 0 ? html`<p class="quiet">${tn(rest, 'and {0} older', 'and {0} older')}</p>` : nothing}
    </section>`;
  }

  #renderLink(memory: MemoryCard): TemplateResult {
    const { title, text } = memory;
    return html`<button class="link excerpt" dir="auto" @click=${() => this.#open(memory)}>
      ${title === null || title === '' ? text : title}
    </button>`;
  }

  #open(memory: MemoryCard): void {
    this.page.go(foundRoute(memory));
  }

  #showSessions({ name }: EntityCard): void {
    this.page.keep(sessionFilterName, { ...allSessions, topic: name, project: this.project });
    this.page.go({ view: 'sessions', item: null });
  }
}

function renderKnown({ kind, memories, firstAt, lastAt }: EntityCard): TemplateResult {
  const times = [
    [t('First mentioned'), firstAt],
    [t('Last mentioned'), lastAt],
  ] as const;
  const about = [
    entityKindName(kind),
    tn(memories, '{0} memory', '{0} memories'),
    ...times.filter(([, at]) => at !== '').map(([label, at]) => html`${label} ${renderTime(at)}`),
  ];
  return html`<p class="kind-line">${renderKindIcon(kind)} <span>${joined(about)}</span></p>`;
}

function renderAbout(memory: MemoryCard): TemplateResult {
  const caution = cautionMark(memory);
  const parts = [
    statusName(memory.status),
    caution === null ? null : html`<span title=${cautionFor(memory) ?? ''}>${caution}</span>`,
    kindName(memory.kind),
    typeOrCategoryName(memory),
    memory.project,
    memory.createdAt === '' ? null : renderTime(memory.createdAt),
  ];
  return html`<span class="quiet">${joined(parts.filter((part) => part !== null))}</span>`;
}

customElements.define('bigmind-entity-panel', EntityPanel);
