/** Every list that takes a project answers an unknown one with nothing and the names of similar ones, in both forms. */
import assert from 'node:assert/strict';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import { openTestMemory } from '../support/memory.ts';

describe('an unknown project', () => {
  for (const [name, field] of [
    ['memory_list_sessions', 'sessions'],
    ['memory_list_hypotheses', 'hypotheses'],
    ['memory_search_chunks', 'results'],
    ['memory_semantic_search', 'results'],
  ] as const) {
    it(`is answered by ${name} with an empty list and a similar name`, async () => {
      const { memory, search, caller, close } = openTestMemory();
      const ada = await caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
      await memory.facts.store(ada, { category: 'preference', fact: 'Lists are sorted by name.' });
      await memory.hypotheses.add(ada, { hypothesis: 'The shop sells lamps.' });
      const tool = Object.values(toolsets)
        .flat()
        .find((one) => one.name === name);
      assert.ok(tool);
      const context = { memory, search, caller: ada, available: [], desk: {} as never };
      const needed = field === 'results' ? { query: 'lamps' } : {};
      const { text, structured } = await tool.call({ ...needed, project: 'shpo' }, context);
      assert.deepEqual(structured?.[field], []);
      for (const form of [text, JSON.stringify(structured).replaceAll('\\"', '"')])
        assert.match(form, /No project is called "shpo"\. Similar: "shop"\./u);
      await close();
    });
  }
});
