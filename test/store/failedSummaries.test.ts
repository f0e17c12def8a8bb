/** A recorded session is summarized even if the first attempt failed. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { redact } from '../../src/capture/redaction/redaction.ts';
import { Recording } from '../../src/memory/archive/recording.ts';
import type { RecordingReport, RecordingStore } from '../../src/memory/archive/recording.ts';
import { indexText } from '../../src/search/query/words.ts';
import { at, chat, itemsOf, messagesOf } from '../memory/transcript.ts';
import { anEmptyStore } from './emptyStore.ts';
import { hash, openStore, removeFolders, visit } from './support.ts';

after(removeFolders);

describe('a session that could not be summarized', () => {
  it('is summarized at the next event, even if nothing new was said', async () => {
    const store = openStore('native', anEmptyStore('native'));
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
      return recording.record(itemsOf(messages, from), { format: 'claude-code', origin: 'live', path, from, callerOf });
    };
    await assert.rejects(event(), /the disk is full/u);
    assert.equal((await store.sessions.get(chat))?.oneLiner, '');
    const report = await event();
    assert.deepEqual([report.stored, report.sessions], [0, []]);
    assert.match((await store.sessions.get(chat))?.oneLiner ?? '', /login/u);
    await store.close();
  });
});
