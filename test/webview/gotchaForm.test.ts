/** What the form of a gotcha shows and sends. */
import assert from 'node:assert/strict';
import { gotchaForm } from '../../webview/views/reminders/keptReminders.ts';
import { gotchaTextOf } from '../../webview/views/reminders/noteCommands.ts';

describe('the form of a gotcha', () => {
  it('has one word or phrase on each line, and leaves out empty ones', () => {
    const detection = { context: ['docker', 'macOS'], intent: [], code: ['f(a, b)'] };
    const text = { title: 'Watchers miss changes', description: '', workaround: 'Poll', detection };
    const card = { ...text, line: 2, key: 'a', severity: null, confidence: null, isFromWeb: false, mayEdit: true };
    const { fields, item } = gotchaForm(null, card);
    assert.deepEqual([fields.context, item], ['docker\nmacOS', { line: 2, key: 'a' }]);
    assert.deepEqual(gotchaTextOf({ ...fields, intent: ' \n' }), text);
  });
});
