/** A recorded session is summarized even if the first attempt failed. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { redact } from '../../src/capture/redaction/redaction.ts';
import { Recording } from '../../src/memory/archive/recording.ts';
import type { RecordingReport, RecordingStore } from '../../src/memory/archive/recording.ts';
import { indexText } from '../../src/search/query/words.ts';
import { at, chat, itemsOf, messagesOf } from '../memory/transcript.ts';
import { anEmptyStore } from './emptyStore.ts';
import { engineNames, hash, openStore, removeFolders, visit } from './support.ts';
import type { EngineName } from './support.ts';

after(removeFolders);

describe('a session that could not be summarized', () => {
  for (const kind of engineNames) {
    it(`is summarized at the next event, even if nothing new was said (${kind})`, async () => {
      const { event, headline, close } = await openTest(kind, 'live');
      await assert.rejects(event(), /the disk is full/u);
      assert.equal(await headline(), '');
      const report = await event();
      assert.deepEqual([report.stored, report.sessions], [0, []]);
      assert.match(await headline(), /login/u);
      await close();
    });

    for (const origin of ['live', 'import'] as const) {
      it(`is summarized when the next chat is recorded or imported (${kind}, ${origin})`, async () => {
        const { store, ada, recording, event, headline, close } = await openTest(kind, origin);
        await assert.rejects(event(), /the disk is full/u);
        const health = { userId: ada.user.id, conversationId: null, staleBefore: '', lowConfidence: 0, first: 5 };
        const missing = async () => (await store.health.health(health)).sessionsWithoutDetail.total;
        assert.equal(await missing(), origin === 'import' ? 1 : 0);
        assert.equal(await recording.summarizeLeft(ada, () => false), 0);
        assert.equal(await recording.summarizeLeft(ada), 1);
        assert.match(await headline(), /login/u);
        assert.equal(await missing(), 0);
        assert.equal(await recording.summarizeLeft(ada), 0);
        await close();
      });
    }
  }
});

async function openTest(kind: EngineName, origin: 'live' | 'import') {
  const store = openStore(kind, anEmptyStore(kind));
  const ada = await visit(store);
  let failures = 1;
  const failing: RecordingStore = {
    ...store.recording,
    storeSummary: (summary) => {
      failures -= 1;
      return failures < 0 ? store.recording.storeSummary(summary) : Promise.reject(new Error('the disk is full'));
    },
  };
  const clock = { now: () => new Date(at(15)), timeZone: 'UTC' };
  const recording = new Recording(
    failing,
    { clock, newId: randomUUID, hash, redact, indexText },
    { silenceMinutes: 30 },
  );
  const path = '/chats/one.jsonl';
  const messages = messagesOf(['The login page stays blank. Find out why.', 'The redirect dropped the cookie.']);
  const event = async (): Promise<RecordingReport> => {
    const from = await store.recording.position(ada.user.id, path);
    const callerOf = (): Promise<typeof ada> => Promise.resolve(ada);
    return recording.record(itemsOf(messages, from), { format: 'claude-code', origin, path, from, callerOf });
  };
  const headline = async (): Promise<string> => {
    return (await store.sessions.get(chat))?.oneLiner ?? '';
  };
  return { store, ada, recording, event, headline, close: () => store.close() };
}
