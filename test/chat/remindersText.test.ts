/** The reminders that a hook sends with a prompt. */
import assert from 'node:assert/strict';
import type { Reminder } from '../../src/markdown/reminders/reminders.ts';
import { remindersText } from '../../src/chat/turns/remindersText.ts';
import { openTestMemory } from '../support/memory.ts';

describe('the reminders of a prompt', () => {
  const reminderOf = (text: string, index: number): Reminder => ({
    ...{ text, index, line: index, lines: 1, isDone: false, due: null, trigger: 'when I mention auth', date: null },
    isFromWeb: false,
    when: { kind: 'topics', topics: ['auth'] },
  });

  it('are at most three, and the next prompt gets those that are left', async () => {
    const found = ['A', 'B', 'C', 'D', 'E', 'A', 'F', 'G'].map((text, place) => reminderOf(text, place + 1));
    const { memory, caller: callerOf } = openTestMemory('personal');
    const caller = await callerOf();
    const { session } = await memory.sessions.start(caller);
    const ask = async (): Promise<string[]> => {
      const parts = { memory, caller, findReminders: () => Promise.resolve(found), hasTime: () => true };
      const text = await remindersText('fix auth', session.id, parts);
      return [...(text ?? '').matchAll(/REMINDERS\.md:\d\) (?<said>.)$/gmu)].map(
        ({ groups }) => groups?.['said'] ?? '',
      );
    };
    assert.equal((await ask()).join(), 'A,B,C');
    assert.equal((await ask()).join(), 'D,E,F');
    assert.equal((await ask()).join(), 'G');
    assert.equal((await ask()).join(), '');
  });
});
