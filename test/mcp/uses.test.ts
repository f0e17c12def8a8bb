/** Which answers to a model count as a use of the facts in them, through a real client and the built program. */
import assert from 'node:assert/strict';
import { answerOfHook, openChat, runProgram } from '../support/program.ts';
import { rowsIn } from '../support/rows.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('a fact in an answer to a model', () => {
  let home: TemporaryHome;
  beforeEach(() => (home = temporaryHome()));
  afterEach(() => home.remove());

  /** On how many days it was used once the chat is over. */
  async function usesAfter(tool: string, input: object = {}): Promise<unknown> {
    const chat = await openChat(home, { env: { BIGMIND_TOOLSETS: 'core,brain' } });
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'The quay has a crane.' });
    assert.ok((await chat.call(tool, { ...input })).text.includes('The quay has a crane.'));
    await chat.close();
    return rowsIn(home.database, 'SELECT used_days FROM facts')[0]?.['used_days'];
  }

  it('is used if it is in a context block', async () => {
    assert.equal(await usesAfter('memory_start_session'), 1);
  });

  it('is used if the context block is sent again', async () => {
    assert.equal(await usesAfter('memory_get_context'), 1);
  });

  it('is used if a search returns it in full', async () => {
    assert.equal(await usesAfter('memory_search', { query: 'crane of the quay', full: true }), 1);
  });

  it('is used if it is recalled in full', async () => {
    assert.equal(await usesAfter('brain_recall', { query: 'crane of the quay', full: true }), 1);
  });

  it('is used if a hook sends it, which ends at once', async () => {
    await runProgram(home, ['save', 'The quay has a crane.'], { cwd: home.path });
    const answer = await answerOfHook(home, 'SessionStart', { session_id: 'chat-1', source: 'startup' });
    assert.match(answer, /The quay has a crane/u);
    assert.equal(rowsIn(home.database, 'SELECT used_days FROM facts')[0]?.['used_days'], 1);
  });

  it('is not used by an excerpt', async () => {
    assert.equal(await usesAfter('memory_search', { query: 'crane of the quay' }), 0);
  });
});
