/**
 * The profile page as a state machine: waiting, showing a profile, or saying why there is none. Waiting never lasts
 * without a word: after a few seconds the page says so and offers another try.
 */
import { html, LitElement, type TemplateResult } from 'lit';
import type { HostMessage, PageMessage } from '../../src/protocol/messages.ts';
import type { FailureCard, ProfileCard } from '../../src/protocol/profile.ts';
import { renderFailure } from './failure.ts';
import { renderFirstRun } from './firstRun.ts';
import type { HostLink } from './hostLink.ts';
import { renderProfile } from './profile.ts';
import { styles } from './styles.ts';

type PageState =
  | { is: 'waiting' }
  | { is: 'slow' }
  | { is: 'profile'; profile: ProfileCard }
  | { is: 'failure'; failure: FailureCard };

const patienceMilliseconds = 5_000;

export class ProfileApp extends LitElement {
  static override styles = styles;
  static override properties = { pageState: { state: true } };

  declare private pageState: PageState;
  readonly #host: HostLink;
  #patience: number | undefined;

  constructor(host: HostLink) {
    super();
    this.#host = host;
    const last = host.restore();
    this.pageState = last === undefined ? { is: 'waiting' } : { is: 'profile', profile: last };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#host.onMessage((message) => this.#receive(message));
    this.#host.send({ type: 'ready' });
    if (this.pageState.is === 'waiting') this.#wait();
  }

  override render(): TemplateResult {
    const send = (message: PageMessage): void => this.#send(message);
    switch (this.pageState.is) {
      case 'waiting':
        return html`<main><p class="quiet" role="status">Opening your memory…</p></main>`;
      case 'slow':
        return renderFailure({ ...slowFailure, actions: [...this.#host.abilities.whileWaiting] }, send);
      case 'failure':
        return renderFailure(this.pageState.failure, send);
      case 'profile':
        return isUnused(this.pageState.profile)
          ? renderFirstRun(this.pageState.profile, send)
          : renderProfile(this.pageState.profile, this.#host.abilities, send);
    }
  }

  #send(message: PageMessage): void {
    if (message.type === 'retry') this.#wait();
    this.#host.send(message);
  }

  #wait(): void {
    this.pageState = { is: 'waiting' };
    window.clearTimeout(this.#patience);
    this.#patience = window.setTimeout(() => (this.pageState = { is: 'slow' }), patienceMilliseconds);
  }

  #receive(message: HostMessage): void {
    window.clearTimeout(this.#patience);
    if (message.type === 'failure') {
      this.pageState = { is: 'failure', failure: message.failure };
      return;
    }
    this.pageState = { is: 'profile', profile: message.profile };
    this.#host.keep(message.profile);
  }
}

const slowFailure: Omit<FailureCard, 'actions'> = {
  message: 'Opening your memory takes longer than it should.',
  remedy: 'Another program may be writing to it. The page fills by itself when the memory answers.',
};

function isUnused({ totals, role, preferences, pinnedFacts }: ProfileCard): boolean {
  const kept = totals.sessions + totals.facts + totals.chunks + totals.knowledge + totals.messages + pinnedFacts.length;
  return kept === 0 && role === null && preferences === null;
}

customElements.define('bigmind-profile', ProfileApp);
