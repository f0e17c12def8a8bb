/**
 * Erases a project, or all data of the user, for good. The user first chooses, then sees what is erased and what
 * remains, and exactly that is erased. Erasing everything requires the typed name, because an expected confirmation is
 * easily clicked by mistake. A started erasure cannot be canceled, so the page only shows its duration.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { ErasableCard, ScopeErasureCard, ScopeRefCard } from '../../../../src/protocol/governance/erasing.ts';
import { formIn, type FilledIn } from '../../../../src/protocol/formRoute.ts';
import { Refused } from '../../../client/client.ts';
import { t, tn } from '../../../l10n/t.ts';
import { select, type Option } from '../../../parts/design/choices.ts';
import { controls } from '../../../parts/design/controls.ts';
import { Dialog } from '../../../parts/design/dialog.ts';
import { number } from '../../../parts/design/format.ts';
import { textOf } from '../../../parts/design/forms.ts';
import { styles } from '../../../parts/design/styles/styles.ts';
import { erasedText, renderErased } from '../../../parts/domain/erasedCounts.ts';
import { View } from '../../shared/view.ts';
import {
  erasureLeftBehind,
  erasureUnderWay,
  forgetErasure,
  isGone,
  keepErasure,
  type PendingErasure,
} from './begunErasure.ts';

/** More paths would push the buttons of the dialog out of sight. */
const maxPaths = 5;

class EraseScope extends View {
  static override styles = [
    styles,
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
      }
    `,
  ];
  static override properties = { erasing: { state: true }, word: { state: true } };

  /** The start time in milliseconds since the epoch; undefined if none is running. */
  declare private erasing: number | undefined;
  /** The message about an erasure whose result no page reported. */
  declare private word: string | undefined;
  #clock: number | undefined;
  readonly #dialog = new Dialog();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#clock);
  }

  override firstUpdated(): void {
    const underWay = erasureUnderWay(this.page);
    void (underWay === undefined ? this.#reportLast() : this.#follow(underWay));
    const { form, filledIn } = formIn(this.page.route.item);
    if (form !== 'erase' || underWay !== undefined || this.page.abilities.host === 'chat') return;
    this.page.go({ view: 'profile', item: null });
    void this.#begin(scopeIn(filledIn));
  }

  override render(): TemplateResult {
    if (this.page.abilities.host === 'chat') return renderElsewhere();
    const { erasing, word } = this;
    return html`<button
        class="button"
        aria-disabled=${erasing === undefined ? nothing : 'true'}
        @click=${() => void this.#begin()}
      >
        ${t('Erase for Good…')}
      </button>
      ${
        erasing === undefined
          ? nothing
          : html`<span role="status">${t('Erasing…')}</span>
              <span class="quiet" aria-hidden="true">
                ${t('{0} s', number(Math.round((Date.now() - erasing) / 1000)))}
              </span>`
      }
      ${word === undefined ? nothing : html`<span role="status" dir="auto">${word}</span>`} ${this.#dialog}`;
  }

  /** Without a scope, the user chooses it. */
  async #begin(given?: ScopeRefCard): Promise<void> {
    if (this.erasing !== undefined) return;
    this.word = undefined;
    try {
      const scope = given ?? (await this.#choose(await this.page.client.ask('erasable', {})));
      if (scope === undefined) return;
      const shown = await this.page.client.ask('scopeErasure', { scope });
      if (await this.#isSure(shown)) await this.#erase(shown);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      this.page.notifyFailure(thrown.failure);
    }
  }

  /** The current project comes first, because it is the most likely choice. */
  async #choose({ projects, everything, username }: ErasableCard): Promise<ScopeRefCard | undefined> {
    const { project: current } = this.page.overview;
    if (everything.length === 0) {
      this.page.notify(t('There is nothing to erase, because BigMind has no memories of you yet.'));
      return undefined;
    }
    const sorted = projects.toSorted((one, other) => Number(other.name === current) - Number(one.name === current));
    const scopes: { scope: ScopeRefCard; words: string; goes: string }[] = [
      ...sorted.map(({ key, name, words, goes }) => ({
        scope: { kind: 'project' as const, id: key },
        words: projects.filter((one) => one.name === name).length > 1 ? `${words.name} (${words.key})` : words.name,
        goes: erasedText(goes),
      })),
      { scope: { kind: 'user' as const, id: username }, words: t('All my data'), goes: erasedText(everything) },
    ];
    let chosen = 0;
    const content = (): TemplateResult => {
      const options = scopes.map(({ words }, place): Option<string> => [String(place), words]);
      const choose = (value: string): void => {
        chosen = Number(value);
        this.#dialog.change({ content: content() });
      };
      return html`${select(t('What do you want to erase?'), String(chosen), options, choose)}
        <p class="quiet" dir="auto">${scopes[chosen]?.goes ?? ''}</p>
        <p>${t('Next, you can review what is erased and what is kept. Nothing is erased before you confirm.')}</p>`;
    };
    const words = { title: t('Erase for good'), content: content(), confirm: t('Review'), isDangerous: false };
    return (await this.#dialog.ask(words)) ? scopes[chosen]?.scope : undefined;
  }

  #isSure(shown: ScopeErasureCard): Promise<boolean> {
    const { kind, words } = shown;
    // Compared with the displayed name, because invisible characters cannot be typed.
    const type = (typed: string): void => this.#dialog.change({ isReady: typed === words });
    return this.#dialog.ask({
      title:
        kind === 'project'
          ? t('Erase your memories of the project {0} for good?', words)
          : t('Erase all memories of {0} for good?', words),
      content: html`${renderErased(shown)}
        ${
          shown.ofOthers === 0
            ? nothing
            : html`<p>
                ${tn(shown.ofOthers, '{0} memory of others in this project is kept.', '{0} memories of others in this project are kept.')}
              </p>`
        }
        ${renderCopies(shown.copies)}
        <p><b>${t('You cannot undo this.')}</b></p>
        ${
          kind === 'project'
            ? nothing
            : html`<label class="labelled">
                <span>${t('Type the name {0} to continue', words)}</span>
                <input class="field" autocomplete="off" @input=${(event: Event) => type(textOf(event))} />
              </label>`
        }`,
      confirm: t('Erase for Good'),
      isDangerous: true,
      isReady: kind === 'project',
    });
  }

  async #erase({ kind, id, words, expected }: ScopeErasureCard): Promise<void> {
    const result = this.page.execute(
      { type: 'eraseScope', scope: { kind, id }, expected },
      t('Erased for good: {0}.', words),
    );
    await this.#follow(keepErasure(this.page, { kind, id, words }, result));
  }

  async #follow({ since, result }: PendingErasure): Promise<void> {
    this.erasing = since;
    this.#clock = window.setInterval(() => this.requestUpdate(), 1000);
    try {
      await result;
    } finally {
      window.clearInterval(this.#clock);
      this.erasing = undefined;
    }
  }

  /** The page that started it was discarded while it was hidden, and the reply with it. */
  async #reportLast(): Promise<void> {
    const last = erasureLeftBehind(this.page);
    if (last === undefined) return;
    const { kind, id, words } = last;
    const asked = await this.page.client.ask('scopeErasure', { scope: { kind, id } }).catch((thrown: unknown) => {
      if (!(thrown instanceof Refused)) throw thrown;
      return thrown.failure;
    });
    const gone = isGone(asked);
    if (gone === undefined) return;
    forgetErasure(this.page);
    this.word = gone
      ? t('Erased for good: {0}. This page was hidden, so it does not know whether all backups were cleaned.', words)
      : t(
          'This page was hidden while it erased {0}. Some memories still exist, or were added since. To see them, choose Erase for Good… again; nothing is erased before you confirm.',
          words,
        );
  }
}

