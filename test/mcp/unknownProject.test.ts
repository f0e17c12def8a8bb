/** Lists that accept a project answer an unknown one with no results and similar names, in both forms. */
import assert from 'node:assert/strict';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import { openTestMemory } from '../support/memory.ts';

describe('an unknown project', () => {
  const query = 'lamps';
  for (const [name, field, args] of [
    ['memory_list_sessions', 'sessions', {}],
    ['memory_list_hypotheses', 'hypotheses', {}],
    ['memory_search_chunks', 'results', { query }],
    ['memory_semantic_search', 'results', { query }],
    ['search_messages', 'messages', { query }],
    ['get_messages_before', 'messages', {}],
    ['get_recent_work', 'messages', {}],
    ['get_era_summary', 'eras', {}],
    ['get_era_summary', 'eras', { era_name: 'shop (Era 1)' }],
    ['get_latest_continuation', 'content', {}],
  ] as const) {
    it(`makes ${[name, ...Object.keys(args)].join(' with ')} return nothing and a similar name`, async () => {
      const { memory, search, caller, close } = openTestMemory();
      const ada = await caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
      await memory.facts.store(ada, { category: 'preference', fact: 'Lists are sorted by name.' });
      await memory.hypotheses.add(ada, { hypothesis: 'The shop sells lamps.' });
      const tool = Object.values(toolsets)
        .flat()
        .find((one) => one.name === name);
      assert.ok(tool);
      const context = { memory, search, caller: ada, available: [], toolHost: {} as never };
      const { text, structured } = await tool.call({ ...args, project: 'shpo' }, context);
      assert.deepEqual(structured?.[field] ?? [], []);
      for (const form of [text, JSON.stringify(structured).replaceAll('\\"', '"')])
        assert.match(form, /No project is called "shpo"\. Similar: "shop"\./u);
      await close();
    });
  }
});
