/** Copies a text to the clipboard and reports the result: an embedded page may not be allowed to. */
import { t } from '../../l10n/t.ts';
import type { Page } from '../../client/page.ts';

export async function copyText(page: Page, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    page.notify(t('Copied.'));
  } catch {
    // The browser only reports that it is not allowed here.
    page.notifyFailure({
      code: 'not_allowed',
      message: t('The page cannot write to the clipboard in this window.'),
      remedy: t('Select the text and copy it with the keyboard.'),
      actions: [],
    });
  }
}