function scopeIn({ project, user }: FilledIn): ScopeRefCard | undefined {
  if (project !== undefined) return { kind: 'project', id: project };
  return user === undefined ? undefined : { kind: 'user', id: user };
}

/** The host refuses this in a chat, where a model may have access to everything in the page. */
function renderElsewhere(): TemplateResult {
  return html`<p class="quiet">
    ${t('To erase a project or all your data, use VS Code, the page of bigmind serve, or bigmind erase.')}
  </p>`;
}

/** What happens to copies of the memory. BigMind cannot find exports and copies in other places. */
function renderCopies({ cleaned, removed, left }: ScopeErasureCard['copies']): TemplateResult {
  return html`<div>
    ${
      cleaned === 0
        ? nothing
        : html`<p>
            ${tn(cleaned, '{0} backup may contain it and is cleaned.', '{0} backups may contain it and are cleaned.')}
          </p>`
    }
    ${renderPaths(t('Too old to be cleaned, so deleted as a whole:'), removed)}
    ${renderPaths(t('BigMind cannot clean these. If they may contain erased data, delete them yourself:'), left)}
    <p class="quiet">
      ${t('Exports and copies in other places are not changed. A Markdown archive loses what was erased when it is next updated.')}
    </p>
  </div>`;
}

function renderPaths(label: string, paths: readonly string[]): TemplateResult | typeof nothing {
  if (paths.length === 0) return nothing;
  const rest = paths.length - maxPaths;
  return html`<p>${label}</p>
    <ul class="bullets">
      ${paths.slice(0, maxPaths).map((path) => html`<li dir="auto">${path}</li>`)}
      ${rest > 0 ? html`<li>${tn(rest, 'and {0} more', 'and {0} more')}</li>` : nothing}
    </ul>`;
}

customElements.define('bigmind-erase-scope', EraseScope);
