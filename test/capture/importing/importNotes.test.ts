import assert from 'node:assert/strict';
import type { ImportReport } from '../../../src/capture/importing/importReport.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { TestMemory } from '../../support/memory.ts';
import { conversationNumber } from '../../support/pastHome.ts';
import type { PastHome } from '../../support/pastHome.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

const one = conversationNumber(1);

describe('importing notes of other assistants', () => {
  let past: PastHome;
  let test: TestMemory;
  let ada: Caller;
  let given: ImportTest;
  beforeEach(async () => {
    given = await openImportTest();
    ({ past, test, ada } = given);
  });
  afterEach(() => given.close());
  const runImport = (): Promise<ImportReport> => given.runImport();

  const facts = async () => {
    const { facts: all } = await test.memory.facts.list(ada, 'all', 50);
    return all.map(({ fact, confidence, tags, projectName, agentName }) => ({
      fact,
      confidence,
      tags: tags.join(' '),
      projectName,
      agentName,
    }));
  };

  it('stores them as facts of their project, with tags and a slightly lower confidence', async () => {
    past.claude(one, [['Hello?', 'Hello.']]);
    past.claudeMemory('- The shop listens on port 8123\n');
    past.workspace('w1', '/home/ada/blog');
    past.copilotNotes('w1', '- Build the blog with make\n');
    past.mcpMemory({ type: 'entity', name: 'Ada', entityType: 'user', observations: ['prefers tabs'] });
    const report = await runImport();
    assert.deepEqual(
      [report.facts, report.notes],
      [
        { stored: 3, known: 0 },
        { read: 3, unchanged: 0 },
      ],
    );
    assert.deepEqual(
      (await facts()).toSorted((a, b) => (a.fact < b.fact ? -1 : 1)),
      [
        {
          fact: 'Ada: prefers tabs',
          confidence: 0.9,
          tags: 'imported mcp-memory user',
          projectName: null,
          agentName: 'tests',
        },
        {
          fact: 'Build the blog with make',
          confidence: 0.9,
          tags: 'imported copilot-repo-memory',
          projectName: 'blog',
          agentName: 'GitHub Copilot',
        },
        {
          fact: 'The shop listens on port 8123',
          confidence: 0.9,
          tags: 'imported claude-memory',
          projectName: 'shop',
          agentName: 'claude-code',
        },
      ],
    );
    assert.deepEqual((await runImport()).notes, { read: 0, unchanged: 3 });
  });

  it('leaves the confidence of known facts unchanged, and dates new facts by when they were written', async () => {
    const shop = await test.caller({ conversationId: null, project: { key: '/home/ada/shop', name: 'shop' } });
    const { fact } = await test.memory.facts.store(shop, {
      category: 'codebase',
      fact: 'The shop listens on port 9000',
    });
    past.claude(one, [['Hello?', 'Hello.']]);
    past.claudeMemory('- The shop listens on port 8123\n');
    await runImport();
    const { facts: all } = await test.memory.facts.list(shop, 'all', 10);
    assert.equal(all.find(({ id }) => id === fact.id)?.confidence, 1);
    assert.equal(all.find(({ id }) => id !== fact.id)?.createdAt, '2026-03-02T09:00:00.000Z');
  });

  it('leaves deprecated facts deprecated, even if the file is written again', async () => {
    past.claude(one, [['Hello?', 'Hello.']]);
    past.claudeMemory('- The shop listens on port 8123\n');
    await runImport();
    const {
      facts: [fact],
    } = await test.memory.facts.list(ada, 'all', 10);
    await test.memory.facts.deprecate(ada, { factId: fact?.id ?? 0, reason: 'moved' });
    past.claudeMemory('- The shop listens on port 8123\n- Prices are in cents\n');
    assert.deepEqual((await runImport()).facts, { stored: 1, known: 1 });
    assert.deepEqual(
      (await facts()).map(({ fact: text }) => text),
      ['Prices are in cents'],
    );
  });

  it('reports a note that holds only a secret, and leaves it out', async () => {
    past.claude(one, [['Hello?', 'Hello.']]);
    const file = past.claudeMemory('- ghp_abcdefghijklmnopqrstuvwxyz0123456789\n- Prices are in cents\n');
    const { facts: stored, damage } = await runImport();
    assert.deepEqual(stored, { stored: 1, known: 0 });
    assert.deepEqual(
      damage.listed.map(({ file: where, line }) => [where, line]),
      [[file, 1]],
    );
  });
});
