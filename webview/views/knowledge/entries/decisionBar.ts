/** The buttons that review an entry. Users who may not review see them too, with the reason why they do nothing. */
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../../l10n/t.ts';

export interface DecisionButton {
  label: string;
  /** The equivalent single-letter key; shown while those are enabled. */
  key?: string;
  isPrimary?: boolean;
  run: () => void;
}

interface DecisionBar {
  buttons: readonly DecisionButton[];
  showsKeys: boolean;
  /** Why none of them is allowed; undefined if they are. */
  whyNot: string | undefined;
  /** The element id of the reason; unique in its view. */
  id: string;
}

export function renderDecisions({ buttons, showsKeys, whyNot, id }: DecisionBar): TemplateResult {
  const isAllowed = whyNot === undefined;
  return html`<div class="decisions" role="group" aria-label=${t('Actions')}>
      ${buttons.map(
        ({ label, key, isPrimary = false, run }) =>
          html`<button
            class="button ${isPrimary ? 'primary' : ''}"
            aria-disabled=${isAllowed ? nothing : 'true'}
            aria-describedby=${isAllowed ? nothing : id}
            aria-keyshortcuts=${showsKeys && key !== undefined ? key : nothing}
            @click=${() => isAllowed && run()}
          >
            ${label}${showsKeys && key !== undefined ? html` <kbd aria-hidden="true">${key}</kbd>` : nothing}
          </button>`,
      )}
    </div>
    ${isAllowed ? nothing : html`<p id=${id} class="quiet">${whyNot}</p>`}`;
}

/** Undefined if the user may review. `reviewers` is empty if they are not known. */
export function whyNotDecide(mayReview: boolean, reviewers: string): string | undefined {
  if (mayReview) return undefined;
  if (reviewers === '') return t('Only curators and admins can review team knowledge. You are a member.');
  return t('Only curators and admins can review team knowledge. You are a member. Ask {0}.', reviewers);
}
