/**
 * Transcript paths on both engines: erasing a project removes the paths of its chats from the store and its backups.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import { olderDumps } from '../../../src/store/postgres/serverBackups.ts';
import { openBackups } from '../../../src/store/sqlite/openBackups.ts';
import { aRecording } from '../recorded.ts';
import { anEmptyStore } from '../emptyStore.ts';
import { storedTexts } from '../rawRows.ts';
import {
  engineNames,
  hash,
  indexText,
  isFileEngine,
  loadWasm,
  openSession,
  openStore,
  removeFolders,
  visit,
} from '../support.ts';
import { day } from './oneOfEach.ts';

after(removeFolders);

/** How each client names the file of a chat. */
const paths = {
  'claude-code': '/c/toucan-c1.jsonl',
  copilot: '/session-state/toucan-c2/events.jsonl',
  codex: '/sessions/2026/rollout-2026-03-06T10-00-00-toucan-c3.jsonl',
  'gemini-cli': '/tmp/chats/session-2026-03-06T10-00-toucan.json',
  vscode: '/chatSessions/toucan-c5.jsonl#compactions',
};

for (const engine of engineNames) {
  describe(`erasing a project (${engine})`, () => {
    it('removes all transcript paths of its chats, however the client names them', async () => {
      const file = anEmptyStore(engine);
      const store = openStore(engine, file);
      const placesWith = async (word: string): Promise<string[]> => {
        const texts = await storedTexts(engine, file);
        return texts.filter(({ text }) => text.includes(word)).map(({ place }) => place);
      };
      const ada = await visit(store, { project: 'github.com/o/toucan' });
      const elsewhere = await visit(store, { project: 'github.com/o/heron' });
      const expect = async (by: Caller, conversation: string, path: string): Promise<void> => {
        const names = { userId: by.user.id, conversation, projectId: by.project?.id ?? null };
        await store.recording.expect({ ...names, path, now: day(6), since: day(1) });
      };
      for (const [client, path] of Object.entries(paths)) {
        await openSession(store, ada, client, day(6));
        await expect(ada, client, path);
      }
      const position = { offset: 40, lastKey: 't1' };
      const imported = { path: '/imported/rollout-toucan.jsonl', turn: null, position };
      await store.recording.append({ ...aRecording(ada, 'imported', day(6), ['A question']), file: imported });
      // Before version 10, only a file's name showed its conversation.
      await openSession(store, ada, 'toucan-old', day(6));
      await store.recording.expect({ userId: ada.user.id, path: '/c/toucan-old.jsonl', now: day(6), since: day(1) });
      await expect(elsewhere, 'heron', '/c/heron.jsonl');
      const ports = { hash, newId: randomUUID, now: () => new Date(day(10)), indexText, loadWasm };
      if (isFileEngine(engine)) await openBackups({ ...ports, file, engine, notice: () => undefined }).make('manual');
      assert.equal((await placesWith('toucan')).length > 1, true);

      const ref = { kind: 'project' as const, id: 'github.com/o/toucan' };
      const query = { userId: ada.user.id, agentId: ada.agent.id, ref, mode: 'personal' as const };
      const preview = await store.scopeErasure.preview(query);
      assert.ok(typeof preview === 'object');
      await store.scopeErasure.begin({ ...query, expected: preview.expected, now: day(20) });
      while (!(await store.scopeErasure.deleteNextBatch()).isLast);
      while ((await store.maintenance.forgetWords()) === 'more');
      assert.deepEqual((await store.erasureCleanup.scrubCopies()).left, isFileEngine(engine) ? [] : [olderDumps]);
      await store.erasureCleanup.forgetLog();
      const left = await store.recording.liveFiles({ userId: ada.user.id, since: day(1), limit: 20 });
      assert.deepEqual(
        left.map(({ path }) => path),
        ['/c/heron.jsonl'],
      );
      await store.close();
      assert.deepEqual(await placesWith('toucan'), []);
    });
  });
}
