/** A store whose audit must record each read: what it cannot record is not answered. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { redact } from '../../src/capture/redaction/redaction.ts';
import { createMemory, type Memory } from '../../src/memory/memory.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Store } from '../../src/memory/store.ts';
import { Meaning } from '../../src/search/ranking/meaning.ts';
import { Search } from '../../src/search/search.ts';
import { writeEmptyStore } from '../store/emptyStore.ts';
import { aFile, engineNames, hash, indexText, moment, openStore, removeFolders } from '../store/support.ts';

const refusal = { code: 'not_allowed', message: 'This read was refused, because the audit could not record it.' };

for (const engine of engineNames) {
  describe(`the strict audit (${engine})`, () => {
    let store: Store;
    let canRecord: boolean;
    let memory: Memory;
    let search: Search;
    let ada: Caller;
    afterEach(() => store.close());
    after(removeFolders);

    async function open(isStrict: boolean): Promise<void> {
      const file = aFile();
      writeEmptyStore(engine, file);
      store = openStore(engine, file, { audit: isStrict ? 'strict' : 'reads' });
      canRecord = true;
      const note: Store['audit']['note'] = (entries) =>
        canRecord ? store.audit.note(entries) : Promise.reject(new Error('The disk is full.'));
      const clock = { now: () => new Date(moment), timeZone: 'UTC' };
      const ports = { clock, newId: randomUUID, hash, redact, indexText };
      const audited = { ...store, audit: { ...store.audit, note } };
      memory = createMemory(audited, ports, 'personal', { audit: { isStrict } });
      const { identities, sessions } = memory;
      const meaning = new Meaning(store.embeddings, {}, clock);
      search = new Search({ recall: store.recall, identities, sessions, clock, meaning, reads: memory.audit });
      const visitor = {
        username: 'ada',
        agent: { name: 'tests', version: '1' },
        project: undefined,
        conversationId: 'c',
      };
      ada = await identities.resolve(visitor);
      await memory.facts.store(ada, { fact: 'We deploy on Thursdays only.', category: 'codebase' });
      await memory.sessions.start(ada);
    }

    async function reads(): Promise<[string, () => Promise<unknown>][]> {
      const { id } = await memory.sessions.current(ada);
      return [
        ['search', () => search.find(ada, { query: 'deploy' })],
        ['search by meaning', () => search.findByMeaning(ada, { query: 'deploy' })],
        ['context', () => memory.context.build(ada)],
        ['recap', () => memory.recaps.build(ada, {})],
        ['session', () => memory.sessionDetails.get(ada, id)],
        ['transcript', () => memory.sessionDetails.transcript(ada, id, { offset: 0, limit: 5 })],
        ['text in a transcript', () => memory.sessionDetails.findInTranscript(ada, id, 'deploy', 5)],
        ['excerpt', () => memory.markdown.excerpt(ada, id, 0)],
        ['audit', () => memory.audit.list(ada, {})],
        ['history', () => memory.audit.history(ada, { kind: 'fact', id: '1' })],
      ];
    }

    it('refuses each read that it cannot record, and answers it once it can', async () => {
      await open(true);
      canRecord = false;
      for (const [name, read] of await reads()) await assert.rejects(read, refusal, name);
      canRecord = true;
      for (const [name, read] of await reads()) await assert.doesNotReject(read, name);
      const { rows } = await memory.audit.list(ada, { level: 'read' });
      assert.deepEqual([...new Set(rows.map(({ action }) => action))].sort(), [
        'context',
        'open',
        'read_audit',
        'search',
      ]);
    });

    it('has recorded a read before it answers', async () => {
      await open(true);
      await search.find(ada, { query: 'deploy' });
      const { rows } = await store.audit.list({ limit: 10, offset: 0, level: 'read' }, ada.user.id);
      assert.deepEqual(
        rows.map(({ action, detail }) => [action, detail]),
        [['search', 'deploy']],
      );
    });

    it('refuses no write, and without the setting no read', async () => {
      await open(true);
      canRecord = false;
      await memory.facts.store(ada, { fact: 'We test on Mondays only.', category: 'codebase' });
      await store.close();
      await open(false);
      canRecord = false;
      for (const [name, read] of await reads()) await assert.doesNotReject(read, name);
    });
  });
}
