/** The tool calls of recorded sessions, with their answers, on both engines. */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { engineNames, openStore, recallOf, removeFolders, visit } from '../support.ts';
import { aBatch, asked, at, type Line } from './chat.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`the tool calls of sessions (${engine})`, () => {
    let store: Store;
    let ada: Caller;

    beforeEach(async () => {
      store = openStore(engine, anEmptyStore(engine));
      ada = await visit(store);
    });
    afterEach(() => store.close());

    const call = (minute: number, content: string, tool = 'Bash'): Line => {
      return { role: 'assistant', type: 'tool_use', content, tool, createdAt: at(minute) };
    };
    const answer = (minute: number, content: string, tool = 'Bash'): Line => {
      return { role: 'tool', type: 'tool_result', content, tool, createdAt: at(minute) };
    };
    const callsOf = async (caller: Caller, maxSessions = 9): Promise<string[]> => {
      const filter = { userId: caller.user.id, scope: 'all' } as const;
      const found = await recallOf(store).toolCalls(filter, { tools: ['bash', 'shell'], maxSessions });
      return found.map(({ seq, isAnswer, content }) => `${String(seq)} ${isAnswer ? '<' : '>'} ${content}`);
    };

    it('are those of the wanted tools in whichever case, in order, without what was said', async () => {
      const lines = [
        ...[asked(0, 'Run the tests'), call(1, 'npm test'), answer(2, 'passed'), call(3, 'a.ts', 'Read')],
        ...[call(4, 'npm run lint', 'shell'), answer(5, 'clean', 'shell')],
      ];
      await store.recording.append(aBatch(ada, 5, lines));
      assert.deepEqual(await callsOf(ada), ['2 > npm test', '3 < passed', '5 > npm run lint', '6 < clean']);
    });

    it('are of the last sessions of this user only', async () => {
      const bob = await visit(store, { username: 'bob' });
      await store.recording.append(aBatch(ada, 1, [call(0, 'old'), answer(1, 'one')]));
      const later = { conversation: 'later' };
      await store.recording.append(aBatch(ada, 11, [call(10, 'new'), answer(11, 'two')], later));
      await store.recording.append(aBatch(bob, 21, [call(20, 'his'), answer(21, 'own')], { conversation: 'bob' }));
      assert.deepEqual(await callsOf(ada), ['1 > new', '2 < two', '1 > old', '2 < one']);
      assert.deepEqual(await callsOf(ada, 1), ['1 > new', '2 < two']);
      assert.deepEqual(await callsOf(bob), ['1 > his', '2 < own']);
    });
  });
}
