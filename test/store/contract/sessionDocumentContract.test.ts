/**
 * The contents of a session's document on both engines, also after another program wrote to the store, and how often
 * the document is rebuilt.
 */
import { strict as assert } from 'node:assert';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { Store } from '../../../src/memory/store.ts';
import type { Work } from '../../../src/memory/summarize/words/work.ts';
import { workFromColumn } from '../../../src/store/sql/shared/workColumns.ts';
import { aRecording } from '../recorded.ts';
import type { MessageInput } from '../recorded.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { queryRows } from '../rawRows.ts';
import { engineNames, indexText, moment, openStore, removeFolders, visit, recallOf } from '../support.ts';
import { archiveOf } from './talk.ts';

after(removeFolders);

for (const engine of engineNames) {
  describe(`the document of a session (${engine})`, () => {
    let file: string;
    let store: Store;
    let ada: Caller;
    let bob: Caller;
    /** Every text that was indexed since the last reset. */
    let indexed: string[];
    beforeEach(async () => {
      file = anEmptyStore(engine);
      indexed = [];
      open();
      ada = await visit(store);
      bob = await visit(store, { username: 'bob' });
    });
    afterEach(() => store.close());

    function open(): void {
      store = openStore(engine, file, { indexText: (text) => (indexed.push(text), indexText(text)) });
    }
    const idsWith = async (word: string): Promise<string[]> => {
      const found = await recallOf(store).findSessions({ terms: [word], userId: ada.user.id, scope: 'all', limit: 20 });
      return found.map(({ id }) => id);
    };
    const record = async (messages: MessageInput[]): Promise<string> =>
      (await store.recording.append(aRecording(ada, 'birds', moment, messages))).sessions[0] ?? '';
    /** Another program writes to the store; then the index is rebuilt. */
    const writeElsewhere = async (sql: string, ...values: string[]): Promise<void> => {
      await store.close();
      await queryRows(engine, file, sql, ...values);
      open();
      await store.maintenance.rebuildIndex();
    };
    const giveToBob = (like: string): Promise<void> =>
      writeElsewhere('UPDATE messages SET user_id = ? WHERE content LIKE ?', bob.user.id, like);

    it('contains nothing that another user said or did in the session', async () => {
      const id = await record([
        { content: 'bobs quetzal', role: 'user' },
        { content: 'bobs call', role: 'assistant', type: 'tool_use', tool: 'Bash', work: { commits: ['A pelican'] } },
        { content: 'Please mend the walrus', role: 'user' },
        { content: 'call', role: 'assistant', type: 'tool_use', tool: 'Bash', work: { commits: ['A toucan'] } },
        { content: 'Mended: the heron', role: 'assistant' },
      ]);
      for (const word of ['quetzal', 'pelican']) assert.deepEqual(await idsWith(word), [id], word);
      await giveToBob('bobs%');
      for (const word of ['quetzal', 'pelican']) assert.deepEqual(await idsWith(word), [], word);
      for (const word of ['walrus', 'toucan', 'heron']) assert.deepEqual(await idsWith(word), [id], word);
      const [[shown] = []] = await recallOf(store).passages([{ kind: 'session', id }], 0);
      assert.equal(shown?.text, 'Please mend the walrus');
    });

    it('is absent if all answers belong to another user', async () => {
      const id = await record([
        { content: 'Please mend the walrus', role: 'user' },
        { content: 'bobs heron', role: 'assistant' },
      ]);
      assert.deepEqual(await idsWith('walrus'), [id]);
      await giveToBob('bobs%');
      assert.deepEqual(await idsWith('walrus'), []);
      const { indexMissing, indexOrphans } = await store.maintenance.inspect();
      assert.deepEqual([indexMissing, indexOrphans], [0, 0]);
    });

    it('contains only the beginning of a long work item', async () => {
      const work: Work = { todos: ['Count'] };
      const id = await record([
        { content: 'Please', role: 'user' },
        { content: 'call', role: 'assistant', type: 'tool_use', tool: 'TodoWrite', work },
        { content: 'Done', role: 'assistant' },
      ]);
      const long = JSON.stringify({ todos: [`toucan ${'数 '.repeat(200)} pelican`] });
      await writeElsewhere('UPDATE messages SET work = ? WHERE work IS NOT NULL', long);
      assert.deepEqual(await idsWith('toucan'), [id]);
      assert.deepEqual(await idsWith('pelican'), []);
    });

    it('is rebuilt once when secrets are removed from several of its messages', async () => {
      const turns = Array.from({ length: 6 }, (_, place) => ({
        content: `walrus${String(place)} quetzal`,
        role: place % 2 === 0 ? 'user' : 'assistant',
      }));
      await store.archive.append(archiveOf(ada, 'chat', turns));
      indexed = [];
      const redact = (text: string): { text: string; removed: number } =>
        text.includes('quetzal') ? { text: text.replaceAll('quetzal', 'cut'), removed: 1 } : { text, removed: 0 };
      for (let next: { table: number; after: number } | null = { table: 0, after: 0 }; next !== null;)
        ({ next } = await store.secrets.look(next, redact, 'clean'));
      const documents = indexed.filter((text) => text.includes('walrus0') && text.includes('walrus1'));
      assert.equal(documents.length, 1);
      assert.ok(!documents.join().includes('quetzal'));
      assert.deepEqual(await idsWith('quetzal'), []);
      assert.deepEqual(await idsWith('walrus1'), ['chat']);
    });
  });
}

describe('the work stored with a message', () => {
  it('limits each item to 200 characters', () => {
    const { commits } = workFromColumn(JSON.stringify({ commits: ['Größe '.repeat(500), 'Keep it', 3], plans: 4 }));
    assert.deepEqual(
      commits?.map((item) => item.length <= 200),
      [true, true],
    );
    assert.equal(commits[1], 'Keep it');
    assert.deepEqual(workFromColumn('no JSON'), {});
  });
});
