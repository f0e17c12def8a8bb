/** Passes days in a test, with a chat on each of them, because nothing fades while there are no chats. */
import type { TestMemory } from './memory.ts';

export async function passDaysOfChats(test: TestMemory, days: number, username = 'ada'): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    test.pass(24);
    const conversationId = `chat of day ${String(day)}`;
    await test.memory.sessions.start(await test.caller({ username, conversationId }));
  }
}
