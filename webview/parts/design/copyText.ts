/** Puts a text into the clipboard and says so, or why it could not: an embedded page may be forbidden to. */
import { t } from '../../l10n/t.ts';
import type { Page } from '../../client/page.ts';

export async function copyText(page: Page, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    page.tell(t('Copied.'));
  } catch {
    // The browser says no more than that it is not allowed here.
    page.tellFailure({
      code: 'not_allowed',
      message: t('The page cannot write to the clipboard in this window.'),
      remedy: t('Select the text and copy it with the keyboard.'),
      actions: [],
    });
  }
}
