/**
 * A note next to a profile field that assistants do not get automatically, with a button to confirm the field as it is.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { ProfileCard } from '../../../src/protocol/profile/profile.ts';
import { t } from '../../l10n/t.ts';
import { cautionFor } from '../../parts/domain/memoryWords.ts';

export type Field = keyof ProfileCard['withheld'];

export function renderWithheld(
  { withheld }: Pick<ProfileCard, 'withheld'>,
  field: Field,
  confirm: () => void,
): TemplateResult | typeof nothing {
  const why = withheld[field];
  if (why === null) return nothing;
  const caution = cautionFor({ origin: why === 'web' ? 'web' : 'agent', readsLikeOrders: why === 'orders' });
  return html`<p class="withheld" role="note">
    <vscode-icon name="warning" aria-hidden="true"></vscode-icon>
    <span id=${`withheld-${field}`}>${caution}</span>
    <button class="link" aria-describedby=${`withheld-${field}`} @click=${confirm}>${t('Confirm')}</button>
  </p>`;
}
