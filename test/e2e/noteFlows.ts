/** What users do with reminders and gotchas of memory files by keyboard alone, the same in every host. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { Keys, type Host } from './keys.ts';

export function describeNoteFlows(host: () => Host): void {
  let keys: Keys;

  before(() => {
    keys = new Keys(host());
  });

  /** Of the focused card. */
  const openForm = async (): Promise<void> => {
    await keys.press('Enter');
    await keys.waitForFocus('Mark as Done');
    await keys.press('Tab');
    await keys.waitForFocus('Edit');
    await keys.press('Enter');
    await keys.waitForFocus('What do you want to be reminded of?');
  };

  it('adds a reminder, edits it, marks it as done, and undoes that', async () => {
    await keys.goTo('Reminders');
    await keys.tabTo('Add Reminder');
    await keys.press('Enter');
    await keys.waitForFocus('What do you want to be reminded of?');
    await keys.write('Call the harbour office');
    await keys.press('Tab');
    await keys.waitForFocus('When?');
    await keys.write('some day');
    await keys.press('Enter');
    await keys.sees(/^The input is not valid/u);
    await keys.waitForFocus('When?');
    await keys.write('2030-05-02');
    await keys.press('Enter');
    await keys.sees('Reminder added.');
    await keys.waitForFocus('Add Reminder');
    await keys.sees(/Thursday, May 2, 2030/u);
    await keys.tabTo('Renew the certificate of the kiosks');
    await keys.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await keys.waitForFocus('Call the harbour office');
    await openForm();
    await keys.write('Call the harbour master');
    await keys.press('Enter');
    await keys.sees('Saved.');
    await keys.waitForFocus('Call the harbour master');
    await keys.press('Enter');
    await keys.waitForFocus('Mark as Done');
    await keys.press('Enter');
    await keys.sees('Marked as done.');
    await keys.seesNoMore('Call the harbour master');
    await keys.waitForFocus(/\S/u);
    await keys.press('Control+z');
    await keys.sees('Change undone.');
    await keys.sees('Call the harbour master');
  });

  it('adds and deletes a gotcha of the project, and undoes the deletion', async () => {
    const trap = 'Cron on the kiosks runs in UTC';
    await keys.goTo('Reminders');
    await keys.tabTo('Add Gotcha');
    await keys.press('Enter');
    await keys.waitForFocus('What is the trap?');
    await keys.write(trap);
    await keys.press('Tab');
    await keys.write('set TZ');
    await keys.press('Control+Enter');
    await keys.sees('Gotcha added.');
    await keys.sees(trap);
    const frame = await host().frame();
    await frame.getByRole('article', { name: trap }).focus();
    await keys.press('Enter');
    await keys.waitForFocus('Edit');
    await keys.press('Tab', 'Enter');
    await keys.sees('Deleted.');
    await keys.seesNoMore(trap);
    await keys.waitForFocus(/\S/u);
    await keys.press('Control+z');
    await keys.sees(trap);
  });

  it('keeps an open form with input when another one is asked for', async () => {
    await keys.goTo('Reminders');
    const frame = await host().frame();
    await frame.getByRole('article', { name: 'Renew the certificate of the kiosks' }).focus();
    await openForm();
    await keys.write('Renew all certificates');
    await keys.tabTo('Add Gotcha');
    await keys.press('Enter');
    await keys.sees('Save or cancel the open form first.');
    await keys.waitForFocus('What do you want to be reminded of?');
    assert.equal(await frame.getByLabel('What do you want to be reminded of?').inputValue(), 'Renew all certificates');
    await keys.press('Escape');
    await keys.waitForFocus('Renew the certificate of the kiosks');
    await keys.tabTo('Add Gotcha');
    await keys.press('Enter');
    await keys.waitForFocus('What is the trap?');
    await keys.press('Escape');
    await keys.waitForFocus('Add Gotcha');
  });

  it('shows what others write into the file, and keeps a form whose lines they change', async () => {
    const file = host().remindersFile;
    const write = (change: (text: string) => string): void => writeFileSync(file, change(readFileSync(file, 'utf8')));
    await keys.goTo('Reminders');
    const frame = await host().frame();
    write((text) => text.replace('Review the token lifetime', 'Review the <b>tokens</b>'));
    await keys.sees('Review the <b>tokens</b>');
    await frame.getByRole('article', { name: 'Review the <b>tokens</b>' }).focus();
    await openForm();
    await keys.write('My words');
    write((text) => text.replace('Review the <b>tokens</b>', 'Their words'));
    await keys.sees(/These lines changed in the file/u);
    await keys.sees('Their words');
    await keys.tabTo('What do you want to be reminded of?');
    await keys.press('Enter');
    await keys.sees('Reminder added.');
    assert.match(readFileSync(file, 'utf8'), /Their words[^]*My words/u);
  });
}
