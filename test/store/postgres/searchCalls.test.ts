/** How often a search asks a server, in an archive of many sessions, projects and kinds of memories. */
import assert from 'node:assert/strict';
import pg from 'pg';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import type { SearchInput } from '../../../src/search/search.ts';
import { openTestMemory } from '../../support/memory.ts';
import type { TestMemory } from '../../support/memory.ts';
import { countQueries } from '../../support/queryCount.ts';
import { postgresUrl } from '../postgresSchemas.ts';
import type { EngineName } from '../support.ts';

const maxCalls = 12;
const projects = 12;
const sessions = 72;

(postgresUrl === undefined ? describe.skip : describe)('a search on PostgreSQL', () => {
  const opened: TestMemory[] = [];
  const callers: Caller[] = [];
  before(async () => {
    for (const engine of ['native', 'postgres'] as const) await open(engine);
  });
  after(async () => {
    for (const { close } of opened) await close();
  });

  const open = async (engine: EngineName): Promise<void> => {
    const test = openTestMemory('personal', engine);
    opened.push(test);
    const { memory } = test;
    for (let n = 0; n < sessions; n += 1) {
      const name = `project ${String(n % projects)}`;
      const caller = await test.caller({ project: { key: `name:${name}`, name } });
      const turns = ['the deploy broke', 'which valve', `valve ${String(n)} of the harbour`, 'and the lock', 'closed'];
      const lines = turns.map((content, place) => ({
        ...{ lineNumber: place + 1, session: `talk-${String(n)}`, seq: place, content },
        role: place % 2 === 0 ? 'user' : 'assistant',
        createdAt: new Date(Date.UTC(2026, 2, 29, n % 24, place)).toISOString(),
      }));
      await memory.archive.importMessages(caller, lines, { projectId: caller.project?.id ?? null });
      await memory.facts.store(caller, { fact: `Valve ${String(n)} belongs to the harbour.`, category: 'codebase' });
      if (n > 0) continue;
      callers.push(caller);
      const content = 'A valve of a harbour needs oil.';
      await memory.knowledge.promote(caller, { title: 'Valves', content, category: 'pattern' });
    }
  };

  const asked: Record<string, SearchInput> = {
    'for words': { query: 'the valve of the harbour', project: 'all' },
    'in a project': { query: 'the valve of the harbour' },
    'for a misspelled word': { query: 'the vallve of the harrbour', project: 'all' },
    'about a time': { query: 'what was the valve yesterday', project: 'all' },
    'in a narrow filter': {
      query: 'valve of the harbour',
      project: 'all',
      since: '2026-03-29',
      until: '2026-03-29',
      kinds: ['message'],
    },
    'for sessions': { query: 'valve of the harbour', project: 'all', kinds: ['session'] },
    'also for replaced facts': { query: 'valve of the harbour', project: 'all', includeSuperseded: true },
  };
  for (const [how, input] of Object.entries(asked)) {
    it(`${how} takes at most ${String(maxCalls)} calls, and finds what a file has`, async () => {
      const [inFile, onServer] = opened;
      const [ada, bob] = callers;
      assert.ok(inFile !== undefined && onServer !== undefined && ada !== undefined && bob !== undefined);
      const { result, queries } = await countQueries(pg.Client, () => onServer.search.find(bob, input));
      const expected = await inFile.search.find(ada, input);
      assert.ok(expected.results.length > 0);
      assert.deepEqual(textsOf(result), textsOf(expected));
      assert.ok(queries > 0 && queries <= maxCalls, `${String(queries)} calls`);
    });
  }
});

const textsOf = ({ results }: Awaited<ReturnType<TestMemory['search']['find']>>): string[] =>
  results.map(({ kind, text, project }) => `${kind}: ${text} (${project ?? ''})`);
