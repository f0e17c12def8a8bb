/** Which item a form edits after its file changed, what would be lost, what is sent, and how troubles are worded. */
import assert from 'node:assert/strict';
import { remedyOnPage } from '../../webview/parts/domain/remedyOnPage.ts';
import { troubleHeadline } from '../../webview/views/reminders/fileTroubles.ts';
import { gotchaForm, reminderForm } from '../../webview/views/reminders/keptReminders.ts';
import { commandFrom, isChanged, isSameNote, itemAmong } from '../../webview/views/reminders/noteCommands.ts';

const project = '/projects/shop';
const card = { line: 2, key: 'a', text: 'Call Kim', written: 'next session' };
const reminder = { ...card, when: { type: 'nextSession' as const }, isDone: false, isFromWeb: false, mayEdit: true };

describe('the form of a reminder', () => {
  it('edits the item that was listed, or the only one with the same lines, as the host does', () => {
    const at = (line: number) => ({ line, key: 'a' });
    assert.deepEqual(itemAmong([at(2), at(5)], at(5)), at(5));
    assert.deepEqual(itemAmong([at(4), { line: 2, key: 'b' }], at(2)), at(4));
    assert.equal(itemAmong([at(3), at(6)], at(2)), undefined);
    assert.equal(itemAmong([at(3)], null), undefined);
  });

  it('is changed once something else is typed', () => {
    const form = reminderForm(project, reminder);
    assert.equal(isChanged(form), false);
    assert.equal(isChanged({ ...form, fields: { ...form.fields, when: 'tomorrow' } }), true);
    assert.equal(isChanged({ ...form, fields: { ...form.fields } }), false);
  });

  it('is the same only for the same item of the same list', () => {
    const form = reminderForm(project, reminder);
    assert.ok(isSameNote(form, reminderForm(project, reminder)));
    const others = [
      reminderForm(project, null),
      reminderForm('/projects/kiosk', reminder),
      reminderForm(project, { ...reminder, line: 3 }),
      gotchaForm(project, null),
    ];
    assert.ok(others.every((other) => !isSameNote(form, other)));
  });

  it('sends only what was changed, and nothing if nothing was', () => {
    const form = reminderForm(project, reminder);
    assert.equal(commandFrom(form), undefined);
    const typed = { ...form, fields: { ...form.fields, text: ' Call Kim today ' } };
    const item = { line: 2, key: 'a' };
    const sent = { type: 'editReminder', project, item, text: 'Call Kim today', when: null };
    assert.deepEqual(commandFrom(typed), sent);
    const added = { type: 'addReminder', project, text: 'Call Kim today', when: 'next session' };
    assert.deepEqual(commandFrom({ ...typed, item: null }), added);
  });
});

describe('a trouble of a memory file', () => {
  const earlier = Object.getOwnPropertyDescriptor(globalThis, 'document');
  const speak = (lang: string): unknown =>
    Object.defineProperty(globalThis, 'document', { value: { documentElement: { lang } }, configurable: true });
  after(() => {
    if (earlier === undefined) Reflect.deleteProperty(globalThis, 'document');
    else Object.defineProperty(globalThis, 'document', earlier);
  });

  it('is worded in the language of the page, and names no command of a terminal', () => {
    const words = (): string[] => [
      ...['conflict', 'not_found', 'invalid_input', 'not_allowed', 'internal'].map((code) => troubleHeadline({ code })),
      ...['restore_memory_files', 'resolve_merge_conflict'].map((code) => remedyOnPage({ code }) ?? ''),
    ];
    speak('en');
    const english = words();
    assert.ok(
      english.every((one) => one !== '' && !one.includes('bigmind')),
      english.join('\n'),
    );
    for (const lang of ['de', 'zh-cn']) {
      speak(lang);
      assert.ok(
        words().every((one, place) => one !== '' && one !== english[place]),
        lang,
      );
    }
  });
});
