/**
 * The selected entity: its kind, names and memories, what they come to, what they say about its relations, and which
 * entities may mean the same.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { EntityCard, RelationCard } from '../../../src/protocol/graph/graph.ts';
import type { MemoryCard } from '../../../src/protocol/recall/memories.ts';
import { Live } from '../../client/live.ts';
import { t, tn } from '../../l10n/t.ts';
import { controls } from '../../parts/design/controls.ts';
import { joined, number, renderTime } from '../../parts/design/format.ts';
import { chipStyles } from '../../parts/design/styles/chipStyles.ts';
import { detailStyles } from '../../parts/design/styles/detailStyles.ts';
import { styles } from '../../parts/design/styles/styles.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import { cautionFor, cautionMark, kindName, statusName, typeOrCategoryName } from '../../parts/domain/memoryWords.ts';
import { View } from '../shared/view.ts';
import { entityKindName, isolated, kindIconStyles, relationText, renderKindIcon } from './model/entityWords.ts';
import type { GraphNode } from './model/graphModel.ts';
import './otherNames.ts';
import { panelStyles } from './panelStyles.ts';
import { renderSyntheses } from './renderSyntheses.ts';

export class EntityPanel extends View {
  static override styles = [styles, controls, chipStyles, detailStyles, kindIconStyles, panelStyles];
  static override properties = {
    entity: { attribute: false },
    project: { attribute: false },
    node: { attribute: false },
  };

  /** A key. */
  declare entity: string;
  /** The filter; null for all projects. */
  declare project: string | null;
  /** Undefined if the graph does not show the entity. */
  declare node: GraphNode | undefined;
  declare onToggle: (key: string) => void;
  declare onHide: (key: string) => void;
  declare onStart: (entity: { key: string; name: string }) => void;

  readonly #card = new Live(
    this,
    () => this.page.client,
    'entity',
    () => ({ name: this.entity, project: this.project }),
  );

  override render(): TemplateResult {
    const { answer } = this.#card;
    return html`<article aria-labelledby="title">
      ${this.renderWait(this.#card)} ${answer === undefined ? nothing : this.#renderEntity(answer)}
    </article>`;
  }

  #renderEntity(card: EntityCard): TemplateResult {
    const { name, kind, memories, firstAt, lastAt } = card;
    return html`<header>
        <h2 id="title" tabindex="-1"><bdi>${name}</bdi></h2>
        <p class="kind-line">${renderKindIcon(kind)} ${entityKindName(kind)}</p>
      </header>
      <dl class="known">
        <dt>${t('Memories')}</dt>
        <dd>${number(memories)}</dd>
        ${renderKnown(t('First mentioned'), firstAt)} ${renderKnown(t('Last mentioned'), lastAt)}
      </dl>
      ${this.#renderActions(card)} ${renderSyntheses(card.syntheses, (memory) => this.#open(memory))}
      ${this.#renderRelations(card)} ${this.#renderMentions(card)}
      <bigmind-other-names .page=${this.page} .card=${card} .project=${this.project}></bigmind-other-names>`;
  }

  #renderActions({ key, name }: EntityCard): TemplateResult | typeof nothing {
    const { node } = this;
    if (node === undefined || node.isStart) return nothing;
    return html`<div class="actions">
      <button class="button" aria-keyshortcuts="+" @click=${() => this.onToggle(node.key)}>
        ${node.isExpanded ? t('Collapse') : t('Expand')}
      </button>
      <button class="button" aria-keyshortcuts="Delete" @click=${() => this.onHide(node.key)}>${t('Hide')}</button>
      <button class="button" @click=${() => this.onStart({ key, name })}>${t('Start Here')}</button>
    </div>`;
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
    this.page.go({ view: 'knowledge', item: itemOf(memory) });
  }
}

function renderKnown(label: string, time: string): TemplateResult | typeof nothing {
  if (time === '') return nothing;
  return html`<dt>${label}</dt>
    <dd>${renderTime(time)}</dd>`;
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
