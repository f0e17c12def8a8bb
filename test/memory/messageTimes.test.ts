/** An absurd time moves no session, whatever contains it: a transcript, a running chat or a conversation file. */
import assert from 'node:assert/strict';
import type { RecordingOptions } from '../../src/memory/archive/recording.ts';
import type { TranscriptItem } from '../../src/memory/archive/transcript.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { engineNames } from '../store/support.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { at, itemsOf, messagesOf } from './transcript.ts';

for (const engine of engineNames)
  describe(`a message time that cannot be right (${engine})`, () => {
    let test: TestMemory;
    let ada: Caller;
    beforeEach(async () => {
      test = openTestMemory('personal', engine);
      ada = await test.caller();
    });
    afterEach(() => test.close());

    const record = (items: Iterable<TranscriptItem>, more: Partial<RecordingOptions>): Promise<unknown> =>
      test.memory.recording.record(items, {
        ...{ format: 'claude-code', origin: 'live', path: null, callerOf: () => Promise.resolve(ada), ...more },
      });

    for (const absurd of ['1970-01-01T00:00:00.000Z', '1999-12-31T23:59:59.999Z', '2999-01-01T00:00:00.000Z']) {
      it(`dates a message of ${absurd.slice(0, 4)} like its neighbors, in an import and in a running chat`, async () => {
        const transcript = messagesOf([
          { content: 'first', createdAt: absurd },
          { content: 'second', createdAt: at(3) },
          { content: 'third', createdAt: absurd },
          { content: 'fourth', createdAt: at(5) },
          { content: 'fifth', createdAt: absurd },
        ]);
        for (const origin of ['import', 'live'] as const) {
          const conversation = `${origin}-chat`;
          await record(itemsOf(transcript, undefined, { conversation, startedAt: absurd }), { origin, conversation });
        }
        const { tables } = await test.memory.portability.export('ada');
        const times = tables.messages.map((row) => row['created_at']);
        const wanted = [at(3), at(3), at(3), at(5), at(5)];
        assert.deepEqual(times, [...wanted, ...wanted]);
        for (const session of tables.sessions) assert.equal(session['started_at'], at(3));
        assert.equal(tables.sessions.find(({ origin }) => origin === 'import')?.['ended_at'], at(5));
      });
    }

    it('dates what has no believable time like the conversation, else like its file', async () => {
      const undated = messagesOf([{ content: 'one', createdAt: '1970-01-01T00:00:00.000Z' }, { content: 'two' }]).map(
        ({ createdAt, ...message }) => ({ ...message, ...(createdAt?.startsWith('1970') === true && { createdAt }) }),
      );
      const startedAt = '2024-05-06T07:08:09.000Z';
      const modifiedAt = '2025-06-07T08:09:10.000Z';
      const wholes = [{ conversation: 'started', startedAt }, { conversation: 'file' }];
      for (const head of wholes)
        await record(itemsOf(undated, undefined, head), {
          origin: 'import',
          conversation: head.conversation,
          modifiedAt,
        });
      const { tables } = await test.memory.portability.export('ada');
      assert.deepEqual(
        tables.messages.map((row) => row['created_at']),
        [startedAt, startedAt, modifiedAt, modifiedAt],
      );
    });

    it('believes a clock that is a little ahead, and old archives', async () => {
      const times = [at(60 * 20), '2000-01-01T00:00:00.000Z'];
      for (const createdAt of times)
        await record(itemsOf(messagesOf([{ content: createdAt, createdAt }]), undefined, { conversation: createdAt }), {
          ...{ origin: 'import', conversation: createdAt },
        });
      const { tables } = await test.memory.portability.export('ada');
      assert.deepEqual(
        tables.messages.map((row) => row['created_at']),
        times,
      );
    });

    it('is ignored in a conversation file, too', async () => {
      const line = (session: string, createdAt: string | number, more = {}): [string, string | number, object] => [
        session,
        createdAt,
        more,
      ];
      const given = [
        line('late', 0),
        line('late', '2023-05-08T13:56:00Z'),
        line('late', '2999-01-01'),
        line('known', '1970-01-01', { sessionStartedAt: '2023-04-03T10:00:00Z' }),
        line('wrong', '2023-02-02T10:00:00Z', { sessionStartedAt: '1970-01-01' }),
      ];
      const lines = given.map(([session, createdAt, more], place) => ({
        ...{ lineNumber: place + 1, session, createdAt, content: `Line ${String(place)}`, ...more },
      }));
      const report = await test.memory.archive.importMessages(ada, lines, { projectId: null });
      assert.deepEqual([report.stored, report.refused], [5, []]);
      const { tables } = await test.memory.portability.export('ada');
      const [late, known, wrong] = ['2023-05-08T13:56:00.000Z', '2023-04-03T10:00:00.000Z', '2023-02-02T10:00:00.000Z'];
      assert.deepEqual(
        tables.messages.map((row) => row['created_at']),
        [late, late, late, known, wrong],
      );
      const spans = tables.sessions.map((row) => [row['started_at'], row['ended_at']]);
      assert.deepEqual(spans.toSorted(), [late, known, wrong].map((time) => [time, time]).toSorted());
    });
  });
